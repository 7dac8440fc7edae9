"""From points to the chance to win, against what the others can expect, compiled.

A few points more are worth much where all are close, and nothing to who is far ahead: he rather ends the game.
"""

from __future__ import annotations

import math

from ludotheque.core.fields import Codes, Float32Array, Int8Array, Values, int64
from ludotheque.core.rule import generic

from ...rules import state
from ...rules.geometry import GAME_OVER
from ...rules.state import Position
from .expectation import expectation, points_of
from .features import highest_of

# ``rivals``: so many points are a clear lead; turns ahead of the game; then for each of the others the points expected
# in the end, and those if the game ends with this turn.
TEMPER, AHEAD, FIRST_RIVAL = 0, 1, 2
TURN_WORTH = 3.5  # points that a turn brings, about
LEAST_TEMPER, MORE_TEMPER = 1.5, 4.5


@generic
def meet_rivals(
    s: Position, seat: int, network: Float32Array, scan: Int8Array, features: Codes, rivals: Values
) -> None:
    """Notes what the others can expect."""
    at, highest = FIRST_RIVAL, 0
    for other in range(int64(s.seats)):
        highest = max(highest, highest_of(s, other))
        if other == seat:
            continue
        now = points_of(s, other) + (0.0 if s.stage[other] == state.DONE else TURN_WORTH)
        rivals[at], rivals[at + 1] = expectation(s, other, network, scan, features), now
        at += 2
    rivals[TEMPER] = LEAST_TEMPER + MORE_TEMPER * max(0, GAME_OVER - highest) / GAME_OVER
    rivals[AHEAD] = 0.0


@generic
def chance_to_win(rivals: Values, points: float, is_last: bool) -> float:
    """Of a sheet that expects so many points; those of the last turn are certain."""
    total, temper = 1.0, LEAST_TEMPER if is_last else rivals[TEMPER]
    for at in range(FIRST_RIVAL, len(rivals), 2):
        theirs = rivals[at]
        if is_last:
            theirs = min(theirs, rivals[at + 1] + TURN_WORTH * rivals[AHEAD])
        total += math.exp((theirs - points) / temper)
    return 1.0 / total
