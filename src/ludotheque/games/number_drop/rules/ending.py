"""The points of a sheet, and who has won, compiled."""

from __future__ import annotations

import numpy as np

from ludotheque.core.fields import Int8Array, Values
from ludotheque.core.rule import rule

from .geometry import GAME_OVER, ROW, ROWS
from .state import ALL_SIZES, BONUS, CAPPED, IDENTICAL, RUN, SMALLEST, Position

# The fewest and the most points of a sheet: all combinations and the bonus, all rows complete, nothing above the line.
POINTS = (-5 * (ROWS - GAME_OVER), 2 * (3 + 4 + 5 + 6 + 7 + 10) + 8 + 2 * GAME_OVER)


@rule
def kind_points(validated: Int8Array, kind: int) -> int:
    """The size of each combination of a kind, and 10 more for all of 3–7."""
    sizes = int(validated[kind]) & ALL_SIZES
    points = 10 if sizes == ALL_SIZES else 0
    for step in range(5):
        points += step + SMALLEST if sizes >> step & 1 else 0
    return points


@rule
def bonus_points(validated: Int8Array) -> int:
    return 8 if validated[IDENTICAL] & BONUS else 0


@rule
def combination_points(validated: Int8Array) -> int:
    return kind_points(validated, IDENTICAL) + kind_points(validated, RUN) + bonus_points(validated)


@rule
def row_points(s: Position, seat: int) -> int:
    """+2 for each complete row below the Game Over line, −5 for each row above it with anything in it."""
    points = 0
    for number in range(ROWS):
        cells = s.filled[seat, number // 8] >> np.uint64(number % 8 * 8) & ROW
        if number < GAME_OVER:
            points += 2 if cells == ROW else 0
        else:
            points -= 5 if cells != 0 else 0
    return points


@rule
def scores(s: Position, out: Values) -> None:
    for seat in range(int(s.seats)):
        out[seat] = combination_points(s.validated[seat]) + row_points(s, seat)


@rule
def result(s: Position, out: Values) -> None:
    """Solo the points. Else k winners of n seats have (n−k)/(k(n−1)) each, all others −1/(n−1); cut short, all 0."""
    scores(s, out)
    n = int(s.seats)
    if n == 1:
        return
    most, winners = out[0], 0
    for seat in range(n):
        winners = 1 if out[seat] > most else winners + (out[seat] == most)
        most = out[seat] if out[seat] > most else most
    for seat in range(n):
        share = (n - winners) / (winners * (n - 1)) if out[seat] == most else -1 / (n - 1)
        out[seat] = 0.0 if s.ending == CAPPED else share
