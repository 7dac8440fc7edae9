"""How a person chooses in Number Drop."""

from __future__ import annotations

from ludotheque.core.state import State

from . import rules
from .notation import COMBINATIONS, LETTERS, cell_name, column_name
from .rules.geometry import COLUMNS


def clicks(state: State, seat: int, action: int) -> tuple[str, ...]:
    """An orientation and a column, a die (and for a star its digit), a place in the score zone, a cell, or a tile."""
    if action < rules.PLACEMENTS:
        orientation = action // COLUMNS
        return f"turn-{seat}-{orientation}", f"land-{seat}-{orientation}-{column_name(action)}"
    if action < rules.COMBINATION:
        return _die_clicks(state, seat, action)
    if action < rules.SKIP:
        return (f"box-{seat}-{COMBINATIONS[action - rules.COMBINATION]}",)
    if action == rules.SKIP:
        return (f"skip-{seat}",)
    if action < rules.TILE:
        return (f"cell-{seat}-{cell_name(action - rules.CELL)}",)
    return (f"tile-{LETTERS[action - rules.TILE]}",)


def _die_clicks(state: State, seat: int, action: int) -> tuple[str, ...]:
    """Of several dice that show the same, the first one that is left."""
    s = state.fields
    is_star = action >= rules.STAR_DIGIT
    face = rules.STAR if is_star else action - rules.DIGIT
    die = next(i for i in range(4) if s.dice_left[seat] >> i & 1 and s.dice[i] == face)
    path = (f"die-{seat}-{die}",)
    return (*path, f"digit-{seat}-{action - rules.STAR_DIGIT}") if is_star else path
