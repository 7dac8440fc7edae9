"""Where games are played: here, in processes of this machine, or on Ray.

A pool takes batches of games and gives back what they came to, in any order. Batches grow until one takes a moment, so
that sending them costs little next to playing them. What comes back does not depend on who played it.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from itertools import chain, islice
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, NamedTuple, TypeVar

from ..core.errors import GameError
from .match import Job, Played, play
from .texts import CATALOG

BATCH_SECONDS = 0.2
LARGEST_BATCH = 64
LISTEN_SECONDS = 0.2  # a Ctrl-C that was put off, while something compiled, does not wake who waits without an end
RAY_MEMORY = 100_000_000  # results are small; by default Ray would take a third of the machine's memory
PLACES = ("processes", "here", "ray", "auto", "ray://HOST:PORT")

C = TypeVar("C", bound="WorkerPool")


class Answer(NamedTuple):
    """What became of a batch."""

    played: list[Played]
    seconds: float
    problem: Exception | None = None


def attempt(batch: list[Job]) -> Answer:
    """Plays a batch; a problem is an answer too, because some of those who play cannot raise it to us."""
    began = time.perf_counter()
    try:
        played = [play(job) for job in batch]
    except Exception as problem:
        problem.add_note(traceback.format_exc())
        return Answer([], 0.0, problem)
    return Answer(played, time.perf_counter() - began)


def play_many(jobs: Iterable[Job], on: str = "processes", workers: int | None = None) -> Generator[Played, None, None]:
    """Plays all jobs and yields each game as it finishes; closing the iterator stops everything."""
    with worker_pool(on, workers) as players:
        yield from players.play(jobs)


def worker_pool(
    on: str = "processes", workers: int | None = None, call: Callable[..., Answer] | None = None
) -> WorkerPool:
    """Those who play; use it in a ``with``.

    ``on``: "processes", "here" (this process), "ray" (starts Ray on this machine), "auto" (the Ray that runs here) or
    "ray://host:port". ``call`` runs the work that is done here, for who wants it in a thread of its own.
    """
    if on == "here":
        return Here(call or (lambda work, batch: work(batch)))
    if on == "processes":
        return Processes(workers or cores())
    if on in ("ray", "auto") or on.startswith("ray://"):
        return OnRay("local" if on == "ray" else on, workers)
    raise GameError(CATALOG("unknown-place", place=on[:60], known=", ".join(PLACES)))


def cores() -> int:
    """How many processes this machine lets us run at once."""
    with contextlib.suppress(AttributeError):  # not on every system
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class WorkerPool:
    """Gives out batches and collects answers; where they are played is for the others to say."""

    room = 1  # so many batches may be under way
    warms = True

    def __init__(self) -> None:
        self._warm: set[tuple[str, int, frozenset[str]]] = set()
        self._expected: set[int] = set()
        self._number = 0

    def __enter__(self: C) -> C:
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: object, trace: TracebackType | None) -> None:
        self.close()

    def play(self, jobs: Iterable[Job]) -> Generator[Played, None, None]:
        """Every game as it finishes. Leaving early is allowed: what is still under way is then forgotten."""
        stream, size, seconds, games = iter(jobs), 1, 0.0, 0
        first = next(stream, None)
        if first is None:
            return
        self.warm(first)
        stream = chain([first], stream)
        self._expected = set()
        while self._fill(stream, size):
            answer = self._next()
            seconds, games = seconds + answer.seconds, games + len(answer.played)
            size = max(1, min(LARGEST_BATCH, 2 * size, int(BATCH_SECONDS * games / max(seconds, 1e-9))))
            yield from answer.played

    def warm(self, job: Job) -> None:
        """One plays a very short game first and so compiles what all of them need; else all would do so at once."""
        key = (job.setting.game, job.setting.seats, frozenset(job.players))
        if not self.warms or key in self._warm:
            return
        self._warm.add(key)
        short = replace(job.setting, options={**job.setting.options, "max_choices": 2 * job.setting.seats}, opening=0)
        self._expected = set()
        self._give([replace(job, setting=short, keep=False)])
        self._next()

    def _fill(self, stream: Iterator[Job], size: int) -> bool:
        """Gives out batches while there is room; tells whether any is under way."""
        while len(self._expected) < self.room and (batch := list(islice(stream, size))):
            self._give(batch)
        return bool(self._expected)

    def _give(self, batch: list[Job]) -> None:
        self._number += 1
        self._expected.add(self._number)
        self.submit(self._number, batch)

    def _next(self) -> Answer:
        """The next answer to a question that is still open."""
        while True:
            number, answer = self.receive()
            if number in self._expected:
                self._expected.remove(number)
                if answer.problem is not None:
                    raise answer.problem
                return answer

    def submit(self, number: int, batch: list[Job]) -> None:
        raise NotImplementedError

    def receive(self) -> tuple[int, Answer]:
        raise NotImplementedError

    def close(self) -> None:
        """Stops everybody at once."""


class Here(WorkerPool):
    """In this process, one game after the other."""

    warms = False

    def __init__(self, call: Callable[..., Answer]) -> None:
        super().__init__()
        self._call = call
        self._batches: list[tuple[int, list[Job]]] = []

    def submit(self, number: int, batch: list[Job]) -> None:
        self._batches.append((number, batch))

    def receive(self) -> tuple[int, Answer]:
        number, batch = self._batches.pop(0)
        return number, self._call(attempt, batch)


# In processes


class Worker:
    """A process that plays what it is sent, until nobody listens any more."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")  # compiled code and threads do not bear being forked
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        with _ctrl_c_waits():
            self.process.start()
        theirs.close()  # now only the process has it, and its end is heard
        self.number = 0


def _serve(line: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, OSError):
        while True:
            number, batch = line.recv()
            line.send((number, attempt(batch)))


@contextlib.contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Ctrl-C reaches all processes of a terminal. One that begins while it is blocked will never hear it; we shall."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # a helper of multiprocessing; starting it would let Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with _ctrl_c_noted():
            yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _ctrl_c_noted() -> Iterator[None]:
    """Another thread, such as that of a progress bar, does not block it: what it hears is told again afterwards."""
    heard: list[int] = []
    is_ours = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is not None
    if not is_ours:
        yield
        return
    before = signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if heard:
            signal.raise_signal(signal.SIGINT)


class Processes(WorkerPool):
    """In processes of this machine. They are started when there is work for them: the first one alone, to compile."""

    def __init__(self, workers: int) -> None:
        super().__init__()
        self.room = workers
        self._idle: list[Worker] = []
        self._busy: dict[Connection, Worker] = {}

    def submit(self, number: int, batch: list[Job]) -> None:
        if not self._idle and len(self._busy) >= self.room:
            self._make_room()
        worker = self._idle.pop() if self._idle else Worker()
        self._busy[worker.line] = worker
        worker.number = number
        worker.line.send((number, batch))

    def _make_room(self) -> None:
        """Somebody still plays what is no longer wanted."""
        worker = next(worker for worker in self._busy.values() if worker.number not in self._expected)
        self._dismiss(self._busy.pop(worker.line))

    def receive(self) -> tuple[int, Answer]:
        ready: list[Any] = []
        while not ready:
            ready = wait(list(self._busy), LISTEN_SECONDS)
        line = ready[0]
        try:
            number, answer = line.recv()
        except (EOFError, OSError) as problem:
            raise GameError(CATALOG("worker-died")) from problem
        self._idle.append(self._busy.pop(line))
        return number, answer

    def close(self) -> None:
        for worker in [*self._idle, *self._busy.values()]:
            self._dismiss(worker)
        self._idle.clear()
        self._busy.clear()

    def _dismiss(self, worker: Worker) -> None:
        worker.process.terminate()
        worker.process.join()
        worker.line.close()


# On Ray


class OnRay(WorkerPool):
    """On a Ray of this machine, started for the purpose and stopped afterwards, or on one that runs already."""

    def __init__(self, address: str, workers: int | None) -> None:
        super().__init__()
        self._ray = _ray()
        self._ours = not self._ray.is_initialized()
        if self._ours:
            _connect(self._ray, address, workers)
        # Ray keeps a queue of its own: with twice the work that it has room for, nobody waits for us.
        self.room = 2 * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._task = self._ray.remote(attempt)
        self._waiting: dict[Any, int] = {}

    def submit(self, number: int, batch: list[Job]) -> None:
        self._waiting[self._task.remote(batch)] = number

    def receive(self) -> tuple[int, Answer]:
        done: list[Any] = []
        while not done:
            done, _ = self._ray.wait(list(self._waiting), num_returns=1, timeout=LISTEN_SECONDS)
        number = self._waiting.pop(done[0])
        try:
            return number, self._ray.get(done[0])
        except self._ray.exceptions.RayError as problem:
            raise GameError(CATALOG("worker-died")) from problem

    def task(self, work: Callable[[Any], Any], job: Any) -> Future[Any]:
        """Work of another kind."""
        future: Future[Any] = self._ray.remote(_do).remote(work, job).future()
        return future

    def close(self) -> None:
        for task in self._waiting:
            self._ray.cancel(task, force=True)
        self._waiting.clear()
        if self._ours:
            self._ray.shutdown()


def _do(work: Callable[[Any], Any], job: Any) -> Any:
    return work(job)


def _ray() -> Any:
    """The package, without its news, its statistics and its advice."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    os.environ.setdefault("RAY_DEDUP_LOGS", "0")
    try:
        import ray
    except ImportError as problem:
        raise GameError(CATALOG("no-ray")) from problem
    return ray


def _connect(ray: Any, address: str, workers: int | None) -> None:
    quiet: dict[str, Any] = {"logging_level": logging.CRITICAL, "log_to_driver": False}
    own: dict[str, Any] = {"num_cpus": workers or cores(), "include_dashboard": False}
    own["object_store_memory"] = RAY_MEMORY
    try:
        ray.init(address=address, **quiet, **(own if address == "local" else {}))
    except (ConnectionError, RuntimeError, ValueError, ImportError) as problem:
        reason = (str(problem) or type(problem).__name__).strip().splitlines()[0].rstrip(".")
        raise GameError(CATALOG("ray-unreachable", address=address[:100], reason=reason[:200])) from problem
