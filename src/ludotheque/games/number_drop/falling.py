"""How shapes fall and cells are filled, compiled. A placement is 7 × orientation + column of its leftmost cell."""

from __future__ import annotations

from typing import Any

from ludotheque.core.rule import rule

from . import shapes
from .cells import COLUMNS, ROWS, bit, lifted

X = 10  # what is written in a cell besides the digits 0–9


@rule
def landing_row(heights: Any, orientation: int, column: int) -> int:
    """Where the lowest row of a falling shape comes to rest: something stops one of its columns."""
    lowest_row = 0
    for i in range(shapes.WIDTH[orientation]):
        row = int(heights[column + i]) - shapes.BOTTOM[orientation, i]
        if row > lowest_row:
            lowest_row = row
    return lowest_row


@rule
def list_placements(heights: Any, shape: int, out: Any) -> int:
    """All placements of a shape within the 14 rows."""
    n = 0
    for orientation in range(shapes.FIRST[shape], shapes.END[shape]):
        highest_landing = ROWS - shapes.HEIGHT[orientation]
        for column in range(COLUMNS + 1 - shapes.WIDTH[orientation]):
            if landing_row(heights, orientation, column) <= highest_landing:
                out[n] = orientation * COLUMNS + column
                n += 1
    return n


@rule
def fits(heights: Any, shape: int) -> bool:
    """Whether there is any placement within the 14 rows."""
    for orientation in range(shapes.FIRST[shape], shapes.END[shape]):
        highest_landing = ROWS - shapes.HEIGHT[orientation]
        for column in range(COLUMNS + 1 - shapes.WIDTH[orientation]):
            if landing_row(heights, orientation, column) <= highest_landing:
                return True
    return False


@rule
def landing(heights: Any, placement: int) -> Any:
    """The cells that a placement covers."""
    orientation, column = placement // COLUMNS, placement % COLUMNS
    return lifted(shapes.SQUARES[orientation], 8 * landing_row(heights, orientation, column) + column)


@rule
def landing_rows(heights: Any, out: Any) -> None:
    """For people: the lowest row of every placement, also beyond the 14 rows; −1 where it would stick out sideways."""
    for placement in range(shapes.COUNT * COLUMNS):
        orientation, column = placement // COLUMNS, placement % COLUMNS
        is_inside = column + shapes.WIDTH[orientation] <= COLUMNS
        out[placement] = landing_row(heights, orientation, column) if is_inside else -1


@rule
def write(s: Any, seat: int, cell: int, content: int) -> None:
    """Writes a digit or an X into a cell."""
    low, high = bit(cell)
    s.filled[seat, 0] |= low
    s.filled[seat, 1] |= high
    if content != X:
        s.digits[seat, content, 0] |= low
        s.digits[seat, content, 1] |= high
    if s.heights[seat, cell & 7] <= cell >> 3:
        s.heights[seat, cell & 7] = (cell >> 3) + 1
