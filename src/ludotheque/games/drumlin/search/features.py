"""What a network is told about a position of Drumlin, as the seat to act sees it: it plays up the board.

Where pieces and the Drumlin are, and what follows from that along rows and columns, which a small network would not
find out by itself: who can receive the Drumlin, come near it, let it leave (see ``hints.py``); and how few choices
are left, as a game that runs out is drawn.
"""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import lowest
from ludotheque.core.fields import Codes, Int64Array, int64
from ludotheque.core.rule import generic

from ..rules import state
from ..rules.geometry import CELLS, COLUMNS, FAR_ROW, ROWS
from ..rules.legal import is_bound, may_depart
from ..rules.state import Position
from .hints import can_take_over, far_row, neighbours, spoiled

# Of the seat to act, then of the other one: for each cell whether there are at least 1, 2, 3 elephants, 1, 2 dragons.
MOST_ELEPHANTS, MOST_DRAGONS = 3, 2
KINDS = MOST_ELEPHANTS + MOST_DRAGONS
SIDE = KINDS * CELLS
# The cell of the Drumlin: alone, in an own egg, in an enemy egg; then the forces around an egg.
STONE = 2 * SIDE
FORCES = STONE + 3 * CELLS
MOST_FORCE = 5
A_SIDE_OF_FORCES = (MOST_FORCE + 1) ** 2
# What a seat has in prospect, and how many pieces are left to it.
PROSPECTS = FORCES + 2 * A_SIDE_OF_FORCES
RECEIVERS, SAFE_RECEIVERS, ENTRANCES, SAFE_ENTRANCES, ELEPHANTS_NEAR, DRAGONS_NEAR = 0, 2, 4, 8, 11, 14
SAFE_GRASP, DEPARTURE, SAFE_DEPARTURE, ARRIVAL, SAFE_ARRIVAL, RELIEF, TAKEOVER, BOUND = range(16, 24)
A_SIDE_OF_PROSPECTS = 24
HERDS = PROSPECTS + 2 * A_SIDE_OF_PROSPECTS
MOST_LEFT, MOST_HATCHED = 12, 6
A_HERD = MOST_LEFT + 1 + MOST_HATCHED + 1
# The Drumlin is in the hand; an answer to its first place may follow; the answer is due.
IN_HAND = HERDS + 2 * A_HERD
TO_BE_ANSWERED, OFFERED = IN_HAND + 1, IN_HAND + 2
# At most so many choices are left.
FEW_LEFT = OFFERED + 1
LEFT = np.array([4, 8, 16, 32, 64, 128])
INPUTS = FEW_LEFT + len(LEFT)
# Games that go on for long are drawn. Few simulations and many games: what a network is to know is what came of them.
LONGEST = 200
RECIPE = {
    "generations": 3,
    "games": 1_600,
    "deep": 500,
    "epochs": 5,
    "last_epochs": 10,
    "batch": 1_024,
    "trust": 0.6,
    "td_lambda": 0.97,
    "discount": 0.995,
    "stray": 30,
    "pairs": 40,
    "seconds": 0.005,
}
SETTINGS = ({"placing": "pink"}, {"placing": "pink"}, {"placing": "swap"})


@generic
def features(s: Position, out: Codes) -> int:
    mover = int64(s.turn)
    n = write_stone(s, mover, out)
    for side in range(2):
        seat = mover if side == 0 else 1 - mover
        n = write_pieces(s, seat, mover, side * SIDE, out, n)
        n = write_prospects(s, seat, PROSPECTS + side * A_SIDE_OF_PROSPECTS, out, n)
        first, herd = HERDS + side * A_HERD, int64(s.herds[seat])
        out[n] = first + min(herd & (state.TROOP - 1), MOST_LEFT)
        out[n + 1] = first + MOST_LEFT + 1 + min(herd // state.TROOP, MOST_HATCHED)
        n += 2
    return write_clock(s, out, n)


@generic
def seen(cell: int, mover: int) -> int:
    """Where a cell is for the seat to act, which plays upwards."""
    return cell if mover == state.VIOLET else CELLS - COLUMNS - (cell & ~7) + (cell & 7)


@generic
def write_stone(s: Position, mover: int, out: Codes) -> int:
    if s.stone == state.IN_HAND:
        out[0] = IN_HAND
        out[1] = TO_BE_ANSWERED
        return 2 if s.offer else 1
    there = seen(s.stone, mover)
    if s.egg == state.NOBODY:
        out[0] = STONE + there
        out[1] = OFFERED
        return 2 if s.offer else 1
    side = 1 if s.egg == mover else 2
    mine, theirs = int64(state.force(s, mover, s.stone)), int64(state.force(s, 1 - mover, s.stone))
    out[0] = STONE + side * CELLS + there
    out[1] = FORCES + (side - 1) * A_SIDE_OF_FORCES + mine * (MOST_FORCE + 1) + theirs
    return 2


@generic
def write_pieces(s: Position, seat: int, mover: int, first: int, out: Codes, n: int) -> int:
    for row in range(ROWS):
        places = int64(s.standing[seat, row])
        while places:
            cell = COLUMNS * row + lowest(places)
            places &= places - 1
            there, troop = first + seen(cell, mover), int64(s.troops[seat, cell])
            for kind in range(min(troop & (state.TROOP - 1), MOST_ELEPHANTS)):
                out[n] = there + CELLS * kind
                n += 1
            for kind in range(min(troop // state.TROOP, MOST_DRAGONS)):
                out[n] = there + CELLS * (MOST_ELEPHANTS + kind)
                n += 1
    return n


@generic
def write_up_to(first: int, number: int, most: int, out: Codes, n: int) -> int:
    """A feature for each of so many, at most."""
    for i in range(min(number, most)):
        out[n] = first + i
        n += 1
    return n


@generic
def write_if(holds: bool, feature: int, out: Codes, n: int) -> int:
    out[n] = feature
    return n + 1 if holds else n


@generic
def write_prospects(s: Position, seat: int, first: int, out: Codes, n: int) -> int:
    receivers, safe, entrances, safe_entrances = far_row(s, seat)
    n = write_up_to(first + RECEIVERS, receivers, 2, out, n)
    n = write_up_to(first + SAFE_RECEIVERS, safe, 2, out, n)
    n = write_up_to(first + ENTRANCES, entrances, 4, out, n)
    n = write_up_to(first + SAFE_ENTRANCES, safe_entrances, 3, out, n)
    bound = is_bound(s, seat)
    n = write_if(bound, first + BOUND, out, n)
    if s.stone == state.IN_HAND:
        return n
    near = neighbours(s, seat, state.ELEPHANT, s.stone)
    n = write_up_to(first + ELEPHANTS_NEAR, near, 3, out, n)
    if s.herds[seat] >= state.TROOP:
        n = write_up_to(first + DRAGONS_NEAR, neighbours(s, seat, state.DRAGON, s.stone), 2, out, n)
    if s.egg == state.NOBODY:
        safe_grasp = near > 0 and not spoiled(s, 1 - seat, s.stone, state.ELEPHANT, state.ELEPHANT)
        return write_if(safe_grasp, first + SAFE_GRASP, out, n)
    if s.egg == seat:
        return write_brood(s, seat, first, receivers, safe, near, bound, out, n)
    return write_if(near > 0 and can_take_over(s, seat), first + TAKEOVER, out, n)


@generic
def write_brood(
    s: Position, seat: int, first: int, receivers: int, safe: int, near: int, bound: bool, out: Codes, n: int
) -> int:
    """The egg is this seat's."""
    mine, theirs = state.force(s, seat, s.stone), state.force(s, 1 - seat, s.stone)
    if not may_depart(s, seat):
        return write_if(near > 0 and mine + theirs == 2 * state.ELEPHANT, first + RELIEF, out, n)
    out[n] = first + DEPARTURE
    safe_egg = not spoiled(s, 1 - seat, s.stone, mine - theirs, mine + theirs)
    n = write_if(safe_egg, first + SAFE_DEPARTURE, out, n + 1)
    on_far_row = s.stone >> 3 == FAR_ROW[seat]
    arrival = (receivers > 0 or on_far_row) and not bound
    n = write_if(arrival, first + ARRIVAL, out, n)
    return write_if(arrival and safe_egg and (receivers > 1 or safe > 0 or on_far_row), first + SAFE_ARRIVAL, out, n)


@generic
def write_clock(s: Position, out: Codes, n: int) -> int:
    left = int64(s.max_choices - s.choices)
    for i in range(len(LEFT)):
        if left <= LEFT[i]:
            out[n] = FEW_LEFT + i
            n += 1
    return n


def symmetries() -> Int64Array:
    """Left and right are alike: where each feature goes, for both ways."""
    boards = np.arange(FORCES).reshape(-1, ROWS, COLUMNS)
    rest = np.arange(FORCES, INPUTS)
    return np.array([np.arange(INPUTS), [*boards[:, :, ::-1].ravel(), *rest]])
