"""A position of Dérive as planes, for what learns: one number a cell; the white cells are always 0."""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE
from ludotheque.core.contract import Board
from ludotheque.core.fields import Float32Array
from ludotheque.core.rule import rule
from ludotheque.core.state import State

from .rules.geometry import BANKS, ROW, SHORE, SHORE_PLACES
from .rules.state import Position

VALUES = 6


def board(state: State) -> Board:
    size = int(state.fields.width)
    return Board(size, size, ("dice", "bank"), tuple(f"value {value}" for value in range(1, VALUES + 1)))


@rule
def draw_seat(s: Position, seat: int, out: Float32Array) -> None:
    for lattice in range(2):
        draw_cells(s.dice[seat, lattice], lattice, out[0])
    draw_cells(BANKS[s.width, s.bank[seat]], SHORE, out[1])


@rule
def draw_table(s: Position, seat: int, out: Float32Array) -> None:
    for value in range(1, VALUES + 1):
        for lattice in range(2):
            draw_cells(s.faces[value, lattice], lattice, out[value - 1])


@rule
def draw_cells(cells: np.uint64, lattice: int, plane: Float32Array) -> None:
    """The cells of one lattice are every other one of every other row."""
    for cell in range(SHORE_PLACES):
        if cells >> np.uint64(cell) & ONE:
            plane[2 * (cell // ROW) + lattice, 2 * (cell % ROW) + lattice] = 1.0
