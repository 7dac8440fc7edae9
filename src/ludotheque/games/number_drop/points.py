"""The points of a sheet, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.core.rule import rule

from .cells import GAME_OVER, ROW, ROWS
from .combinations import ALL_SIZES, BONUS, IDENTICAL, SMALLEST

# The fewest and the most points of a sheet: all combinations and the bonus, all rows complete, nothing above the line.
POINTS = (-5 * (ROWS - GAME_OVER), 2 * (3 + 4 + 5 + 6 + 7 + 10) + 8 + 2 * GAME_OVER)


@rule
def combination_points(validated: Any) -> int:
    """The size of each combination, 10 more for all of 3–7 of a kind, and 8 for the bonus."""
    points = 8 if validated[IDENTICAL] & BONUS else 0
    for kind in range(2):
        sizes = int(validated[kind]) & ALL_SIZES
        points += 10 if sizes == ALL_SIZES else 0
        for step in range(5):
            points += step + SMALLEST if sizes >> step & 1 else 0
    return points


@rule
def row_points(s: Any, seat: int) -> int:
    """+2 for each complete row below the Game Over line, −5 for each row above it with anything in it."""
    points = 0
    for number in range(ROWS):
        cells = s.filled[seat, number // 8] >> np.uint64(number % 8 * 8) & ROW
        if number < GAME_OVER:
            points += 2 if cells == ROW else 0
        else:
            points -= 5 if cells != 0 else 0
    return points
