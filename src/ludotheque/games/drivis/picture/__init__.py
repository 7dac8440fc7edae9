"""How Drivis looks: ice floes on dark water under the polar night."""

from __future__ import annotations

from ludotheque.core.state import State

from .scene import scene

OWN_SHEETS = False
DICE = False


def seat_colours(state: State, seat: int) -> tuple[str, ...]:
    return (("ice_blue", "ice_yellow")[seat],)
