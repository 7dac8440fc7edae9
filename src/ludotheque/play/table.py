"""A table: who sits where and what happened, folded from its entries. It is a value and never changes.

``commands.py`` says what players may do here and gives the table after that; when its new entries are stored, it takes
the place of the one before. The same class serves a game on one screen, with friends through a link, against the
computer, and at the terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from ..core.dice import COMPUTER as COMPUTERS
from ..core.dice import PERSON as PEOPLES
from ..core.dice import Dice, Nonce
from ..core.game import Game
from ..core.i18n import Sentence
from ..core.record import Record
from ..core.registry import load
from ..core.state import CHANCE, State
from .computer_names import computer_name
from .fair_dice import dice_of
from .hints import ALLOWED, hint_words
from .persistent_list import PersistentList
from .ports import OVER, RUNNING, WAITING, Entry, Sitter, Summary, TableInfo
from .texts import CATALOG

FREE, PERSON, COMPUTER = "free", "person", "computer"
T = TypeVar("T")
GAME_EVENTS = ("choice", "chance")
MOST_ENTRIES = 10_000  # far more than any game has: without an end, a table would grow as long as somebody likes


@dataclass(frozen=True)
class Seat:
    """Who sits somewhere: nobody yet, a person (the player who acts for it), or a computer of some level."""

    kind: str = FREE
    player: str | None = None
    name: str = ""
    level: int = 0
    nonce: str = ""  # what a person gave for the dice
    heir: str = ""  # in a second leg: of which kind the nonce is that stays at this seat, whoever sits there now

    def introduced(self, lang: str) -> str:
        """By name, and a computer with its level."""
        return CATALOG.say("computer", lang, name=self.name, level=self.level) if self.level else self.name


@dataclass(frozen=True)
class Request:
    """Something that the others must agree to: taking choices back, a draw, or hints."""

    kind: str  # "undo", "draw" or "hints"
    number: int  # of the entry that asks
    seat: int
    by: str
    ply: int = 0  # undo: how many events of the game would stay
    agreed: frozenset[str] = field(default=frozenset())


class Standing(NamedTuple):
    """How a table stood after one of its entries."""

    state: State
    seats: tuple[Seat, ...]


@dataclass(frozen=True, eq=False)
class Table:
    """The fold of a TableInfo and its entries. ``with_entries`` gives the next table, which shares its past."""

    info: TableInfo
    line: PersistentList[State]  # the game as it stands: its states, from the first one to the last
    seats: tuple[Seat, ...]
    last_moves: tuple[int, ...]  # seat -> the number of the last entry that changed what it can choose, −1 if none did
    entries: PersistentList[Entry] = field(default_factory=PersistentList)
    after: PersistentList[Standing] = field(default_factory=PersistentList)  # each entry
    chat_lines: int = 0
    request: Request | None = None
    asked: Mapping[str, int] = field(default_factory=dict)  # player -> how many requests so far
    agreed_result: tuple[float, ...] | None = None
    ended_by: str = ""  # "resign", "draw" or "abandon" if not by the rules
    rematch: str | None = None
    hints_allowed: bool = False  # by agreement; who plays alone needs none
    hints: tuple[Entry, ...] = ()  # those about positions that still stand
    nonces: tuple[Nonce, ...] = ()  # of each seat, for the dice: what it gave before the game began
    draws: int = 0  # how many there were, also those that were taken back: the next one has this number
    secret: str | None = None  # of the dice, once it is revealed

    @classmethod
    def empty(cls, info: TableInfo, names: Sequence[str] | None = None) -> Table:
        """The table before its first entry. ``names`` are for a game whose players never change."""
        first = first_state(info, tuple(names or ("",) * info.seats))
        seats, nonces = (Seat(),) * info.seats, (Nonce(),) * info.seats
        return cls(info, PersistentList((), (first,)), seats, (-1,) * info.seats, nonces=nonces)

    # Taking entries

    def with_entries(self, entries: Iterable[Entry]) -> Table:
        """The table after these entries. The rules are applied here, and only here: an illegal event is refused."""
        table = self
        for entry in entries:
            table = table._with_entry(entry)
        return table

    def _with_entry(self, entry: Entry) -> Table:
        if entry.number != self.next:
            raise ValueError(f"entry {entry.number} where {self.next} is due")
        then: Table = getattr(self, f"_after_{entry.kind}")(entry)
        standing = Standing(then.state, then.seats)
        return replace(then, entries=self.entries.plus(entry), after=self.after.plus(standing))

    def _after_sit(self, entry: Entry) -> Table:
        if "level" in entry.more:
            return self._with_seat(entry, self._computer(entry))
        nonce = str(entry.more.get("nonce", ""))
        return self._with_seat(entry, Seat(PERSON, entry.by, entry.text, nonce=nonce))

    def _computer(self, entry: Entry) -> Seat:
        """With a name of its own, unless it brings one. The computers of a terminal may have no level."""
        level, taken = int(str(entry.more["level"])), {seat.name for seat in self.seats}
        return Seat(COMPUTER, None, entry.text or (computer_name(level, taken) if level else ""), level)

    def _after_rise(self, entry: Entry) -> Table:
        return self._with_seat(entry, Seat())

    def _with_seat(self, entry: Entry, seat: Seat) -> Table:
        assert entry.seat is not None
        then = replace(self, seats=(*self.seats[: entry.seat], seat, *self.seats[entry.seat + 1 :]))
        return then if self.status != WAITING else then._with_nonce(entry, seat.kind)

    def _with_nonce(self, entry: Entry, kind: str) -> Table:
        """Until the game begins; who takes over a seat later finds its nonce there."""
        assert entry.seat is not None
        text = str(entry.more.get("nonce", ""))
        whose = entry.more.get("heir") or {PERSON: PEOPLES, COMPUTER: COMPUTERS}.get(kind)
        nonce = Nonce(str(whose), text) if text else Nonce()
        return replace(self, nonces=(*self.nonces[: entry.seat], nonce, *self.nonces[entry.seat + 1 :]))

    def _after_choice(self, entry: Entry) -> Table:
        """Where several choose at the same time, the choice of one changes nothing for the others."""
        assert entry.seat is not None
        line = self.line.plus(self.state.play(entry.text, entry.seat))
        moves = (*self.last_moves[: entry.seat], entry.number, *self.last_moves[entry.seat + 1 :])
        return replace(self, line=line, last_moves=moves, request=None)

    def _after_chance(self, entry: Entry) -> Table:
        then = self._moved_for_all(entry, self.line.plus(self.state.play(entry.text, CHANCE)))
        return replace(then, draws=self.draws + 1)

    def _after_undo(self, entry: Entry) -> Table:
        return self._moved_for_all(entry, self.line.first(int(str(entry.more["keep"])) + 1))

    def _moved_for_all(self, entry: Entry, line: PersistentList[State]) -> Table:
        return replace(self, line=line, last_moves=(entry.number,) * self.info.seats, request=None)

    def _after_ask(self, entry: Entry) -> Table:
        assert entry.seat is not None and entry.by is not None
        ply = int(str(entry.more.get("keep", 0)))
        asked = {**self.asked, entry.by: self.asked.get(entry.by, 0) + 1}
        return replace(self, request=Request(entry.text, entry.number, entry.seat, entry.by, ply), asked=asked)

    def _after_answer(self, entry: Entry) -> Table:
        assert self.request is not None and entry.by is not None
        if entry.text == "no":
            return replace(self, request=None)
        return replace(self, request=replace(self.request, agreed=self.request.agreed | {entry.by}))

    def _after_end(self, entry: Entry) -> Table:
        """The players end the game: one resigns, all agree on a draw, or it is given up without a result."""
        result: tuple[float, ...] | None = (0.0,) * self.info.seats
        if entry.text == "abandon":
            result = None
        if entry.text == "resign":
            result = tuple(-1.0 if seat == entry.seat else 1.0 for seat in range(self.info.seats))
        return replace(self, agreed_result=result, ended_by=entry.text, request=None)

    def _after_say(self, entry: Entry) -> Table:
        return replace(self, chat_lines=self.chat_lines + 1)

    def _after_hint(self, entry: Entry) -> Table:
        if entry.text == ALLOWED:
            return replace(self, hints_allowed=True, request=None)
        return replace(self, hints=(*(hint for hint in self.hints if self._stands(hint)), entry))

    def _stands(self, hint: Entry) -> bool:
        """Whether its seat has still the same to choose from."""
        assert hint.seat is not None
        return hint.number > self.last_moves[hint.seat]

    def _after_reveal(self, entry: Entry) -> Table:
        return replace(self, secret=entry.text)

    def _after_rematch(self, entry: Entry) -> Table:
        return replace(self, rematch=entry.text)

    # How it stands

    @property
    def game(self) -> Game:
        return self.state.game

    @cached_property
    def state(self) -> State:
        return self.line[-1]

    @property
    def ply(self) -> int:
        """How many events of the game stand."""
        return self.state.ply

    @property
    def next(self) -> int:
        """The number of the next entry."""
        return len(self.entries)

    @property
    def full(self) -> bool:
        return len(self.entries) >= MOST_ENTRIES

    @cached_property
    def status(self) -> str:
        if self.state.over or self.ended_by:
            return OVER
        return WAITING if any(seat.kind == FREE for seat in self.seats) else RUNNING

    @property
    def present(self) -> State | None:
        """Where it stands, for whoever looks back; None when the game is over, which may be before its rules end it."""
        return None if self.status == OVER else self.state

    @cached_property
    def is_from_memory(self) -> bool:
        """Whether what was seen earlier is not to be looked up now."""
        return self.status != OVER and self.game.display.memory.is_played_from(self.state)

    @property
    def result(self) -> tuple[float, ...] | None:
        return self.agreed_result if self.agreed_result is not None else self.state.result

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may choose now."""
        return self.state.actors if self.status == RUNNING else ()

    @cached_property
    def people(self) -> frozenset[str]:
        return frozenset(seat.player for seat in self.seats if seat.player is not None)

    @property
    def has_computers(self) -> bool:
        return any(seat.kind == COMPUTER for seat in self.seats)

    @property
    def last_choice(self) -> int:
        """The number of the last entry that a player made; −1 if there is none."""
        choices = (n for n in range(self.next - 1, -1, -1) if self.entries[n].kind == "choice")
        return next(choices, -1)

    @property
    def last_move(self) -> Entry | None:
        """The last choice, draw or undo."""
        last = max(self.last_moves)
        return self.entries[last] if last >= 0 else None

    def seats_of(self, player: str | None) -> list[int]:
        if player is None:
            return []
        return [number for number, seat in enumerate(self.seats) if seat.player == player]

    def computers_to_act(self) -> list[int]:
        return [seat for seat in self.actors if self.seats[seat].kind == COMPUTER]

    def hints_of(self, seat: int) -> list[Entry]:
        """What a seat was told about the position in which it is to choose."""
        return [hint for hint in self.hints if hint.seat == seat and self._stands(hint)]

    def summary(self) -> Summary:
        turn = frozenset(player for seat in self.actors if (player := self.seats[seat].player))
        sitters = tuple(Sitter(seat.player, seat.name, seat.level) for seat in self.seats)
        is_whole = self.status == OVER and self.ended_by != "abandon"
        scores = tuple(self.state.scores) if self.state.scores and is_whole else None
        return Summary(self.status, self.people, turn, self.has_computers, self.ply, sitters, self.result, scores)

    @cached_property
    def record(self) -> Record:
        """The game so far, with the names of those who sit here; from memory it is what is in sight, until its end."""
        state = self.game.display.memory.in_sight(self.state) if self.is_from_memory else self.state
        record = replace(Record.of(state), names=tuple(map(name_in_record, self.seats)))
        return replace(record, result=self.result, dice=self.dice)

    @property
    def dice(self) -> Dice | None:
        """What can be told of its dice."""
        return dice_of(self)

    # In words

    def status_sentence(self, lang: str) -> str:
        """Whose turn it is and what is expected, or how it ended."""
        if self.status == WAITING:
            return CATALOG.say("status.waiting", lang, n=sum(seat.kind == FREE for seat in self.seats))
        if self.ended_by == "resign":
            loser = (self.agreed_result or ()).index(-1.0)
            return CATALOG.say("status.resigned", lang, who=self.name_of(loser, lang))
        if self.ended_by == "abandon":
            return CATALOG.say("status.abandoned", lang)
        return CATALOG.say("status.drawn", lang) if self.ended_by else self.named(self.state).status(lang)

    def sentence(self, entry: Entry, lang: str) -> str:
        """What an entry says to people."""
        if entry.kind in GAME_EVENTS:
            state, seats = self.after[entry.number]  # by the names of those who sat there then
            return event_sentence(state, names_of(seats), lang, again=self.is_from_memory)
        return CATALOG.say(f"entry.{sentence_key(entry)}", lang, **self._params(entry, lang))

    def sentence_aloud(self, entry: Entry, lang: str) -> str | None:
        """What chance has just shown, if that may be heard now but not be read later."""
        if not self.is_from_memory or entry.kind != "chance" or entry.number < self.last_choice:
            return None
        state, seats = self.after[entry.number]
        return event_sentence(state, names_of(seats), lang)

    def text_of(self, entry: Entry) -> str:
        """The text of an entry, as far as it may be read now."""
        is_secret = entry.kind == "chance" and self.is_from_memory
        return self.game.display.memory.retold(entry.text) if is_secret else entry.text

    def _params(self, entry: Entry, lang: str) -> Mapping[str, Any]:
        if entry.seat is None:
            who = ""
        elif entry.kind == "sit":  # who sat down then may have gone since
            who = self.after[entry.number].seats[entry.seat].name or side_name(self.state, entry.seat, lang)
        else:
            who = self.name_of(entry.seat, lang)
        words = " ".join(self.hint_words(entry, lang))
        return {"who": who, "text": entry.text, "words": words, **entry.more}

    def hint_words(self, entry: Entry, lang: str) -> list[str]:
        """What a hint says, by the names of those who sat there then; nothing where an entry is none."""
        if entry.kind != "hint" or entry.text == ALLOWED:
            return []
        state = self.hinted(entry).seen_from(self.present)
        return hint_words(state.named(names_of(self.after[entry.number].seats)), entry, lang)

    def hinted(self, hint: Entry) -> State:
        """The position that a hint is about."""
        return self.after[int(str(hint.more["at"]))].state

    def named(self, state: State) -> State:
        """One of its states, as it may be looked at now, with the names of those who sit here."""
        return self._shown if state is self.state else self._named(state)

    @cached_property
    def _shown(self) -> State:
        """Where it stands: the same object for all who look, so that what follows from it is found out once."""
        return self._named(self.state)

    def _named(self, state: State) -> State:
        return state.seen_from(self.present).named(names_of(self.seats))

    def memo(self, name: str, make: Callable[[Table], T]) -> T:
        """Something that follows from this table, computed once; the table after the next entry begins anew."""
        key = f"_memo_{name}"
        if key not in self.__dict__:
            self.__dict__[key] = make(self)
        return self.__dict__[key]  # type: ignore[no-any-return]

    def name_of(self, seat: int, lang: str) -> str:
        """“Anna (blue)”, or just the side where nobody has a name."""
        label = self.state.seat_name(seat, lang)
        name = self.seats[seat].name
        if not name or name == label:
            return side_name(self.state, seat, lang)
        return CATALOG.say("name-and-seat", lang, name=name, seat=label)


def side_name(state: State, seat: int, lang: str) -> str:
    """What a seat is called where a verb follows: by its text ``side.N``, where ``seat.N`` sounds like two."""
    key = f"side.{seat}"
    return state.game.catalog.say(key, lang) if key in state.game.catalog else state.seat_name(seat, lang)


def first_state(info: TableInfo, names: tuple[str, ...]) -> State:
    game = load(info.game)
    return Record(game, dict(info.options), names, (), info.edition, origin=info.origin).first()


def names_of(seats: Iterable[Seat]) -> tuple[str, ...]:
    """Who sits where, as sentences and pictures call them."""
    return tuple(seat.name for seat in seats)


def name_in_record(seat: Seat) -> str:
    """A record has one language or none: a computer's level stands behind its name as a number."""
    return f"{seat.name} ({seat.level})" if seat.level else seat.name


def event_sentence(after: State, names: tuple[str, ...], lang: str, *, again: bool = False) -> str:
    """What the event that led to a state says, with these names; ``again``: to who looks back, in a game from memory.
    Everybody who watches is told the same, and again with every page: it is made once, and kept with the state."""
    known: dict[tuple[str, tuple[str, ...], bool], str] = after.memo("sentences", lambda _: {})
    if (lang, names, again) not in known:
        assert after.previous is not None and after.last is not None
        before = after.previous.seen_from(after) if again else after.previous
        seat, text = after.last
        known[lang, names, again] = describe_played(before.named(names), seat, text).text(lang)
    return known[lang, names, again]


def describe_played(state: State, seat: int, text: str) -> Sentence:
    """As ``state.describe``, for an event that was played there: the rules need not be asked again."""
    action = state.game.display.notation.parse(state, seat, text)
    assert action is not None
    return state.game.display.sentences.describe(state, seat, action, text)


def sentence_key(entry: Entry) -> str:
    """``ask``, ``answer``, ``end`` and ``hint`` say what they are about; a computer sits down differently."""
    if entry.kind in ("ask", "answer", "end", "hint"):
        return f"{entry.kind}.{entry.text}"
    return "sit.computer" if entry.kind == "sit" and "level" in entry.more else entry.kind
