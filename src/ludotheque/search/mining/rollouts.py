"""Choices compared where chance plays a part: the same draws for all of them, many times.

After each of the choices the next few are played by a search, then a longer search says what the position is worth. The
n-th draw of a sample falls on the same part of its outcomes whichever choice was made, so luck is the same for all of
them, and what is left is what the choices differ by. Where a game plans whole turns, its planner does all of that.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np

from ...core.state import CHANCE, State
from ..calibration import calibrated, temper_of
from ..plans import Planner, Plans
from ..think import Effort, Thinker
from ..tree import Tree

Array = np.ndarray[Any, np.dtype[Any]]
# Simulations of those who play on, and choices that they make: each sample has its own, so that where little is left to
# chance the error still tells how much depends on who plays.
POLICIES = (40, 80, 160)
CHOICES = range(2, 9)
LEAF = 400  # simulations of what the position then is worth
MOST_PLANS = 24
FIRST_SAMPLES = 8  # of all plans, before the best are looked at more closely


@dataclass(frozen=True)
class Comparison:
    """What some actions are worth to a seat, sample by sample with the same draws."""

    actions: tuple[int, ...]
    values: Array  # sample, action
    unit: float = 1.0

    @property
    def means(self) -> Array:
        return np.asarray(self.values.mean(0))

    def order(self) -> list[int]:
        """Places of the actions, the best first."""
        return [int(place) for place in np.argsort(-self.means, kind="stable")]

    def loss(self, better: int, worse: int) -> tuple[float, float]:
        """By how much one action (by its place) is better than another, and the standard error of that."""
        apart = self.values[:, better] - self.values[:, worse]
        return float(apart.mean()), float(apart.std(ddof=1) / np.sqrt(len(apart)))

    def with_more(self, other: Comparison) -> Comparison:
        return Comparison(self.actions, np.concatenate([self.values, other.values]), self.unit)


def compare(state: State, seat: int, actions: Sequence[int], samples: range, seed: int) -> Comparison:
    """So many samples of each action; their numbers say which draws are made."""
    values = np.array([[_sample(state, seat, action, f"{seed}/{n}") for action in actions] for n in samples])
    return Comparison(tuple(actions), calibrated(values, temper_of(state)))


def _sample(state: State, seat: int, action: int, name: str) -> float:
    rng = random.Random(name)
    thinker, policy, choices = Thinker(rng.getrandbits(32)), rng.choice(POLICIES), rng.choice(CHOICES)
    leaf = rng.getrandbits(32)
    state = state.play(state.game.display.notation.write(state, seat, action), seat)
    made = 0
    while not state.over and (state.chance or made < choices):
        if state.chance:
            state = state.play(same_draw(state, rng.random()))
        else:
            actor = state.actors[0]
            text = thinker.think(state, actor, Effort(policy, 60.0)).best.text
            state, made = state.play(text, actor), made + 1
    return state.result[seat] if state.result else _worth(state, seat, leaf)


def same_draw(state: State, part: float) -> str:
    """The outcome at this part, from 0 to 1, of all outcomes in their order."""
    outcomes = state.outcomes()
    at = part * sum(outcomes.values())
    return next(text for text, end in zip(outcomes, accumulate(outcomes.values()), strict=True) if at < end)


def _worth(state: State, seat: int, seed: int) -> float:
    actor = CHANCE if state.chance else state.actors[0]
    tree = Tree(state, actor, 256 * LEAF, seed)
    tree.search(LEAF, 1.0)
    if tree.seat == CHANCE or not tree.children():
        return float(tree.values[0, seat])
    best = max(tree.children(), key=lambda child: tree.worth(child, actor))
    return float(tree.values[best, seat])


class PlanSamples:
    """The same by the game's planner: of the plans that begin with an action the best one is followed, and only those
    of the best few actions. What finds them is not counted afterwards, or they would look better than they are."""

    def __init__(self, planner: Planner, state: State, seat: int, most: int, seed: int) -> None:
        self.state, self.seat, self.number = state, seat, 0
        self.plans = planner.open_plans(state, seat, MOST_PLANS, seed)
        first = self._follow(np.arange(len(self.plans.values)), FIRST_SAMPLES)
        self.chosen = _best_of_each(self.plans, first.mean(0))[:most]

    def sample(self, samples: int) -> Comparison:
        """So many more."""
        actions = tuple(int(self.plans.actions[plan]) for plan in self.chosen)
        values = self._follow(self.chosen, samples)
        if self.state.seats > 1:
            values = np.vectorize(lambda value: self.plans.results(value)[self.seat])(values)
        return Comparison(actions, values, self.plans.unit)

    def _follow(self, plans: Array, samples: int) -> Array:
        numbers = range(self.number, self.number + samples)
        self.number += samples
        return np.array([self.plans.follow(plans, number) for number in numbers])


def _best_of_each(plans: Plans, means: Array) -> Array:
    best: dict[int, int] = {}
    for plan in np.argsort(-means, kind="stable"):
        best.setdefault(int(plans.actions[plan]), int(plan))
    return np.array([*best.values()])
