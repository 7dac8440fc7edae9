"""What helps the search at Drumlin: the value of a running position.

It is a sum over both seats. What is counted for a seat, such as its elephants that could receive the Drumlin on the
far row, has two weights: one for the seat that is to act and one for the seat that waits. Nothing depends on the
colour, so a position turned by half a turn, with the colours exchanged, has the opposite value.

The weights are the mean of two logistic regressions, over games of a one-turn and of a two-turn search against itself.
Those of a receiver and of an arrival are set by hand. See ``docs/strength.md``.
"""

from __future__ import annotations

import math

import numpy as np

from ludotheque.core.bits import count, lowest
from ludotheque.core.fields import Values, int64
from ludotheque.core.rule import generic

from ..rules import state
from ..rules.geometry import BEYOND_H, COLUMNS, FAR_ROW, REACH, ROWS
from ..rules.legal import is_bound, may_depart, ways
from ..rules.state import Position

HORIZON = 0  # a position is valued as it stands: what follows in a playout is nearly random
EVEN = True  # to be the one to act seems worth more than it is
CERTAIN = 0.98  # no estimate is as good as a win

TO_ACT, WAITING = 0, 1
RECEIVER, SAFE_RECEIVER, ENTRANCE, SAFE_ENTRANCE = 0, 1, 2, 3
GRASP, SAFE_GRASP, GRASP_AND_RECEIVER = 4, 5, 6
ELEPHANTS_NEAR, DRAGONS_NEAR = 7, 8
DEPARTURE, SAFE_DEPARTURE, DEPARTURE_AND_ENTRANCE, ARRIVAL, SAFE_ARRIVAL = 9, 10, 11, 12, 13
RELIEF, TAKEOVER = 14, 15

# What each is worth to the seat that is to act, and to that seat's opponent if the seat that waits has it.
WEIGHTS = np.array(
    [
        [0.05, -0.05],  # RECEIVER: an elephant of the far row may receive the Drumlin
        [0.11, -0.11],  # SAFE_RECEIVER: and the enemy cannot spoil that in one move
        [0.04, -0.04],  # ENTRANCE: so many cells, at most three, where an elephant can become a receiver
        [0.04, -0.04],  # SAFE_ENTRANCE
        [0.15, -0.09],  # GRASP: an elephant can stop on the lone Drumlin
        [0.12, -0.09],  # SAFE_GRASP: and the enemy cannot answer there
        [0.12, -0.09],  # GRASP_AND_RECEIVER
        [0.04, -0.06],  # ELEPHANTS_NEAR: so many can move to the Drumlin's cell, at most three
        [0.04, -0.06],  # DRAGONS_NEAR: at most two
        [0.16, -0.12],  # DEPARTURE: the Drumlin may leave freely
        [0.27, -0.35],  # SAFE_DEPARTURE
        [0.16, -0.12],  # DEPARTURE_AND_ENTRANCE: a receiver is missing, but can come
        [3.00, -0.39],  # ARRIVAL: the Drumlin may leave and arrive at once; who is to act wins
        [0.00, -0.81],  # SAFE_ARRIVAL: even after any one move to the egg or to a receiver
        [0.36, -0.38],  # RELIEF: the majority at one's own egg is lost, but an elephant can restore it
        [0.32, -0.35],  # TAKEOVER: one more elephant takes the enemy egg
    ]
)
# What few elephants cost, by their number: every departure uses one up, and with none the game is lost.
FEW = np.array([1.26, 1.06, 0.86, 0.65, 0.45, 0.25, 0.18, 0.12, 0.07, 0.03, 0.02, 0.01, 0.0, 0.0, 0.0, 0.0])
# What it is worth to be the one to act while the Drumlin is in the hand, lies alone, or is in an egg.
HOLDS, SEES_IT_ALONE, SEES_AN_EGG = 0.25, -0.09, 0.03
# Small things that tell quiet moves apart: a place where a piece can go, and a row that an elephant has advanced.
A_WAY, A_ROW = 0.0008, 0.0011


@generic
def evaluate(s: Position, out: Values) -> None:
    mover = int64(s.turn)
    lead = turn_worth(s) + FEW[s.herds[1 - mover] & (state.TROOP - 1)] - FEW[s.herds[mover] & (state.TROOP - 1)]
    lead += freedom(s, mover) - freedom(s, 1 - mover)
    lead += outlook(s, mover, TO_ACT) + outlook(s, 1 - mover, WAITING)
    if s.offer:
        lead = offer_worth(s, lead)
    out[mover] = CERTAIN * math.tanh(lead)
    out[1 - mover] = -out[mover]


@generic
def milestone(s: Position) -> int:
    """A departure makes a dragon of an elephant, for ever; all else can be done again and again."""
    return int64(s.herds[0]) * state.TROOP * state.TROOP + int64(s.herds[1])


@generic
def offer_worth(s: Position, lead: float) -> float:
    """Violet, who may answer to the first place of the Drumlin, takes the better side of it: to swap is to have the
    other side of the same position. So whoever places it can hope for no lead at all."""
    return abs(lead) if state.is_offered(s) else 0.0


@generic
def turn_worth(s: Position) -> float:
    if s.stone == state.IN_HAND:
        return HOLDS
    return SEES_IT_ALONE if s.egg == state.NOBODY else SEES_AN_EGG


@generic
def outlook(s: Position, seat: int, part: int) -> float:
    """The prospects of a seat that is to act or waits, seen by the one to act."""
    receivers, safe, entrances, safe_entrances = far_row(s, seat)
    total = WEIGHTS[RECEIVER, part] if receivers else 0.0
    total += WEIGHTS[SAFE_RECEIVER, part] if safe else 0.0
    total += WEIGHTS[ENTRANCE, part] * min(entrances, 3)
    total += WEIGHTS[SAFE_ENTRANCE, part] if safe_entrances else 0.0
    if s.stone == state.IN_HAND:
        return total
    near = neighbours(s, seat, state.ELEPHANT, s.stone)
    total += WEIGHTS[ELEPHANTS_NEAR, part] * min(near, 3)
    if s.herds[seat] >= state.TROOP:
        total += WEIGHTS[DRAGONS_NEAR, part] * min(neighbours(s, seat, state.DRAGON, s.stone), 2)
    if s.egg == state.NOBODY:
        return total + (grasp(s, seat, part, receivers) if near else 0.0)
    if s.egg == seat:
        return total + brood(s, seat, part, receivers, safe, entrances, near)
    return total + (WEIGHTS[TAKEOVER, part] if near and can_take_over(s, seat) else 0.0)


@generic
def freedom(s: Position, seat: int) -> float:
    """Where the pieces of a seat can go, and how far its elephants have come."""
    found, advance = 0, 0
    for row in range(ROWS):
        places = int64(s.standing[seat, row])
        while places:
            column = lowest(places)
            places &= places - 1
            if state.movable(s, seat, state.ELEPHANT, COLUMNS * row + column):
                found += count(ways(s, state.ELEPHANT, row, column))
                advance += abs(FAR_ROW[1 - seat] - row)
            if state.dragons_on(s, seat, COLUMNS * row + column):
                found += count(ways(s, state.DRAGON, row, column))
    return A_WAY * found + A_ROW * advance


# The far row


@generic
def far_row(s: Position, seat: int) -> tuple[int, int, int, int]:
    """Receivers, those that the enemy cannot spoil in one move, entrances, and those where one would be safe."""
    receivers = safe = entrances = safe_entrances = 0
    for column in range(COLUMNS):
        cell = COLUMNS * FAR_ROW[seat] + column
        mine, theirs = state.force(s, seat, cell), state.force(s, 1 - seat, cell)
        if mine > theirs and mine + theirs < state.MOST and state.elephants_on(s, seat, cell) > 0:
            if cell != s.stone:
                receivers += 1
                safe += not spoiled(s, 1 - seat, cell, mine - theirs, mine + theirs)
        elif mine >= theirs and mine + theirs < state.MOST - 1 and neighbours(s, seat, state.ELEPHANT, cell):
            entrances += 1
            safe_entrances += not spoiled(s, 1 - seat, cell, mine - theirs + 1, mine + theirs + 1)
    return receivers, safe, entrances, safe_entrances


@generic
def spoiled(s: Position, enemy: int, cell: int, margin: int, worth: int) -> bool:
    """Whether one enemy move can end a majority by this margin, or fill its cell, which is worth less than 4."""
    if (margin <= state.ELEPHANT or worth + state.ELEPHANT == state.MOST) and neighbours(
        s, enemy, state.ELEPHANT, cell
    ):
        return True
    return (
        worth + state.DRAGON <= state.MOST
        and s.herds[enemy] >= state.TROOP
        and neighbours(s, enemy, state.DRAGON, cell) > 0
    )


@generic
def neighbours(s: Position, seat: int, kind: int, cell: int) -> int:
    """From how many cells a piece of this kind can come here, as far as the ways between are concerned.

    Seen from here, those are the first cells in each direction that would stop such a piece.
    """
    row, column = cell >> 3, cell & 7
    n = 0
    line = int64(s.rows[kind - 1, row])
    first = int64(REACH[column, line | BEYOND_H]) & line
    while first:
        n += state.movable(s, seat, kind, (cell & ~7) + lowest(first)) > 0
        first &= first - 1
    line = int64(s.columns[kind - 1, column])
    first = int64(REACH[row, line]) & line
    while first:
        n += state.movable(s, seat, kind, COLUMNS * lowest(first) + column) > 0
        first &= first - 1
    return n


# The Drumlin


@generic
def grasp(s: Position, seat: int, part: int, receivers: int) -> float:
    """An elephant of this seat can stop on the lone Drumlin."""
    total = WEIGHTS[GRASP, part]
    if receivers:
        total += WEIGHTS[GRASP_AND_RECEIVER, part]
    if not spoiled(s, 1 - seat, s.stone, state.ELEPHANT, state.ELEPHANT):
        total += WEIGHTS[SAFE_GRASP, part]
    return total


@generic
def brood(s: Position, seat: int, part: int, receivers: int, safe: int, entrances: int, near: int) -> float:
    """The egg is this seat's."""
    mine, theirs = state.force(s, seat, s.stone), state.force(s, 1 - seat, s.stone)
    if not may_depart(s, seat):
        return WEIGHTS[RELIEF, part] if near and mine + theirs == 2 * state.ELEPHANT else 0.0
    total = WEIGHTS[DEPARTURE, part]
    safe_egg = not spoiled(s, 1 - seat, s.stone, mine - theirs, mine + theirs)
    if safe_egg:
        total += WEIGHTS[SAFE_DEPARTURE, part]
    on_far_row = s.stone >> 3 == FAR_ROW[seat]
    if entrances and not receivers:
        total += WEIGHTS[DEPARTURE_AND_ENTRANCE, part]
    if (receivers or on_far_row) and not is_bound(s, seat):
        total += WEIGHTS[ARRIVAL, part]
        if safe_egg and (receivers > 1 or safe or on_far_row):
            total += WEIGHTS[SAFE_ARRIVAL, part]
    return total


@generic
def can_take_over(s: Position, seat: int) -> bool:
    """Whether the enemy egg faces one elephant of this seat, and nothing else stands there."""
    return (
        s.troops[seat, s.stone] == state.UNIT[state.ELEPHANT]
        and s.troops[1 - seat, s.stone] == state.UNIT[state.ELEPHANT]
    )
