"""What is certain within the next few turns, in Python. The work is done in compiled code; see ``solve.py``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..core.fields import Codes, Int8Array, Int64Array
from ..core.state import State
from . import solve
from .oversight import glance_of

DEEPEST = 24  # turns
EVENTS_A_TURN = 4  # for the stack: a turn may be several events
SEES_ALL = glance_of(0, 0.0)


def certain_values(
    state: State,
    seat: int,
    positions: int,
    turns: int = DEEPEST,
    among: Sequence[int] | None = None,
    glance: Int64Array | None = None,
) -> dict[int, int]:
    """Action -> 1 if it wins by force, −1 if it loses by force, as many turns deep as the budget of positions allows.

    Each depth is looked through completely before the next one is begun; so what comes later takes longer. With more
    than two seats a loss is never certain, because the others need not work together; alone there are only points,
    which can always be more. ``among`` are the actions to look at, all legal ones without it; ``glance``
    says what the player overlooks (see ``oversight.py``), which then counts as if it could not be.
    """
    if state.seats == 1:
        return {}
    actions = np.array(state.legal(seat) if among is None else among, np.int32)
    found = np.zeros(len(actions), np.int8)
    budget = np.array([positions], np.int64)
    sure = (solve.WIN,) if state.seats > 2 else (solve.WIN, solve.LOSS)
    certain: dict[int, int] = {}
    for depth in range(1, turns + 1):
        _look(state, seat, depth, actions, found, budget, SEES_ALL if glance is None else glance)
        new = ((int(action), int(value)) for action, value in zip(actions, found, strict=True) if value in sure)
        certain |= {action: value for action, value in new if action not in certain}
        if budget[0] <= 0 or solve.WIN in found or solve.UNKNOWN not in found:
            break
    return certain


def value_within(state: State, seat: int, action: int, turns: int, positions: int) -> int | None:
    """What an action leads to within so many turns: 1 if it wins by force, −1 if it loses by force, 0 if neither; None
    if more positions than that had to be looked at, and it is not known."""
    found, budget = np.zeros(1, np.int8), np.array([positions], np.int64)
    _look(state, seat, turns, np.array([action], np.int32), found, budget, SEES_ALL)
    return int(found[0]) if budget[0] > 0 else None


def _look(
    state: State,
    seat: int,
    depth: int,
    actions: Codes,
    found: Int8Array,
    budget: Int64Array,
    glance: Int64Array,
) -> None:
    game = state.game
    levels = EVENTS_A_TURN * depth + 2
    states = game.empty(levels)
    states[0] = state.array[0]
    codes = np.empty((levels, game.num_codes), np.int32)
    work = np.zeros((solve.ROWS, levels), np.int64)
    with np.errstate(over="ignore"):  # uncompiled, what is overlooked is drawn with a warning
        game.compiled(solve.solve)(states, seat, depth, actions, found, codes, work, budget, glance)
