"""What is easily overlooked at Number Drop: a shape turned, a run among the digits, what a star may stand for."""

from __future__ import annotations

import numpy as np

from ludotheque.core.rule import rule

from ..rules.geometry import COLUMNS, ORIENTATIONS
from ..rules.state import COMBINATION, PLACEMENTS, PUSHED, SIZES, SKIP, STAR_DIGIT, Position

TURNED, SIDEWAYS, PUSH = 45, 5, 80
STAR, IDENTICAL, RUN, LARGER = 40, 10, 35, 8
UPRIGHT = 10
# Shapes are drawn lying; those higher than wide have to be turned in the mind.
IS_TURNED = np.array([max(y for y, _ in squares) > max(x for _, x in squares) for squares in ORIENTATIONS], np.int64)


@rule
def hidden(s: Position, seat: int, action: int) -> int:
    """Falling straight and lying, a shape is plain to see; runs are found later than equal digits."""
    if action >= PUSHED:
        return PUSH
    if action < PLACEMENTS:
        return UPRIGHT + TURNED * IS_TURNED[action // COLUMNS] + SIDEWAYS * abs(action % COLUMNS - COLUMNS // 2)
    if STAR_DIGIT <= action < COMBINATION:
        return STAR
    if COMBINATION <= action < SKIP:
        number = action - COMBINATION
        return (RUN if number >= SIZES else IDENTICAL) + LARGER * (number % SIZES)
    return UPRIGHT if action > SKIP else 0
