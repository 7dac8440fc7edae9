"""Sets of cells of a sheet, compiled.

A sheet has 7 columns and 14 rows. A cell is numbered 8 × row + column, both from 0, so a1 is 0, g1 is 6 and a2 is 8. A
set of cells is a pair of uint64: ``low`` holds rows 1–8 and ``high`` rows 9–14. The eighth bit of each row stays
empty, so that nothing runs over the edge.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.core.bits import ONE, count, lowest
from ludotheque.core.rule import rule

COLUMNS, ROWS = 7, 14
GAME_OVER = 11  # the line lies above this many rows
NUMBERS = 8 * ROWS  # of cells, among them the empty eighth column

_1, _8, _56 = (np.uint64(n) for n in (1, 8, 56))
NOTHING = np.uint64(0)
ROW = np.uint64(0x7F)
LOW = np.uint64(0x7F7F_7F7F_7F7F_7F7F)
HIGH = np.uint64(0x7F7F_7F7F_7F7F)
ABOVE_THE_LINE = HIGH & ~np.uint64(0xFF_FFFF)  # rows 12–14 of the high half


@rule
def bit(cell: int) -> Any:
    """One cell as a set."""
    if cell < 64:
        return ONE << np.uint64(cell), NOTHING
    return NOTHING, ONE << np.uint64(cell - 64)


@rule
def lifted(squares: Any, cell: int) -> Any:
    """The squares of a shape moved so that its corner lies on a cell."""
    if cell >= 64:
        return NOTHING, squares << np.uint64(cell - 64)
    if cell == 0:
        return squares, NOTHING
    return squares << np.uint64(cell), squares >> np.uint64(64 - cell)


@rule
def first(low: Any, high: Any) -> int:
    """The first cell by row, then column; there must be one."""
    return int(lowest(low)) if low else 64 + int(lowest(high))


@rule
def size(low: Any, high: Any) -> int:
    return int(count(low) + count(high))


@rule
def beside(low: Any, high: Any) -> Any:
    """The cells that share a side with one of these."""
    around_low = low << _1 | low >> _1 | low << _8 | low >> _8 | high << _56
    around_high = high << _1 | high >> _1 | high << _8 | high >> _8 | low >> _56
    return around_low & LOW, around_high & HIGH


@rule
def inner(low: Any, high: Any) -> Any:
    """The cells of a set that have at least two neighbours in it: every group of three or more has such a cell."""
    above_low, above_high = low << _8, high << _8 | low >> _56
    below_low, below_high = low >> _8 | high << _56, high >> _8
    low_sides, high_sides = low << _1 | low >> _1, high << _1 | high >> _1
    low_twice = low << _1 & low >> _1 | above_low & below_low | low_sides & (above_low | below_low)
    high_twice = high << _1 & high >> _1 | above_high & below_high | high_sides & (above_high | below_high)
    return low & low_twice, high & high_twice


@rule
def group(low: Any, high: Any, within_low: Any, within_high: Any) -> Any:
    """All cells of a set that hang together with these ones."""
    while True:
        side_low, side_high = beside(low, high)
        wider_low, wider_high = (
            low | (side_low & within_low),
            high | (side_high & within_high),
        )
        if wider_low == low and wider_high == high:
            return low, high
        low, high = wider_low, wider_high
