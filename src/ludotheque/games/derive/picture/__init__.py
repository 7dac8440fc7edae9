"""How Dérive looks: a river seen from above between four banks, and dice that drift across."""

from __future__ import annotations

from ludotheque.core.state import State

from ..position import colour_of
from .scene import scene

OWN_SHEETS = False
DICE = True


def seat_colours(state: State, seat: int) -> tuple[str, ...]:
    return (f"die_{colour_of(state, seat)}",)
