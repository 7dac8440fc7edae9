"""Compares the tables in memory with the store: somebody may have died between adding to a table and telling us.

By numbers, because the clocks of two machines may differ.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress

from .ports import Store, StoreUnavailable
from .session import Session
from .store_threads import StoreThreads

EVERY = 3.0  # seconds
AT_ONCE = 1_000  # tables in one question
log = logging.getLogger("ludotheque")


class CatchingUp:
    """One question for many tables; whoever is behind reads what is missing."""

    def __init__(self, store: Store, threads: StoreThreads, known: Mapping[str, Session]) -> None:
        self.store, self.threads, self.known = store, threads, known
        self.soon = asyncio.Event()

    async def run(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.soon.wait(), EVERY)
            self.soon.clear()
            try:
                await self.compare()
            except StoreUnavailable as problem:
                log.warning("tables could not be compared with the store: %s", problem)

    async def compare(self) -> None:
        tables = [*self.known]
        for at in range(0, len(tables), AT_ONCE):
            lengths = await self.threads.run(self.store.lengths, tables[at : at + AT_ONCE])
            for table, length in lengths.items():
                session = self.known.get(table)
                if session is not None and session.table.next < length:
                    session.refresh()
