"""Databases for the tests: a SQLite file, or one on a PostgreSQL server of our own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from postgres import PostgresServer, running_postgres

from ludotheque.store.connect import connect
from ludotheque.store.store import SqlStore


@pytest.fixture(scope="session")
def server() -> Iterator[PostgresServer]:
    with running_postgres() as running:
        yield running


@pytest.fixture
def own_server(server: PostgresServer) -> Iterator[PostgresServer]:
    """One that a test may stop."""
    own = PostgresServer()
    yield own
    own.stop()


@pytest.fixture(scope="session")
def new_database(server: PostgresServer) -> Callable[[], str]:
    """Makes an empty place on the server and gives its address: a schema, which costs far less than a database."""
    import psycopg

    numbers = count()

    def new() -> str:
        name = f"test{next(numbers)}"
        with psycopg.connect(server.address, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{server.address}&options=-csearch_path%3D{name}"

    return new


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty database is, of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "new folder" / "games.db")
    new: Callable[[], str] = request.getfixturevalue("new_database")
    return new()


@pytest.fixture
def store(where: str) -> Iterator[SqlStore]:
    store = connect(where)
    yield store
    store.close()
