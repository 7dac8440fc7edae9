"""Puzzles: positions in which one choice is the best, kept with the answer and with what shows that it is.

The files ``puzzles/*.jsonl`` in the folder of a game have one JSON object a line: first a header with the game, its
edition and where mining goes on, then a puzzle a line. ``search/mining`` makes them, ``docs/puzzles.md`` describes the
fields. Whoever solves them needs no search: answers are kept, and the rules say what else is legal.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from .errors import GameError
from .game import Game
from .i18n import Sentence, language
from .record import Event
from .state import State
from .texts import CATALOG

FORMAT = 1
WIN, DEFENCE, BEST = "win", "defence", "best"
KINDS = (WIN, DEFENCE, BEST)
# Themes that any game shares; those of the game itself come behind them.
AIMS = ("win-in-1", "win-in-2", "win-in-3", "win-in-4", "long-win", "only-defence", "decisive", "clear", "fine")
QUIET, UNLIKELY = "quiet", "unlikely"
GRADES = range(1, 6)  # very easy to very hard
# Simulations up to which a puzzle is of a grade.
STEPS = (16, 128, 1_024, 4_096)
LEAST_RATING, RATING_A_DOUBLING = 700, 100


@dataclass(frozen=True)
class Puzzle:
    """A position for one seat, and what to choose there."""

    game: Game
    id: str
    position: str  # a diagram
    seat: int
    answer: str
    kind: str
    line: tuple[Event, ...]  # what is expected after the answer, which comes first
    simulations: int  # that a search needs to find the answer: how hard it is
    themes: tuple[str, ...]
    also: tuple[str, ...] = ()  # as good as the answer, as far as could be told
    trap: tuple[Event, ...] = ()  # the most tempting other choice, and how it fails
    turns: int = 0  # of a proof: how many are looked through
    margin: float = (
        0.0  # where chance plays a part: by how much the answer is better than the next, in results or points
    )
    error: float = 0.0  # of the margin

    @cached_property
    def state(self) -> State:
        return self.game.read(self.position)

    @property
    def answers(self) -> tuple[str, ...]:
        return self.answer, *self.also

    @property
    def own_turns(self) -> int:
        """Within how many turns of one's own it is decided."""
        return -(-self.turns // 2)

    @property
    def grade(self) -> int:
        return 1 + sum(self.simulations > step for step in STEPS)

    @property
    def rating(self) -> int:
        """What it is rated before anybody has tried it."""
        return round(LEAST_RATING + RATING_A_DOUBLING * math.log2(max(1, self.simulations)))

    def passes(self, text: str) -> bool:
        """Whether a choice is as good as the best; an error says why it is none at all."""
        self.state.action(text, self.seat)
        return text in self.answers

    def follow(self, line: Iterable[Event]) -> list[State]:
        """The positions of a line, the puzzle's own first."""
        states = [self.state]
        for seat, text in line:
            states.append(states[-1].play(text, seat))
        return states


class PuzzleError(GameError):
    """A file that holds no good puzzles; the line says where."""

    def __init__(self, path: Path, line: int, reason: Sentence) -> None:
        super().__init__(CATALOG("puzzle.at-line", file=path.name, line=line, reason=reason))


def id_of(position: str, seat: int) -> str:
    """The name of a puzzle: it stays the same however often it is found."""
    return hashlib.sha256(f"{seat}\n{position}".encode()).hexdigest()[:8]


# Files


@dataclass(frozen=True)
class Collection:
    """A file of puzzles: from where they came, and how far mining has come."""

    game: Game
    seed: int
    games: int  # that were looked through
    puzzles: tuple[Puzzle, ...]
    options: Mapping[str, Any]

    def write(self, path: Path) -> None:
        """At once: whoever stops in the middle finds the file as it was."""
        partial = path.with_name(path.name + ".part")
        partial.write_text("".join(f"{_compact(line)}\n" for line in self._lines()), "utf-8")
        partial.replace(path)

    def _lines(self) -> Iterable[dict[str, Any]]:
        yield {
            "puzzles": FORMAT,
            "game": self.game.name,
            "edition": self.game.edition,
            "options": dict(self.options),
            "seed": self.seed,
            "games": self.games,
        }
        yield from map(told, self.puzzles)


def told(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as an object of JSON; what is empty is left out."""
    fields: dict[str, Any] = {
        "id": puzzle.id,
        "seat": puzzle.seat,
        "kind": puzzle.kind,
        "answer": puzzle.answer,
        "also": list(puzzle.also),
        "line": [list(event) for event in puzzle.line],
        "trap": [list(event) for event in puzzle.trap],
        "turns": puzzle.turns,
        "margin": puzzle.margin,
        "error": puzzle.error,
        "simulations": puzzle.simulations,
        "themes": list(puzzle.themes),
        "position": puzzle.position,
    }
    return {key: value for key, value in fields.items() if value or key == "seat"}


def _compact(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def read(game: Game, path: Path) -> Collection:
    """A file of puzzles. A PuzzleError names the line that is wrong; whether an answer is right is not looked at."""
    header, *lines = path.read_text("utf-8").splitlines() or [""]
    head = _header(game, path, _object(path, 1, header))
    puzzles = tuple(_puzzle(game, path, number, line) for number, line in enumerate(lines, 2))
    return Collection(game, head["seed"], head["games"], puzzles, head["options"])


def _header(game: Game, path: Path, head: dict[str, Any]) -> dict[str, Any]:
    if head.get("puzzles") != FORMAT or head.get("game") != game.name or head.get("edition") != game.edition:
        raise PuzzleError(path, 1, CATALOG("puzzle.header", game=game.catalog("title"), edition=game.edition))
    if not all(type(head.get(key)) is int for key in ("seed", "games")) or type(head.get("options")) is not dict:
        raise PuzzleError(path, 1, CATALOG("puzzle.header", game=game.catalog("title"), edition=game.edition))
    return head


def _object(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except json.JSONDecodeError:
        found = None
    if not isinstance(found, dict):
        raise PuzzleError(path, number, CATALOG("puzzle.no-object"))
    return found


def _puzzle(game: Game, path: Path, number: int, line: str) -> Puzzle:
    found = _object(path, number, line)
    try:
        puzzle = Puzzle(
            game,
            id=found.pop("id"),
            line=_events(found.pop("line")),
            trap=_events(found.pop("trap", [])),
            themes=tuple(found.pop("themes", [])),
            also=tuple(found.pop("also", [])),
            **found,
        )
    except (KeyError, TypeError, ValueError) as problem:
        raise PuzzleError(path, number, CATALOG("puzzle.fields", reason=str(problem)[:80])) from problem
    if puzzle.id != id_of(puzzle.position, puzzle.seat) or puzzle.kind not in KINDS:
        raise PuzzleError(path, number, CATALOG("puzzle.fields", reason=f"{puzzle.id} {puzzle.kind}"[:80]))
    return puzzle


def _events(line: list[list[Any]]) -> tuple[Event, ...]:
    return tuple((seat, text) for seat, text in line)


# What is said


def task(puzzle: Puzzle) -> Sentence:
    """What is to be found."""
    side = puzzle.game.display.sentences.seat_name(puzzle.state, puzzle.seat)
    kind = "win-now" if puzzle.kind == WIN and puzzle.turns == 1 else _kind(puzzle)
    return CATALOG(f"puzzle.task.{kind}", side=side, n=puzzle.own_turns)


def reply(puzzle: Puzzle, text: str) -> Sentence:
    """What is said to a try."""
    if text in puzzle.also:
        return CATALOG("puzzle.right.as-good")
    if text == puzzle.answer:
        return CATALOG(f"puzzle.right.{_kind(puzzle)}", **_figures(puzzle))
    return CATALOG(f"puzzle.wrong.{puzzle.kind}", n=puzzle.own_turns)


def why(puzzle: Puzzle) -> Sentence:
    """Why the answer is the answer."""
    return CATALOG(f"puzzle.why.{_kind(puzzle)}", **_figures(puzzle))


def _kind(puzzle: Puzzle) -> str:
    """Alone, there are points where others win."""
    return "best-alone" if puzzle.kind == BEST and puzzle.state.seats == 1 else puzzle.kind


def _figures(puzzle: Puzzle) -> dict[str, Any]:
    if puzzle.state.seats == 1:
        return {"margin": _figure(puzzle.margin, 1), "error": _figure(puzzle.error, 1)}
    # A result goes from -1 to 1, so a hundred games are worth 200.
    return {"n": puzzle.own_turns, "margin": _figure(50 * puzzle.margin), "error": _figure(50 * puzzle.error)}


class Figure(Sentence):
    """A number as a language writes it."""

    def text(self, lang: str) -> str:
        return self.key.replace(".", language(lang).decimal)


def _figure(value: float, digits: int = 0) -> Figure:
    """Never 0: nothing is known so well."""
    return Figure(CATALOG, f"{max(value, 10.0**-digits):.{digits}f}")


def grade_sentence(grade: int) -> Sentence:
    return CATALOG(f"puzzle.grade.{grade}")


# All puzzles of a game


def files(game: Game) -> list[Path]:
    return sorted((game.folder / "puzzles").glob("*.jsonl"))


@cache
def puzzles(game: Game) -> tuple[Puzzle, ...]:
    """All puzzles of a game, the easiest first. This loads no rules."""
    found = (puzzle for path in files(game) for puzzle in read(game, path).puzzles)
    return tuple(sorted(found, key=lambda puzzle: (puzzle.simulations, puzzle.id)))


@cache
def _by_id(game: Game) -> Mapping[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in puzzles(game)}


def find(game: Game, id: str) -> Puzzle:
    """The puzzle of that name, or a GameError."""
    if id in _by_id(game):
        return _by_id(game)[id]
    raise GameError(CATALOG("puzzle.unknown", game=game.catalog("title"), name=id[:40]))


def themes_of(game: Game) -> list[str]:
    """The themes that its puzzles have, the most frequent first."""
    every = [theme for puzzle in puzzles(game) for theme in puzzle.themes]
    return sorted(set(every), key=lambda theme: (-every.count(theme), theme))


def theme_sentence(game: Game, theme: str) -> Sentence:
    """A theme in words: those of the game where it has some, else those of all games."""
    key = f"theme.{theme}"
    return game.catalog(key) if key in game.catalog else CATALOG(key)


def select(game: Game, theme: str | None = None, grade: int | None = None) -> list[Puzzle]:
    """Those with a theme and of a grade, the easiest first."""
    return [
        puzzle
        for puzzle in puzzles(game)
        if (theme is None or theme in puzzle.themes) and (grade is None or puzzle.grade == grade)
    ]


def of_the_day(game: Game, day: datetime.date) -> Puzzle:
    """The same for everybody; none comes twice before all have come once."""
    every = puzzles(game)
    round_, place = divmod(day.toordinal(), len(every))
    return sorted(every, key=lambda puzzle: _shuffled(round_, puzzle))[place]


def _shuffled(round_: int, puzzle: Puzzle) -> str:
    return hashlib.sha256(f"{round_}/{puzzle.id}".encode()).hexdigest()


def following(every: Sequence[Puzzle], after: str, solved: Iterable[str] = ()) -> Puzzle | None:
    """The next one after this puzzle that was not solved yet; from the beginning when there is none behind it."""
    done = {*solved}
    at = next((number for number, puzzle in enumerate(every) if puzzle.id == after), -1)
    left = [puzzle for puzzle in [*every[at + 1 :], *every[: max(0, at)]] if puzzle.id not in done]
    return left[0] if left else None
