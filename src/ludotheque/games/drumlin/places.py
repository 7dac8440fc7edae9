"""Names of cells: columns a–h, rows 1–10, counted from a1 row by row."""

from __future__ import annotations

COLUMNS = "abcdefgh"
CELLS = [f"{column}{row}" for row in range(1, 11) for column in COLUMNS]


def cell(place: int) -> str:
    return CELLS[place]


def place_of(name: str) -> int:
    return COLUMNS.index(name[0]) + 8 * (int(name[1:]) - 1)
