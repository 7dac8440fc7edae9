"""What a seat may choose: journeys of its pawns, then a push."""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE, lowest
from ludotheque.core.fields import Codes
from ludotheque.core.rule import CHANCE, rule

from .geometry import AHEAD, FAR_SIDE, FIRST_ROW, HOLE, HOLES, LAST_ROW, neighbours
from .state import DRAW, ORANGE, OVER, PUSH, Position

# Action codes: journeys are origin × 19 + target, then two pushes a column, then done.
# Origins and targets are the 18 holes a1 … a6, b1 … c6; then the four homes, or the far side.
TARGETS = 19
HOMES = 18
PUSHES = (HOMES + 4) * TARGETS
DONE = PUSHES + 6
ACTIONS = DONE + 1


@rule
def actors(s: Position) -> int:
    if s.phase == OVER:
        return 0
    return CHANCE if s.phase == DRAW else 1 << s.turn


@rule
def legal(s: Position, seat: int, out: Codes) -> int:
    return list_pushes(s, seat, out) if s.phase == PUSH else list_journeys(s, seat, out)


# Journeys


@rule
def list_journeys(s: Position, seat: int, out: Codes) -> int:
    """The journeys open to each pawn that has not moved, and `done` if none of them is compulsory."""
    empty, enemy = HOLES & ~occupied(s), landings(s, seat)
    n, compelled = 0, False
    for colour in range(2 * seat, 2 * seat + 2):
        ground = s.tiles[colour] | s.tiles[ORANGE]
        if s.home[colour] > 0:
            ends = reach(seat, np.uint64(0), FIRST_ROW[seat], ground & empty, ground & enemy)
            compelled |= compulsory(s, ends, ends, enemy) != 0
            n = write_journeys(out, n, HOMES + colour, ends)
        movers = s.tops[colour] & ~s.moved
        while movers:
            at = movers & (~movers + ONE)
            movers ^= at
            cell = lowest(at)
            ends = reach(seat, at, neighbours(at), ground & empty, ground & enemy)
            advances = ends & AHEAD[seat, cell & 7]
            compelled |= compulsory(s, ends, advances, enemy) != 0
            n = write_journeys(out, n, HOLE[cell], advances if advances and s.any_direction == 0 else ends)
    if not compelled:
        out[n] = DONE
        n += 1
    return n


@rule
def compulsory(s: Position, ends: np.uint64, advances: np.uint64, enemy: np.uint64) -> np.uint64:
    """The ends of the journeys for whose sake a player may not stop: those that advance, or all that do not climb."""
    return ends & ~enemy if s.any_direction else advances


@rule
def write_journeys(out: Codes, n: int, origin: int, ends: np.uint64) -> int:
    while ends:
        out[n] = origin * TARGETS + HOLE[lowest(ends)]
        n += 1
        ends &= ends - ONE
    return n


@rule
def reach(seat: int, origin: np.uint64, first: np.uint64, empty: np.uint64, enemy: np.uint64) -> np.uint64:
    """Where a journey may end: on empty ground, on an enemy's stack at the last step, or off the board.

    ``first`` are the holes of the first step. The origin is not open ground: the pawn's own side is on top there.
    """
    crossed = first & empty
    near = neighbours(crossed)
    while near & empty & ~crossed:
        crossed |= near & empty
        near = neighbours(crossed)
    ends = crossed | ((near | first) & enemy)
    if (crossed | origin) & LAST_ROW[seat]:
        ends |= FAR_SIDE
    return ends


@rule
def occupied(s: Position) -> np.uint64:
    return s.tops[0] | s.tops[1] | s.tops[2] | s.tops[3]


@rule
def landings(s: Position, seat: int) -> np.uint64:
    """The holes with an enemy on top whose stack has room for one more."""
    enemies = s.tops[2 - 2 * seat] | s.tops[3 - 2 * seat]
    if s.stack_limit == 0:
        return enemies
    full, left = 1 << (2 * s.stack_limit), enemies
    while left:
        at = left & (~left + ONE)
        left ^= at
        if s.stacks[lowest(at)] >= full:
            enemies ^= at
    return enemies


@rule
def can_travel(s: Position, seat: int) -> bool:
    """Whether any journey is possible: a first step into an open hole is one, and so is leaving from the last row."""
    enterable = HOLES & ~occupied(s) | landings(s, seat)
    for colour in range(2 * seat, 2 * seat + 2):
        movers = s.tops[colour] & ~s.moved
        first = neighbours(movers)
        if s.home[colour] > 0:
            first |= FIRST_ROW[seat]
        if movers & LAST_ROW[seat] or first & enterable & (s.tiles[colour] | s.tiles[ORANGE]):
            return True
    return False


# The push


@rule
def list_pushes(s: Position, seat: int, out: Codes) -> int:
    """Every column but the one that the opponent has just pushed."""
    n = 0
    for column in range(3):
        for way in range(2):
            if column != s.banned and (way == seat or s.away_only == 0):
                out[n] = PUSHES + 2 * column + way
                n += 1
    return n
