"""Plans for the rest of a turn, for the search: see ``search/plans.py`` of the package. The work is compiled."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core.fields import Float32Array
from ludotheque.core.game import Game
from ludotheque.core.state import State

from .turns import planning
from .turns.desk import JUDGED, LENGTH, NUMBERS, PLANS, Desk
from .turns.expectation import LEARNED
from .turns.features import MOST
from .turns.rivals import FIRST_RIVAL
from .turns.sheet import VIEW

Array = np.ndarray[Any, np.dtype[Any]]

WEIGHTS = Path(__file__).with_name("points.npy")
POINTS_AT_STAKE = 20.0
TURNS = 1  # that a plan is followed


def open_plans(state: State, seat: int, most: int, seed: int) -> TurnPlans:
    return TurnPlans(state, seat, most, seed, network_for(state.seats))


def compiled_files() -> list[Path]:
    return [Path(planning.__file__)]


def network_for(seats: int) -> Float32Array:
    """What was learned, with room to work in before it: for one player alone, or for more."""
    return _networks()[min(seats, 2) - 1]


@cache
def _networks() -> list[Float32Array]:
    learned = np.load(WEIGHTS, allow_pickle=False).astype(np.float32)
    return [np.concatenate([np.zeros(LEARNED, np.float32), each]) for each in learned]


def new_desk(game: Game, network: Float32Array, plans: int, seats: int = 1) -> Desk:
    """Room for so many plans; with more than one seat the chance to win counts, else points."""
    room = PLANS + plans
    return Desk(
        game.empty(room),
        np.zeros(room),
        np.zeros(room, np.int32),
        np.full(game.num_actions, -math.inf),
        np.zeros(NUMBERS, np.int64),
        network.copy(),  # other threads work in their own
        np.zeros(VIEW, np.int8),
        np.zeros(VIEW, np.int8),
        np.zeros(MOST, np.int32),
        np.zeros(game.num_codes, np.int32),
        np.zeros(1, np.uint64),
        np.zeros(FIRST_RIVAL + 2 * (seats - 1) if seats > 1 else 0),
    )


class TurnPlans:
    """The best plans for the rest of a seat's turn."""

    def __init__(self, state: State, seat: int, most: int, seed: int, network: Float32Array) -> None:
        self.seats, self.seat, self.seed = state.seats, seat, seed
        self.unit = POINTS_AT_STAKE if state.seats == 1 else 1.0
        self.desk, self.compiled = new_desk(state.game, network, most, state.seats), state.game.compiled(planning.work)
        self.desk.states[0] = state.array[0]
        self.room = np.zeros(most)
        self._work(np.zeros(0, np.int64), planning.OPEN)
        found = slice(PLANS, PLANS + int(self.desk.numbers[LENGTH]))
        self.actions: list[int] = self.desk.tags[found].tolist()
        self.values: Array = self.desk.values[found].copy()
        seen = np.flatnonzero(self.desk.best > -math.inf)
        self.first = dict(zip(seen.tolist(), self.desk.best[seen].tolist(), strict=True))

    @property
    def judged(self) -> int:
        return int(self.desk.numbers[JUDGED])

    def follow(self, plans: Array, number: int) -> Array:
        self._work(plans, number)
        return self.room[plans]

    def results(self, value: float) -> tuple[float, ...]:
        if self.seats == 1:
            return (value,)
        mine = (self.seats * value - 1) / (self.seats - 1)
        return tuple(mine if seat == self.seat else -mine / (self.seats - 1) for seat in range(self.seats))

    def _work(self, plans: Array, number: int) -> None:
        with np.errstate(over="ignore"):  # uncompiled, the random numbers wrap around with a warning
            self.compiled(self.desk, self.seat, plans, self.room, TURNS, self.seed, number)
