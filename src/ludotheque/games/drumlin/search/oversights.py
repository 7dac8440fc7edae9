"""What is easily overlooked at Drumlin: a move from afar, aside or back, an exchange, the flight of the Drumlin."""

from __future__ import annotations

from ludotheque.core.rule import rule

from ..rules import CELLS, DEPART, EXCHANGE, KEEP, TARGETS, WAYS, Position

NEAR, FURTHER, ASIDE, BACK = 5, 12, 10, 30
EXCHANGED, FLOWN = 80, 40


@rule
def hidden(s: Position, seat: int, action: int) -> int:
    """Forward to the next cells one looks first; pieces that change places are thought of last."""
    if action >= KEEP:
        return 0
    if action >= DEPART:
        return FLOWN
    if action >= EXCHANGE:
        return EXCHANGED
    move = action % (CELLS * WAYS)
    origin = move // WAYS
    target = TARGETS[origin, move % WAYS]
    rows = ((target >> 3) - (origin >> 3)) * (1 - 2 * seat)
    columns = abs((target & 7) - (origin & 7))
    direction = BACK if rows < 0 else ASIDE if rows == 0 else 0
    return min(100, NEAR + direction + FURTHER * (abs(rows) + columns - 1))
