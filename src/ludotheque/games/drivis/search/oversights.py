"""What is easily overlooked at Drivis: a plate that comes sliding from afar."""

from __future__ import annotations

from ludotheque.core.rule import rule

from ..rules import PASS, Position, destination

NEAR, FURTHER = 10, 18  # a slide to the next place, and what each place beyond adds


@rule
def hidden(s: Position, seat: int, action: int) -> int:
    """The farther a plate slides, the less one thinks of where it will stop."""
    if action == PASS:
        return 0
    place = action >> 2
    target = destination(s.plates[0] | s.plates[1], place, action & 3)
    steps = abs((target & 7) - (place & 7)) + abs((target >> 3) - (place >> 3))
    return min(100, NEAR + FURTHER * (steps - 1))
