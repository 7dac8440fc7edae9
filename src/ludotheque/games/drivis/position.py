"""What lies where in Drivis: questions about a position that several rooms ask."""

from __future__ import annotations

import numpy as np

from ludotheque.core.state import State

from . import rules


def count(state: State, seat: int) -> int:
    """How many plates a side has."""
    return int(state.fields.plates[seat]).bit_count()


def is_connected(state: State, seat: int) -> bool:
    return state.memo(f"connected-{seat}", lambda state: _is_connected(state, seat))


def _is_connected(state: State, seat: int) -> bool:
    s = state.fields
    return bool(rules.is_connected(s.plates[seat], s.lone_connected))


def groups(state: State, seat: int) -> list[int]:
    """The plates of a side as sets of places, each a group of plates that hold together by touching."""
    left, found = int(state.fields.plates[seat]), []
    while left:
        found.append(_group(left & -left, left))
        left &= ~found[-1]
    return found


def _group(seed: int, plates: int) -> int:
    larger = seed | touching(seed) & plates
    return seed if larger == seed else _group(larger, plates)


def touching(places: int) -> int:
    """The places from which a plate touches one of these; the rules say which."""
    return int(rules.touching(np.uint64(places)))
