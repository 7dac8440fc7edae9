"""How Number Drop looks: an arcade at night on squared paper, in magenta and cyan.

The sheet of the seat that looks is large, with the score zone, dice and tiles beside it. Then come what this seat can
do now and the small sheets of the others: below all this, or beside it where the place is wider than high.
"""

from __future__ import annotations

from ludotheque.core.state import State

from .scene import scene

OWN_SHEETS = True
DICE = True


def seat_colours(state: State, seat: int) -> tuple[str, ...]:
    """All write with the same pen."""
    return ()
