"""A position of Skeleton as planes, for what learns: one number a cell."""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE
from ludotheque.core.contract import Board
from ludotheque.core.fields import Float32Array
from ludotheque.core.rule import rule
from ludotheque.core.state import State

from .rules import Position


def board(state: State) -> Board:
    """Rows, columns, and the names of the planes: those of each seat, then those of the table."""
    return Board(3, 3, ("marks",), ())


@rule
def draw_seat(s: Position, seat: int, out: Float32Array) -> None:
    """Writes what belongs to a seat; all is 0 before."""
    for cell in range(9):
        out[0, cell // 3, cell % 3] = s.marks[seat] >> np.uint64(cell) & ONE


@rule
def draw_table(s: Position, seat: int, out: Float32Array) -> None:
    """Writes what belongs to nobody, and what the seat that looks is about to do; here there is nothing."""
