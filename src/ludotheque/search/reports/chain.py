"""The values of all positions of a game as one chain, so that a report adds up.

Each event was judged by itself: what the position before it is worth, and what the event changed. Two neighbours never
agree entirely. Here one value a position is found that fits all of it best: the sum of the squares of what is left
over, each in parts of its standard error, is as small as can be. Three things hold exactly: the last value is the
result; a draw changes what its luck says; where there was no choice nothing changes. What the judge has overlooked is
therefore found again among the choices, most of it where it was least sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .judging import Judgement

Array = np.ndarray[Any, np.dtype[np.float64]]
SUREST = 0.002  # of what is at stake: no standard error counts for less, not even of what is proven


@dataclass(frozen=True)
class Chain:
    """The value of each position for each seat, and how unsure it is."""

    values: Array  # position, seat
    spread: Array  # position, position: the covariance of their errors

    @property
    def errors(self) -> Array:
        """The standard error of each position's value."""
        return np.asarray(np.diagonal(self.spread).clip(0.0) ** 0.5)

    def error_of(self, weights: Array) -> float:
        """The standard error of a sum of values, each with its weight."""
        return float(weights @ self.spread @ weights) ** 0.5 if weights.any() else 0.0


def link(judged: Sequence[Judgement], end: Sequence[float], end_error: float, stake: float) -> Chain:
    """The chain of a game: ``end`` is its result, or what the last position is worth with its standard error."""
    blocks, offsets = _blocks(judged)
    least = SUREST * stake
    seats, size = len(end), int(blocks[-1]) + 1
    matrix, right = np.zeros((size, size)), np.zeros((size, seats))
    for at, each in enumerate(judged):
        _observe(matrix, right, blocks[at], np.array(each.value) - offsets[at], max(least, each.error))
        if not each.exact:
            gap = np.array(each.change) + offsets[at]
            _tie(matrix, right, blocks[at], gap, max(least, each.slack))
    last = np.array(end) - offsets[-1]
    if end_error > 0.0:
        _observe(matrix, right, blocks[-1], last, max(least, end_error))
        spread = np.asarray(np.linalg.inv(matrix), np.float64)
        found = spread @ right
    else:
        found, spread = _pinned(matrix, right, last)
    return Chain(found[blocks] + offsets, spread[np.ix_(blocks, blocks)])


def _blocks(judged: Sequence[Judgement]) -> tuple[np.ndarray[Any, np.dtype[np.int64]], Array]:
    """Positions between which the change holds exactly form a block: its number, and how far each is from its first."""
    seats = len(judged[0].value)
    blocks, offsets = np.zeros(len(judged) + 1, np.int64), np.zeros((len(judged) + 1, seats))
    for at, each in enumerate(judged):
        blocks[at + 1] = blocks[at] + (not each.exact)
        offsets[at + 1] = offsets[at] + each.change if each.exact else 0.0
    return blocks, offsets


def _observe(matrix: Array, right: Array, block: int, value: Array, error: float) -> None:
    matrix[block, block] += error**-2
    right[block] += value * error**-2


def _tie(matrix: Array, right: Array, one: int, change: Array, error: float) -> None:
    """The next block begins so much higher than this one."""
    weight, other = error**-2, one + 1
    matrix[one, one] += weight
    matrix[other, other] += weight
    matrix[one, other] -= weight
    matrix[other, one] -= weight
    right[other] += weight * change
    right[one] -= weight * change


def _pinned(matrix: Array, right: Array, last: Array) -> tuple[Array, Array]:
    """The solution whose last block is known for certain."""
    size = len(matrix) - 1
    spread = np.zeros_like(matrix)
    found = np.empty_like(right)
    found[-1] = last
    if size:
        inner = np.linalg.inv(matrix[:size, :size])
        found[:size] = inner @ (right[:size] - np.outer(matrix[:size, -1], last))
        spread[:size, :size] = inner
    return found, spread
