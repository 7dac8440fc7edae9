"""Sets of cells as two words of bits, against sets of coordinates."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ludotheque.games.number_drop.rules import geometry

CELLS = [(row, column) for row in range(geometry.ROWS) for column in range(geometry.COLUMNS)]


def bits(cells: set[tuple[int, int]]) -> tuple[np.uint64, np.uint64]:
    low = high = np.uint64(0)
    for row, column in cells:
        one_low, one_high = geometry.bit(8 * row + column)
        low, high = low | one_low, high | one_high
    return low, high


def neighbours(cell: tuple[int, int]) -> set[tuple[int, int]]:
    row, column = cell
    return {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & {*CELLS}


@pytest.mark.parametrize("seed", range(40))
def test_neighbours_and_inner_cells(seed: int) -> None:
    """From sparse sheets to full ones; every border between the two words, and both edges, come up."""
    rng = random.Random(seed)
    share = rng.uniform(0.1, 0.95)
    cells = {cell for cell in CELLS if rng.random() < share}
    around = {other for cell in cells for other in neighbours(cell)}
    twice = {cell for cell in cells if len(neighbours(cell) & cells) >= 2}
    assert geometry.beside(*bits(cells)) == bits(around)
    assert geometry.inner(*bits(cells)) == bits(twice)
