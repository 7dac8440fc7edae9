"""``ludotheque serve --processes N``: several processes serve one address.

The parent holds the sockets and serves nobody itself. A child that dies leaves its socket behind: who is waiting there
is served by the one that takes its place.
"""

from __future__ import annotations

import json
import logging
import os
import select
import signal
import socket
import subprocess
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import FrameType

from ..core.errors import GameError
from ..play.fair_executor import thinking_threads
from ..store.connect import connect, sqlite_path
from .serve import addresses_for, database_of, listen, welcome
from .texts import CATALOG

LOOK_UP = 0.2  # seconds between two looks at the children
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0  # seconds until one is started again that died before it was ready
STOPPING = 30.0  # seconds that a child may take to end
WORKER = "ludotheque.web.worker"
log = logging.getLogger("ludotheque")


def supervise(lang: str, args: Namespace) -> int:
    """Runs until a signal ends it and all children have ended."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s: %(message)s")
    if sqlite_path(database_of(args)) is not None:
        raise GameError(CATALOG("serve.processes-sqlite", n=args.processes))
    if sys.platform == "win32":  # no child inherits a socket there
        raise GameError(CATALOG("serve.processes-system"))
    listening = listen_together(args.host, args.port, args.processes)
    where = addresses_for(args, listening[0])
    connect(database_of(args)).close()  # what is wrong is said once, and what is old is brought up to date once
    children = [Child(lang, args_of_child(args, number), each) for number, each in enumerate(listening)]
    Supervisor(children, lambda: welcome(lang, where, args.open)).run()
    return 0


def args_of_child(args: Namespace, number: int) -> Namespace:
    """Each tells Prometheus how it stands at a port of its own: the one that was given, the next one, and so on.
    Together they think in as many threads as one alone would."""
    host, colon, port = (args.metrics or "").rpartition(":")
    metrics = f"{host}{colon}{int(port) + number}" if port.isdecimal() else port
    each, more = divmod(thinking_threads() if args.thinkers is None else args.thinkers, args.processes)
    return Namespace(**{**vars(args), "metrics": metrics, "thinkers": each + (number < more)})


def listen_together(host: str, port: int, count: int) -> list[socket.socket]:
    """A socket for each child. Linux shares out who comes among sockets of one port; elsewhere they share one."""
    if sys.platform != "linux":
        return [listen(host, port)] * count
    with listen(host, port) as probe:  # alone: a port that somebody else shares out is not joined
        port = probe.getsockname()[1]
    return [listen(host, port, is_one_of_several=True) for _ in range(count)]


@dataclass
class Child:
    """One process that serves. It is ended by a signal, or by itself when its parent is gone."""

    lang: str
    args: Namespace
    listening: socket.socket
    process: subprocess.Popen[bytes] | None = None
    status: int = -1  # where it says that it is ready
    is_ready: bool = False
    pause: float = 0.0
    start_at: float = 0.0

    def start(self) -> None:
        """A new program: compiled code and threads do not bear being forked."""
        self.status, told = os.pipe()
        given = (self.listening.fileno(), told)
        # In a session of its own: Ctrl-C is meant for the parent, which passes it on once.
        self.process = subprocess.Popen(
            [sys.executable, "-m", WORKER],
            stdin=subprocess.PIPE,
            pass_fds=given,
            start_new_session=True,
        )
        os.close(told)
        self.brief(*given)

    def brief(self, listening: int, told: int) -> None:
        """By a pipe, because the address of a database may hold a password; it stays open as long as we live."""
        assert self.process is not None and self.process.stdin is not None
        brief = {"lang": self.lang, "args": vars(self.args), "listening": listening, "ready": told}
        with suppress(BrokenPipeError):  # it died already, which is noticed soon
            self.process.stdin.write(json.dumps({**brief, "program": sys.argv[0]}).encode() + b"\n")
            self.process.stdin.flush()

    def look(self) -> None:
        """Notices that it became ready, or died; starts it when it is time."""
        if self.process is None:
            if time.monotonic() >= self.start_at:
                self.start()
        elif self.process.poll() is not None:
            self.bury(self.process)
        elif not self.is_ready and select.select([self.status], [], [], 0)[0]:
            self.is_ready = bool(os.read(self.status, 1))

    def bury(self, process: subprocess.Popen[bytes]) -> None:
        """Who was at work is replaced at once; who died at once waits longer and longer."""
        self.pause = 0.0 if self.is_ready else min(max(2 * self.pause, FIRST_PAUSE), LONGEST_PAUSE)
        log.warning("process %s ended with %s; another one starts in %g s", process.pid, process.returncode, self.pause)
        self.start_at = time.monotonic() + self.pause
        self.forget()

    def forget(self) -> None:
        if self.process is not None and self.process.stdin is not None:
            with suppress(BrokenPipeError):
                self.process.stdin.close()
            os.close(self.status)
        self.process, self.is_ready = None, False

    def tell(self, what: int) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(what)

    def wait(self, until: float) -> None:
        """Until it has ended, by force if need be."""
        if self.process is not None:
            try:
                self.process.wait(max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.forget()


@dataclass
class Supervisor:
    children: list[Child]
    ready: Callable[[], None]
    signals: list[int] = field(default_factory=list)

    def run(self) -> None:
        with self.hearing_signals():
            self.until_ready()
            while not self.signals:
                self.look()
            self.stop()

    def until_ready(self) -> None:
        """The address is said once, when somebody answers there."""
        while not self.signals and not any(child.is_ready for child in self.children):
            self.look()
        if not self.signals:
            self.ready()

    def look(self) -> None:
        for child in self.children:
            child.look()
        time.sleep(LOOK_UP)

    def stop(self) -> None:
        until = time.monotonic() + STOPPING
        for child in self.children:
            child.tell(self.signals[0])
        for child in self.children:
            child.wait(until)
            child.listening.close()

    @contextmanager
    def hearing_signals(self) -> Iterator[None]:
        before = {each: signal.signal(each, self.hear) for each in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    def hear(self, what: int, _: FrameType | None) -> None:
        self.signals.append(what)
        if len(self.signals) > 1:  # who asks again does not want to wait
            for child in self.children:
                child.tell(what)
