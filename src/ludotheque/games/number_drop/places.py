"""Names of cells: columns a–g, rows 1–14 from the bottom; a cell's number is 8 × row + column, both from 0."""

from __future__ import annotations

from collections.abc import Iterable

COLUMN_NAMES = "abcdefg"
CELL_PATTERN = "[a-g](?:1[0-4]|[1-9])"


def cell_name(cell: int) -> str:
    return f"{COLUMN_NAMES[cell & 7]}{(cell >> 3) + 1}"


def cell_number(name: str) -> int:
    return COLUMN_NAMES.index(name[0]) + 8 * (int(name[1:]) - 1)


def cells_of(halves: Iterable[int]) -> list[int]:
    """The cells of a set, by row, then column; a set is a pair of 64 bits."""
    low, high = halves
    bits = int(low) | int(high) << 64
    return [cell for cell in range(bits.bit_length()) if bits >> cell & 1]
