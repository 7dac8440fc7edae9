"""What a seat may choose: journeys of its pawns, then a push."""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE, lowest
from ludotheque.core.fields import Codes, UInt64Array, int64
from ludotheque.core.local import local_array
from ludotheque.core.packed import count_packed, pack, unpack
from ludotheque.core.rule import CHANCE, rule

from .geometry import AHEAD, FAR_SIDE, FIRST_ROW, HOLE, HOLES, LAST_ROW, NOTHING, by_hole, neighbours
from .state import DRAW, ORANGE, OVER, PUSH, Position

# Action codes: journeys are origin × 19 + target, then two pushes a column, then done.
# Origins and targets are the 18 holes a1 … a6, b1 … c6; then the four homes, or the far side.
TARGETS = 19
HOMES = 18
PUSHES = (HOMES + 4) * TARGETS
DONE = PUSHES + 6
ACTIONS = DONE + 1
BOTH_WAYS = np.uint64(0b111111)
AWAY = np.array([0b010101, 0b101010], np.uint64)  # by seat
OTHER_COLUMNS = np.array([0b111111, 0b111100, 0b110011, 0b001111], np.uint64)  # by 1 + the banned one
ROOM = 2 * 10  # packs: two homes, six pawns, done, and one that stays empty


@rule
def actors(s: Position) -> int:
    if s.phase == OVER:
        return 0
    return CHANCE if s.phase == DRAW else 1 << s.turn


@rule
def legal(s: Position, seat: int, out: Codes) -> int:
    room = local_array(ROOM, np.uint64)
    return unpack(room, pack_choices(s, seat, room), out)


@rule
def count_legal(s: Position, seat: int, room: UInt64Array) -> int:
    return count_packed(pack_choices(s, seat, room))


@rule
def pack_choices(s: Position, seat: int, room: UInt64Array) -> int:
    """All that a seat may do; the tally of it."""
    return pack(room, 0, pushes(s, seat), PUSHES, 1) if s.phase == PUSH else pack_journeys(s, seat, room)


# Journeys


@rule
def pack_journeys(s: Position, seat: int, room: UInt64Array) -> int:
    """The journeys open to each pawn that has not moved, and `done` if none of them is compulsory."""
    empty, enemy = HOLES & ~occupied(s), landings(s, seat)
    n, compelled = 0, NOTHING
    for colour in range(2 * seat, 2 * seat + 2):
        if s.home[colour] > 0:
            ground = s.tiles[colour] | s.tiles[ORANGE]
            ends = reach(seat, NOTHING, FIRST_ROW[seat], ground & empty, ground & enemy)
            compelled |= compulsory(s, ends, ends, enemy)
            n = pack(room, n, by_hole(ends), (HOMES + colour) * TARGETS, 1)
    first, second = s.tops[2 * seat], s.tops[2 * seat + 1]
    movers = (first | second) & ~s.moved
    while movers:  # of both colours together: one loop ends less often, which cannot be foreseen
        at = movers & (~movers + ONE)
        movers ^= at
        cell = lowest(at)
        ground = s.tiles[2 * seat + int64(at & second != 0)] | s.tiles[ORANGE]
        ends = reach(seat, at, neighbours(at), ground & empty, ground & enemy)
        advances = ends & AHEAD[seat, cell & 7]
        compelled |= compulsory(s, ends, advances, enemy)
        n = pack(room, n, by_hole(advances if advances and s.any_direction == 0 else ends), HOLE[cell] * TARGETS, 1)
    return n if compelled else pack(room, n, ONE, DONE, 1)


@rule
def compulsory(s: Position, ends: np.uint64, advances: np.uint64, enemy: np.uint64) -> np.uint64:
    """The ends of the journeys for whose sake a player may not stop: those that advance, or all that do not climb."""
    return ends & ~enemy if s.any_direction else advances


@rule
def reach(seat: int, origin: np.uint64, first: np.uint64, empty: np.uint64, enemy: np.uint64) -> np.uint64:
    """Where a journey may end: on empty ground, on an enemy's stack at the last step, or off the board.

    ``first`` are the holes of the first step. The origin is not open ground: the pawn's own side is on top there.
    """
    crossed = first & empty
    crossed |= neighbours(crossed) & empty  # nearly always there is a second step: a branch would be mispredicted
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
    return (s.tops[2 - 2 * seat] | s.tops[3 - 2 * seat]) & ~s.full


@rule
def can_travel(s: Position, seat: int) -> bool:
    """Whether any journey is possible: a first step into an open hole is one, and so is leaving from the last row."""
    enterable, found = HOLES & ~occupied(s) | landings(s, seat), NOTHING
    for colour in range(2 * seat, 2 * seat + 2):  # both: which one can cannot be foreseen
        movers = s.tops[colour] & ~s.moved
        first = neighbours(movers) | (FIRST_ROW[seat] if s.home[colour] > 0 else NOTHING)
        found |= movers & LAST_ROW[seat] | first & enterable & (s.tiles[colour] | s.tiles[ORANGE])
    return found != NOTHING


# The push


@rule
def pushes(s: Position, seat: int) -> np.uint64:
    """Every column but the one that the opponent has just pushed; two bits a column, up and down."""
    return OTHER_COLUMNS[s.banned + 1] & (AWAY[seat] if s.away_only else BOTH_WAYS)
