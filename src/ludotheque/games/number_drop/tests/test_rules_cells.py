"""Sets of cells as two words of bits, against sets of coordinates."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ludotheque.games.number_drop.rules import geometry
from ludotheque.games.number_drop.rules.legal import low_places

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


@pytest.mark.parametrize("seed", range(20))
def test_where_the_headroom_is_free_every_placement_stays_within_the_rows(seed: int) -> None:
    """And where its lowest row is full, no placement of the tallest orientation does."""
    rng = random.Random(seed)
    for shape in range(geometry.ANY_SHAPE):
        height = geometry.ROWS - max(geometry.HEIGHT_OF[geometry.FIRST_OF[shape] : geometry.END_OF[shape]])
        heights = np.array([rng.randint(0, height) for _ in range(geometry.COLUMNS)], np.int8)
        assert low_places(heights, shape) == geometry.EVERYWHERE[shape]
        full = np.full(geometry.COLUMNS, height + 1, np.int8)
        assert all(geometry.bit(8 * height + column)[1] & geometry.HEADROOM[shape] for column in range(7))
        assert low_places(full, shape) != geometry.EVERYWHERE[shape]
