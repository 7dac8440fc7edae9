"""Threads that may wait for the database. Nobody else works in them: when it hangs, only who needs it waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

from .outages import OutageLog
from .ports import StoreUnavailable

T = TypeVar("T")
THREADS = 8
PATIENCE = 10.0  # seconds that somebody waits for an answer
MOST_WAITING = 1_000  # who comes then is told at once


class StoreThreads:
    """Runs what asks the store, away from the event loop."""

    def __init__(self, threads: int = THREADS) -> None:
        self.pool = ThreadPoolExecutor(threads, "store")
        self.waiting = 0
        self.outages = OutageLog()

    async def run(self, work: Callable[..., T], *args: object, patience: float = PATIENCE) -> T:
        """What ``work`` gives. Who has waited too long hears that the store is unavailable; whether something that was
        begun will still be done is open then."""
        if self.waiting >= MOST_WAITING:
            raise StoreUnavailable("too many wait for the store already")
        future = asyncio.get_running_loop().run_in_executor(self.pool, work, *args)
        self.waiting += 1
        future.add_done_callback(self._done)
        try:
            async with asyncio.timeout(patience):
                return await future
        except TimeoutError as problem:
            raise StoreUnavailable(f"the store did not answer within {patience:g} s") from problem

    def _done(self, future: asyncio.Future[T]) -> None:
        self.waiting -= 1

    def close(self) -> None:
        """Leaves who still waits; nothing new begins."""
        self.pool.shutdown(wait=False, cancel_futures=True)


def call_in_loop(loop: asyncio.AbstractEventLoop, act: Callable[..., object], *args: object) -> None:
    """From any thread."""
    with suppress(RuntimeError):  # the loop is closed: nobody needs to hear it
        loop.call_soon_threadsafe(act, *args)


@asynccontextmanager
async def patiently(lock: asyncio.Lock) -> AsyncIterator[None]:
    """Holds a lock that others hold while they wait for the store. When it hangs, nobody waits until all of them have
    given up."""
    try:
        async with asyncio.timeout(PATIENCE):
            await lock.acquire()
    except TimeoutError as problem:
        raise StoreUnavailable(f"others have waited for the store for {PATIENCE:g} s") from problem
    try:
        yield
    finally:
        lock.release()
