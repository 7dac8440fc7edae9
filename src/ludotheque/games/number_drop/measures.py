"""What the lessons of this game count."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludotheque.core.state import State

from . import rules
from .position import cells_of, circled
from .rules.geometry import COLUMNS, GAME_OVER
from .rules.groups import largest_group, longest_run


def points(state: State, seat: int) -> int:
    """The points of the sheet."""
    return (state.scores or ())[seat]


def rows(state: State, seat: int) -> int:
    """Complete rows below the Game Over line."""
    filled = [cell >> 3 for cell in cells_of(state.fields.filled[seat])]
    return sum(filled.count(row) == COLUMNS for row in range(GAME_OVER))


def holes(state: State, seat: int) -> int:
    """Empty cells with something above them; the cells that wait for dice are not empty any more."""
    s = state.fields
    taken = {*cells_of(s.filled[seat]), *cells_of(s.open[seat])}
    return len({below for cell in taken for below in range(cell - 8, -1, -8)} - taken)


def group(state: State, seat: int) -> int:
    """The size of the largest group of equal digits that are free; 0 below three."""
    return largest_group(state.array[0], seat)


def run(state: State, seat: int) -> int:
    """The length of the longest run of free digits."""
    return longest_run(state.array[0], seat)


def drops(state: State, seat: int) -> int:
    """How many DROPs have been circled."""
    return circled(state, seat).bit_count()


def falling(state: State, seat: int) -> int:
    """1 while a DROP waits to be placed, else 0."""
    return int(state.fields.stage[seat] == rules.DROP)


MEASURES: Mapping[str, Callable[[State, int], int]] = {
    "points": points,
    "rows": rows,
    "holes": holes,
    "group": group,
    "run": run,
    "drops": drops,
    "falling": falling,
}
