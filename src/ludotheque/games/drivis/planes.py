"""A position of Drivis as planes, for what learns: one number a place."""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE
from ludotheque.core.contract import Board
from ludotheque.core.fields import Float32Array
from ludotheque.core.rule import rule
from ludotheque.core.state import State

from .rules import Position


def board(state: State) -> Board:
    """The places of plates, which is one less than there are cells in each direction."""
    return Board(8, 8, ("plates",), ())


@rule
def draw_seat(s: Position, seat: int, out: Float32Array) -> None:
    for place in range(64):
        out[0, place >> 3, place & 7] = s.plates[seat] >> np.uint64(place) & ONE


@rule
def draw_table(s: Position, seat: int, out: Float32Array) -> None:
    """Everything belongs to somebody."""
