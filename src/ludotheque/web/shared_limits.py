"""Limits that hold across servers: once a second they tell each other what was taken, and take it as well.

No request waits for that. So somebody who asks several servers at once may get a second's worth too much, and has to
wait the longer for it then. Nobody is named: what is told is a keyed hash of an address or a player.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from hashlib import blake2b
from heapq import nlargest
from time import monotonic

from ..play.ports import Notice, Store
from . import limits
from .limits import Bucket, Limits

LIMITS = "limits"  # the kind of these notices; a word is what is limited, who, and how much
CONNECTIONS = "connections"  # open now, not taken since
EVERY = 1.0  # seconds
# Who takes less than this part of what may be taken in that time is not told of: that is nearly everybody, always.
PART = 1 / 8
PART_OF_CONNECTIONS = 1 / 32
MOST_TOLD = 2_000  # words a second; the largest go first

Taken = tuple[str, str, int]


class SharedLimits:
    """The limits of this server, and what others tell of theirs."""

    def __init__(self, own: Limits, store: Store, key: bytes) -> None:
        self.limits, self.store, self.key = own, store, key
        self.buckets = {name: bucket for name, bucket in vars(own).items() if isinstance(bucket, Bucket)}
        own.named = self.name_of
        for bucket in self.buckets.values():
            bucket.share(self.name_of)
        self.since = monotonic()

    def name_of(self, who: str) -> str:
        return blake2b(who.encode("utf-8", "replace"), key=self.key, digest_size=9, person=b"limits").hexdigest()

    async def run(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            self.tell()

    def tell(self) -> None:
        self.limits.forget_elsewhere()
        seconds, self.since = monotonic() - self.since, monotonic()
        told = nlargest(MOST_TOLD, [*self.taken(seconds), *self.open()], key=lambda each: each[2])
        self.store.tell(LIMITS, (f"{what}:{who}:{count}" for what, who, count in told))

    def taken(self, seconds: float) -> Iterator[Taken]:
        for what, bucket in self.buckets.items():
            for who, count in bucket.taken_since().items():
                if count > bucket.rate * seconds * PART:
                    yield what, who, count

    def open(self) -> Iterator[Taken]:
        for who, count in self.limits.connections.items():
            if count > limits.MOST_CONNECTIONS * PART_OF_CONNECTIONS:
                yield CONNECTIONS, who, count

    def hear(self, notice: Notice) -> None:
        for word in notice.words:
            what, who, count = [*word.split(":"), "", ""][:3]
            number = int(count) if re.fullmatch("[0-9]{1,6}", count) else 0
            if what == CONNECTIONS:
                self.limits.note_elsewhere(who, notice.server, number)
            elif what in self.buckets:
                self.buckets[what].take_elsewhere(who, number)
