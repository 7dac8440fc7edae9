"""What helps the search at Number Drop: how to play on quickly, and how many points a sheet promises.

The policy alone makes about 31 points in solo, where random play makes −5. The worth of what a sheet shows was fitted
to the final points of some ten thousand games of that policy; solo and with more seats it came out the same.
"""

from __future__ import annotations

import math

import numpy as np

from ludotheque.core.bits import count, lowest, random_below
from ludotheque.core.fields import Codes, Int8Array, Stream, Values, int64
from ludotheque.core.rule import generic

from ..rules import state
from ..rules.ending import combination_points
from ..rules.geometry import (
    ABOVE_THE_LINE,
    BOTTOM_OF,
    COLUMNS,
    EVERY_ROW,
    HEIGHT_OF,
    ROW,
    ROWS,
    WIDTH_OF,
    bit,
    first,
    group,
    landing_row,
    size,
)
from ..rules.groups import circled, largest_group, longest_run, next_to, unused
from ..rules.state import Position

HORIZON = 20  # about two turns of one seat

# What a group or a run that a new digit makes is worth, by its size.
GROUP_WORTH = np.array([0, 0, 8, 20, 34, 50, 66, 80, 90])
RUN_WORTH = np.array([0, 0, 7, 18, 30, 44, 60, 74, 84])
# Tiles slide in this order: first those whose letters are hardest to circle, last those that may yet be protected.
SLIDE_WORTH = np.array([0, 1, 2, 6, 7])
PROTECTED_WORTH = 5


@generic
def policy(s: Position, seat: int, codes: Codes, n: int, rng: Stream) -> int:
    """The choice that looks best by itself; among equals any."""
    best, most = 0, -1_000_000
    for i in range(n):
        worth = 8 * worth_of(s, seat, codes[i]) + random_below(rng, 8)
        if worth > most:
            best, most = i, worth
    return best


@generic
def worth_of(s: Position, seat: int, action: int) -> int:
    stage = s.stage[seat]
    if stage == state.WRITE:
        return digit_worth(s, seat, action - state.STAR_DIGIT if action >= state.STAR_DIGIT else action - state.DIGIT)
    if stage in (state.PUT, state.DROP):
        return place_worth(s.heights[seat], action)
    if stage == state.COMBINE:
        return 0 if action == state.SKIP else 1 + (action - state.COMBINATION) % state.SIZES
    if stage == state.SLIDE:
        return PROTECTED_WORTH if circled(s, seat) >> (action - state.TILE) & 1 else SLIDE_WORTH[action - state.TILE]
    return 0


@generic
def place_worth(heights: Int8Array, placement: int) -> int:
    """Low, flat, without holes beneath and close to what stands beside; under an overhang it makes no holes."""
    is_pushed = placement >= state.PUSHED
    straight = (placement - state.PUSHED) // ROWS if is_pushed else placement
    orientation, column = straight // COLUMNS, straight % COLUMNS
    row = (placement - state.PUSHED) % ROWS if is_pushed else landing_row(heights, orientation, column)
    end = column + WIDTH_OF[orientation]
    holes = 0
    for i in range(column, end):
        holes += max(0, row + BOTTOM_OF[orientation, i - column] - int(heights[i]))
    touching = int(column == 0 or heights[column - 1] > row) + int(end == COLUMNS or heights[end] > row)
    return 3 * touching - 8 * holes - 5 * row - 4 * HEIGHT_OF[orientation]


@generic
def digit_worth(s: Position, seat: int, digit: int) -> int:
    """What the digit makes of the next cell: a group of equal digits, a run, or both."""
    low, high = bit(first(s.open[seat, 0], s.open[seat, 1]))
    free_low, free_high = unused(s, seat, digit)
    group_low, group_high = group(low, high, free_low, free_high)
    run = 1 + steps(s, seat, low, high, digit, -1) + steps(s, seat, low, high, digit, 1)
    return GROUP_WORTH[min(state.LARGEST, size(group_low, group_high))] + RUN_WORTH[min(state.LARGEST, run)]


@generic
def steps(s: Position, seat: int, low: np.uint64, high: np.uint64, digit: int, way: int) -> int:
    """How far a run goes on up or down from this cell."""
    n = 0
    at = digit + way
    while 0 <= at <= 9:
        low, high = next_to(s, seat, low, high, at)
        if low | high == 0:
            break
        n += 1
        at += way
    return n


# Evaluation. A row is a byte of seven bits, so an addition carries into the eighth: that finds all full rows at once.

_1, _8, _16, _32 = (np.uint64(n) for n in (1, 8, 16, 32))
CARRY, CARRY_BELOW_THE_LINE = np.uint64(0x8080_8080_8080_8080), np.uint64(0x80_8080)
EDGES = np.uint64(0x3F3F_3F3F_3F3F_3F3F)

EMPTY_SHEET = 30.0  # points to come
FULL_ROW, SPOILT_ROW, STEP, VALIDATED, UNUSED = -1.5, -2.1, -0.25, -2.1, -0.2
TO_PLACE, TO_VALIDATE = 0.5, 0.65
TEMPER = 5.0  # so many points ahead is a clear lead


@generic
def evaluate(s: Position, out: Values) -> None:
    """The points that each seat can expect; with more seats who will have the most of them."""
    n = int(s.seats)
    for seat in range(n):
        out[seat] = expected_points(s, seat)
    if n > 1:
        share_victory(out, n)


@generic
def share_victory(out: Values, n: int) -> None:
    """From points to chances, and from chances to a result: the winner has 1 and all others share the loss."""
    most, total = out[0], 0.0
    for seat in range(1, n):
        most = max(most, out[seat])
    for seat in range(n):
        out[seat] = math.exp((out[seat] - most) / TEMPER)
        total += out[seat]
    for seat in range(n):
        out[seat] = (n * out[seat] / total - 1) / (n - 1)


@generic
def expected_points(s: Position, seat: int) -> float:
    low, high = s.filled[seat, 0] | s.open[seat, 0], s.filled[seat, 1] | s.open[seat, 1]
    validated = count(s.validated[seat, 0] & state.ALL_SIZES) + count(s.validated[seat, 1] & state.ALL_SIZES)
    worth = EMPTY_SHEET + combination_points(s.validated[seat]) + VALIDATED * validated
    worth += stack_worth(low, high) + UNUSED * digits_left(s, seat) + stage_worth(s, seat)
    return worth - 5 * count((high & ABOVE_THE_LINE) + (EVERY_ROW * ROW & ABOVE_THE_LINE) & CARRY)


@generic
def stack_worth(low: np.uint64, high: np.uint64) -> float:
    """Full rows, rows that a hole beneath something spoils, and the steps of the surface."""
    full = count(low + EVERY_ROW & CARRY) + count(high + EVERY_ROW & CARRY_BELOW_THE_LINE)
    below_high = high | high >> _8
    below_high |= below_high >> _16
    below_high |= below_high >> _32
    below_low = low | low >> _8
    below_low |= below_low >> _16
    below_low |= below_low >> _32
    below_low |= (below_high & ROW) * EVERY_ROW
    holes_low, holes_high = (below_low & ~low) + EVERY_ROW * ROW, (below_high & ~high) + EVERY_ROW * ROW
    spoilt = count(holes_low & CARRY) + count(holes_high & CARRY_BELOW_THE_LINE)
    rough = count((below_low ^ below_low >> _1) & EDGES) + count((below_high ^ below_high >> _1) & EDGES)
    return (2 + FULL_ROW) * full + SPOILT_ROW * spoilt + STEP * rough


@generic
def digits_left(s: Position, seat: int) -> int:
    cells = 0
    for digit in range(10):
        low, high = unused(s, seat, digit)
        cells += size(low, high)
    return cells


@generic
def coming_stage(s: Position, seat: int) -> int:
    """What a seat does next in this turn; one after the other, whoever waits has it still to come."""
    stage = int64(s.stage[seat])
    if stage != state.DONE or not s.clockwise or s.acting == 0 or s.draw <= state.SHAPE_DIE or s.falling != state.NONE:
        return stage
    actor = lowest(s.acting)
    is_behind = (seat - s.dropper) % s.seats > (actor - s.dropper) % s.seats
    if s.stage[actor] == state.PUT or s.stage[actor] == state.WRITE:
        return state.PUT if is_behind else state.COMBINE
    return state.COMBINE if is_behind else state.DONE


@generic
def stage_worth(s: Position, seat: int) -> float:
    """What the turn still gives."""
    stage = coming_stage(s, seat)
    if stage == state.PICK:
        return TO_VALIDATE * ((s.combination[seat] - 1) % state.SIZES + state.SMALLEST)
    if stage == state.COMBINE:
        groups, runs = (
            ready(largest_group(s, seat), s.validated[seat, 0]),
            ready(longest_run(s, seat), s.validated[seat, 1]),
        )
        return TO_VALIDATE * max(groups, runs)
    return TO_PLACE if stage in (state.PUT, state.WRITE) else 0.0


@generic
def ready(most: int, validated: int) -> int:
    """The largest size that is there and not validated yet."""
    while most >= state.SMALLEST and validated >> (most - state.SMALLEST) & 1:
        most -= 1
    return most if most >= state.SMALLEST else 0
