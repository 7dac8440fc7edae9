"""How many points a sheet will have in the end, as a small network judges, compiled.

All numbers lie in one flat array that is given as an argument: two rows to work in, then what was learned. Sums are
made in one written order, so that the network says the same everywhere.
"""

from __future__ import annotations

import numpy as np

from ludotheque.core.fields import Codes, Float32Array, int64
from ludotheque.core.rule import generic, rule

from ...rules.ending import combination_points, row_points
from ...rules.geometry import ABOVE_THE_LINE
from ...rules.legal import can_slide
from ...rules.state import Position
from ..hints import expected_points
from .features import FEATURES, sheet_features
from .sheet import View

Network = Float32Array

WIDTH, NARROW = 32, 16  # hidden units
HIDDEN, SECOND, BIAS, LAST, OUTPUT, END, INNER = (row * WIDTH for row in (0, 1, 2, 3, 4, 5, 6))
FIRST = INNER + WIDTH * NARROW
LENGTH = FIRST + FEATURES * WIDTH
LEARNED = BIAS  # what lies before is no part of the file
ZERO = np.float32(0)


@generic
def forward(network: Network, features: Codes, n: int) -> float:
    """Points to come, if the first n of ``features`` hold."""
    for j in range(WIDTH):
        network[HIDDEN + j] = network[BIAS + j]
    for i in range(n):
        row = FIRST + (features[i] & 0xFFFF) * WIDTH  # so the compiler sees that it is not negative
        for j in range(WIDTH):
            network[HIDDEN + j] += network[row + j]
    for k in range(NARROW):
        network[SECOND + k] = network[LAST + k]
    for i in range(WIDTH):
        unit = max(network[HIDDEN + i], ZERO)
        for k in range(NARROW):
            network[SECOND + k] += unit * network[INNER + i * NARROW + k]
    total = network[END]
    for k in range(NARROW):
        total += max(network[SECOND + k], ZERO) * network[OUTPUT + k]
    return float(total)


@rule
def points_of(s: Position, seat: int) -> int:
    return combination_points(s.validated[seat]) + row_points(s, seat)


@rule
def is_last(s: Position) -> bool:
    """Whether the game ends with this turn."""
    above = s.filled[0, 1]
    for seat in range(1, int64(s.seats)):
        above |= s.filled[seat, 1]
    return bool(above & ABOVE_THE_LINE) or (s.seats == 1 and not can_slide(s))


@generic
def expectation(s: Position, seat: int, network: Network, view: View, features: Codes) -> float:
    """The points that a sheet can expect after a turn; without a network as the playouts' evaluation says."""
    if is_last(s):
        return float(points_of(s, seat))
    if len(network) == 0:
        return float(expected_points(s, seat))
    return points_of(s, seat) + forward(network, features, sheet_features(s, seat, view, features))
