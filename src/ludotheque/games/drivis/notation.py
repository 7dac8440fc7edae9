"""The notation of Drivis: `c8-d8` slides a plate. A plate is named by its lower-left cell, a1 … h8."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ludotheque.core.state import State

from . import rules

COLUMNS = "abcdefghi"


CELLS = [f"{COLUMNS[place & 7]}{(place >> 3) + 1}" for place in range(64)]


def cell(place: int) -> str:
    return CELLS[place]


def place_of(name: str) -> int:
    return COLUMNS.index(name[0]) + 8 * (int(name[1]) - 1)


def write(state: State, seat: int, action: int) -> str:
    if action == rules.PASS:
        return "pass"
    return f"{cell(action >> 2)}-{cell(destination(state, action))}"


def parse(state: State, seat: int, text: str) -> int | None:
    """The slide in the direction of the target; whether it goes that far is for ``write`` to say."""
    if text == "pass":
        return rules.PASS
    if not re.fullmatch("[a-h][1-8]-[a-h][1-8]", text):
        return None
    origin, target = place_of(text[:2]), place_of(text[3:])
    return origin * 4 + direction_to(origin, target)


def direction_to(origin: int, target: int) -> int:
    """Where the target lies; a crooked or empty way gets some direction, which then does not lead to the target."""
    if origin & 7 == target & 7:
        return rules.UP if target > origin else rules.DOWN
    return rules.RIGHT if target & 7 > origin & 7 else rules.LEFT


def destination(state: State, action: int) -> int:
    """The place where a slide stops."""
    return int(state.memo("destinations", _destinations)[action])


def _destinations(state: State) -> np.ndarray[Any, np.dtype[np.int8]]:
    stops = np.empty(rules.PASS, np.int8)
    state.game.compiled(rules.destinations)(state.array, stops)
    return stops
