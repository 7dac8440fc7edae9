"""Draws: a tile is drawn when it comes to light; at the beginning also who acts first."""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE, count
from ludotheque.core.fields import Codes
from ludotheque.core.rule import rule

from .geometry import HOLES
from .legal import can_travel
from .state import JOURNEYS, NONE, PUSH, TILES, Position

OUTCOMES = 5


@rule
def weights(s: Position, out: Codes) -> int:
    """What remains in the bag; when all that lies open is known, one for each player who may begin."""
    if hidden_holes(s) == 0 and s.spare != NONE:
        out[0] = 1
        out[1] = 1
        return 2
    for colour in range(5):
        out[colour] = left_in_bag(s, colour)
    return 5


@rule
def left_in_bag(s: Position, colour: int) -> int:
    """The tiles of a colour that nobody has seen yet."""
    return TILES[colour] - count(s.tiles[colour]) - (1 if s.spare == colour else 0)


@rule
def hidden_holes(s: Position) -> np.uint64:
    """The holes whose tile has to be drawn: all of them at first, later the one that a push has brought to light."""
    return HOLES & ~(s.tiles[0] | s.tiles[1] | s.tiles[2] | s.tiles[3] | s.tiles[4])


@rule
def draw(s: Position, outcome: int) -> None:
    """The tiles in the holes from a1 to c6 come first, then the spare, then who begins."""
    hidden = hidden_holes(s)
    if hidden:
        s.tiles[outcome] |= hidden & (~hidden + ONE)
    elif s.spare == NONE:
        s.spare = outcome
    else:
        s.turn = outcome
    begin_turn(s)


@rule
def begin_turn(s: Position) -> None:
    """The next turn begins when no draw is due any more."""
    if hidden_holes(s) == 0 and s.spare != NONE and s.turn != NONE:
        s.phase = JOURNEYS if can_travel(s, s.turn) else PUSH
