"""The board of Drumlin: its cells, and the ways from each of them.

Cells are numbered from a1, row by row: cell = column + 8 × row, both from 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.bits import ONE, lowest
from ludotheque.core.fields import Int16Array
from ludotheque.core.rule import rule

COLUMNS, ROWS, CELLS = 8, 10, 80
FAR_ROW = (ROWS - 1, 0)  # by seat: the opponent's first row
WAYS = COLUMNS + ROWS  # from a cell: 0 … 7 to a column in the same row, 8 … 17 to a row in the same column


def reach_table() -> NDArray[np.int16]:
    """reach[at, stopping]: where a piece on a line of ten cells can go, up to and with the first that stops it."""
    table = np.zeros((10, 1024), np.int16)
    for at in range(10):
        for stopping in range(1024):
            for step in (-1, 1):
                to = at + step
                while 0 <= to < 10:
                    table[at, stopping] |= 1 << to
                    to = to + step if not stopping >> to & 1 else -1
    return table


def target_table() -> NDArray[np.int64]:
    """targets[origin, way]: the cell where a way leads."""
    origins = np.arange(CELLS).reshape(CELLS, 1)
    in_row, in_column = (origins & ~7) + np.arange(COLUMNS), (origins & 7) + COLUMNS * np.arange(ROWS)
    return np.hstack([in_row, in_column])


TARGETS = target_table()
REACH = reach_table()
BEYOND_H = 0b11_0000_0000  # a row has only eight cells: what lies beyond stops everything
IN_ROW = 0b00_1111_1111


# Sets of cells, compiled

CellSet = tuple[np.uint64, np.uint64]  # rows 1–8, and rows 9 and 10
NO_CELLS = (np.uint64(0), np.uint64(0))
LOW_CELLS = 64
HIGH_CELLS = np.uint64(0xFFFF)


@rule
def cells_in(rows: Int16Array) -> CellSet:
    """The cells that are given as bits, row by row."""
    low, high = np.uint64(0), np.uint64(0)
    for row in range(8):
        low |= np.uint64(rows[row]) << np.uint64(8 * row)
    for row in range(8, ROWS):
        high |= np.uint64(rows[row]) << np.uint64(8 * row - LOW_CELLS)
    return low, high


@rule
def first_cell(cells: CellSet) -> int:
    """There must be one."""
    return lowest(cells[0]) if cells[0] else LOW_CELLS + lowest(cells[1])


@rule
def without_first(cells: CellSet) -> CellSet:
    if cells[0]:
        return cells[0] & (cells[0] - ONE), cells[1]
    return cells[0], cells[1] & (cells[1] - ONE)


@rule
def apart(cells: CellSet, others: CellSet) -> tuple[CellSet, CellSet]:
    """Those cells that are not among the others, and those that are."""
    return (cells[0] & ~others[0], cells[1] & ~others[1]), (cells[0] & others[0], cells[1] & others[1])


@rule
def with_cell(cells: CellSet, cell: int) -> CellSet:
    if cell < LOW_CELLS:
        return cells[0] | ONE << np.uint64(cell), cells[1]
    return cells[0], cells[1] | ONE << np.uint64(cell - LOW_CELLS)


@rule
def without_cell(cells: CellSet, cell: int) -> CellSet:
    if cell < LOW_CELLS:
        return cells[0] & ~(ONE << np.uint64(cell)), cells[1]
    return cells[0], cells[1] & ~(ONE << np.uint64(cell - LOW_CELLS))
