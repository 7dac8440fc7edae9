"""How much anybody may ask of us: so many requests of a kind in so many seconds, by player or address."""

from __future__ import annotations

import math
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from ipaddress import ip_address
from time import monotonic

from starlette.requests import HTTPConnection

from ..play.commands import refuse

MOST_BODY = 64 * 1024  # bytes of a request
MOST_RECORD = 1_000_000  # bytes of an uploaded record
MOST_MESSAGE = 4_096  # characters of a message of the live channel
MOST_EVENTS = 3_000  # lines of an uploaded record: far more than any game has, and replayed within a second or two
MOST_CONNECTIONS = 1_000  # live channels of one address at the same time: a school, but not a flood
REMEMBERED = 20_000


def address_of(asking: HTTPConnection) -> str:
    """Where somebody asks from. Who has one address of IPv6 has 2⁶⁴ of them, so those count as one."""
    host = asking.client.host if asking.client else "?"
    try:
        number = ip_address(host)
    except ValueError:
        return host
    return host if number.version == 4 else number.exploded[:19]


@dataclass
class Bucket:
    """Filled by time, emptied by requests."""

    rate: float  # a second
    most: float
    left: dict[str, tuple[float, float]] = field(default_factory=OrderedDict)
    refused: int = 0  # requests so far

    def take(self, who: str) -> None:
        """Counts one request, or refuses it with the time to wait."""
        now = monotonic()
        left, since = self.left.pop(who, (self.most, now))
        left = min(self.most, left + (now - since) * self.rate)
        self.left[who] = (left - 1 if left >= 1 else left, now)
        if len(self.left) > REMEMBERED:
            self.left.pop(next(iter(self.left)))
        if left < 1:
            self.refused += 1
            raise TooFast(math.ceil((1 - left) / self.rate))


class TooFast(Exception):
    """Asked for too much in too short a time."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds
        self.problem = refuse("too-fast", seconds=seconds)


@dataclass
class Limits:
    """What is limited. Identities never notice; programs are told how long to wait."""

    requests: Bucket = field(default_factory=lambda: Bucket(100, 1_000))
    commands: Bucket = field(default_factory=lambda: Bucket(20, 100))
    tables: Bucket = field(default_factory=lambda: Bucket(1, 100))
    players: Bucket = field(default_factory=lambda: Bucket(0.2, 60))
    records: Bucket = field(default_factory=lambda: Bucket(0.2, 20))
    pictures: Bucket = field(default_factory=lambda: Bucket(30, 200))
    paintings: Bucket = field(default_factory=lambda: Bucket(0.5, 20))  # PNG: each takes about a second of a core
    lessons: Bucket = field(default_factory=lambda: Bucket(10, 100))  # a class that learns together
    words: Bucket = field(default_factory=lambda: Bucket(0.5, 8))
    hints: Bucket = field(default_factory=lambda: Bucket(0.5, 20))  # each may take a second or two of a core
    messages: Bucket = field(default_factory=lambda: Bucket(30, 300))  # of the live channel
    connections: Counter[str] = field(init=False, default_factory=Counter)  # open now, by address

    @contextmanager
    def connection(self, who: str) -> Iterator[bool]:
        """Counts a live channel as long as it lasts; False if there are too many from there."""
        self.connections[who] += 1
        try:
            yield self.connections[who] <= MOST_CONNECTIONS
        finally:
            self.connections[who] -= 1
            if not self.connections[who]:
                del self.connections[who]
