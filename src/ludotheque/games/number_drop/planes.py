"""A position of Number Drop as planes, for what learns: one number a cell of the sheets.

What is no cell stands in whole rows or columns: of ``identical`` and ``runs`` the rows are the sizes 3 to 8, of dice
the four dice, of ``stage`` and ``combination`` their numbers, of ``shape`` the shapes; columns are the slots of tiles.
"""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE
from ludotheque.core.contract import Board
from ludotheque.core.fields import Float32Array, UInt64Array, int64
from ludotheque.core.rule import rule
from ludotheque.core.state import State

from .rules.geometry import COLUMNS, ROWS
from .rules.state import GO, LETTERS, NONE, SIZES, STAR, Position

SHEET = (*(f"digit {digit}" for digit in range(10)), "X", "used", "identical", "runs")
OWN = ("open", "picked", "dice left", "stage", "combination")
TABLE = ("dice", "shape", "tiles", "falling")


def board(state: State) -> Board:
    """Alone, tiles slide and no letter is crossed off."""
    if state.seats == 1:
        return Board(ROWS, COLUMNS, SHEET, (*OWN, *TABLE, "steps", "slides"))
    return Board(ROWS, COLUMNS, (*SHEET, "dropper"), (*OWN, *TABLE, "crossed"))


@rule
def draw_seat(s: Position, seat: int, out: Float32Array) -> None:
    draw_cells(s.filled[seat], out[10])
    for digit in range(10):
        draw_cells(s.digits[seat, digit], out[digit])
        take_away(out[digit], out[10])
    draw_cells(s.used[seat], out[11])
    for kind in range(2):
        draw_rows(s.validated[seat, kind], SIZES, out[12 + kind])
    if s.seats > 1 and s.dropper == seat:
        out[14] = 1.0


@rule
def draw_table(s: Position, seat: int, out: Float32Array) -> None:
    draw_cells(s.open[seat], out[0])
    draw_cells(s.picked[seat], out[1])
    draw_rows(s.dice_left[seat], 4, out[2])
    out[3, s.stage[seat]] = 1.0
    if s.combination[seat]:
        out[4, s.combination[seat] - 1] = 1.0
    for die in range(4):
        out[5, die] = s.dice[die] / STAR
    if s.shape_die != NONE:
        out[6, s.shape_die] = 1.0
    draw_slots(s, out[7:])


@rule
def draw_slots(s: Position, out: Float32Array) -> None:
    """The tiles, and what happens to them."""
    for slot in range(LETTERS):
        if s.tiles[slot] != NONE:
            out[0, s.tiles[slot], slot] = 1.0
        out[1, :, slot] = s.falling == slot
        if s.seats > 1:
            out[2, :, slot] = s.crossed >> slot & 1
        else:
            out[2, :, slot] = s.steps[slot] / GO
    if s.seats == 1:
        out[3] = s.slides / 2


@rule
def draw_cells(halves: UInt64Array, plane: Float32Array) -> None:
    for row in range(ROWS):
        for column in range(COLUMNS):
            cell = 8 * row + column
            plane[row, column] = halves[cell >> 6] >> np.uint64(cell & 63) & ONE


@rule
def take_away(cells: Float32Array, plane: Float32Array) -> None:
    for row in range(ROWS):
        for column in range(COLUMNS):
            plane[row, column] -= cells[row, column]


@rule
def draw_rows(bits: int, n: int, plane: Float32Array) -> None:
    """Whole rows for the bits that are set."""
    for row in range(n):
        plane[row] = int64(bits) >> row & 1
