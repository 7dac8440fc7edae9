"""A position as planes: numbers from 0 to 1 in the rows and columns of the board, for networks that look at boards.

The planes of each seat come first, those of the seat that looks before the others, which follow in the order of the
seats; then what belongs to nobody, and the share of the choices that the length cap allows. A game's ``planes.py`` says
what is drawn. The board is never turned, so that places and actions go together for every seat.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, cast

import numpy as np
from numba.extending import overload

from ..core.contract import Board, Planes, Rules
from ..core.fields import Fields, Float32Array, Int64Array, States
from ..core.rule import generic
from ..core.state import State
from ..core.verbs import rules_of, rules_of_type
from .simultaneous import seen_by

Array = np.ndarray[Any, np.dtype[Any]]


def planes_of(rules: Rules[Any, Any]) -> Planes[Any]:
    """The ``planes.py`` beside a game's rules."""
    return cast(Planes[Any], import_module(f"{rules.__name__.rpartition('.')[0]}.planes"))


def board_of(state: State) -> Board:
    return planes_of(state.game.rules).board(state)


def plane_names(state: State) -> list[str]:
    """What the planes of a game with these seats and options are; ``+1`` belongs to the next seat.

    >>> plane_names(lt.load("drivis").new())
    ['plates +0', 'plates +1', 'choices']
    """
    board = board_of(state)
    seats = (f"{name} +{further}" for further in range(state.seats) for name in board.seat_planes)
    return [*seats, *board.table_planes, "choices"]


def planes_shape(state: State) -> tuple[int, int, int]:
    """How many planes, rows and columns there are."""
    board = board_of(state)
    return state.seats * len(board.seat_planes) + len(board.table_planes) + 1, board.rows, board.columns


def observe_planes(state: State, seat: int) -> Array:
    """What a seat sees of a position, as planes."""
    return planes_of_array(state, seen_by(state, seat).array, seat)


def planes_of_array(first: State, states: Array, seat: int) -> Array:
    """The same for an array of one record, of the game with the seats and options of ``first``."""
    return _draw(first.game.compiled(draw_games), first, states, seat)


def _draw(draw: Callable[..., None], first: State, states: Array, seat: int) -> Array:
    """A batch of one: a function of its own for one position would have to be compiled, too."""
    out: Array = np.empty((1, *planes_shape(first)), np.float32)
    alone = states, states.reshape(1, 1), np.zeros(1, np.int64)
    draw(*alone, first.seats, len(board_of(first).seat_planes), np.array([seat]), out)
    return out.reshape(out.shape[1:])


# Compiled. What a game draws is found like its rules, by the type of a position.


def draw_seat(s: Fields, seat: int, out: Float32Array) -> None:
    """What belongs to a seat."""
    planes_of(rules_of(s)).draw_seat(s, seat, out)


@overload(draw_seat)
def _draw_seat(s: Fields, seat: int, out: Float32Array) -> Callable[..., object]:
    own = planes_of(rules_of_type(s)).draw_seat

    def call(s: Fields, seat: int, out: Float32Array) -> None:
        return own(s, seat, out)

    return call


def draw_table(s: Fields, seat: int, out: Float32Array) -> None:
    """What belongs to nobody, and what ``seat`` is about to do."""
    planes_of(rules_of(s)).draw_table(s, seat, out)


@overload(draw_table)
def _draw_table(s: Fields, seat: int, out: Float32Array) -> Callable[..., object]:
    own = planes_of(rules_of_type(s)).draw_table

    def call(s: Fields, seat: int, out: Float32Array) -> None:
        return own(s, seat, out)

    return call


@generic
def draw_planes(s: Fields, seat: int, seats: int, each: int, out: Float32Array) -> None:
    """All planes as ``seat`` sees them; ``each`` seat has so many."""
    out[:] = 0.0
    for further in range(seats):
        draw_seat(s, (seat + further) % seats, out[each * further : each * (further + 1)])
    draw_table(s, seat, out[each * seats : len(out) - 1])
    out[len(out) - 1] = s.choices / s.max_choices


def draw_games(
    states: States,
    views: States,
    choosing: Int64Array,
    seats: int,
    each: int,
    seats_to_act: Int64Array,
    out: Float32Array,
) -> None:
    """What the seat to act sees in every game of a batch; while others choose at the same time, its own view."""
    for i in range(len(states)):
        seat = seats_to_act[i]
        if choosing[i]:
            draw_planes(views[i, seat], seat, seats, each, out[i])
        else:
            draw_planes(states[i], seat, seats, each, out[i])
