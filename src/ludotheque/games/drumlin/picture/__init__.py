"""How Drumlin looks: stone slabs and moss in a glacial valley, wooden cylinders on them."""

from __future__ import annotations

from ludotheque.core.state import State

from .palette import WOODS
from .scene import scene

OWN_SHEETS = False
DICE = False


def seat_colours(state: State, seat: int) -> tuple[str, ...]:
    return (WOODS[seat],)
