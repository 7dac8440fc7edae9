"""How Skeleton looks: enamel on tiles. Give your game a mood of its own."""

from __future__ import annotations

from ludotheque.core.state import State

from .scene import scene

# True where everybody plays on a sheet of their own, so that a picture shows the choices of one seat only.
OWN_SHEETS = False
# True where draws during the game are dice.
DICE = False


def seat_colours(state: State, seat: int) -> tuple[str, ...]:
    return (("cross", "ring")[seat],)
