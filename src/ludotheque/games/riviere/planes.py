"""A position of La Rivière de Couleurs as planes, for what learns: one number a cell, rows under the frame included."""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE
from ludotheque.core.contract import Board
from ludotheque.core.fields import Float32Array
from ludotheque.core.rule import rule
from ludotheque.core.state import State

from .rules.geometry import LAST_ROW
from .rules.state import EMPTY, PUSH, Position

ROWS, COLUMNS = 8, 3
PAWNS = 3  # of a colour; a seat has two
COLOURS = ("red", "blue", "green", "yellow", "orange")


def board(state: State) -> Board:
    """Pawns are told apart by how many lie on them: all can lie in one stack if nothing limits it."""
    deepest = state.options["stack_limit"] or 4 * PAWNS
    pawns = (f"colour {c} under {above}" for above in range(int(deepest)) for c in (1, 2))
    seat = ("far row", "colour 1 at home", "colour 2 at home", *pawns)
    tiles = tuple(f"{what} {colour}" for what in ("tile", "spare") for colour in COLOURS)
    return Board(ROWS, COLUMNS, seat, (*tiles, "moved", "banned", "push"))


@rule
def draw_seat(s: Position, seat: int, out: Float32Array) -> None:
    draw_cells(LAST_ROW[seat], out[0])
    for i in range(2):
        colour = 2 * seat + i
        out[1 + i] = s.home[colour] / PAWNS
        for above in range((len(out) - 3) // 2):
            for cell in range(ROWS * COLUMNS):
                stack = s.stacks[cell] >> 2 * above
                out[3 + 2 * above + i, cell & 7, cell >> 3] = stack > EMPTY and stack & 3 == colour


@rule
def draw_table(s: Position, seat: int, out: Float32Array) -> None:
    for colour in range(5):
        draw_cells(s.tiles[colour], out[colour])
    if s.spare >= 0:
        out[5 + s.spare] = 1.0
    draw_cells(s.moved, out[10])
    if s.banned >= 0:
        out[11, :, s.banned] = 1.0
    if s.phase == PUSH:
        out[12] = 1.0


@rule
def draw_cells(cells: np.uint64, plane: Float32Array) -> None:
    for cell in range(ROWS * COLUMNS):
        plane[cell & 7, cell >> 3] = cells >> np.uint64(cell) & ONE
