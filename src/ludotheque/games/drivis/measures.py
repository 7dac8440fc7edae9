"""What the lessons of Drivis count."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludotheque.core.state import State

from . import position


def plates(state: State, seat: int) -> int:
    """The plates of a side."""
    return position.count(state, seat)


def groups(state: State, seat: int) -> int:
    """The groups that the plates of a side form; one group is a connected side."""
    return len(position.groups(state, seat))


def opponent_groups(state: State, seat: int) -> int:
    """The groups of the other side."""
    return groups(state, 1 - seat)


MEASURES: Mapping[str, Callable[[State, int], int]] = {
    "plates": plates,
    "groups": groups,
    "opponent_groups": opponent_groups,
}
