"""Every way to set up every game, and random games for the laws."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

import ludotheque as lt
from ludotheque.core.options import Whole, write_value

MOST_EVENTS = 6000
MANY = 7  # set-ups of a game: six are its numbers of seats, where it has most of them
EVERYTHING = 1_000_000  # set-ups: more than any game has


@dataclass(frozen=True)
class Setup:
    """A game, a number of seats and options that differ from the defaults."""

    name: str
    seats: int
    options: tuple[tuple[str, Any], ...]

    @property
    def game(self) -> lt.Game:
        return lt.load(self.name)

    def new(self) -> lt.State:
        return self.game.start(self.seats, None, dict(self.options))

    def __str__(self) -> str:
        chosen = "-".join(f"{name}={write_value(value)}" for name, value in self.options)
        return f"{self.name}-{self.seats}" + (f"-{chosen}" if chosen else "")


def all_setups(name: str) -> Iterator[Setup]:
    """All combinations of seats and of the options with few values; those the game refuses are left out."""
    game = lt.load(name)
    few = {o.name: o.values for o in game.options.values() if not isinstance(o.values, Whole)}
    for seats in game.seats:
        for values in product(*few.values()):
            setup = Setup(name, seats, tuple(zip(few, values, strict=True)))
            if _is_allowed(setup):
                yield setup


def _is_allowed(setup: Setup) -> bool:
    try:
        setup.game.settle(setup.seats, dict(setup.options))
    except lt.GameError:
        return False
    return True


@cache
def sample(name: str, most: int) -> tuple[Setup, ...]:
    """The defaults of each number of seats first, then set-ups in which each option value occurs, then others."""
    every = list(all_setups(name))
    defaults = [Setup(name, seats, ()) for seats in lt.load(name).seats]
    rng = random.Random(name)
    rng.shuffle(every)
    return tuple(dict.fromkeys([*defaults, *_each_value(every), *every]))[: max(most, len(defaults))]


def _each_value(setups: list[Setup]) -> list[Setup]:
    """A few setups in which every value of every option occurs."""
    seen: set[tuple[int, str, Any]] = set()
    chosen = []
    for setup in setups:
        new = {(setup.seats, name, value) for name, value in setup.options} - seen
        if new:
            seen |= new
            chosen.append(setup)
    return chosen


def each(most: int, quick: int = 1) -> list[ParameterSet]:
    """For every game some set-ups as parameters of a test; all but a few of each game are marked slow, the last ones
    long. With ``LUDOTHEQUE_LAWS=all`` it is every combination of options."""
    slow, long = [pytest.mark.slow], [pytest.mark.slow, pytest.mark.long]
    most = EVERYTHING if os.environ.get("LUDOTHEQUE_LAWS") == "all" else most
    return [
        pytest.param(setup, marks=long if number >= MANY else slow if number >= quick else (), id=str(setup))
        for name in lt.games()
        for number, setup in enumerate(sample(name, most))
    ]


def random_game(start: lt.State, seed: int, most: int = MOST_EVENTS) -> lt.State:
    """A random game from there, to its end or to a number of events."""
    state, rng = start, random.Random(seed)
    for _ in range(most):
        if state.over:
            break
        state = random_event(state, rng)
    return state


def random_event(state: lt.State, rng: random.Random) -> lt.State:
    if state.chance:
        return state.draw(rng)
    seat = rng.choice(state.actors)
    return state.play(rng.choice(state.choices(seat)), seat)
