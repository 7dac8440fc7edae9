"""Which combinations there are on a sheet, compiled.

Combinations are never listed one by one. Sets of cells grow by neighbours: a group of equal digits until it is
complete, a run by one digit at a time. So even the fullest sheet takes about a microsecond.
"""

from __future__ import annotations

import numpy as np

from ludotheque.core.rule import generic, rule

from .geometry import NOTHING, CellSet, beside, bit, first, group, inner, size
from .state import ALL_SIZES, IDENTICAL, LARGEST, RUN, SMALLEST, Position


@rule
def unused(s: Position, seat: int, digit: int) -> CellSet:
    """The cells with this digit that are in no combination yet."""
    return s.digits[seat, digit, 0] & ~s.used[seat, 0], s.digits[seat, digit, 1] & ~s.used[seat, 1]


@rule
def groups(s: Position, seat: int, digit: int, smallest: int) -> tuple[np.uint64, np.uint64, int]:
    """The cells of all groups of an unused digit that have at least this size, and the size of the largest group.

    Groups below three are not looked at; they count as 0.
    """
    low, high = unused(s, seat, digit)
    seed_low, seed_high = inner(low, high)
    found_low, found_high, most = NOTHING, NOTHING, 0
    while seed_low | seed_high:
        one_low, one_high = bit(first(seed_low, seed_high))
        group_low, group_high = group(one_low, one_high, low, high)
        seed_low, seed_high = seed_low & ~group_low, seed_high & ~group_high
        cells = size(group_low, group_high)
        if cells >= smallest:
            found_low, found_high = found_low | group_low, found_high | group_high
        if cells > most:
            most = cells
    return found_low, found_high, most


@generic
def largest_group(s: Position, seat: int) -> int:
    """The size of the largest group of equal unused digits; larger ones than 8 count as 8."""
    most = 0
    for digit in range(10):
        cells = groups(s, seat, digit, most + 1)[2]
        if cells > most:
            most = cells
    return most if most < LARGEST else LARGEST


@generic
def longest_run(s: Position, seat: int) -> int:
    """The length of the longest run of unused digits; longer ones than 8 count as 8."""
    most = 0
    for lowest_digit in range(10 - SMALLEST + 1):
        low, high = unused(s, seat, lowest_digit)
        length = 0
        while low | high:  # the cells in which a run of length + 1 can end
            length += 1
            if length == LARGEST or lowest_digit + length == 10:
                break
            low, high = next_to(s, seat, low, high, lowest_digit + length)
        if length > most:
            most = length
    return most


@rule
def next_to(s: Position, seat: int, low: np.uint64, high: np.uint64, digit: int) -> CellSet:
    """The unused cells with this digit beside these."""
    side_low, side_high = beside(low, high)
    free_low, free_high = unused(s, seat, digit)
    return side_low & free_low, side_high & free_high


@rule
def run_starts(s: Position, seat: int, digit: int, length: int) -> CellSet:
    """The cells with this digit from which a run of this length exists: found from its highest digit down."""
    low, high = unused(s, seat, digit + length - 1)
    for below in range(digit + length - 2, digit - 1, -1):
        low, high = next_to(s, seat, low, high, below)
    return low, high


@generic
def candidates(s: Position, seat: int, kind: int, length: int) -> CellSet:
    """The cells that may be picked next, so that a combination of this length can be completed."""
    if s.picked[seat, 0] | s.picked[seat, 1]:
        return next_candidates(s, seat, kind, length)
    low, high = NOTHING, NOTHING
    for digit in range(10):
        if kind == IDENTICAL:
            more_low, more_high, _ = groups(s, seat, digit, length)
            low, high = low | more_low, high | more_high
        elif digit + length <= 10:
            more_low, more_high = run_starts(s, seat, digit, length)
            low, high = low | more_low, high | more_high
    return low, high


@generic
def next_candidates(s: Position, seat: int, kind: int, length: int) -> CellSet:
    """Beside any picked cell for equal digits; for a run beside the last one, which has the highest digit."""
    picked_low, picked_high = s.picked[seat, 0], s.picked[seat, 1]
    digit = 9
    while (picked_low & s.digits[seat, digit, 0]) | (picked_high & s.digits[seat, digit, 1]) == 0:
        digit -= 1
    if kind == IDENTICAL:
        low, high = next_to(s, seat, picked_low, picked_high, digit)
        return low & ~picked_low, high & ~picked_high
    side_low, side_high = beside(picked_low & s.digits[seat, digit, 0], picked_high & s.digits[seat, digit, 1])
    low, high = run_starts(s, seat, digit + 1, length - size(picked_low, picked_high))
    return low & side_low, high & side_high


@rule
def circled(s: Position, seat: int) -> int:
    """The letters that a seat has circled: both kinds of the size validated, and not crossed off."""
    return int(s.validated[seat, IDENTICAL]) & int(s.validated[seat, RUN]) & ALL_SIZES & ~int(s.crossed)
