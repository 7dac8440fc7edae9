"""A position of Drumlin as planes, for what learns: one number a cell."""

from __future__ import annotations

from ludotheque.core.contract import Board
from ludotheque.core.fields import Float32Array
from ludotheque.core.rule import rule
from ludotheque.core.state import State

from .rules.geometry import CELLS, COLUMNS, FAR_ROW, ROWS
from .rules.state import Position, dragons_on, elephants_on, has_egg_on, is_offered

MOST = 5  # of a seat's pieces on a cell


def board(state: State) -> Board:
    answer = ("offer",) if state.options["placing"] == "swap" else ()
    return Board(ROWS, COLUMNS, ("elephants", "dragons", "egg", "far row"), ("stone", *answer))


@rule
def draw_seat(s: Position, seat: int, out: Float32Array) -> None:
    for cell in range(CELLS):
        row, column = cell >> 3, cell & 7
        out[0, row, column] = elephants_on(s, seat, cell) / MOST
        out[1, row, column] = dragons_on(s, seat, cell) / MOST
        out[2, row, column] = has_egg_on(s, seat, cell)
        out[3, row, column] = row == FAR_ROW[seat]


@rule
def draw_table(s: Position, seat: int, out: Float32Array) -> None:
    """The stone lies nowhere while it is in somebody's hand."""
    for cell in range(CELLS):
        out[0, cell >> 3, cell & 7] = s.stone == cell
    if len(out) > 1 and is_offered(s):
        out[1] = 1.0
