"""What a network is told about a position of Dérive: each die, and the terms of both seats (see ``terms.py``).

It is seen by the seat whose turn it is, from its own bank, also while that seat's die is being rolled.
"""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE, lowest
from ludotheque.core.fields import Codes, Int64Array, int64
from ludotheque.core.local import local_array
from ludotheque.core.rule import rule
from ludotheque.core.state import State

from ..rules.geometry import (
    NONE,
    PLACES,
    RED,
    SHORE,
    SHORE_PLACES,
    STREAM,
    YELLOW,
    cell_of,
    column_and_row,
    lattice_of,
    places_on,
)
from ..rules.groups import anchored
from ..rules.state import CHAIN, COMPULSORY, LEVELS, NOBODY, NOTHING, Position
from . import terms as seen
from .terms import KEY, TERMS, WORDS, Terms, look_at

SIZE = 9
CELLS = places_on(SIZE)
# The number of each place as the seat at the bottom sees it, and the one at the top, who turns the board.
CELL_OF_PLACE = np.full((2, PLACES), 0, np.int64)
for _number, _place in enumerate(CELLS):
    CELL_OF_PLACE[:, _place] = _number, len(CELLS) - 1 - _number

# The terms that are told, and how large each of them is at most; more counts as that. Of a term that is 0 nothing is
# told, and nothing of those that are sums over the dice, which a network finds by itself.
TOLD = {
    seen.TURNS: 47,
    seen.HANGING: 6,
    seen.HANGING_PIPS: 18,
    seen.LENGTH: 6,
    seen.EXCESS: 5,
    seen.ORDERED: 1,
    seen.CRAMPED: 5,
    seen.OPEN_ENDS: 2,
    seen.READY: 2,
    seen.LAST: 2,
}
MOST = np.array([TOLD.get(term, 0) for term in range(TERMS)])
TERM_AT = np.cumsum(MOST) - MOST

# Where the features begin: dice, by owner and value and cell; terms, by owner; the die that is rolled, by cell, and
# whether it is in an anchored chain; the level; how near the end of the game is.
PLANE = len(CELLS)
SIDE = 6 * PLANE
TERMS_AT = 2 * SIDE
TERMS_OF_SEAT = int(MOST.sum())
ROLLING_AT = TERMS_AT + 2 * TERMS_OF_SEAT
IN_CHAIN_AT = ROLLING_AT + PLANE
LEVEL_AT = IN_CHAIN_AT + 1
NEAR_END_AT = LEVEL_AT + len(LEVELS)
NEAR_END = 6  # 64 choices are left at most, 32, 16 …
INPUTS = NEAR_END_AT + NEAR_END

LONGEST = 500  # choices of a game that is learned from
SETTINGS = ({"level": "classic"}, {"level": "advanced"})
# Results say little here: whoever wins after 300 choices was not ahead in most of them. So what the search expects
# counts more.
RECIPE = {"games": 2_000, "simulations": 100, "learned": 60, "trust": 0.2}


@rule
def viewpoint(s: Position) -> int:
    return 0 if s.turn == NOBODY else int64(s.turn)


def fits(state: State) -> bool:
    """On the usual board, face to face, where six dice are to be brought in order."""
    s = state.fields
    long_chain = CHAIN[s.level] == 6 and COMPULSORY[s.level] == 1
    return bool(long_chain and s.width == SIZE and s.bank[0] == RED and s.bank[1] == YELLOW)


@rule
def features(s: Position, out: Codes) -> int:
    mover = viewpoint(s)
    terms = local_array(TERMS, np.int64)
    memory = local_array(WORDS, np.uint64)
    memory[KEY] = 0
    n = 0
    for side in range(2):
        seat = mover if side == 0 else 1 - mover
        n = add_dice(s, seat, mover, side * SIDE, out, n)
        look_at(s, seat, memory, terms)
        n = add_terms(terms, TERMS_AT + side * TERMS_OF_SEAT, out, n)
    if s.rolling != NOTHING:
        n = add_roll(s, mover, out, n)
    out[n] = LEVEL_AT + int64(s.level)
    return add_nearness(int64(s.max_choices) - int64(s.choices), out, n + 1)


@rule
def add_dice(s: Position, seat: int, mover: int, begin: int, out: Codes, n: int) -> int:
    for value in range(1, 7):
        plane = begin + (value - 1) * PLANE
        here, there = s.dice[seat, SHORE] & s.faces[value, SHORE], s.dice[seat, STREAM] & s.faces[value, STREAM]
        while here:
            out[n] = plane + CELL_OF_PLACE[mover, lowest(here)]
            here &= here - ONE
            n += 1
        while there:
            out[n] = plane + CELL_OF_PLACE[mover, lowest(there) + SHORE_PLACES]
            there &= there - ONE
            n += 1
    return n


@rule
def add_terms(terms: Terms, begin: int, out: Codes, n: int) -> int:
    for term in range(TERMS):
        told = min(terms[term], MOST[term])
        if told > 0:
            out[n] = begin + TERM_AT[term] + told - 1
            n += 1
    return n


@rule
def add_roll(s: Position, mover: int, out: Codes, n: int) -> int:
    """The die that is rolled is still counted with what it shows."""
    place = int64(s.rolling)
    out[n] = ROLLING_AT + CELL_OF_PLACE[mover, place]
    here, there = anchored(s, mover)
    if (here if lattice_of(place) == SHORE else there) & cell_of(place) == NONE:
        return n + 1
    out[n + 1] = IN_CHAIN_AT
    return n + 2


@rule
def add_nearness(left: int, out: Codes, n: int) -> int:
    for near in range(NEAR_END):
        if left <= 64 >> near:
            out[n] = NEAR_END_AT + near
            n += 1
    return n


def symmetries() -> Int64Array:
    """As it is, and with left and right exchanged."""
    mirrored = [CELLS.index(mirror(place)) for place in CELLS]
    way = np.arange(INPUTS)
    for begin in (*range(0, TERMS_AT, PLANE), ROLLING_AT):
        way[begin : begin + PLANE] = begin + np.array(mirrored)
    return np.array([np.arange(INPUTS), way])


def mirror(place: int) -> int:
    column, row = column_and_row(place)
    return next(other for other in CELLS if column_and_row(other) == (SIZE - 1 - column, row))
