"""Records: a game as a readable text file (``.ludo``) that replays for ever.

A header of ``key value`` lines, an empty line, then one event a line: the seat (``*`` for chance), a blank, the text.
A game that does not begin at the beginning gives its first position as ``position`` lines, the diagram line by line.
Where draws can be checked, ``dice`` lines say by what: see ``dice.py``.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

from .dice import SCHEME, Dice, read_dice
from .errors import GameError, RecordError
from .game import Game
from .options import Value, parse_whole, write_value
from .registry import load
from .state import CHANCE, State
from .texts import CATALOG

FORMAT = "1"
MOST_CHARACTERS = 4_000_000
Event = tuple[int, str]
T = TypeVar("T")


@dataclass(frozen=True)
class Record:
    """Everything needed to play a game again. Parsing one checks every event against the rules.

    >>> record = lt.load("drivis").new(names=["Ada", "Ben"]).play("c8-d8").record
    >>> record.names, record.events
    (('Ada', 'Ben'), ((0, 'c8-d8'),))
    >>> lt.Record.parse(str(record)) == record
    True
    """

    game: Game
    options: Mapping[str, Value]
    names: tuple[str, ...]
    events: tuple[Event, ...]
    edition: int = 1
    date: str | None = None
    result: tuple[float, ...] | None = None
    origin: str | None = None
    extra: tuple[tuple[str, str], ...] = field(default=())
    dice: Dice | None = None

    @classmethod
    def of(cls, state: State) -> Record:
        """The record of a game up to a state."""
        history = state.history()
        events = tuple(s.last for s in history if s.last is not None)
        first = history[0]
        return cls(
            state.game,
            dict(state.options),
            state.names,
            events,
            edition=state.game.edition,
            result=state.result,
            origin=first.origin,
        )

    @classmethod
    def parse(cls, text: str) -> Record:
        """Reads and checks a record; a RecordError gives the line and the reason."""
        return Reader(text).record()

    def dated(self, day: datetime.date | None = None) -> Record:
        """The same record with a date in its header, today's by default."""
        return replace(self, date=(day or datetime.date.today()).isoformat())

    def __str__(self) -> str:
        header = "".join(f"{key} {value}\n" for key, value in self._header())
        return header + "\n" + "".join(f"{write_event(*event)}\n" for event in self.events)

    def _header(self) -> Iterable[tuple[str, str]]:
        yield "ludo", FORMAT
        yield "game", self.game.name
        yield "edition", str(self.edition)
        for name, value in self.options.items():
            yield "option", f"{name} {write_value(value)}"
        for seat, name in enumerate(self.names):
            yield "seat", f"{seat} {name}" if name else str(seat)
        for line in self.origin.split("\n") if self.origin else ():
            yield "position", line
        if self.date:
            yield "date", self.date
        if self.result is not None:
            yield "result", write_result(self.result)
        for line in self.dice.lines() if self.dice else ():
            yield "dice", line
        yield from self.extra

    def first(self) -> State:
        """The state before the first event."""
        if self.origin is not None:
            start = self.game.read(self.origin)
            names = self.game.check_names(start.seats, self.names)
            return State(self.game, start.options, names, start._data, origin=self.origin)
        return self.game.start(len(self.names), self.names, self.options)

    def states(self) -> list[State]:
        """All states, from the one before the first event to the last one."""
        states = [self.first()]
        for seat, text in self.events:
            states.append(states[-1].play(text, seat))
        return states

    def replay(self) -> State:
        """The state after the last event."""
        state = self.first()
        for seat, text in self.events:
            state = state.play(text, seat)
        return state


def write_result(result: Iterable[float]) -> str:
    """``1 -1``: whole numbers without a point, others in full."""
    return " ".join(str(int(x)) if x == int(x) else repr(x) for x in result)


def write_event(seat: int, text: str) -> str:
    """``0 c8-d8``, or ``* =5`` for chance."""
    return f"{'*' if seat == CHANCE else seat} {text}"


class Reader:
    """Reads one record, line by line, and knows which line is to blame."""

    formats: tuple[str, ...] = (FORMAT,)

    def __init__(self, text: str) -> None:
        self.line = 1
        self.value: dict[str, tuple[int, str]] = {}
        self.option_lines: dict[str, tuple[int, str]] = {}
        self.names: list[str] = []
        self.position: list[str] = []
        self.position_line = 1
        self.extra: list[tuple[str, str]] = []
        self.dice_lines: list[tuple[int, str]] = []
        if len(text) > MOST_CHARACTERS:
            raise self.error("too-long", most=MOST_CHARACTERS)
        self.lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]

    def error(self, key: str, /, *, line: int | None = None, **params: Any) -> RecordError:
        return RecordError(CATALOG(f"record.{key}", **params), line or self.line)

    def record(self) -> Record:
        self.read_header()
        game = self.find_game()
        edition = self.check_edition(game)
        options, names = self.check_options(game), self.check_seats(game)
        origin = "\n".join(self.position) or None
        bare = Record(game, options, tuple(names), (), edition, self.check_date(), None, origin, tuple(self.extra))
        state = self.check_first(bare)
        last = self.play_events(state)
        final = replace(bare, options=dict(state.options), events=Record.of(last).events)
        return replace(final, result=self.check_result(last), dice=self.check_dice(last.seats))

    # The header

    def read_header(self) -> None:
        if not self.lines[0].startswith("ludo "):
            raise self.error("not-a-record")
        for number, line in enumerate(self.lines, 1):
            self.line = number
            if line == "":
                break
            self.check_characters(line)
            key, _, value = line.partition(" ")
            if value == "" and key != "seat":
                raise self.error("no-value", key=key[:40])
            self.take_header(key, value)
        self.check_format(self.value["ludo"][1])

    def check_format(self, found: str) -> None:
        """Who reads records only is told that a study is more than one; see ``study.py``."""
        if found not in self.formats:
            raise self.error("study" if found == "2" else "newer-format", line=1, found=found[:40])

    def check_characters(self, line: str) -> None:
        if not line.isprintable():
            raise self.error("control")

    def take_header(self, key: str, value: str) -> None:
        special: dict[str, Callable[[str], None]] = {
            "option": self.take_option,
            "seat": self.take_seat,
            "position": self.take_position,
        }
        if key in special:
            special[key](value)
        elif key in ("ludo", "game", "edition", "date", "result"):
            self.once(self.value, key, key, value)
        elif key == "dice" and self.is_known_dice(value):
            self.dice_lines.append((self.line, value))
        else:
            self.extra.append((key, value))

    def is_known_dice(self, value: str) -> bool:
        """The first such line decides: what begins otherwise is somebody else's, or of a later version."""
        if self.dice_lines or any(key == "dice" for key, _ in self.extra):
            return bool(self.dice_lines)
        return value == f"scheme {SCHEME}"

    def once(self, table: dict[str, tuple[int, str]], name: str, shown: str, value: str) -> None:
        if name in table:
            raise self.error("twice", key=shown[:40])
        table[name] = (self.line, value)

    def take_option(self, value: str) -> None:
        name, _, setting = value.partition(" ")
        self.once(self.option_lines, name, f"option {name}", setting)

    def take_seat(self, value: str) -> None:
        number, _, name = value.partition(" ")
        if number != str(len(self.names)):
            raise self.error("seat-order", expected=len(self.names))
        self.names.append(name)

    def take_position(self, value: str) -> None:
        self.position_line = self.line
        self.position.append(value)

    # Its meaning

    def find_game(self) -> Game:
        if "game" not in self.value:
            raise self.error("missing", key="game")
        line, name = self.value["game"]
        return self.blame(line, lambda: load(name))

    def check_edition(self, game: Game) -> int:
        if "edition" not in self.value:
            raise self.error("missing", key="edition")
        line, text = self.value["edition"]
        edition = parse_whole(text)
        if edition is None:
            raise self.error("not-a-number", line=line, value=text[:40])
        if edition != game.edition:
            raise self.error("wrong-edition", line=line, game=game.catalog("title"), known=game.edition, found=edition)
        return edition

    def check_options(self, game: Game) -> dict[str, Value]:
        options: dict[str, Value] = {}
        for name, (line, text) in self.option_lines.items():
            options |= self.blame(line, partial(game.parse_options, {name: text}))
        return options

    def check_seats(self, game: Game) -> list[str]:
        return self.names or [""] * game.seats[0]

    def check_date(self) -> str | None:
        if "date" not in self.value:
            return None
        line, text = self.value["date"]
        try:
            if datetime.date.fromisoformat(text).isoformat() == text:
                return text
        except ValueError:
            pass
        raise self.error("bad-date", line=line, value=text[:40])

    def check_dice(self, seats: int) -> Dice | None:
        """Only how it is written: whether the draws fit is for ``verify.py``."""
        if not self.dice_lines:
            return None
        found = read_dice(value for _, value in self.dice_lines)
        if isinstance(found, int):
            raise self.error("bad-dice", line=self.dice_lines[found][0])
        if len(found.nonces) != seats:
            raise self.error("dice-seats", line=self.dice_lines[-1][0], seats=seats)
        return found

    def check_first(self, bare: Record) -> State:
        """Options that do not go together, or a position that is none, are blamed on the header."""
        if not self.position:
            return self.blame(self.line, bare.first)
        start = self.blame(self.position_line, partial(bare.game.read, "\n".join(self.position)))
        agreed = len(bare.names) == start.seats and bare.options.items() <= start.options.items()
        if not agreed:
            raise self.error("two-setups", line=self.position_line)
        return self.blame(self.position_line, bare.first)

    # The events

    def play_events(self, state: State) -> State:
        for line in self.event_lines():
            state = self.play_line(state, line)
        return state

    def event_lines(self) -> Iterator[str]:
        """What stands below the header, line by line."""
        last_line = len(self.lines) - (self.lines[-1] == "")
        for number in range(self.line + 1, last_line + 1):
            self.line = number
            yield self.lines[number - 1]

    def play_line(self, state: State, line: str) -> State:
        mark, blank, text = line.partition(" ")
        seat = CHANCE if mark == "*" else parse_whole(mark)
        if not blank or seat is None or (seat < 0 and mark != "*"):
            raise self.error("no-seat")
        if state.over:
            raise self.error("after-end")
        if seat == CHANCE and not state.chance:
            raise RecordError(CATALOG("play.not-chance"), self.line)
        return self.blame(self.line, lambda: state.play(text, seat))

    def check_result(self, last: State) -> tuple[float, ...] | None:
        """A finished game has the result of the rules; an unfinished one may have one that was agreed on."""
        if "result" not in self.value:
            return last.result
        line, text = self.value["result"]
        if last.result is not None and text != write_result(last.result):
            raise self.error("wrong-result", line=line, found=text[:60], true=write_result(last.result))
        return self.read_result(text, last.seats, line)

    def read_result(self, text: str, seats: int, line: int) -> tuple[float, ...]:
        try:
            values = tuple(float(word) for word in text.split(" "))
        except ValueError:
            values = ()
        if len(values) != seats or any(not -1e9 < value < 1e9 for value in values) or write_result(values) != text:
            raise self.error("bad-result", line=line, seats=seats)
        return values

    def blame(self, line: int, act: Callable[[], T]) -> T:
        """Whatever is refused here is refused because of that line."""
        try:
            return act()
        except GameError as problem:
            raise RecordError(problem.sentence, line) from problem
