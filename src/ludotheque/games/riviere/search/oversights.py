"""What is easily overlooked at La Rivière de Couleurs: a long or crooked way, a push towards oneself."""

from __future__ import annotations

from ludotheque.core.rule import rule

from ..rules.legal import DONE, HOMES, PUSHES, TARGETS
from ..rules.state import Position

NEAR, FURTHER, ACROSS = 5, 12, 15
AWAY, TOWARDS = 10, 45  # pushes
ROWS = 6


@rule
def hidden(s: Position, seat: int, action: int) -> int:
    """One follows colours from hole to hole: the longer and the more crooked the way, the harder to find."""
    if action == DONE:
        return 0
    if action >= PUSHES:
        return AWAY if (action - PUSHES) % 2 == seat else TOWARDS
    origin, target = action // TARGETS, action % TARGETS
    home, far = (-1, ROWS) if seat == 0 else (ROWS, -1)
    start = home if origin >= HOMES else origin % ROWS
    end = far if target == HOMES else target % ROWS
    straight = origin >= HOMES or target == HOMES
    columns = 0 if straight else abs(origin // ROWS - target // ROWS)
    return min(100, NEAR + FURTHER * max(0, abs(end - start) - 1) + ACROSS * columns)
