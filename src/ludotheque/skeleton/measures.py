"""What the lessons of Skeleton count: a lesson may ask for ``marks + 1 in 2``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludotheque.core.state import State


def marks(state: State, seat: int) -> int:
    """How many cells this side has marked."""
    return int(state.fields.marks[seat]).bit_count()


MEASURES: Mapping[str, Callable[[State, int], int]] = {"marks": marks}
