"""One server for all tests of this folder that do not need one of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from serving import Client, Server, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def anna(server: Server) -> Client:
    return Client(server, "Anna")


@pytest.fixture
def ben(server: Server) -> Client:
    return Client(server, "Ben")
