"""What helps the search at La Rivière de Couleurs: a race, so what counts is how far the pawns have come."""

from __future__ import annotations

import math

import numpy as np

from ludotheque.core.bits import ONE, lowest, random_below
from ludotheque.core.fields import Codes, Stream, Values
from ludotheque.core.rule import generic

from ..rules.geometry import AHEAD, CELL, FAR_SIDE, FIRST_ROW, HOLES, neighbours
from ..rules.legal import HOMES, PUSHES, TARGETS, landings, occupied, reach
from ..rules.state import EMPTY, ORANGE, PUSH, Position

HORIZON = 12
OFF = 7  # the row behind the last one
COVERED = 1.5  # rows that a pawn under an enemy's is set back
TO_GO = 1.0  # of a row that a pawn could gain at once
SCALE = 0.07

# The cells in each row, or beyond it, as a seat counts: row 1 is its first.
BEYOND = np.array(
    [
        [sum(0x01_01_01 << (row if seat == 0 else 7 - row) for row in range(least, 7)) for least in range(8)]
        for seat in range(2)
    ],
    np.uint64,
)


@generic
def policy(s: Position, seat: int, codes: Codes, n: int, rng: Stream) -> int:
    """The journey that goes farthest; any push."""
    if s.phase == PUSH:
        return random_below(rng, n)
    best, most = 0, -1000
    for i in range(n):
        gain = 16 * advance(seat, codes[i]) + random_below(rng, 16)
        if gain > most:
            best, most = i, gain
    return best


@generic
def advance(seat: int, action: int) -> int:
    """The rows that a journey gains."""
    if action >= PUSHES:
        return 0
    origin, target = action // TARGETS, action % TARGETS
    start = 0 if origin >= HOMES else row_of(seat, CELL[origin])
    return (OFF if target == HOMES else row_of(seat, CELL[target])) - start


@generic
def row_of(seat: int, cell: int) -> int:
    """As a seat counts: its first row is 1."""
    return cell & 7 if seat == 0 else 7 - (cell & 7)


@generic
def evaluate(s: Position, out: Values) -> None:
    lead = SCALE * (progress(s, 0) - progress(s, 1))
    out[0] = math.tanh(lead)
    out[1] = -out[0]


@generic
def progress(s: Position, seat: int) -> float:
    """The rows that all pawns of a seat have gained, and those they could gain at once."""
    rows = float(OFF * (s.arrived[2 * seat] + s.arrived[2 * seat + 1]))
    left = occupied(s)
    while left:
        cell = lowest(left)
        left &= left - ONE
        rows += stack_rows(int(s.stacks[cell]), seat, row_of(seat, cell))
    return rows + TO_GO * rows_to_gain(s, seat)


@generic
def stack_rows(stack: int, seat: int, row: int) -> float:
    rows = 0.0
    if stack & 2 == 2 * seat:
        rows += row
    stack >>= 2
    while stack > EMPTY:
        if stack & 2 == 2 * seat:
            rows += row - COVERED
        stack >>= 2
    return rows


@generic
def rows_to_gain(s: Position, seat: int) -> int:
    """What each pawn could gain if its seat were to travel now."""
    empty, enemy = HOLES & ~occupied(s), landings(s, seat)
    rows = 0
    for colour in range(2 * seat, 2 * seat + 2):
        ground = s.tiles[colour] | s.tiles[ORANGE]
        if s.home[colour] > 0:
            rows += farthest(seat, reach(seat, np.uint64(0), FIRST_ROW[seat], ground & empty, ground & enemy))
        movers = s.tops[colour] & ~s.moved
        while movers:
            at = movers & (~movers + ONE)
            movers ^= at
            cell = lowest(at)
            ends = reach(seat, at, neighbours(at), ground & empty, ground & enemy) & AHEAD[seat, cell & 7]
            if ends:
                rows += farthest(seat, ends) - row_of(seat, cell)
    return rows


@generic
def farthest(seat: int, ends: np.uint64) -> int:
    """The row that a journey can reach; 0 if there is none."""
    if ends & FAR_SIDE:
        return OFF
    row = 0
    while ends & BEYOND[seat, row + 1]:
        row += 1
    return row
