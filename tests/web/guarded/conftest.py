"""A server of our own: what is tried here would use up what others may ask for."""

from __future__ import annotations

import random
from collections.abc import Iterator

import httpx
import pytest
from serving import Client, Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("safety")) as running:
        yield running


@pytest.fixture(scope="module")
def anna(server: Server) -> Client:
    return Client(server, "Anna")


@pytest.fixture(scope="module")
def ben(server: Server) -> Client:
    return Client(server, "Ben")


@pytest.fixture(scope="module")
def shared(anna: Client, ben: Client) -> str:
    opened = anna.open("drivis")
    ben.join(opened)
    return str(opened["id"])


@pytest.fixture
def visitor(server: Server) -> Iterator[httpx.Client]:
    """Keeps cookies, and comes from an address of its own (the server believes a proxy on the same machine)."""
    address = f"192.0.2.{random.randrange(1, 250)}"
    with httpx.Client(base_url=server.url, headers={"X-Forwarded-For": address}, timeout=30) as web:
        yield web
