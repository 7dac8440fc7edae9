"""What play asks of a store, and what is stored: a table is a fixed TableInfo and a growing list of entries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ..core.options import Value
from .texts import CATALOG

WAITING, RUNNING, OVER = "waiting", "running", "over"
# Kinds of notices: tables that changed; and, from the store itself, that some notices may have been missed.
TABLES, AGAIN = "tables", "again"


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
    commitment: str | None = None  # to the secret of its dice; None without chance, and at tables of older versions
    day: str | None = None  # whose daily game it is: 2026-11-18
    counts: bool = False  # whether it is its player's one try that counts
    duplicate: bool = False  # whether it is a leg of a duplicate match
    twin: str | None = None  # in the second leg: the first, whose dice it has

    @property
    def leg(self) -> int:
        """Which of a duplicate match: 1 or 2; 0 in a game by itself."""
        return 0 if not self.duplicate else 1 if self.twin is None else 2


@dataclass(frozen=True)
class KeptDice:
    """The secret of one game's dice, as it is stored. It is the SHA-256 of the next in its chain, which ends at
    ``root``; see ``fair_dice.py``. Never shown before the game is over, and the root not even then."""

    commitment: str
    root: str = field(repr=False)
    place: int  # in the chain: how many games came before
    made: int  # milliseconds since 1970, UTC


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
    recovery: int = 0  # how often the recovery link was renewed: older ones are void


@dataclass(frozen=True)
class Notice:
    """What another server tells. Only who knows the kind understands the words."""

    kind: str
    server: str  # who tells it
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class PuzzleTry:
    """Somebody's choice in a puzzle."""

    player: str
    game: str
    puzzle: str
    passed: bool
    rating: int  # of the puzzle, if nobody has tried it before
    at: int  # milliseconds since 1970, UTC


@dataclass(frozen=True)
class PuzzleStanding:
    """How somebody stands in the puzzles of a game."""

    rating: float
    tries: int = 0  # puzzles that were tried
    streak: int = 0  # so many in a row were solved at the first try
    best: int = 0  # the longest streak so far
    solved: frozenset[str] = frozenset()
    tried: frozenset[str] = frozenset()


class StoreUnavailable(Exception):
    """The store does not answer just now. What was to be written may be there or not: whoever asks again finds out.

    The reason is for the log only; it may hold addresses of this machine."""

    def text(self, lang: str) -> str:
        return CATALOG.say("unavailable", lang)


class TableExists(ValueError):
    """A table of that id is there already."""


class DiceTaken(ValueError):
    """Another table has these dice."""


@dataclass(frozen=True)
class QueuedTurn:
    """A computer's turn as those see it who think about it: no names, no people, no table."""

    id: str  # the same on every server
    rules: str  # the game and its edition: not every thinker knows every one
    seat: int
    level: int
    position: str
    share: str  # on whose account it is
    is_unattended: bool = False  # only computers play there: everybody else goes first


@dataclass(frozen=True)
class Claim:
    """A turn that somebody thinks about. Of all who ever claimed it, only who has the highest token may answer."""

    id: str
    token: int
    seat: int
    level: int
    position: str


class TurnQueue(Protocol):
    """Turns of computers, for whoever thinks about them, on any machine. A claim is a lease by the clock of the queue:
    who does not renew it in time loses it. May be used by many threads; any call may raise StoreUnavailable."""

    def put(self, turn: QueuedTurn) -> str | None:
        """The turn is wanted, for ``WANTED`` seconds from now; the answer if there is one already."""

    def answers(self, ids: Sequence[str]) -> dict[str, str | None]:
        """The answers to these turns, None where somebody still thinks. Those that are not there are missing."""

    def withdraw(self, ids: Sequence[str]) -> None:
        """Nobody wants these any more."""

    def reject(self, id: str, answer: str) -> None:
        """That answer is none: somebody else may try."""

    def tidy_up(self) -> None:
        """Removes what nobody has wanted for a while."""

    def claim(self, holder: str, rules: Sequence[str], lease: float) -> Claim | None:
        """The turn that is next, among those of these rules, for so many seconds."""

    def renew(self, holder: str, claims: Sequence[Claim], lease: float) -> list[str]:
        """The ids of those that are still the holder's own; the others were taken over."""

    def answer(self, holder: str, claim: Claim, text: str) -> bool:
        """Whether the answer was accepted: not if somebody else has taken over."""

    def release(self, holder: str) -> None:
        """Gives back all that this holder has claimed."""

    def listen(self, heard: Callable[[str], None]) -> None:
        """Calls ``heard``, from any thread: with the id of a turn that was answered, with ``NEW_TURN`` when there is
        one to think about, and with an empty text when either may have been missed."""

    def close(self) -> None:
        """Nobody listens any more."""


NEW_TURN = "+"


@dataclass(frozen=True)
class ReportJob:
    """A report that somebody wished for. What is judged of it is kept event by event."""

    id: str  # that of the table or of the uploaded record
    record: str
    seed: int
    quality: str
    total: int  # events
    player: str  # who asked for it
    at: int  # milliseconds since 1970, UTC
    tries: int = 0  # how often somebody began to work at it since something was last judged
    ending: str | None = None  # JSON; there when all is judged


class ReportStore(Protocol):
    """Reports under way and those that are done. Whatever two servers judge of one event is the same, so a claim only
    saves work. May be used by many threads; any call may raise StoreUnavailable."""

    def wish(self, job: ReportJob) -> None:
        """Somebody wishes for it; nothing changes if somebody did before."""

    def job(self, id: str) -> ReportJob | None: ...

    def claim(self, now: int, lease: int, tries: int) -> ReportJob | None:
        """The one that is next, for so many milliseconds; not one that was tried so often in vain."""

    def renew(self, id: str, until: int) -> None:
        """Who works at it goes on; 0 gives it back."""

    def add(self, id: str, first: int, judged: Sequence[str]) -> None:
        """The events from that number on, as JSON."""

    def judged(self, id: str) -> list[str]:
        """The first events without a gap, as JSON."""

    def count(self, id: str) -> int:
        """How many events are judged."""

    def finish(self, id: str, ending: str) -> None:
        """All is judged."""

    def remove(self, id: str) -> None:
        """The game has changed: what was judged is of no use."""

    def waiting_of(self, player: str) -> int:
        """How many of somebody's reports are not done."""

    def ahead_of(self, id: str) -> int:
        """How many others are to be done before it."""


class Store(Protocol):
    """Keeps tables, players and uploaded records. What a call returned from is on disk. May be used by many threads.
    Any call may raise StoreUnavailable."""

    def open(self, info: TableInfo, batch: Batch) -> None:
        """A new table with its first entries; or TableExists, or DiceTaken. Its dice are there before."""

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

    def unfinished_of(self, player: str, limit: int = 10_000) -> list[Listed]:
        """Those that are not finished, the last changed first."""

    def summarise(self, table: str, summary: Summary) -> None:
        """Keeps a whole summary of a table whose own says nothing about its sitters yet."""

    def add_player(self, player: Player) -> None:
        """A new player, or a new name for a known one."""

    def player(self, id: str) -> Player | None: ...

    def renew_recovery(self, player: str) -> None:
        """From now on older recovery links of that player are void."""

    def add_record(self, id: str, text: str, by: str, at: int) -> None: ...

    def record(self, id: str) -> str | None: ...

    def size_of_records(self) -> int:
        """Bytes of all uploaded records."""

    def add_dice(self, dice: KeptDice) -> None:
        """Keeps the secret of a game to come. The same twice is harmless."""

    def dice(self, commitment: str) -> KeptDice | None: ...

    def remove_dice(self, before: int, most: int) -> int:
        """Removes secrets made before that no table has used, at most so many; tells how many."""

    def add_day(self, game: str, day: str, commitment: str) -> None:
        """The dice of a day, unless it has some."""

    def day(self, game: str, day: str) -> str | None:
        """The commitment of a day."""

    def days(self, game: str, last: str, limit: int) -> list[str]:
        """The days that there are, from the last on backwards."""

    def daily_scores(self, game: str, day: str) -> list[int]:
        """Of all tries that counted and are over, the most first."""

    def add_par(self, game: str, day: str, seed: int, score: int) -> None:
        """What a computer with that seed scored. The same twice is harmless."""

    def par(self, game: str, day: str) -> dict[int, int]:
        """Seed -> score."""

    def note_opened(self, tables: Sequence[str], records: Sequence[str], at: int) -> None:
        """Somebody opened these."""

    def remove_tables(self, before: int, most: int) -> int:
        """Removes tables that were neither opened nor changed since then, at most so many; tells how many."""

    def remove_records(self, before: int, most: int) -> int:
        """Removes uploaded records that were not opened since then, at most so many; tells how many."""

    def note_puzzle(self, made: PuzzleTry) -> bool:
        """Keeps a try; whether it was this person's first at that puzzle, which alone counts for ratings."""

    def puzzle_standing(self, player: str, game: str) -> PuzzleStanding:
        """How somebody stands in the puzzles of a game."""

    def puzzle_rating(self, game: str, puzzle: str) -> float | None:
        """What people have made of a puzzle; None before anybody tried it."""

    def secret(self) -> bytes:
        """The key for signing cookies: made once, the same for all servers on this store."""

    def is_current(self) -> bool:
        """Whether what is kept there has the form that this version needs. Asks the store, whatever was known."""

    @property
    def notifies(self) -> bool:
        """Whether servers on this store hear each other; if not, it is for one server."""

    def listen(self, heard: Callable[[Notice], None]) -> None:
        """Calls ``heard``, from any thread, for what other servers tell. That they added to a table (``TABLES``) they
        tell by themselves."""

    def tell(self, kind: str, words: Iterable[str]) -> None:
        """Tells other servers soon. Nobody waits for it, and it may get lost."""

    def lengths(self, tables: Sequence[str]) -> dict[str, int]:
        """How many entries these tables have."""

    def turns(self) -> TurnQueue | None:
        """Where several servers share the thinking; None where there is only one."""

    def reports(self) -> ReportStore:
        """Where reports on games are kept."""

    def close(self) -> None: ...
