"""Names of places: a plate is named by its lower-left cell, a1 … h8."""

from __future__ import annotations

COLUMNS = "abcdefghi"


CELLS = [f"{COLUMNS[place & 7]}{(place >> 3) + 1}" for place in range(64)]


def cell(place: int) -> str:
    return CELLS[place]


def place_of(name: str) -> int:
    return COLUMNS.index(name[0]) + 8 * (int(name[1]) - 1)
