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

import platformdirs
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import QueuePool, StaticPool

from .errors import StoreError, reason
from .migrations import STEPS, Step, check, migrate
from .store import SqlStore
from .turns import SqlTurns

BUSY = 10  # seconds to wait for another process that writes
READERS = 4
FILE = "ludotheque.db"
READ_ONLY = "PRAGMA query_only = ON"

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
    place = read_place(where)
    return _sqlite(place, steps) if isinstance(place, Path) else _postgres(place, steps)


def read_place(where: str | Path) -> Path | URL:
    """Where a store is: the file of SQLite, or the address of PostgreSQL."""
    if isinstance(where, Path) or "://" not in where:
        return Path(where).absolute()
    url = _url(where)
    if url.get_backend_name() == "sqlite" and url.database:
        return Path(url.database).absolute()
    if _is_postgres(url):
        return _postgres_url(url)
    raise StoreError("address", address=url.render_as_string())


def usual_place(folder: str | None, database: str | None) -> str:
    """Where the games are, as the command line says it: a database, a folder, or else the user's own folder."""
    if database:
        return database
    home = Path(folder) if folder else Path(platformdirs.user_data_dir("ludotheque", appauthor=False))
    return str(home / FILE)


def sqlite_path(where: str | Path) -> Path | None:
    """The file that is meant, if it is one."""
    place = read_place(where)
    return place if isinstance(place, Path) else None


def connect_turns(where: str) -> SqlTurns:
    """Only the queue of computers' turns, for who thinks and does nothing else. Nothing is asked yet: the database may
    answer later."""
    url = _url(where)
    if not _is_postgres(url):
        raise StoreError("postgres-only", address=url.render_as_string())
    return SqlTurns(_autocommit(postgres_engine(_postgres_url(url))))


def place_of(where: str) -> str:
    """Its address with *** for the password."""
    return shown(_url(where))


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
    make_file(path)
    writer, reader = sqlite_engine(path, 1), sqlite_engine(path, READERS, READ_ONLY)
    event.listen(writer, "begin", begin_immediate)
    store = SqlStore(writer, reader, threading.Lock())
    with _or_close(store), friendly(path):
        with reader.connect() as connection:
            check(connection, str(path), len(steps))
        _write_ahead(writer)
        migrate(writer, str(path), steps)
    return store


def make_file(path: Path) -> None:
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


def sqlite_engine(path: Path, connections: int, *pragmas: str) -> Engine:
    """One connection is kept and given to whoever asks; of several, each is given to one at a time."""
    several: dict[str, Any] = {"poolclass": QueuePool, "pool_size": connections, "max_overflow": 0}
    pool: dict[str, Any] = several if connections > 1 else {"poolclass": StaticPool}
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        **pool,
        hide_parameters=True,  # an error that is logged names nobody
        connect_args={"check_same_thread": False, "timeout": BUSY, "isolation_level": None},
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        for pragma in (*PRAGMAS, *pragmas):
            connection.execute(pragma)

    return engine


def begin_immediate(connection: Connection) -> None:
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
    engine = postgres_engine(url)
    store = SqlStore(engine, _autocommit(engine), nullcontext())
    with _or_close(store), friendly(url):
        migrate(engine, shown(url), steps)
    return store


def shown(place: Path | URL) -> str:
    """For people: with *** for the password."""
    return str(place) if isinstance(place, Path) else place.set(drivername="postgresql").render_as_string()


def postgres_engine(url: URL) -> Engine:
    try:
        return create_engine(
            url,
            pool_pre_ping=True,
            pool_size=READERS,
            isolation_level="READ COMMITTED",
            connect_args=_patience(url),
            hide_parameters=True,
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
def friendly(place: Path | URL) -> Iterator[None]:
    """What the database refuses is said in a sentence."""
    try:
        yield
    except SQLAlchemyError as error:
        if not isinstance(place, Path):
            raise StoreError("unreachable", place=shown(place), reason=reason(error)) from error
        if isinstance(error, DatabaseError) and not isinstance(error, OperationalError):  # "file is not a database"
            raise StoreError("foreign", place=str(place)) from error
        raise StoreError("folder", folder=str(place.parent), reason=reason(error)) from error
