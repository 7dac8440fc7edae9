"""Lessons: positions with a goal that the rules themselves check.

A lesson is a record ``lessons/NN-name.ludo`` in the folder of its game, with more header lines: ``goal``, and where
they are needed ``for`` (the seat that learns), ``reply`` (what the others do) and ``draw`` (what chance shows).
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache, reduce
from itertools import takewhile
from pathlib import Path
from typing import Any

from .errors import GameError, RecordError
from .game import Game
from .i18n import Sentence
from .options import parse_whole
from .record import Record
from .state import CHANCE, State
from .texts import CATALOG

OPEN, REACHED, MISSED = "open", "reached", "missed"
PARTS = ("title", "task", "done", "wrong")  # the sentences of a lesson
ONCE, REPEATED = ("goal", "for"), ("reply", "draw")  # the headers of a lesson
FILE = re.compile(r"\d\d-(?P<name>[a-z][a-z0-9-]*)\.ludo")
GOAL = re.compile(
    r"(?:(?P<win>win)|play (?P<globs>\S.*)|(?P<measure>\S+) (?P<sign>>=|<=|=|\+) (?P<amount>-?\d{1,6}))"
    r" in (?P<within>[1-9])"
)
Choices = tuple[str, ...]
Opponent = Callable[[State, int], str]  # what a seat that nobody plays chooses: the same at every try
Lack = Callable[[State, State], int]  # of the first position and this one: how far the goal is, 0 when it is reached


@dataclass(frozen=True)
class Goal:
    """What is to be reached within so many choices of one's own."""

    within: int
    lack: Lack
    is_win: bool = False


@dataclass(frozen=True)
class Lesson:
    """A position for one seat, and what to do there."""

    game: Game
    name: str
    goal: Goal
    seat: int
    start: State
    replies: tuple[str, ...] = ()  # globs, in the order in which they are tried
    draws: tuple[str, ...] = ()

    def sentence(self, part: str) -> Sentence:
        """One of PARTS."""
        return self.game.catalog(f"lesson.{self.name}.{part}")


class LessonError(GameError):
    """A file that is no good lesson; the line says where."""

    def __init__(self, path: Path, line: int, reason: Sentence) -> None:
        super().__init__(CATALOG("lesson.at-line", file=path.name, line=line, reason=reason))


# A person's way through a lesson


@dataclass(frozen=True)
class Progress:
    """How far somebody has come: it waits for the next choice, or the outcome is known. It never changes."""

    lesson: Lesson
    opponent: Opponent
    states: tuple[State, ...]  # the first one, and one after every event since
    replies: tuple[str, ...]  # those that were not used yet
    draws: tuple[str, ...]
    choices: Choices = ()
    before: int = 0  # events before the first choice

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def lack(self) -> int:
        """How far the goal is from here."""
        return self.lesson.goal.lack(self.states[self.before], self.state)

    @property
    def is_reached(self) -> bool:
        """By a choice and what chance then shows; what others do can only end the game."""
        return bool(self.choices) and not self.lack and (self.lesson.goal.is_win or not self._is_replied())

    def _is_replied(self) -> bool:
        """Whether somebody else has chosen since."""
        seats = [state.last[0] for state in self.states[1:] if state.last]
        since = takewhile(lambda seat: seat != self.lesson.seat, reversed(seats))
        return any(seat != CHANCE for seat in since)

    @property
    def left(self) -> int:
        """How many choices are left."""
        return self.lesson.goal.within - len(self.choices)

    @property
    def outcome(self) -> str:
        if self.is_reached:
            return REACHED
        return MISSED if self.state.over or not self.left or self._is_past else OPEN

    @property
    def _is_past(self) -> bool:
        """Whether a new turn has begun with a draw of which the lesson says nothing: it was about the one before."""
        is_drawn = self.state.last is not None and self.state.last[0] == CHANCE
        return bool(self.choices) and is_drawn and not self.lesson.draws

    def choose(self, text: str) -> Progress:
        """After a choice of one's own, and what the others and chance answer."""
        return self.choose_last(text)._answered()

    def choose_last(self, text: str) -> Progress:
        """After a choice to which nobody answers."""
        if self.outcome != OPEN:
            raise GameError(CATALOG("lesson.over"))
        after = self.state.play(text, self.lesson.seat)
        return replace(self, states=(*self.states, after), choices=(*self.choices, text))

    def _answered(self) -> Progress:
        """What is reached needs no answer: it cannot be undone any more."""
        now = self
        while not (now.state.over or now.lesson.seat in now.state.actors or now.is_reached):
            now = now._drawn() if now.state.chance else now._replied()
        return now

    def _drawn(self) -> Progress:
        text, rest = _next(self.draws, [*self.state.outcomes()])
        dice = random.Random(f"{self.lesson.name} {self.state.ply}")
        after = self.state.play(text or self.state.random_outcome(dice))
        return replace(self, states=(*self.states, after), draws=rest)

    def _replied(self) -> Progress:
        seat = self.state.actors[0]
        text, rest = _next(self.replies, self.state.choices(seat))
        after = self.state.play(text or self.opponent(self.state, seat), seat)
        return replace(self, states=(*self.states, after), replies=rest)


def _next(globs: tuple[str, ...], texts: Sequence[str]) -> tuple[str | None, tuple[str, ...]]:
    """What the first glob means that means something here, and the globs that are left."""
    for at, glob in enumerate(globs):
        if found := [text for text in texts if fnmatchcase(text, glob)]:
            return found[0], globs[:at] + globs[at + 1 :]
    return None, globs


def progress(lesson: Lesson, choices: Sequence[str], opponent: Opponent) -> Progress:
    """Where these choices lead, with all answers; a GameError says which of them cannot be."""
    first = Progress(lesson, opponent, (lesson.start,), lesson.replies, lesson.draws)._answered()
    return reduce(Progress.choose, choices, replace(first, before=len(first.states) - 1))


def solution(lesson: Lesson, opponent: Opponent) -> Choices | None:
    """Choices that reach the goal; what is nearer to it is tried first. Answers take long to think out, and most goals
    are reached before the last one: so at first that is left out."""
    first = progress(lesson, (), opponent)
    return _search(first, set(), Progress.choose_last) or _search(first, set(), Progress.choose)


def _search(at: Progress, seen: set[tuple[Any, ...]], last: Callable[[Progress, str], Progress]) -> Choices | None:
    key = (bytes(at.state), at.left, at.replies, at.draws)
    if at.outcome != OPEN or key in seen:
        return None
    seen.add(key)
    choose = last if at.left == 1 else Progress.choose
    ways = [choose(at, text) for text in at.state.choices(at.lesson.seat)]
    for way in ways:
        if way.is_reached:
            return way.choices
    ways.sort(key=lambda way: way.lack)
    return next((found for way in ways if (found := _search(way, seen, last))), None)


# Files


def names(game: Game) -> list[str]:
    """The lessons of a game, in order; this loads no rules."""
    return [_name(path) for path in _files(game)]


@cache
def lessons(game: Game) -> tuple[Lesson, ...]:
    """All lessons of a game, in order. A LessonError names the file and the line that is wrong."""
    return tuple(_Reader(game, path).lesson() for path in _files(game))


def find(game: Game, name: str) -> Lesson:
    """The lesson of that name; a GameError says which there are."""
    for lesson in lessons(game):
        if lesson.name == name:
            return lesson
    known = ", ".join(names(game))
    raise GameError(CATALOG("lesson.unknown", game=game.catalog("title"), name=name[:40], known=known))


def _files(game: Game) -> list[Path]:
    return sorted((game.folder / "lessons").glob("*.ludo"))


def _name(path: Path) -> str:
    found = FILE.fullmatch(path.name)
    if found is None:
        raise LessonError(path, 1, CATALOG("lesson.file"))
    return found["name"]


class _Reader:
    """Reads one lesson and knows which line is to blame."""

    def __init__(self, game: Game, path: Path) -> None:
        self.game, self.path, self.name = game, path, _name(path)
        self.text = path.read_text("utf-8")
        self.given: dict[str, list[tuple[int, str]]] = {key: [] for key in (*ONCE, *REPEATED)}

    def wrong(self, line: int, key: str, /, **params: Any) -> LessonError:
        return LessonError(self.path, line, CATALOG(key, **params))

    def lesson(self) -> Lesson:
        try:
            record = Record.parse(self.text)
        except RecordError as problem:
            raise LessonError(self.path, problem.line, problem.reason) from problem
        self.take_headers({key for key, _ in record.extra})
        start = record.replay()
        seat = self.seat(start)
        globs = {key: tuple(value for _, value in self.given[key]) for key in REPEATED}
        return Lesson(self.game, self.name, self.goal(start, seat), seat, start, globs["reply"], globs["draw"])

    def take_headers(self, extra: set[str]) -> None:
        header = self.text.partition("\n\n")[0]
        for number, line in enumerate(header.split("\n"), 1):
            key, _, value = line.rstrip("\r").partition(" ")
            if key in ONCE and self.given[key]:
                raise self.wrong(number, "record.twice", key=key)
            if key in self.given:
                self.given[key].append((number, value))
            elif key in extra:
                raise self.wrong(number, "lesson.header", key=key[:40], known=", ".join(self.given))
            elif key == "game" and value != self.game.name:
                raise self.wrong(number, "lesson.other-game", game=self.game.catalog("title"))

    def seat(self, start: State) -> int:
        for line, text in self.given["for"]:
            seat = parse_whole(text)
            if seat not in range(start.seats):
                raise self.wrong(line, "lesson.seat", seats=", ".join(map(str, range(start.seats))))
            return int(text)
        if len(start.actors) != 1:
            raise self.wrong(1, "lesson.which-seat")
        return start.actors[0]

    def goal(self, start: State, seat: int) -> Goal:
        if not self.given["goal"]:
            raise self.wrong(1, "record.missing", key="goal")
        line, text = self.given["goal"][0]
        found = GOAL.fullmatch(text)
        if found is None or (found["win"] and start.seats == 1):
            raise self.wrong(line, "lesson.goal", text=text[:60])
        measures = self.game.display.measures.MEASURES
        if found["measure"] and found["measure"] not in measures:
            raise self.wrong(line, "lesson.measure", name=found["measure"][:40], known=", ".join(measures))
        return Goal(int(found["within"]), _lack(found, measures, seat), bool(found["win"]))


def _lack(found: re.Match[str], measures: Mapping[str, Callable[[State, int], int]], seat: int) -> Lack:
    if found["win"]:
        return lambda first, now: int(now.result is None or now.result[seat] <= 0)
    if globs := (found["globs"] or "").split():
        return lambda first, now: int(not (now.last and now.last[0] == seat and _fits(now.last[1], globs)))
    measure, amount = measures[found["measure"]], int(found["amount"])
    ways: Mapping[str, Lack] = {
        ">=": lambda first, now: max(0, amount - measure(now, seat)),
        "<=": lambda first, now: max(0, measure(now, seat) - amount),
        "=": lambda first, now: abs(measure(now, seat) - amount),
        "+": lambda first, now: max(0, measure(first, seat) + amount - measure(now, seat)),
    }
    return ways[found["sign"]]


def _fits(text: str, globs: Sequence[str]) -> bool:
    return any(fnmatchcase(text, glob) for glob in globs)
