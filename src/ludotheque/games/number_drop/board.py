"""Number Drop for people: what is written, told, touched and drawn. Whatever is legal, ``position.py`` says."""

from __future__ import annotations

from ludotheque.core.state import State

from . import position
from .cells import COLUMNS
from .diagrams import diagram, read
from .notation import COMBINATIONS, LETTERS, column_name, parse, write
from .picture import scene, wide_scene
from .places import cell_name
from .telling import describe, refusal, status

OWN_SHEETS = True  # a picture shows what one seat can choose: its own sheet, large

__all__ = [
    "OWN_SHEETS",
    "clicks",
    "describe",
    "diagram",
    "parse",
    "read",
    "refusal",
    "scene",
    "status",
    "wide_scene",
    "write",
]


def clicks(state: State, seat: int, action: int) -> tuple[str, ...]:
    """An orientation and a column, a die (and for a star its digit), a place in the score zone, a cell, or a tile."""
    if action < position.PLACEMENTS:
        orientation = action // COLUMNS
        return f"turn-{seat}-{orientation}", f"land-{seat}-{orientation}-{column_name(action)}"
    if action < position.COMBINATION:
        return _die_clicks(state, seat, action)
    if action < position.SKIP:
        return (f"box-{seat}-{COMBINATIONS[action - position.COMBINATION]}",)
    if action == position.SKIP:
        return (f"skip-{seat}",)
    if action < position.TILE:
        return (f"cell-{seat}-{cell_name(action - position.CELL)}",)
    return (f"tile-{LETTERS[action - position.TILE]}",)


def _die_clicks(state: State, seat: int, action: int) -> tuple[str, ...]:
    """Of several dice that show the same, the first one that is left."""
    s = state.fields
    is_star = action >= position.STAR_DIGIT
    face = position.STAR if is_star else action - position.DIGIT
    die = next(i for i in range(4) if s.dice_left[seat] >> i & 1 and s.dice[i] == face)
    path = (f"die-{seat}-{die}",)
    return (*path, f"digit-{seat}-{action - position.STAR_DIGIT}") if is_star else path
