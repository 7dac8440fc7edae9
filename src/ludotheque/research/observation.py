"""One observation for every game: the whole position as numbers from 0 to 1.

Nothing in a position is hidden, so every seat sees all of it, except what others have chosen at the same time. Each
field of the state becomes its binary digits, the lowest first: a set of places is one number a place, and whatever else
a game keeps in a field, nothing of it is lost. Then follow the share of the choices that the length cap allows, and a
one for the seat that observes.
"""

from __future__ import annotations

from functools import cache
from math import prod
from typing import Any, NamedTuple

import numpy as np

from ..core.errors import GameError
from ..core.game import Game
from ..core.state import State
from .simultaneous import seen_by
from .texts import CATALOG

Array = np.ndarray[Any, np.dtype[Any]]


class Plan(NamedTuple):
    """How the states of a game become observations."""

    fields: tuple[tuple[str, slice], ...]  # which numbers are what
    places: Array  # the bytes of a state whose digits are observed
    size: int


def check_kind(observation: str) -> str:
    """One of the two kinds of observations; a GameError says which there are."""
    if observation not in ("bits", "planes"):
        raise GameError(CATALOG("wrong-observation"))
    return observation


def observation_fields(game: Game, seats: int | None = None) -> list[tuple[str, slice]]:
    """What the numbers of an observation are: a name and the slice where it stands, in order.

    >>> observation_fields(lt.load("drivis"))[-1]
    ('seat', slice(185, 187, None))
    """
    return list(plan(game, game.seats[0] if seats is None else seats).fields)


def observation_size(game: Game, seats: int | None = None) -> int:
    """How many numbers an observation has."""
    return plan(game, game.seats[0] if seats is None else seats).size


@cache
def plan(game: Game, seats: int) -> Plan:
    fields: list[tuple[str, slice]] = []
    places: list[int] = []
    for name in game.rules.LAYOUT.names or ():
        if name != "choices":
            found = _places(game, seats, name)
            fields.append((name, slice(8 * len(places), 8 * (len(places) + len(found)))))
            places += found
    n = 8 * len(places)
    fields += [("choices", slice(n, n + 1)), ("seat", slice(n + 1, n + 1 + seats))]
    return Plan(tuple(fields), np.array(places, np.int64), n + 1 + seats)


def _places(game: Game, seats: int, name: str) -> list[int]:
    """The bytes of a field, the lowest of each number first."""
    described = game.rules.LAYOUT.fields
    assert described is not None
    kind, offset = described[name][:2]
    number, shape = kind.subdtype or (kind, ())
    numbers = prod(_shape_in_play(game, seats, shape))
    order = range(number.itemsize) if number.newbyteorder("<") == number else range(number.itemsize)[::-1]
    return [offset + number.itemsize * i + byte for i in range(numbers) for byte in order]


def _shape_in_play(game: Game, seats: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    """Where a game has room for more seats than play, their rows are left out: nothing ever happens there."""
    has_row_a_seat = len(game.seats) > 1 and shape[:1] == (max(game.seats),)
    return (seats, *shape[1:]) if has_row_a_seat else shape


def observe(state: State, seat: int) -> Array:
    """What a seat sees of a position."""
    return observe_array(state.game, seen_by(state, seat).array, state.seats, seat)


def observe_array(game: Game, states: Array, seats: int, seat: int) -> Array:
    """The same for an array of one record."""
    from .compiled import observe_state

    _, places, size = plan(game, seats)
    out = np.empty(size, np.float32)
    game.compiled(observe_state)(states, states.view(np.uint8), places, seat, out)
    return out
