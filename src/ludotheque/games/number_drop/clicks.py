"""How a person chooses in Number Drop."""

from __future__ import annotations

from ludotheque.core.state import State

from . import rules
from .notation import COLUMN_NAMES, COMBINATIONS, LETTERS, cell_name
from .position import is_placement, place_of


def clicks(state: State, seat: int, action: int) -> tuple[str, ...]:
    """An orientation and a place, a die (and for a star its digit), a place in the score zone, a cell, or a tile."""
    if is_placement(action):
        return _placement_clicks(state, seat, action)
    if action < rules.COMBINATION:
        return _die_clicks(state, seat, action)
    if action < rules.SKIP:
        return (f"box-{seat}-{COMBINATIONS[action - rules.COMBINATION]}",)
    if action == rules.SKIP:
        return (f"skip-{seat}",)
    if action < rules.TILE:
        return (f"cell-{seat}-{cell_name(action - rules.CELL)}",)
    return (f"tile-{LETTERS[action - rules.TILE]}",)


def _placement_clicks(state: State, seat: int, action: int) -> tuple[str, ...]:
    return f"turn-{seat}-{place_of(state, seat, action)[0]}", landing_id(state, seat, action)


def landing_id(state: State, seat: int, action: int) -> str:
    """The column where a shape is let go; the place to which it is pushed."""
    orientation, column, row = place_of(state, seat, action)
    place = COLUMN_NAMES[column] if action < rules.PUSHED else cell_name(8 * row + column)
    return f"land-{seat}-{orientation}-{place}"


def _die_clicks(state: State, seat: int, action: int) -> tuple[str, ...]:
    """Of several dice that show the same, the first one that is left."""
    s = state.fields
    is_star = action >= rules.STAR_DIGIT
    face = rules.STAR if is_star else action - rules.DIGIT
    die = next(i for i in range(4) if s.dice_left[seat] >> i & 1 and s.dice[i] == face)
    path = (f"die-{seat}-{die}",)
    return (*path, f"digit-{seat}-{action - rules.STAR_DIGIT}") if is_star else path
