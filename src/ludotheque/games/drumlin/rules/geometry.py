"""The board of Drumlin: its cells, and the ways from each of them.

Cells are numbered from a1, row by row: cell = column + 8 × row, both from 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

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
