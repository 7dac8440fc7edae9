"""How much anybody may ask of us: so many requests of a kind in so many seconds, by player or address."""

from __future__ import annotations

import math
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic

from starlette.requests import HTTPConnection

from ..core.errors import GameError
from ..play.commands import refuse
from .addresses import number_of

MOST_BODY = 64 * 1024  # bytes of a request
MOST_RECORD = 1_000_000  # bytes of an uploaded record
DAILY_BYTES = 20_000_000  # of uploaded records, from one address; as much comes back in a day
MOST_MESSAGE = 4_096  # characters of a message of the live channel
MOST_EVENTS = 3_000  # lines of an uploaded record: far more than any game has, and replayed within a second or two
MOST_CONNECTIONS = 1_000  # live channels of one address at the same time: a school, but not a flood
REMEMBERED = 20_000
TOLD_LASTS = 10.0  # seconds that we believe another server what it said of live channels
MOST_ADDRESS = 64  # characters: a proxy may say anything


def address_of(asking: HTTPConnection) -> str:
    """Where somebody asks from. Who has one address of IPv6 has 2⁶⁴ of them, so those count as one."""
    host = asking.client.host if asking.client else "?"
    number = number_of(host)
    if number is None:
        return host[:MOST_ADDRESS]
    return str(number) if number.version == 4 else number.exploded[:19]


@dataclass
class Bucket:
    """Filled by time, emptied by requests."""

    rate: float  # a second
    most: float
    left: dict[str, tuple[float, float]] = field(default_factory=OrderedDict)
    taken: Counter[str] | None = None  # since other servers were told; None where there are none
    named: Callable[[str], str] = str
    refused: int = 0  # requests so far

    def take(self, who: str, amount: float = 1) -> None:
        """Counts one request, or what it costs; or refuses it with the time to wait."""
        who = self.named(who)
        left = self.left_for(who)
        if left < amount:
            self.leave(who, left)
            self.refused += 1
            raise TooFast(math.ceil((amount - left) / self.rate))
        self.leave(who, left - amount)
        if self.taken is not None:
            self.taken[who] += math.ceil(amount)

    def left_for(self, who: str) -> float:
        now = monotonic()
        left, since = self.left.get(who, (self.most, now))
        return min(self.most, left + (now - since) * self.rate)

    def leave(self, who: str, left: float) -> None:
        self.left.pop(who, None)  # who came last is forgotten last
        self.left[who] = left, monotonic()
        if len(self.left) > REMEMBERED:
            self.left.pop(next(iter(self.left)))

    # Several servers

    def share(self, named: Callable[[str], str]) -> None:
        """From now on others are told what is taken, under such names."""
        self.taken, self.named = Counter(), named

    def taken_since(self) -> Counter[str]:
        """What was taken since the last time."""
        taken, self.taken = self.taken or Counter(), Counter()
        return taken

    def take_elsewhere(self, who: str, count: int) -> None:
        """Another server has let somebody do that. It may have been too much: then they wait the longer."""
        self.leave(who, max(self.left_for(who) - count, -self.most))


class TooFast(Exception):
    """Asked for too much in too short a time."""

    def __init__(self, seconds: int, problem: GameError | None = None) -> None:
        super().__init__(seconds)
        self.seconds = seconds
        self.problem = problem or refuse("too-fast", seconds=seconds)


@dataclass
class Limits:
    """What is limited. Identities never notice; programs are told how long to wait."""

    requests: Bucket = field(default_factory=lambda: Bucket(100, 1_000))
    commands: Bucket = field(default_factory=lambda: Bucket(20, 100))
    tables: Bucket = field(default_factory=lambda: Bucket(1, 100))
    players: Bucket = field(default_factory=lambda: Bucket(0.2, 60))
    records: Bucket = field(default_factory=lambda: Bucket(0.2, 20))
    uploads: Bucket = field(default_factory=lambda: Bucket(250, DAILY_BYTES))  # bytes of records
    pictures: Bucket = field(default_factory=lambda: Bucket(30, 200))
    paintings: Bucket = field(default_factory=lambda: Bucket(0.5, 20))  # PNG: each takes about a second of a core
    lessons: Bucket = field(default_factory=lambda: Bucket(10, 100))  # a class that learns together
    positions: Bucket = field(default_factory=lambda: Bucket(30, 300))  # of the analysis board
    analyses: Bucket = field(default_factory=lambda: Bucket(4, 60))  # each thinks for up to half a minute, behind games
    puzzles: Bucket = field(default_factory=lambda: Bucket(10, 100))
    words: Bucket = field(default_factory=lambda: Bucket(0.5, 8))
    hints: Bucket = field(default_factory=lambda: Bucket(0.5, 20))  # each may take a second or two of a core
    reports: Bucket = field(default_factory=lambda: Bucket(0.02, 20))  # each takes a minute of a core
    messages: Bucket = field(default_factory=lambda: Bucket(30, 300))  # of the live channel
    connections: Counter[str] = field(init=False, default_factory=Counter)  # open now, by address
    elsewhere: dict[str, dict[str, tuple[float, int]]] = field(
        init=False, default_factory=dict
    )  # by address and server
    named: Callable[[str], str] = field(init=False, default=str)

    @contextmanager
    def connection(self, who: str) -> Iterator[bool]:
        """Counts a live channel as long as it lasts; False if there are too many from there."""
        who = self.named(who)
        self.connections[who] += 1
        try:
            yield self.connections[who] + self.count_elsewhere(who) <= MOST_CONNECTIONS
        finally:
            self.connections[who] -= 1
            if not self.connections[who]:
                del self.connections[who]

    def note_elsewhere(self, who: str, server: str, count: int) -> None:
        """Another server says every second who has many live channels there; if it no longer does, that is over."""
        self.elsewhere.setdefault(who, {})[server] = monotonic() + TOLD_LASTS, count

    def count_elsewhere(self, who: str) -> int:
        now = monotonic()
        return sum(count for until, count in self.elsewhere.get(who, {}).values() if until > now)

    def forget_elsewhere(self) -> None:
        now = monotonic()
        told = {who: {each: kept for each, kept in by.items() if kept[0] > now} for who, by in self.elsewhere.items()}
        self.elsewhere = {who: by for who, by in told.items() if by}
