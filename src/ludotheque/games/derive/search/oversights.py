"""What is easily overlooked at Dérive: a long jump, a move aside or back, another value."""

from __future__ import annotations

import numpy as np

from ludotheque.core.rule import rule

from ..rules.geometry import BLUE, GREEN, PLACES, RED, column_and_row
from ..rules.state import CHANGE, ENTER, PASS, ROLL, Position

NEAR, FURTHER, ASIDE, BACK = 5, 15, 15, 30
ENTRY, CHANGED, ROLLED = 5, 35, 20
_AT = np.array([column_and_row(place) for place in range(PLACES)], np.int64)
COLUMN, ROW = _AT[:, 0].copy(), _AT[:, 1].copy()


@rule
def hidden(s: Position, seat: int, action: int) -> int:
    """The step across the river is plain; who jumps far or goes back is forgotten."""
    if action == PASS:
        return 0
    if action >= ROLL:
        return ROLLED
    if action >= CHANGE:
        return CHANGED
    if action >= ENTER:
        return ENTRY
    origin, target = action // PLACES, action % PLACES
    columns, rows = COLUMN[target] - COLUMN[origin], ROW[target] - ROW[origin]
    bank = s.bank[seat]
    ahead = columns if bank in (BLUE, GREEN) else rows
    ahead = ahead if bank in (RED, BLUE) else -ahead
    direction = 0 if ahead > 0 else ASIDE if ahead == 0 else BACK
    return min(100, NEAR + direction + FURTHER * (max(abs(columns), abs(rows)) - 1))
