"""Mining: game after game, what the judge approves of is kept, until there are enough puzzles. It can be stopped at any
moment: it goes on with the next game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ...core.errors import GameError
from ...core.game import Game
from ...core.puzzles import BEST, Collection, Puzzle, id_of, read
from ...core.state import State
from ..texts import CATALOG
from .difficulty import difficulty_of
from .generator import has_draws, positions
from .identity import key_of
from .judge import Verdict, judge, line_of_trap
from .themes import aim_of, themes_of

MOST_A_GAME = 12  # puzzles from one game
APART = 2  # events between two of them
ASIDES = 4  # where nothing is drawn: what follows from other choices is looked at, too
MOST_ALIKE = 0.65  # part of all puzzles that may have the same first theme, ...
MOST_OBVIOUS = 0.15  # ... or win at once
FEW = 12  # before shares count
Watch = Callable[[int, int], None]  # games looked through, puzzles found


class Mine:
    """A file of puzzles that grows."""

    def __init__(self, game: Game, path: Path, seats: int | None, options: Mapping[str, Any], seed: int) -> None:
        self.game, self.path, self.seats, self.options = game, path, seats, dict(options)
        self.seed = seed
        told = {**({} if seats is None else {"seats": seats}), **self.options}
        start = game.start(seats, None, options)
        if game.display.memory.is_played_from(start):
            raise GameError(CATALOG("mine-memory", game=game.catalog("title")))
        known = read(game, path) if path.exists() else Collection(game, seed, 0, (), told)
        if known.seed != seed or known.options != told:
            raise GameError(CATALOG("mine-other", file=path.name))
        self.collection = known
        self.keys = {key_of(puzzle.state) for puzzle in known.puzzles}
        self.with_draws = has_draws(game, seats, options)

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        return self.collection.puzzles

    def run(self, wanted: int, watch: Watch) -> None:
        """Until there are so many; after each game the file is written."""
        while len(self.puzzles) < wanted:
            number = self.collection.games
            found: tuple[Puzzle, ...] = ()
            for puzzle in self.look_through(number):
                found = (*found, puzzle)
                watch(number, len(self.puzzles) + len(found))
            c = self.collection
            self.collection = Collection(c.game, c.seed, number + 1, (*c.puzzles, *found), c.options)
            self.collection.write(self.path)
            watch(number + 1, len(self.puzzles))

    def look_through(self, number: int) -> Iterator[Puzzle]:
        """The puzzles of one game."""
        counts = Counter(puzzle.themes[0] for puzzle in self.puzzles)
        found, last = 0, -APART
        asides = 0 if self.with_draws else ASIDES
        for played, seat in positions(self.game, self.seats, self.options, self.seed, number, asides):
            if played.ply < last + APART:
                continue
            puzzle = self.puzzle(self.game.read(played.diagram()), seat, counts)
            if puzzle is not None:
                found, last = found + 1, played.ply
                counts[puzzle.themes[0]] += 1
                yield puzzle
            if found == MOST_A_GAME:
                return

    def puzzle(self, state: State, seat: int, counts: Counter[str]) -> Puzzle | None:
        """The puzzle that this position is, if it is one, and not one of those there are."""
        key = key_of(state)
        if key in self.keys:
            return None
        verdict = judge(state, seat, self.with_draws, is_wanted=lambda proof: not self.too_many(aim_of(proof), counts))
        if verdict is None:
            return None
        themes = themes_of(state, seat, verdict)
        if self.too_many(themes[0], counts):
            return None
        self.keys.add(key)
        return self.told(state, seat, verdict, themes)

    def too_many(self, theme: str, counts: Counter[str]) -> bool:
        """So that not all puzzles are alike."""
        most = MOST_OBVIOUS if theme == "win-in-1" else MOST_ALIKE
        return counts[theme] >= max(FEW, most * counts.total())

    def told(self, state: State, seat: int, verdict: Verdict, themes: tuple[str, ...]) -> Puzzle:
        def write(action: int) -> str:
            return state.game.display.notation.write(state, seat, action)

        hard = difficulty_of(state, seat, (verdict.answer, *verdict.also))
        tempting = hard.tempting if verdict.kind != BEST else verdict.worse[0]
        position = state.diagram()
        return Puzzle(
            self.game,
            id_of(position, seat),
            position,
            seat,
            write(verdict.answer),
            verdict.kind,
            verdict.line,
            hard.simulations,
            themes,
            tuple(map(write, verdict.also)),
            () if tempting is None else line_of_trap(state, seat, verdict.kind, tempting),
            verdict.turns,
            verdict.margin,
            verdict.error,
        )
