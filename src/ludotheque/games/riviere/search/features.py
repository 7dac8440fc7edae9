"""What a network is told about a position of La Rivière de Couleurs, as the seat whose turn it is sees it.

That seat crosses upwards from row 1 and has the first two colours: the other one's board is turned round, and the
colours change their names. Told are the tiles that are known, the pawns and what lies on them, who waits and who has
arrived, and how far each pawn could travel at once, which no small network finds out by itself.
"""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE, lowest
from ludotheque.core.fields import Codes, Int64Array
from ludotheque.core.rule import rule

from ..rules.geometry import AHEAD, FIRST_ROW, HOLE, HOLES, NOTHING, neighbours
from ..rules.legal import landings, occupied, reach
from ..rules.state import EMPTY, NONE, ORANGE, Position
from .hints import farthest

CELLS, PLACES, PAWNS, DEEP, ROWS = 24, 18, 3, 3, 8
TILE = 0  # of each colour in each cell, under the frame too
PAWN = TILE + 5 * CELLS  # under none, one or two others: of each colour in each hole
HOME = PAWN + DEEP * 4 * PLACES  # so many at least, of each colour
ARRIVED = HOME + 4 * PAWNS
SPARE = ARRIVED + 4 * PAWNS
BANNED = SPARE + 5
PHASE = BANNED + 3
MOVED = PHASE + 3
TRAVEL = MOVED + PLACES  # how far the pawn on top could go: of each side, in each hole, to each row
SET_OUT = TRAVEL + 2 * PLACES * ROWS  # and one that waits: of each colour
ANY_DIRECTION = SET_OUT + 4 * ROWS
INPUTS = ANY_DIRECTION + 1

LONGEST = 400
SETTINGS = ({"compulsion": "advance"}, {"compulsion": "move"})
RECIPE = {"generations": 2, "games": 1_500, "simulations": 100, "learned": 80, "epochs": 10, "seconds": 0.005}


@rule
def viewpoint(s: Position) -> int:
    """While tiles are drawn it is that of the next turn; before the first one nobody's, and the board is the same."""
    return 0 if s.turn == NONE else int(s.turn)


@rule
def features(s: Position, out: Codes) -> int:
    me = viewpoint(s)
    n = table(s, me, out)
    for colour in range(5):
        left = s.tiles[colour]
        while left:
            out[n] = TILE + CELLS * seen_colour(colour, me) + (lowest(left) ^ 7 * me)
            left &= left - ONE
            n += 1
    left = occupied(s)
    while left:
        n = stack(s, lowest(left), me, out, n)
        left &= left - ONE
    return journeys(s, 1, me, out, journeys(s, 0, me, out, n))


@rule
def seen_colour(colour: int, me: int) -> int:
    """One's own colours come first; orange is nobody's."""
    return colour if colour == ORANGE else colour ^ 2 * me


@rule
def table(s: Position, me: int, out: Codes) -> int:
    """What lies beside the board, and whose turn it is to do what."""
    out[0] = PHASE + int(s.phase)
    n = 1
    if s.spare != NONE:
        out[n] = SPARE + seen_colour(int(s.spare), me)
        n += 1
    if s.banned != NONE:
        out[n] = BANNED + int(s.banned)
        n += 1
    if s.any_direction:
        out[n] = ANY_DIRECTION
        n += 1
    for colour in range(4):
        for i in range(s.home[colour]):
            out[n] = HOME + PAWNS * (colour ^ 2 * me) + i
            n += 1
        for i in range(s.arrived[colour]):
            out[n] = ARRIVED + PAWNS * (colour ^ 2 * me) + i
            n += 1
    return n


@rule
def stack(s: Position, cell: int, me: int, out: Codes, n: int) -> int:
    """The pawns in a hole, the top one first; what lies deeper than a usual stack goes is left out."""
    pawns, above, place = int(s.stacks[cell]), 0, HOLE[cell ^ 7 * me]
    if s.moved >> np.uint64(cell) & ONE:
        out[n] = MOVED + place
        n += 1
    while pawns > EMPTY and above < DEEP:
        out[n] = PAWN + PLACES * (4 * above + (pawns & 3 ^ 2 * me)) + place
        pawns >>= 2
        above += 1
        n += 1
    return n


@rule
def journeys(s: Position, seat: int, me: int, out: Codes, n: int) -> int:
    """How far the pawns of a seat could advance if it were to travel now."""
    empty, enemy = HOLES & ~occupied(s), landings(s, seat)
    for colour in range(2 * seat, 2 * seat + 2):
        ground = s.tiles[colour] | s.tiles[ORANGE]
        if s.home[colour] > 0:
            ends = reach(seat, NOTHING, FIRST_ROW[seat], ground & empty, ground & enemy)
            out[n] = SET_OUT + ROWS * (colour ^ 2 * me) + farthest(seat, ends)
            n += 1
        movers = s.tops[colour] & ~s.moved
        while movers:
            at = movers & (~movers + ONE)
            movers ^= at
            cell = lowest(at)
            ends = reach(seat, at, neighbours(at), ground & empty, ground & enemy) & AHEAD[seat, cell & 7]
            out[n] = TRAVEL + ROWS * (PLACES * (seat ^ me) + HOLE[cell ^ 7 * me]) + farthest(seat, ends)
            n += 1
    return n


def symmetries() -> Int64Array:
    """Left and right are alike, and so are the two colours of a seat: where each feature goes, for each of the ways."""
    return np.array([_way(mirror, own, enemy) for mirror in (0, 1) for own in (0, 1) for enemy in (0, 1)])


def _way(mirror: int, own: int, enemy: int) -> Int64Array:
    columns = [2, 1, 0] if mirror else [0, 1, 2]
    colours = [own, 1 - own, 2 + enemy, 3 - enemy]
    way = np.arange(INPUTS)

    def part(first: int, *shape: int) -> Int64Array:
        return way[first : first + int(np.prod(shape))].reshape(shape)

    part(TILE, 5, 3, 8)[:] = part(TILE, 5, 3, 8)[[*colours, ORANGE]][:, columns]
    part(PAWN, DEEP, 4, 3, 6)[:] = part(PAWN, DEEP, 4, 3, 6)[:, colours][:, :, columns]
    for first, width in ((HOME, PAWNS), (ARRIVED, PAWNS), (SET_OUT, ROWS)):
        part(first, 4, width)[:] = part(first, 4, width)[colours]
    part(SPARE, 4)[:] = part(SPARE, 4)[colours]
    part(BANNED, 3)[:] = part(BANNED, 3)[columns]
    part(MOVED, 3, 6)[:] = part(MOVED, 3, 6)[columns]
    part(TRAVEL, 2, 3, 6 * ROWS)[:] = part(TRAVEL, 2, 3, 6 * ROWS)[:, columns]
    return way
