"""How much may be uploaded: unknown headers of a record, bytes from one address in a day, and all records together.

What one address has uploaded is known in memory only; nobody's address is ever stored.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from time import monotonic

from ..core.record import Record
from ..play.commands import refuse
from ..play.lobby import Lobby
from .limits import DAILY_BYTES, Limits, TooFast

MOST_HEADERS = 40  # that we do not know
MOST_HEADER_CHARACTERS = 4_000  # of all of them together
COST = 500  # bytes that any record costs besides its text
SPACE = 1_000_000_000  # bytes for all uploaded records, if nobody says otherwise
COUNTED_EVERY = 60.0  # seconds: other servers upload to the same store
ROOM_AFTER = 3_600  # seconds: so often old records are removed
MEGABYTE = 1_000_000


class NoRoom(TooFast):
    """All that may be uploaded is there already."""


def check_headers(record: Record) -> None:
    """Whatever we do not know in a record is kept; but not any amount of it."""
    size = sum(len(key) + len(value) for key, value in record.extra)
    if len(record.extra) > MOST_HEADERS or size > MOST_HEADER_CHARACTERS:
        raise refuse("too-many-headers", most=MOST_HEADERS, characters=MOST_HEADER_CHARACTERS)


@dataclass
class Quotas:
    """Counts what is uploaded. The sum in the store is read now and then, what is added here in between is added."""

    lobby: Lobby
    limits: Limits
    space: int = SPACE
    total: int = 0
    counted: float = -math.inf

    async def take(self, address: str, size: int) -> None:
        """Counts a record of that size, or says what is too much and when to try again."""
        await self.count()
        if self.total + size > self.space:
            raise NoRoom(ROOM_AFTER, refuse("no-room", most=self.space // MEGABYTE))
        try:
            self.limits.uploads.take(address, size + COST)
        except TooFast as problem:
            hours = math.ceil(problem.seconds / 3_600)
            too_much = refuse("uploaded-enough", most=DAILY_BYTES // MEGABYTE, hours=hours)
            raise TooFast(problem.seconds, too_much) from None
        self.total += size

    async def count(self) -> None:
        if monotonic() - self.counted > COUNTED_EVERY:
            self.total = await self.lobby.threads.run(self.lobby.store.size_of_records)
            self.counted = monotonic()
