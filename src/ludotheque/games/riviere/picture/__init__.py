"""How La Rivière de Couleurs looks: a hollow board of light wood, colours showing through its round holes."""

from __future__ import annotations

from ludotheque.core.state import State

from .palette import NAMES
from .scene import scene

OWN_SHEETS = False
DICE = False


def seat_colours(state: State, seat: int) -> tuple[str, ...]:
    """Each seat plays two of the four."""
    return NAMES[2 * seat : 2 * seat + 2]
