"""What lies where on a sheet: questions about a position that several rooms ask."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ludotheque.core.state import State

from . import rules
from .rules.geometry import COLUMNS, GAME_OVER, ORIENTATIONS, ROWS, landing_rows


def cells_of(halves: Iterable[int]) -> list[int]:
    """The cells of a set, by row, then column; a set is a pair of 64 bits."""
    low, high = halves
    bits = int(low) | int(high) << 64
    return [cell for cell in range(bits.bit_length()) if bits >> cell & 1]


def circled(state: State, seat: int) -> int:
    """The letters that a seat has circled, as bits."""
    return rules.circled(state.array[0], seat)


def sheet(state: State, seat: int) -> dict[int, str]:
    """Cell -> what is written there, a digit or X."""
    return state.memo(f"sheet-{seat}", lambda state: _sheet(state, seat))


def _sheet(state: State, seat: int) -> dict[int, str]:
    content = dict.fromkeys(cells_of(state.fields.filled[seat]), "X")
    for digit in range(10):
        content |= dict.fromkeys(cells_of(state.fields.digits[seat, digit]), str(digit))
    return content


class Points(NamedTuple):
    """What a sheet is worth, as it is added up along its bottom."""

    rows: int
    identical: int
    consecutive: int
    bonus: int


def points(state: State, seat: int) -> Points:
    s = state.array[0]
    identical, consecutive = (rules.kind_points(s.validated[seat], kind) for kind in (rules.IDENTICAL, rules.RUN))
    return Points(int(rules.row_points(s, seat)), identical, consecutive, rules.bonus_points(s.validated[seat]))


def best_seats(state: State) -> list[int]:
    """Who has won; nobody while the game runs, alone, or when it was cut short."""
    if state.fields.ending != rules.FINISHED or state.seats == 1:
        return []
    scores = state.scores or ()
    return [seat for seat in range(state.seats) if scores[seat] == max(scores)]


def rows_beyond(state: State, seat: int) -> list[int]:
    """The rows above the Game Over line that hold anything, from 0."""
    return sorted({cell >> 3 for cell in cells_of(state.fields.filled[seat]) if cell >> 3 >= GAME_OVER})


def first_digit(state: State, seat: int) -> int:
    """What a seat writes in the set-up: the k-th player from the Dropper writes k."""
    return int((seat - state.fields.dropper) % state.seats + 1)


def is_placement(action: int) -> bool:
    return action < rules.PLACEMENTS or action >= rules.PUSHED


def place_of(state: State, seat: int, action: int) -> tuple[int, int, int]:
    """Orientation, column and lowest row of a placement; the row may be above the grid."""
    if action >= rules.PUSHED:
        straight, row = divmod(action - rules.PUSHED, ROWS)
    else:
        straight, row = action, landing_row(state, seat, action)
    return *divmod(straight, COLUMNS), row


def landing_row(state: State, seat: int, straight: int) -> int:
    """Where a shape comes to rest if nobody pushes it."""
    return state.memo(f"landings-{seat}", lambda state: _landing_rows(state, seat))[straight]


def landing_cells(state: State, seat: int, action: int) -> list[int]:
    """Where a shape comes to rest, by row, then column; perhaps above the 14 rows."""
    orientation, column, row = place_of(state, seat, action)
    return [8 * (row + y) + column + x for y, x in ORIENTATIONS[orientation]]


def _landing_rows(state: State, seat: int) -> list[int]:
    rows = np.empty(rules.PLACEMENTS, np.int8)
    state.game.compiled(landing_rows)(state.array["heights"][0, seat].copy(), rows)
    return list(rows.tolist())
