"""How a person chooses in La Rivière de Couleurs."""

from __future__ import annotations

from ludotheque.core.state import State

from . import rules
from .notation import journey, write
from .tracking import pawns


def clicks(state: State, seat: int, action: int) -> tuple[str, ...]:
    """The pawn, then the hole or the far side; or a pusher; or the button that ends the journeys."""
    text = write(state, seat, action)
    if action == rules.DONE:
        return ("done",)
    if action >= rules.PUSHES:
        return (f"push-{text[0]}-{'up' if text[1] == '^' else 'down'}",)
    origin, target = journey(text)
    return pawns(state)[origin][-1], f"spot-{target}"
