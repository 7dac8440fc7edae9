"""What the lessons of this game count."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludotheque.core.state import State

from .notation import HOLES
from .position import owner, stack_at


def arrived(state: State, seat: int) -> int:
    """Pawns on the far side."""
    return int(sum(state.fields.arrived[2 * seat : 2 * seat + 2]))


def at_home(state: State, seat: int) -> int:
    """Pawns that still wait."""
    return int(sum(state.fields.home[2 * seat : 2 * seat + 2]))


def rows(state: State, seat: int) -> int:
    """The rows that all pawns together have gained: a pawn on the far side has gained seven."""
    standing = ((hole, colour) for hole in HOLES for colour in stack_at(state, hole) if owner(colour) == seat)
    gained = (int(hole[1]) if seat == 0 else 7 - int(hole[1]) for hole, _ in standing)
    return 7 * arrived(state, seat) + sum(gained)


def blocking(state: State, seat: int) -> int:
    """Opponents' pawns that are stuck directly under one's own."""
    stacks = (stack_at(state, hole) for hole in HOLES)
    return sum(len(stack) > 1 and owner(stack[-1]) == seat for stack in stacks)


MEASURES: Mapping[str, Callable[[State, int], int]] = {
    "arrived": arrived,
    "at_home": at_home,
    "rows": rows,
    "blocking": blocking,
}
