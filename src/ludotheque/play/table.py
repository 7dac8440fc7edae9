"""A table: who sits where and what happened, folded from its entries. It never changes anything by itself.

``commands.py`` says what players may do here; it gives new entries, and when they are stored the table takes them. The
same class serves a game on one screen, with friends through a link, and against the computer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ..core.game import Game
from ..core.record import Record
from ..core.registry import load
from ..core.state import CHANCE, State
from .ports import OVER, RUNNING, WAITING, Entry, Summary, TableInfo
from .texts import CATALOG

FREE, PERSON, COMPUTER = "free", "person", "computer"
GAME_EVENTS = ("choice", "chance")
MOST_ENTRIES = 10_000  # far more than any game has: without an end, a table would grow as long as somebody likes


@dataclass(frozen=True)
class Seat:
    """Who sits somewhere: nobody yet, a person (the player who acts for it), or a computer of some level."""

    kind: str = FREE
    player: str | None = None
    name: str = ""
    level: int = 0

    def called(self, lang: str) -> str:
        return CATALOG.say("computer", lang, level=self.level) if self.kind == COMPUTER else self.name


@dataclass(frozen=True)
class Request:
    """Something that the others must agree to: taking choices back, or a draw."""

    kind: str  # "undo" or "draw"
    seat: int
    by: str
    keep: int = 0  # undo: how many events of the game would stay
    agreed: frozenset[str] = field(default=frozenset())


class Table:
    """The fold of a TableInfo and its entries."""

    def __init__(self, info: TableInfo, entries: Iterable[Entry] = ()) -> None:
        self.info = info
        self.entries: list[Entry] = []
        self.seats = [Seat() for _ in range(info.seats)]
        self.state = first_state(info)
        self.position = 0  # events of the game that stand
        self.request: Request | None = None
        self.agreed_result: tuple[float, ...] | None = None
        self.ended_by = ""  # "resign" or "draw" if not by the rules
        self.rematch: str | None = None
        self.keys: dict[tuple[str, str], int] = {}
        self.after: dict[int, State] = {}  # entry number -> the state after that event of the game
        self.positions: list[int] = []  # after each entry
        self.told: dict[tuple[int, str], str] = {}  # sentences of events that were asked for before
        for entry in entries:
            self.take(entry)

    # Taking entries

    def take(self, entry: Entry) -> None:
        """One more entry; the store has accepted it."""
        if entry.number != len(self.entries):
            raise ValueError(f"entry {entry.number} where {len(self.entries)} is due")
        getattr(self, f"_take_{entry.kind}")(entry)
        self.entries.append(entry)
        self.positions.append(self.position)
        if entry.by is not None and entry.key is not None:
            self.keys[entry.by, entry.key] = entry.number

    def _take_sit(self, entry: Entry) -> None:
        assert entry.seat is not None
        level = int(str(entry.more.get("level", 0)))
        player = None if level else entry.by
        self.seats[entry.seat] = Seat(COMPUTER if level else PERSON, player, entry.text, level)

    def _take_rise(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.seats[entry.seat] = Seat()

    def _take_choice(self, entry: Entry) -> None:
        seat = CHANCE if entry.seat is None else entry.seat
        self.state = self.state.play(entry.text, seat)
        self.position += 1
        self.after[entry.number] = self.state
        self.request = None

    _take_chance = _take_choice

    def _take_undo(self, entry: Entry) -> None:
        keep = int(str(entry.more["keep"]))
        while self.position > keep and self.state.previous is not None:
            self.state = self.state.previous
            self.position -= 1
        self.request = None

    def _take_ask(self, entry: Entry) -> None:
        assert entry.seat is not None and entry.by is not None
        self.request = Request(entry.text, entry.seat, entry.by, int(str(entry.more.get("keep", 0))))

    def _take_answer(self, entry: Entry) -> None:
        assert self.request is not None and entry.by is not None
        if entry.text == "no":
            self.request = None
        else:
            self.request = replace(self.request, agreed=self.request.agreed | {entry.by})

    def _take_end(self, entry: Entry) -> None:
        """The players end the game: one resigns, or all agree on a draw."""
        self.ended_by, self.request = entry.text, None
        seats = self.info.seats
        self.agreed_result = (0.0,) * seats
        if entry.text == "resign":
            self.agreed_result = tuple(-1.0 if seat == entry.seat else 1.0 for seat in range(seats))

    def _take_say(self, entry: Entry) -> None:
        pass

    def _take_rematch(self, entry: Entry) -> None:
        self.rematch = entry.text

    # How it stands

    @cached_property
    def game(self) -> Game:
        return load(self.info.game)

    @property
    def next(self) -> int:
        """The number of the next entry."""
        return len(self.entries)

    @property
    def full(self) -> bool:
        return len(self.entries) >= MOST_ENTRIES

    @property
    def status(self) -> str:
        if self.state.over or self.agreed_result is not None:
            return OVER
        return WAITING if any(seat.kind == FREE for seat in self.seats) else RUNNING

    @property
    def result(self) -> tuple[float, ...] | None:
        return self.agreed_result if self.agreed_result is not None else self.state.result

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may choose now."""
        return self.state.actors if self.status == RUNNING else ()

    @property
    def people(self) -> frozenset[str]:
        return frozenset(seat.player for seat in self.seats if seat.player is not None)

    @property
    def has_computers(self) -> bool:
        return any(seat.kind == COMPUTER for seat in self.seats)

    def seats_of(self, player: str | None) -> list[int]:
        if player is None:
            return []
        return [number for number, seat in enumerate(self.seats) if seat.player == player]

    def computers_to_act(self) -> list[int]:
        return [] if self.full else [seat for seat in self.actors if self.seats[seat].kind == COMPUTER]

    def summary(self) -> Summary:
        turn = frozenset(player for seat in self.actors if (player := self.seats[seat].player))
        return Summary(self.status, self.people, turn, self.has_computers, self.position)

    def events(self) -> list[tuple[int, str]]:
        """The events of the game that stand: seat (−1 for chance) and text."""
        return [state.last for state in self.state.history() if state.last is not None]

    def record(self) -> Record:
        """The game so far, with the names of those who sit here."""
        record = replace(Record.of(self.state), names=tuple(seat.name for seat in self.seats))
        return replace(record, result=self.result)

    # In words

    def sentence(self, entry: Entry, lang: str) -> str:
        """What an entry says to people."""
        if entry.kind in GAME_EVENTS:
            return self._event_sentence(entry, lang)
        return CATALOG.say(f"entry.{sentence_key(entry)}", lang, **self._params(entry, lang))

    def _event_sentence(self, entry: Entry, lang: str) -> str:
        """Everybody who watches is told the same, and again with every page: it is said once."""
        known = self.told.get((entry.number, lang))
        if known is None:
            before = self.after[entry.number].previous
            assert before is not None
            seat = CHANCE if entry.seat is None else entry.seat
            known = self.named(before, lang).describe(entry.text, lang, seat)
            self.told[entry.number, lang] = known
        return known

    def _params(self, entry: Entry, lang: str) -> Mapping[str, Any]:
        who = "" if entry.seat is None else self.name_of(entry.seat, lang)
        return {"who": entry.text or who if entry.kind == "sit" else who, "text": entry.text, **entry.more}

    def names(self, lang: str) -> tuple[str, ...]:
        """Who sits where, as sentences and pictures call them."""
        return tuple(seat.called(lang) for seat in self.seats)

    def named(self, state: State, lang: str) -> State:
        """One of its states, with these names."""
        return state.named(self.names(lang))

    def name_of(self, seat: int, lang: str) -> str:
        """“Anna (blue)”, or just the seat where nobody has a name."""
        label = self.state.seat_name(seat, lang)
        name = self.seats[seat].name
        return CATALOG.say("name-and-seat", lang, name=name, seat=label) if name and name != label else label


def first_state(info: TableInfo) -> State:
    game = load(info.game)
    bare = Record(game, dict(info.options), ("",) * info.seats, (), info.edition, origin=info.origin)
    return bare.first()


def sentence_key(entry: Entry) -> str:
    """``ask`` and ``answer`` and ``end`` say what they are about; a computer sits down differently."""
    if entry.kind in ("ask", "answer", "end"):
        return f"{entry.kind}.{entry.text}"
    return "sit.computer" if entry.kind == "sit" and "level" in entry.more else entry.kind
