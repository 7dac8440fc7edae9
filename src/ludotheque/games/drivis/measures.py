"""What the lessons of this game count."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludotheque.core.state import State


def plates(state: State, seat: int) -> int:
    """How many plates show this side's colour."""
    return int(state.fields.plates[seat]).bit_count()


MEASURES: Mapping[str, Callable[[State, int], int]] = {"plates": plates}
