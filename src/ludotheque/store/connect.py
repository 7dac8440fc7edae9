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
from sqlalchemy.pool import QueuePool

from .errors import StoreError, reason
from .migrations import STEPS, Step, check, migrate
from .store import SqlStore
from .turns import SqlTurns

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


def connect(where: str | Path, steps: Sequence[Step] = STEPS) -> SqlStore:
    """The store in that file (made if need be), or at that address (``postgresql://…``, ``sqlite:///…``)."""
    path = sqlite_path(where)
    if path is not None:
        return _sqlite(path, steps)
    url = _url(str(where))
    if _is_postgres(url):
        return _postgres(_postgres_url(url), steps)
    raise StoreError("address", address=url.render_as_string())


def sqlite_path(where: str | Path) -> Path | None:
    """The file that is meant, if it is one."""
    if isinstance(where, Path) or "://" not in where:
        return Path(where)
    url = _url(where)
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def connect_turns(where: str) -> SqlTurns:
    """Only the queue of computers' turns, for who thinks and does nothing else. Nothing is asked yet: the database may
    answer later."""
    url = _url(where)
    if not _is_postgres(url):
        raise StoreError("postgres-only", address=url.render_as_string())
    return SqlTurns(_autocommit(_engine(_postgres_url(url))))


def place_of(where: str) -> str:
    """Its address with *** for the password."""
    return _url(where).set(drivername="postgresql").render_as_string()


def _url(address: str) -> URL:
    try:
        return make_url(address)
    except (ArgumentError, ValueError):
        raise StoreError("address", address=address) from None


def _postgres_url(url: URL) -> URL:
    return url.set(drivername="postgresql+psycopg")


def _is_postgres(url: URL) -> bool:
    return url.get_backend_name() in ("postgresql", "postgres")


def _sqlite(path: Path, steps: Sequence[Step]) -> SqlStore:
    path = path.absolute()
    _make_file(path)
    writer, reader = _sqlite_engine(path, 1), _sqlite_engine(path, READERS, "PRAGMA query_only = ON")
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
    make_folder(path)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StoreError("folder", folder=str(path.parent), reason=error.strerror) from error


def make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise StoreError("folder", folder=str(path.parent), reason=error.strerror) from error


def _sqlite_engine(path: Path, connections: int, *pragmas: str) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        poolclass=QueuePool,
        pool_size=connections,
        max_overflow=0,
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
    engine = _engine(url)
    store = SqlStore(engine, _autocommit(engine), nullcontext())
    with _or_close(store):
        try:
            migrate(engine, place, steps)
        except SQLAlchemyError as error:
            raise StoreError("unreachable", place=place, reason=reason(error)) from error
    return store


def _engine(url: URL) -> Engine:
    try:
        return create_engine(
            url, pool_pre_ping=True, pool_size=READERS, isolation_level="READ COMMITTED", connect_args=_patience(url)
        )
    except ModuleNotFoundError as error:
        raise StoreError("driver") from error


def _autocommit(engine: Engine) -> Engine:
    return engine.execution_options(isolation_level="AUTOCOMMIT")


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
