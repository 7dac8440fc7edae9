"""When two positions are the same puzzle: also turned or mirrored, where the game says what that is."""

from __future__ import annotations

import numpy as np

from ...core.state import State
from ..hooks import features_of, fits


def key_of(state: State) -> bytes:
    """The same for positions that the symmetries of the board turn into each other, or that are equal."""
    known = features_of(state.game.rules)
    if known is None or not fits(state):
        return _bare(state)
    out = np.zeros(known.INPUTS + 1, np.int32)
    features = out[: known.features(state.array[0], out)]
    ways = known.symmetries()
    return min(np.sort(way[features]).astype(np.int32).tobytes() for way in ways)


def _bare(state: State) -> bytes:
    """Without the number of choices made: a position is not another one for having come later."""
    data = state.array.copy()
    data["choices"] = 0
    return data.tobytes()
