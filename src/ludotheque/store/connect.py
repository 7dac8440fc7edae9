"""Opens the database: a file by default, or a PostgreSQL server."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import QueuePool, StaticPool

from .errors import StoreError, reason
from .migrations import STEPS, Step, check, migrate
from .store import SqlStore

BUSY = 10  # seconds to wait for another process that writes
READERS = 4

# FULL, and on a Mac fullfsync: a commit that returned survives a power cut.
PRAGMAS = (
    f"PRAGMA busy_timeout = {BUSY * 1000}",
    "PRAGMA foreign_keys = ON",
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA checkpoint_fullfsync = ON",
)
READ_ONLY = "PRAGMA query_only = ON"


def connect(where: str | Path, steps: Sequence[Step] = STEPS) -> SqlStore:
    """The store in that file (made if need be), or at that address (``postgresql://…``, ``sqlite:///…``)."""
    if isinstance(where, Path) or "://" not in where:
        return _sqlite(Path(where), steps)
    url = _url(where)
    if url.get_backend_name() == "sqlite" and url.database:
        return _sqlite(Path(url.database), steps)
    if url.get_backend_name() in ("postgresql", "postgres"):
        return _postgres(url.set(drivername="postgresql+psycopg"), steps)
    raise StoreError("address", address=url.render_as_string())


def _url(address: str) -> URL:
    try:
        return make_url(address)
    except (ArgumentError, ValueError):
        raise StoreError("address", address=address) from None


def _sqlite(path: Path, steps: Sequence[Step]) -> SqlStore:
    path = path.absolute()
    _make_file(path)
    reading: dict[str, Any] = {"poolclass": QueuePool, "pool_size": READERS, "max_overflow": 0}
    writer, reader = _sqlite_engine(path, {"poolclass": StaticPool}), _sqlite_engine(path, reading, READ_ONLY)
    event.listen(writer, "begin", _begin_immediate)
    store = SqlStore(writer, reader, threading.Lock())
    with _or_close(store), _friendly_sqlite(path):
        with reader.connect() as connection:
            check(connection, str(path), len(steps))
        _write_ahead(writer)
        migrate(writer, str(path), steps)
    return store


def _make_file(path: Path) -> None:
    """The file holds the key that signs cookies: nobody else on this machine may read it. Its companions follow it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StoreError("folder", folder=str(path.parent), reason=error.strerror) from error


def _sqlite_engine(path: Path, pool: dict[str, Any], *pragmas: str) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        **pool,
        connect_args={"check_same_thread": False, "timeout": BUSY, "isolation_level": None},
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        for pragma in (*PRAGMAS, *pragmas):
            connection.execute(pragma)

    return engine


def _begin_immediate(connection: Connection) -> None:
    """The driver begins nothing by itself (``isolation_level`` None). A transaction that begins by reading and writes
    later could be refused in the middle."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _write_ahead(writer: Engine) -> None:
    """Readers do not wait for the writer. The file remembers it. Outside a transaction, as SQLite demands."""
    with closing(writer.raw_connection()) as connection:
        for _ in range(BUSY * 100):
            try:
                connection.cursor().execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError:  # another server is just doing the same, and SQLite does not wait here
                time.sleep(0.01)


def _postgres(url: URL, steps: Sequence[Step]) -> SqlStore:
    place = url.set(drivername="postgresql").render_as_string()  # with *** for the password
    try:
        engine = create_engine(
            url, pool_pre_ping=True, pool_size=READERS, isolation_level="READ COMMITTED", connect_args=_patience(url)
        )
    except ModuleNotFoundError as error:
        raise StoreError("driver") from error
    store = SqlStore(engine, engine.execution_options(isolation_level="AUTOCOMMIT"), nullcontext())
    with _or_close(store):
        try:
            migrate(engine, place, steps)
        except SQLAlchemyError as error:
            raise StoreError("unreachable", place=place, reason=reason(error)) from error
    return store


def _patience(url: URL) -> dict[str, Any]:
    """A machine that vanished is noticed within a minute; what the address says goes first."""
    wanted = {"connect_timeout": 10, "keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}
    wanted["application_name"] = "ludotheque"  # type: ignore[assignment]
    return {name: value for name, value in wanted.items() if name not in url.query}


@contextmanager
def _or_close(store: SqlStore) -> Iterator[None]:
    try:
        yield
    except BaseException:
        store.close()
        raise


@contextmanager
def _friendly_sqlite(path: Path) -> Iterator[None]:
    try:
        yield
    except OperationalError as error:
        raise StoreError("folder", folder=str(path.parent), reason=reason(error)) from error
    except DatabaseError as error:  # "file is not a database"
        raise StoreError("foreign", place=str(path)) from error
