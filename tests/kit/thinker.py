"""``ludotheque think`` in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ludotheque.play.turn_workers import LEASE

# Thinks so many seconds longer than it need, so that there is a middle in which to stop it
SLOW = """import sys
from time import sleep
from ludotheque.cli import main
from ludotheque.play import turn_workers
more, turn_workers.LEASE = float(sys.argv.pop(1)), float(sys.argv.pop(1))
think = turn_workers.think_about
turn_workers.think_about = lambda claim: (sleep(more), think(claim))[1]
sys.exit(main())"""


@dataclass
class Thinker:
    """Thinks for the servers on a database, until it is stopped or killed."""

    database: str
    more: float = 0.0  # seconds of thinking
    lease: float = LEASE
    process: subprocess.Popen[str] = field(init=False)

    def __post_init__(self) -> None:
        words = ["think", "--lang", "en", "--threads", "1", "--database", self.database]
        command = [sys.executable, "-c", SLOW, str(self.more), str(self.lease), *words]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env={**os.environ})

    def ready(self) -> Thinker:
        assert self.process.stdout is not None
        while "Thinking for" not in (line := self.process.stdout.readline()):
            assert line, self.process.communicate()
        return self

    def send(self, how: signal.Signals) -> None:
        self.process.send_signal(how)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Its exit code, and what it complained about."""
        if self.process.poll() is None:
            self.send(how)
        complaints = self.process.communicate(timeout=30)[1]
        return self.process.returncode, complaints


@contextmanager
def thinking(database: str, more: float = 0.0, lease: float = LEASE) -> Iterator[Thinker]:
    thinker = Thinker(database, more, lease)
    try:
        yield thinker.ready()
    finally:
        if thinker.process.poll() is None:
            thinker.send(signal.SIGCONT)
            thinker.stop(signal.SIGKILL)
