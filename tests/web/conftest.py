"""One server for all tests of this folder that do not need one of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browser import People, Person, a_browser
from playwright.sync_api import Browser
from postgres import PostgresServer, running_postgres
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


@pytest.fixture
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server of one's own, which may be stopped and killed."""
    with running_postgres() as running:
        yield running


@pytest.fixture(scope="session")
def lobby(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of the tests in a browser: they make many players, which a server does not let one address do fast."""
    with serving(tmp_path_factory.mktemp("lobby")) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with a_browser() as running:
        yield running


@pytest.fixture
def people(browser: Browser, lobby: Server) -> Iterator[People]:
    """Makes people with browsers; at the end none of them may have met a problem."""
    known = People(browser, lobby.url)
    yield known
    known.close()


@pytest.fixture
def person(people: People) -> Person:
    return people.new()
