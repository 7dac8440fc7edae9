"""The board of La Rivière de Couleurs: a set of cells is a uint64.

A channel of eight tiles is a byte: cell a0 is bit 0, a7 bit 7, b0 bit 8, c7 bit 23. Rows 1–6 of each channel show
through the holes, rows 0 and 7 lie under the frame. Bit 24 stands for the far side, where pawns leave the board.
"""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE
from ludotheque.core.rule import rule

_3, _5, _6, _8 = (np.uint64(n) for n in (3, 5, 6, 8))
NOTHING = np.uint64(0)
CHANNEL = np.uint64(0xFF)
HOLES = np.uint64(0x7E_7E_7E)
HOLES_A = np.uint64(0b111111)  # by their numbers
FAR_SIDE = ONE << np.uint64(24)
ROW_1, ROW_6 = np.uint64(0x02_02_02), np.uint64(0x40_40_40)
FIRST_ROW = np.array([ROW_1, ROW_6])  # of each seat
LAST_ROW = np.array([ROW_6, ROW_1])

CELL = np.array([8 * column + row for column in range(3) for row in range(1, 7)])  # of each hole
HOLE = np.array([6 * (cell >> 3) + (cell & 7) - 1 for cell in range(24)] + [18])  # of each cell; the last: far side


def _ahead(seat: int, row: int) -> int:
    """The holes in rows nearer to the far side than this one, and the far side itself."""
    rows = range(row + 1, 7) if seat == 0 else range(1, row)
    return sum(0x01_01_01 << nearer for nearer in rows) | int(FAR_SIDE)


AHEAD = np.array([[_ahead(seat, row) for row in range(8)] for seat in range(2)], np.uint64)


@rule
def neighbours(holes: np.uint64) -> np.uint64:
    """The holes and the up to eight around each; cells under the frame may be among them."""
    tall = holes | holes << ONE | holes >> ONE
    return tall | tall << _8 | tall >> _8


@rule
def by_hole(cells: np.uint64) -> np.uint64:
    """The same set by the numbers of holes, which leave out what is under the frame; the far side is number 18."""
    a, b, c = cells >> ONE & HOLES_A, cells >> _3 & HOLES_A << _6, cells >> _5 & HOLES_A << _6 << _6
    return a | b | c | (cells & FAR_SIDE) >> _6
