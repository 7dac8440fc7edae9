"""Values as chances: of positions that an analysis tells to be worth 70 %, 70 % are won between equals.

A search need not be right about that to choose well: only the order of values matters to it. So it is corrected where
values are told, by one number a game, and never inside the search. A value v becomes tanh(temper · artanh(v)), which
keeps the order, 0 and what is certain: with a temper above 1 values are told farther from 0, below 1 nearer to it. The
number is ``temper`` in a game's ``levels.toml``, found with ``bench/calibration.py``; 1 changes nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.state import State
from .levels import setting_of

Array = np.ndarray[Any, np.dtype[np.float64]]
CERTAIN = 1.0 - 1e-12


def temper_of(state: State) -> float:
    """How much farther from 0 values are told than the search has found them. Only games of two were looked at."""
    return float(setting_of(state, "temper")) if state.seats == 2 else 1.0


def calibrated(values: Array, temper: float) -> Array:
    """The same values as chances."""
    if temper == 1.0:
        return values
    inside = np.clip(values, -CERTAIN, CERTAIN)
    return np.where(np.abs(values) >= 1.0, values, np.tanh(temper * np.arctanh(inside)))
