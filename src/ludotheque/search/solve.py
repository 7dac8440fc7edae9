"""Exhaustive search of the next few turns, for any game: who can force a win, and what loses by force.

A value is 1 (the seat wins by force), −1 (all its choices lose by force) or 0 (neither is certain within the depth).
Depth is counted in turns: it grows when another seat comes to act. Draws of chance are not looked through: what lies
behind them is uncertain. With more than two seats all others are taken for one enemy, so only wins are certain.
"""

from __future__ import annotations

import numpy as np

from ..core.bits import lowest
from ..core.fields import Codes, Fields, Int8Array, Int64Array, States, Values
from ..core.rule import CHANCE, generic
from ..core.verbs import actors, apply, legal, result
from .oversight import SHARE, is_missed, leave_noticed

Counts = Int64Array
WIN, LOSS, UNKNOWN = 1, -1, 0
# The rows of ``work``, one column a level: choices not yet tried, who chooses, the best so far, which turn it is.
LEFT, SEAT, BEST, TURN = 0, 1, 2, 3
ROWS = 4


@generic
def certain_value(s: Fields, me: int, outcome: Values) -> int:
    """The value of a game that is over."""
    result(s, outcome)
    return WIN if outcome[me] >= 1.0 else LOSS if outcome[me] <= -1.0 else UNKNOWN


@generic
def open_node(
    level: int, seat: int, turn: int, states: States, codes: Codes, work: Counts, me: int, glance: Counts
) -> None:
    """Prepares to try all choices of the position at this level that are noticed."""
    work[SEAT, level] = seat
    work[TURN, level] = turn
    work[LEFT, level] = legal(states[level], seat, codes[level])
    if glance[SHARE] > 0:
        work[LEFT, level] = leave_noticed(states[level], seat, codes[level], work[LEFT, level], glance)
    work[BEST, level] = LOSS - 1 if seat == me else WIN + 1


@generic
def take(level: int, value: int, work: Counts, me: int) -> None:
    """Tells a position what one of its choices leads to, and stops looking when that settles it."""
    mine = work[SEAT, level] == me
    if (value > work[BEST, level]) if mine else (value < work[BEST, level]):
        work[BEST, level] = value
    best = work[BEST, level]
    settled = best == WIN if mine else best == LOSS
    if level > 0 and (work[SEAT, level - 1] == me) != mine:
        above = work[BEST, level - 1]
        settled = settled or (best >= above if mine else best <= above)
    if settled:
        work[LEFT, level] = 0


@generic
def step_down(
    level: int, depth: int, states: States, codes: Codes, work: Counts, outcome: Values, me: int, glance: Counts
) -> bool:
    """Tries the next choice of this level; True if the position behind it has to be looked at."""
    work[LEFT, level] -= 1
    states[level + 1] = states[level]
    apply(states[level + 1], work[SEAT, level], codes[level, work[LEFT, level]])
    acting = actors(states[level + 1])
    if acting == 0:
        take(level, certain_value(states[level + 1], me, outcome), work, me)
        return False
    seat = lowest(acting)
    turn = work[TURN, level] + (seat != work[SEAT, level])
    if acting == CHANCE or turn > depth or level + 2 >= len(states):
        take(level, UNKNOWN, work, me)
        return False
    open_node(level + 1, seat, turn, states, codes, work, me, glance)
    return True


@generic
def value_of(
    states: States, depth: int, me: int, codes: Codes, work: Counts, outcome: Values, budget: Counts, glance: Counts
) -> int:
    """The value of what was opened at level 0; ``budget[0]`` counts down the positions that may be looked at."""
    level = 0
    while True:
        if work[LEFT, level] == 0:
            if level == 0:
                return work[BEST, 0]
            level -= 1
            take(level, work[BEST, level + 1], work, me)
        elif budget[0] <= 0:
            return UNKNOWN
        else:
            budget[0] -= 1
            if step_down(level, depth, states, codes, work, outcome, me, glance):
                level += 1


def solve(
    states: States,
    me: int,
    depth: int,
    actions: Codes,
    found: Int8Array,
    codes: Codes,
    work: Counts,
    budget: Counts,
    glance: Counts,
) -> None:
    """The value of each of the actions that ``me`` may choose in ``states[0]``, within ``depth`` turns from now."""
    outcome = np.zeros(16, np.float64)
    for i in range(len(actions)):
        if found[i] == LOSS or is_missed(states[0], me, actions[i], glance):
            continue
        open_node(0, me, 1, states, codes, work, me, glance)
        codes[0, 0] = actions[i]
        work[LEFT, 0] = 1
        found[i] = value_of(states, depth, me, codes, work, outcome, budget, glance)
        if found[i] == WIN or budget[0] <= 0:
            return
