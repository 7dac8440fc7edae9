"""Brings entries to disk, away from the event loop. What waits while the disk is busy goes there together."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from .ports import Batch, Store, StoreUnavailable
from .store_threads import PATIENCE


class Waiting(NamedTuple):
    batch: Batch
    done: asyncio.Future[bool]


class GroupCommitter:
    """One thread that writes. Two tables never wait for one another longer than one commit takes.

    A queue and one call into the event loop are the whole way there and back: a choice waits for it.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.queue: SimpleQueue[Waiting | asyncio.Future[None]] = SimpleQueue()  # a future: that was all
        self.thread: threading.Thread | None = None

    async def append(self, batch: Batch) -> bool:
        return await self.finish(self.begin(batch))

    def begin(self, batch: Batch) -> asyncio.Future[bool]:
        """From now on it is on its way to the disk."""
        if self.thread is None:
            self.thread = threading.Thread(target=self._write_all, name="committer", daemon=True)
            self.thread.start()
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.queue.put(Waiting(batch, done))
        return done

    async def finish(self, begun: asyncio.Future[bool]) -> bool:
        """Returns when the batch is on disk, or False if somebody else was quicker. Who has waited too long hears that
        the store is unavailable; what is under way may still come to disk then, what is not will not."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await begun
        except TimeoutError as problem:
            raise StoreUnavailable(f"nothing could be written within {PATIENCE:g} s") from problem

    def _write_all(self) -> None:
        end = None
        while end is None:
            together, end = self._gather()
            self._write([each for each in together if not each.done.done()])
        _call(end, _end, end)

    def _gather(self) -> tuple[list[Waiting], asyncio.Future[None] | None]:
        """Waits for something, takes what came with it, and the end if nothing comes after that."""
        together: list[Waiting] = []
        with suppress(Empty):
            while isinstance(found := self.queue.get(block=not together), Waiting):
                together.append(found)
            return together, found
        return together, None

    def _write(self, together: list[Waiting]) -> None:
        if not together:
            return
        try:
            added: list[bool] | Exception = self.store.append([each.batch for each in together])
        except Exception as problem:  # told to everyone who waits
            added = problem
        _call(together[0].done, _tell, together, added)

    async def close(self) -> None:
        """Finishes what waits. In no thread that somebody would wait for: the store may hang for ever."""
        if self.thread is not None:
            end: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.queue.put(end)
            await end


def _call(future: asyncio.Future[Any], act: Callable[..., None], *args: object) -> None:
    """In the event loop of a future."""
    with suppress(RuntimeError):  # it is closed: nobody waits any more
        future.get_loop().call_soon_threadsafe(act, *args)


def _end(end: asyncio.Future[None]) -> None:
    if not end.done():  # else nobody waits any more
        end.set_result(None)


def _tell(together: list[Waiting], added: list[bool] | Exception) -> None:
    for place, (_, done) in enumerate(together):
        if done.done():
            continue  # who waited has gone
        if isinstance(added, Exception):
            done.set_exception(added)
        else:
            done.set_result(added[place])
