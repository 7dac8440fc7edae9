"""Brings entries to disk, away from the event loop. What waits while the disk is busy goes there together."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import NamedTuple

from .ports import Batch, Store, StoreUnavailable
from .store_threads import PATIENCE

LAST_WORDS = 5.0  # seconds for what waits in the end: a store that hangs keeps nobody from ending


class Waiting(NamedTuple):
    batch: Batch
    done: asyncio.Future[bool]


class GroupCommitter:
    """One thread that writes. Two tables never wait for one another longer than one commit takes.

    A queue and one call into the event loop are the whole way there and back: a choice waits for it.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.queue: SimpleQueue[Waiting | None] = SimpleQueue()  # None: that was all
        self.thread: threading.Thread | None = None

    async def append(self, batch: Batch) -> bool:
        """Returns when the batch is on disk, or False if somebody else was quicker. Who has waited too long hears that
        the store is unavailable; what is under way may still come to disk then, what is not will not."""
        if self.thread is None:
            self.thread = threading.Thread(target=self._write_all, name="committer", daemon=True)
            self.thread.start()
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.queue.put(Waiting(batch, done))
        try:
            async with asyncio.timeout(PATIENCE):
                return await done
        except TimeoutError as problem:
            raise StoreUnavailable(f"nothing could be written within {PATIENCE:g} s") from problem

    def _write_all(self) -> None:
        while (first := self.queue.get()) is not None:
            together, is_last = self._gather(first)
            self._write([each for each in together if not each.done.done()])
            if is_last:
                return

    def _gather(self, first: Waiting) -> tuple[list[Waiting], bool]:
        """What waits already, and whether nothing will come after it."""
        together = [first]
        with suppress(Empty):
            while (another := self.queue.get_nowait()) is not None:
                together.append(another)
            return together, True
        return together, False

    def _write(self, together: list[Waiting]) -> None:
        if not together:
            return
        try:
            added: list[bool] | Exception = self.store.append([each.batch for each in together])
        except Exception as problem:  # told to everyone who waits
            added = problem
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            together[0].done.get_loop().call_soon_threadsafe(_tell, together, added)

    async def close(self) -> None:
        """Finishes what waits."""
        if self.thread is not None:
            self.queue.put(None)
            await asyncio.to_thread(self.thread.join, LAST_WORDS)


def _tell(together: list[Waiting], added: list[bool] | Exception) -> None:
    for place, (_, done) in enumerate(together):
        if done.done():
            continue  # who waited has gone
        if isinstance(added, Exception):
            done.set_exception(added)
        else:
            done.set_result(added[place])
