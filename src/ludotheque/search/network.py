"""A small network that judges positions: 64 and 16 hidden units, and one number that comes out, in 32 bits.

Its inputs are the features of a game (``features.py`` in its folder): things that hold or do not hold, of which few do
at a time. So the first layer is a sum of a few rows. All numbers lie in one flat array that the search is given as an
argument; compiled code knows their places and none of them: another network needs no compiling.

Nothing is summed up in an order that the compiler may choose. So a network says the same everywhere, also uncompiled,
where NumPy does it: loops over single numbers would take a thousand times as long as compiled ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
from numba.extending import overload

from ..core.fields import Codes, Float32Array
from ..core.game import Game
from ..core.rule import generic

Network = Float32Array

WIDTH, NARROW = 64, 16  # hidden units
TOGETHER = WIDTH // NARROW  # so many units of the first layer are passed on at once: their weights fill a row
# Where everything lies, in rows of WIDTH numbers: two to work in, then what is learned.
HIDDEN, SECOND, BIAS, LAST, INNER, FIRST = (row * WIDTH for row in (0, 1, 2, 3, 4, 20))
OUTPUT, OUTPUT_BIAS = LAST + NARROW, LAST + 2 * NARROW
LEARNED = BIAS  # what lies before is no part of the file
MOST_FEATURES = 0xFFFF
ZERO = np.float32(0)
CERTAIN = 0.98  # no estimate is as good as a win

NOTHING: Network = np.zeros(0, np.float32)  # of a game, or a player, that has no network


def forward(network: Network, features: Codes, n: int) -> float:
    """What the seat to act can expect, if the first n of ``features`` hold: between −1 and 1."""
    hidden = network[BIAS:LAST].copy()
    for feature in features[:n]:
        hidden += network[FIRST + feature * WIDTH : FIRST + (feature + 1) * WIDTH]
    hidden = np.maximum(hidden, ZERO).reshape(-1, TOGETHER, 1)
    parts = hidden * network[INNER:FIRST].reshape(-1, TOGETHER, NARROW)
    sums = (parts[:, 0] + parts[:, 1]) + (parts[:, 2] + parts[:, 3])
    second = np.add.accumulate(np.vstack([network[LAST:OUTPUT], sums]))[-1]
    last = np.maximum(second, ZERO) * network[OUTPUT:OUTPUT_BIAS]
    total = np.add.accumulate(np.append(network[OUTPUT_BIAS], last))[-1]
    return CERTAIN * math.tanh(float(total))


@overload(forward)
def _forward(network: Network, features: Codes, n: int) -> Callable[..., object]:
    def call(network: Network, features: Codes, n: int) -> float:
        add_rows(network, features, n)
        pass_on(network)
        total = network[OUTPUT_BIAS]
        for k in range(NARROW):
            total += max(network[SECOND + k], ZERO) * network[OUTPUT + k]
        return CERTAIN * math.tanh(np.float64(total))  # in compiled code float() would leave it at 32 bits

    return call


@generic
def add_rows(network: Network, features: Codes, n: int) -> None:
    """The first layer. Four rows at a time: the sums are read and written less often, and rounded as one by one."""
    for j in range(WIDTH):
        network[HIDDEN + j] = network[BIAS + j]
    whole = n & ~3
    for i in range(0, whole, 4):
        a, b, c, d = row_of(features[i]), row_of(features[i + 1]), row_of(features[i + 2]), row_of(features[i + 3])
        for j in range(WIDTH):
            sum_ = network[HIDDEN + j] + network[a + j] + network[b + j]
            network[HIDDEN + j] = sum_ + network[c + j] + network[d + j]
    for i in range(whole, n):
        a = row_of(features[i])
        for j in range(WIDTH):
            network[HIDDEN + j] += network[a + j]


@generic
def row_of(feature: int) -> int:
    """Where its weights lie; the compiler has to see that it is not negative."""
    return FIRST + (feature & MOST_FEATURES) * WIDTH


@generic
def pass_on(network: Network) -> None:
    """The second layer. Two groups of units at a time, which takes a fifth of the time that one by one would."""
    for k in range(NARROW):
        network[SECOND + k] = network[LAST + k]
    for i in range(0, WIDTH, 2 * TOGETHER):
        a, b, c, d = active(network, i), active(network, i + 1), active(network, i + 2), active(network, i + 3)
        e, f, g, h = active(network, i + 4), active(network, i + 5), active(network, i + 6), active(network, i + 7)
        at = INNER + i * NARROW
        to = at + TOGETHER * NARROW
        for k in range(NARROW):
            sum_ = network[SECOND + k] + (
                (a * network[at + k] + b * network[at + NARROW + k])
                + (c * network[at + 2 * NARROW + k] + d * network[at + 3 * NARROW + k])
            )
            network[SECOND + k] = sum_ + (
                (e * network[to + k] + f * network[to + NARROW + k])
                + (g * network[to + 2 * NARROW + k] + h * network[to + 3 * NARROW + k])
            )


@generic
def active(network: Network, unit: int) -> np.float32:
    return max(network[HIDDEN + unit], ZERO)


def file_of(game: Game) -> Path:
    """Where a game keeps what was learned."""
    return game.folder / "search" / "weights.npy"


def network_of(game: Game) -> Network:
    """The network that a game's players use; empty if it has none."""
    return _read(file_of(game))


@cache
def _read(path: Path) -> Network:
    return with_room(np.load(path, allow_pickle=False)) if path.exists() else NOTHING


def with_room(learned: Network) -> Network:
    """What was learned, with room to work in before it."""
    return np.concatenate([np.zeros(LEARNED, np.float32), learned.astype(np.float32).ravel()])


def inputs_of(network: Network) -> int:
    """How many features it knows."""
    return max(0, len(network) - FIRST) // WIDTH
