"""La Rivière de Couleurs is a game of memory: tiles that have slid under the frame are not to be looked up."""

from __future__ import annotations

import re

from ludotheque.core.state import State

from . import rules
from .position import is_covered
from .tracking import tiles


def is_played_from(state: State) -> bool:
    return bool(state.options["memory"])


def in_sight(state: State) -> State:
    """The same position, as if nobody had seen the tiles under the frame."""
    data = state.array.copy()
    for colour in range(5):
        data[0].tiles[colour] &= rules.HOLES
    return state.game.read(State(state.game, state.options, state.names, data).diagram())


def retold(text: str) -> str:
    """``=?``: a tile has come to light."""
    return re.sub("^=[RBGYO]$", "=?", text)


def has_slid_since(state: State) -> bool:
    """Whether tiles have moved since the position that is looked at."""
    return state.present is not None and tiles(state.present) != tiles(state)


def out_of_sight(state: State) -> frozenset[int]:
    """The numbers of the tiles that lie under the frame while this position is looked at."""
    present = state.present
    if present is None:
        return frozenset()
    return frozenset(number for cell, number in enumerate(tiles(present)[:24]) if is_covered(cell))
