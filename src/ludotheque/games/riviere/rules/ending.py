"""How a game of La Rivière de Couleurs ends."""

from __future__ import annotations

import numpy as np

from ludotheque.core.fields import Values
from ludotheque.core.rule import rule

from .state import DRAWN, OVER, Position


@rule
def finish(s: Position, winner: int) -> None:
    s.phase = OVER
    s.winner = winner
    s.moved = np.uint64(0)


@rule
def result(s: Position, out: Values) -> None:
    out[:] = 0.0
    if s.winner != DRAWN:
        out[s.winner] = 1.0
        out[1 - s.winner] = -1.0
