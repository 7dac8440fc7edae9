"""How a person chooses in Skeleton."""

from __future__ import annotations

from ludotheque.core.state import State

from .notation import CELLS


def clicks(state: State, seat: int, action: int) -> tuple[str, ...]:
    """One touch: the cell. A piece that goes somewhere takes two, such as ``("piece-7", "cell-c4")``; no path may be
    the beginning of another, and the picture has all these ids."""
    return (f"cell-{CELLS[action]}",)
