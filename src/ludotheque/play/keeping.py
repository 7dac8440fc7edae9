"""How long things are kept: notes what is opened, and removes what nobody has opened for a long time, if so wished.

Slowly, in small batches, in the threads of the store: people who play do not notice it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from time import monotonic

from .commands import now
from .ports import Store, StoreUnavailable
from .store_threads import StoreThreads

log = logging.getLogger("ludotheque")
SOON, NOTED_EVERY, REMOVED_EVERY, PAUSE = 2.0, 60.0, 3_600.0, 1.0  # seconds
BATCH = 500  # ids noted in one transaction
UNUSED_DICE = 2  # days after which dice that no table has used are forgotten
MOST_TABLES, MOST_RECORDS = 10, 100  # removed in one transaction; a table may have thousands of entries
DAY = 86_400_000  # milliseconds


@dataclass(frozen=True)
class Keeping:
    """For how many days things are kept that nobody opens; None: for ever."""

    records: int | None = None
    tables: int | None = None


@dataclass
class Opened:
    """What was opened since it was last noted, by id."""

    tables: set[str] = field(default_factory=set)
    records: set[str] = field(default_factory=set)


class Housekeeper:
    """Does both in the background. ``in_use`` tells the tables that somebody has before them all the time."""

    def __init__(
        self,
        store: Store,
        threads: StoreThreads,
        opened: Opened,
        keeping: Keeping | None = None,
        in_use: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self.store, self.threads, self.opened, self.in_use = store, threads, opened, in_use
        self.keeping = keeping or Keeping()
        self.began = now(), monotonic()
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self.task = asyncio.create_task(self.run())

    async def close(self) -> None:
        """What was opened last is noted, if that can be."""
        if self.task is not None:
            self.task.cancel()
            with suppress(asyncio.CancelledError):
                await self.task
        with suppress(StoreUnavailable):
            await self.note(patience=2)

    async def run(self) -> None:
        await asyncio.sleep(SOON)
        while True:
            await self.attempt(self.tidy)
            for _ in range(round(REMOVED_EVERY / NOTED_EVERY)):
                await asyncio.sleep(NOTED_EVERY)
                await self.attempt(self.note)

    async def attempt(self, act: Callable[[], Awaitable[None]]) -> None:
        """Nothing of it is urgent: when the store does not answer, the next time will do."""
        try:
            await act()
        except StoreUnavailable as problem:
            log.warning("tidying up was put off: %s", problem)

    async def note(self, patience: float = 10.0) -> None:
        """Brings what was opened to the store."""
        opened = self.opened
        while opened.tables or opened.records:
            tables, records = (list(islice(ids, BATCH)) for ids in (opened.tables, opened.records))
            await self.threads.run(self.store.note_opened, tables, records, now(), patience=patience)
            opened.tables -= set(tables)
            opened.records -= set(records)

    async def tidy(self) -> None:
        """Removes what is old; what is in use is noted before."""
        self.opened.tables.update(self.in_use())
        await self.note()
        await self.remove(self.store.remove_records, self.keeping.records, MOST_RECORDS)
        await self.remove(self.store.remove_tables, self.keeping.tables, MOST_TABLES)
        await self.remove(self.store.remove_dice, UNUSED_DICE, MOST_RECORDS)

    async def remove(self, some: Callable[[int, int], int], days: int | None, most: int) -> None:
        if days is None:
            return
        while await self.threads.run(some, self.today() - days * DAY, most) == most:
            await asyncio.sleep(PAUSE)

    def today(self) -> int:
        """A clock that is put forward while we run makes nothing old."""
        wall, steady = self.began
        return min(now(), wall + round(1000 * (monotonic() - steady)))
