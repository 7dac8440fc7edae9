"""What play asks of a store, and what is stored: a table is a fixed TableInfo and a growing list of entries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ..core.options import Value
from .texts import CATALOG

WAITING, RUNNING, OVER = "waiting", "running", "over"


@dataclass(frozen=True)
class TableInfo:
    """What is fixed when a table is opened."""

    id: str
    game: str
    edition: int
    seats: int
    options: Mapping[str, Value]
    invite: str  # who knows it may take a free seat
    opened: int  # milliseconds since 1970, UTC
    opener: str  # the player who opened it
    origin: str | None = None  # a diagram, if the game does not begin at the beginning


@dataclass(frozen=True)
class Entry:
    """One thing that happened at a table. ``number`` counts from 0 and is taken once only.

    ``by`` is the player who did it and ``key`` that player's own name for the request: the same one twice is done once.
    """

    number: int
    at: int  # milliseconds since 1970, UTC
    kind: str
    seat: int | None = None
    text: str = ""
    by: str | None = None
    key: str | None = None
    more: Mapping[str, object] = field(default_factory=dict)  # small, of JSON's own types


@dataclass(frozen=True)
class Sitter:
    """Who sits somewhere, for lists of tables; a computer has a level."""

    player: str | None = None
    name: str = ""
    level: int = 0


@dataclass(frozen=True)
class Summary:
    """How a table stands after its last entry, for lists of tables."""

    status: str  # WAITING, RUNNING or OVER
    players: frozenset[str] = frozenset()  # who sits there
    turn: frozenset[str] = frozenset()  # who of them is expected to act
    computers: bool = False  # whether a computer sits there
    moves: int = 0
    sitters: tuple[Sitter, ...] = ()  # by seat; none in what was written before they were kept
    result: tuple[float, ...] | None = None  # by seat, when it is over
    scores: tuple[int, ...] | None = None  # by seat, where the game counts points


@dataclass(frozen=True)
class Batch:
    """Entries to be added together or not at all, and how the table stands after them."""

    table: str
    entries: Sequence[Entry]
    summary: Summary


@dataclass(frozen=True)
class Listed:
    """A table in a list."""

    info: TableInfo
    summary: Summary
    changed: int  # milliseconds since 1970, UTC


@dataclass(frozen=True)
class Player:
    """Somebody who plays here: a browser, or a program with a token."""

    id: str
    name: str
    since: int


class StoreUnavailable(Exception):
    """The store does not answer just now. What was to be written may be there or not: whoever asks again finds out.

    The reason is for the log only; it may hold addresses of this machine."""

    def text(self, lang: str) -> str:
        return CATALOG.say("unavailable", lang)


class TableExists(ValueError):
    """A table of that id is there already."""


class Store(Protocol):
    """Keeps tables, players and uploaded records. What a call returned from is on disk. May be used by many threads.
    Any call may raise StoreUnavailable."""

    def open(self, info: TableInfo, batch: Batch) -> None:
        """A new table with its first entries, or TableExists."""

    def append(self, batches: Sequence[Batch]) -> list[bool]:
        """Adds batches in one transaction; tells for each whether it was added. False: a number or a key was taken,
        then nothing of that batch is there."""

    def info(self, table: str) -> TableInfo | None: ...

    def entries(self, table: str, since: int = 0) -> list[Entry]:
        """The entries with that number and above, in order."""

    def tables_of(self, player: str, limit: int = 100) -> list[Listed]:
        """The tables where a player sits, the last changed first."""

    def finished_of(self, player: str, limit: int = 1000) -> list[Listed]:
        """The finished ones of them, the last changed first."""

    def summarise(self, table: str, summary: Summary) -> None:
        """Keeps a whole summary of a table whose own says nothing about its sitters yet."""

    def add_player(self, player: Player) -> None:
        """A new player, or a new name for a known one."""

    def player(self, id: str) -> Player | None: ...

    def add_record(self, id: str, text: str, by: str, at: int) -> None: ...

    def record(self, id: str) -> str | None: ...

    def secret(self) -> bytes:
        """The key for signing cookies: made once, the same for all servers on this store."""

    def is_current(self) -> bool:
        """Whether what is kept there has the form that this version needs. Asks the store, whatever was known."""

    def listen(self, heard: Callable[[str], None]) -> None:
        """Calls ``heard(table)``, from any thread, when another server added to a table, if that can be."""

    def close(self) -> None: ...
