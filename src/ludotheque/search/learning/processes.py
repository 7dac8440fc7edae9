"""Work in processes of this machine or on Ray, whose answers come in the order in which it was given out."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import Protocol, TypeVar

from ..workers import OnRay, worker_pool

J = TypeVar("J")
A = TypeVar("A")


class Pool(Protocol):
    """Whoever works for us."""

    def submit(self, work: Callable[[J], A], job: J, /) -> Future[A]: ...


@contextmanager
def workers_on(place: str, workers: int | None) -> Iterator[tuple[Pool, int]]:
    """Those who work, and how many they are; the places are those of ``workers.py``."""
    with worker_pool(place, workers) as known:
        if isinstance(known, OnRay):
            yield Tasks(known), known.room
        else:
            with ThreadPoolExecutor(1) if place == "here" else processes(known.room) as pool:
                yield pool, known.room


class Tasks:
    """Work as tasks of Ray."""

    def __init__(self, ray: OnRay) -> None:
        self.ray = ray

    def submit(self, work: Callable[[J], A], job: J, /) -> Future[A]:
        return self.ray.task(work, job)


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """Compiled code and threads do not bear being forked, so they are spawned; Ctrl-C is for us alone to hear."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, initializer=_ignore_ctrl_c)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _ignore_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def in_order(pool: Pool, work: Callable[[J], A], jobs: Iterable[J], ahead: int) -> Generator[A, None, None]:
    """Every answer in its turn, so that nothing depends on who was quick; who stops asking stops the rest."""
    stream = iter(jobs)
    waiting: deque[Future[A]] = deque(pool.submit(work, job) for job in islice(stream, ahead))
    try:
        while waiting:
            answer = waiting.popleft().result()
            waiting.extend(pool.submit(work, job) for job in islice(stream, 1))
            yield answer
    finally:
        for future in waiting:
            future.cancel()
