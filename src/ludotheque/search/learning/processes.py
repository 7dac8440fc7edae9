"""Work on all cores, whose answers come in the order in which it was given out."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

J = TypeVar("J")
A = TypeVar("A")


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


def in_order(pool: Executor, work: Callable[[J], A], jobs: Iterable[J], ahead: int) -> Generator[A, None, None]:
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
