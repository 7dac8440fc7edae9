"""Brings entries to disk, away from the event loop. What waits while the disk is busy goes there together."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from .ports import Batch, Store, StoreUnavailable
from .store_threads import PATIENCE


class GroupCommitter:
    """One thread that writes. Two tables never wait for one another longer than one commit takes."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.thread = ThreadPoolExecutor(1, "committer")
        self.waiting: list[tuple[Batch, asyncio.Future[bool]]] = []
        self.work: asyncio.Task[None] | None = None

    async def append(self, batch: Batch) -> bool:
        """Returns when the batch is on disk, or False if somebody else was quicker. Who has waited too long hears that
        the store is unavailable; what is under way may still come to disk then, what is not will not."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.waiting.append((batch, done))
        if self.work is None or self.work.done():
            self.work = asyncio.create_task(self._write_all())
        try:
            async with asyncio.timeout(PATIENCE):
                return await done
        except TimeoutError as problem:
            raise StoreUnavailable(f"nothing could be written within {PATIENCE:g} s") from problem

    async def _write_all(self) -> None:
        while self.waiting:
            together, self.waiting = [each for each in self.waiting if not each[1].done()], []
            batches = [batch for batch, _ in together]
            try:
                added = await asyncio.get_running_loop().run_in_executor(self.thread, self.store.append, batches)
            except Exception as problem:  # told to everyone who waits
                _tell_all(together, problem)
            else:
                for (_, done), was_added in zip(together, added, strict=True):
                    if not done.done():
                        done.set_result(was_added)

    async def close(self) -> None:
        """Finishes what waits."""
        if self.work is not None:
            await self.work
        self.thread.shutdown()


def _tell_all(together: list[tuple[Batch, asyncio.Future[bool]]], problem: Exception) -> None:
    for _, done in together:
        if not done.done():
            done.set_exception(problem)
