"""Planning of whole turns, in games that say which plans there are.

Where seats hardly touch one another, a turn can be thought through to its end by itself. A game may bring a
``search/planner.py`` with ``open_plans(state, seat, most, seed)``: the most promising ways through the rest of a turn,
and what they come to when the next turns are played with sampled draws. Here is decided which of them deserve more
samples: all begin alike, with the same draws for all, and after each round the weaker half is left (sequential
halving). Effort is counted in positions that were judged; time is only a guard.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, cast

import numpy as np

from ..core.game import Game
from ..core.state import State
from .analysis import Analysis, Choice
from .tree import Array

MOST_PLANS = 32
POSITIONS_A_PLAN = 2_000  # fewer are too few to tell plans apart


class Plans(Protocol):
    """Plans for the rest of a seat's turn, found by a game."""

    values: Array  # what each seems to be worth to the seat
    first: dict[int, float]  # the same of the best plan with each action, also of those that were not kept
    unit: float  # what a win counts; alone, the points at stake

    @property
    def actions(self) -> Sequence[int]:
        """The first action of each."""

    @property
    def judged(self) -> int:
        """Positions so far."""

    def follow(self, plans: Array, number: int) -> Array:
        """What some of the plans come to with the draws of this number."""

    def results(self, value: float) -> tuple[float, ...]:
        """What each seat can expect if a plan is worth so much."""


class Planner(Protocol):
    """What ``search/planner.py`` of a game brings."""

    def open_plans(self, state: State, seat: int, most: int, seed: int) -> Plans:
        """At most so many plans, the best ones at first sight."""

    def compiled_files(self) -> list[Any]:
        """Where that stands which it compiles."""


class Learning(Protocol):
    """What ``search/learning.py`` of such a game brings, if its plans are judged by something that was learned."""

    def learn(self, folder: Path, seed: int, hurry: bool, watch: Callable[[str, int, int], None]) -> Path:
        """Begins, or goes on in this folder; the file with what was learned. Tells how far it is."""

    def install(self, learned: Path) -> Path:
        """Lets the planner use such a file."""


def planner_of(game: Game) -> Planner | None:
    """The planner of a game, if it has one."""
    return cast("Planner | None", _module(game, "planner"))


def learning_of(game: Game) -> Learning | None:
    """How its planner learns, if it does."""
    return cast("Learning | None", _module(game, "learning"))


def _module(game: Game, name: str) -> ModuleType | None:
    full = f"{game.rules.__name__.rpartition('.')[0]}.search.{name}"
    return import_module(full) if find_spec(full) else None


class Halving:
    """Plans and what their samples say; fewer and fewer of them are followed."""

    def __init__(self, plans: Plans) -> None:
        self.plans = plans
        self.left = np.argsort(-plans.values, kind="stable")
        self.sums, self.samples = np.zeros(len(plans.values)), np.zeros(len(plans.values), np.int64)

    def run(self, positions: int, progress: Callable[[float], float]) -> None:
        """Samples until so many positions are judged; ``progress`` may find that the time is over sooner."""
        rounds = math.ceil(math.log2(max(1, len(self.left))))
        for done in range(1, rounds + 1):
            while progress(self.plans.judged / positions) < done / rounds:
                self.sample()
            self.left = self.ranked()[: (len(self.left) + 1) // 2]

    def sample(self) -> None:
        number = int(self.samples[self.left[0]])
        self.sums[self.left] += self.plans.follow(self.left, number)
        self.samples[self.left] += 1

    def ranked(self) -> Array:
        """What is left, the best first; without samples by the first sight."""
        return self.left[np.argsort(-self.means()[self.left], kind="stable")]

    def means(self) -> Array:
        return np.where(self.samples > 0, self.sums / np.maximum(self.samples, 1), self.plans.values)

    def order(self) -> Array:
        """All plans, the best first: what was followed longest, then what is worth most."""
        return np.lexsort((-self.means(), -self.samples))


def analyse_plans(
    planner: Planner, state: State, seat: int, positions: int, seed: int, progress: Callable[[float], float]
) -> Analysis:
    """What a seat can expect of each of its choices, if it plans the whole turn."""
    most = max(2, min(MOST_PLANS, positions // POSITIONS_A_PLAN))
    halving = Halving(planner.open_plans(state, seat, most, seed))
    if len(state.legal(seat)) > 1:
        halving.run(positions, progress)
    choices = tuple(choices_of(state, seat, halving))
    plans = halving.plans
    return Analysis(state, seat, choices[0].values, False, choices, plans.judged, plans.unit)


def choices_of(state: State, seat: int, halving: Halving) -> list[Choice]:
    """The choices in the order of their best plans; those without a plan behind, as they looked at first sight."""
    plans, means = halving.plans, halving.means()
    found: dict[int, tuple[int, float]] = {}
    for plan in halving.order():
        found.setdefault(int(plans.actions[plan]), (int(halving.samples[plan]), float(means[plan])))
    others = sorted(set(state.legal(seat)) - set(found), key=lambda action: -plans.first.get(action, -math.inf))
    worst = min(value for _, value in found.values())
    for action in others:
        found[action] = 0, min(worst, plans.first.get(action, worst))
    return [_choice(state, seat, action, visits, plans.results(value)) for action, (visits, value) in found.items()]


def _choice(state: State, seat: int, action: int, visits: int, values: tuple[float, ...]) -> Choice:
    return Choice(state.game.display.notation.write(state, seat, action), action, visits, values, False)
