"""The middle of a turn: where the shape goes, and how the dice are written into it, compiled.

All ways to write the dice are compared by what each digit makes of its cell; the best of them are judged.
"""

from __future__ import annotations

import itertools

import numpy as np

from ludotheque.core.fields import Int64Array, int64
from ludotheque.core.local import local_array
from ludotheque.core.rule import generic, rule

from ...rules import state
from ...rules.apply import write_cell
from ...rules.geometry import bit, first
from ...rules.legal import covered
from ..hints import GROUP_WORTH, RUN_WORTH, place_worth
from .combine import try_combinations
from .desk import MOST_WAYS, PLACES, WAYS, WRITTEN, Desk, copy_state, list_actions
from .sheet import group_with, read_sheet, run_with

ORDERS = np.array([[*order, *range(n, 4)] for n in range(5) for order in itertools.permutations(range(n))])
FIRST_ORDER = np.array([0, 1, 2, 4, 10, 34])  # of so many dice
SAME, NEXT = 8, 7  # what two digits side by side are worth within a shape
POWERS = np.array([1, 10, 100, 1000, 10_000])


@generic
def try_places(desk: Desk, at: int, seat: int, tag: int) -> None:
    """All placements of the shape, or those that look best: low, flat and without holes."""
    s = desk.states[at]
    read_sheet(s, seat, desk.sheet)
    n = best_places(desk, at, seat)
    s.stage[seat] = state.WRITE
    s.dice_left[seat] = 0b1111
    for i in range(n):
        s.open[seat, 0], s.open[seat, 1] = covered(s.heights[seat], desk.codes[i])
        write_ways(desk, at, seat, int64(desk.codes[i]) if tag < 0 else tag)


@generic
def best_places(desk: Desk, at: int, seat: int) -> int:
    """Writes the placements into ``codes``, the most promising first, and returns how many are to be looked at."""
    s, codes = desk.states[at], desk.codes
    n = list_actions(desk, at, seat)
    most = desk.numbers[PLACES]
    if n <= most:
        return n
    for i in range(most):
        best, worth = i, place_worth(s.heights[seat], codes[i])
        for j in range(i + 1, n):
            other = place_worth(s.heights[seat], codes[j])
            if other > worth:
                best, worth = j, other
        codes[i], codes[best] = codes[best], codes[i]
    return int64(most)


@generic
def try_writing(desk: Desk, at: int, seat: int) -> None:
    """The dice that are left, where the shape lies already."""
    read_sheet(desk.states[at], seat, desk.sheet)
    write_ways(desk, at, seat, -1)


@generic
def write_ways(desk: Desk, at: int, seat: int, tag: int) -> None:
    """Judges the most promising ways to write the dice into the open cells; the tag −1 stands for the first digit."""
    s = desk.states[at]
    cells, faces, worth = local_array(4, np.int64), local_array(4, np.int64), local_array(40, np.int64)
    scores, ways = local_array(MOST_WAYS, np.int64), local_array(MOST_WAYS, np.int64)
    n, low, high = 0, s.open[seat, 0], s.open[seat, 1]
    while low | high:
        cells[n] = first(low, high)
        one_low, one_high = bit(cells[n])
        low, high = low ^ one_low, high ^ one_high
        for digit in range(10):
            worth[10 * n + digit] = (
                GROUP_WORTH[min(group_with(desk.sheet, cells[n], digit), 8)]
                + RUN_WORTH[min(run_with(desk.sheet, cells[n], digit), 8)]
            )
        n += 1
    left = 0
    for die in range(4):
        if s.dice_left[seat] >> die & 1:
            faces[left] = s.dice[die]
            left += 1
    kept = best_ways(cells, faces, worth, n, scores, ways, int64(desk.numbers[WAYS]))
    for i in range(kept):
        write_way(desk, at, seat, cells, n, ways[i], tag)


@generic
def best_ways(
    cells: Int64Array,
    faces: Int64Array,
    worth: Int64Array,
    n: int,
    scores: Int64Array,
    ways: Int64Array,
    most: int,
) -> int:
    """The best orders of the dice, stars as any digit; a way is its digits in tens, and bits for stars above."""
    digits, stars, kept = local_array(4, np.int64), local_array(4, np.int64), 0
    for order in range(FIRST_ORDER[n], FIRST_ORDER[n + 1]):
        if repeats(order, faces, n):
            continue
        found, marks = 0, 0
        for i in range(n):
            digits[i] = faces[ORDERS[order, i]]
            if digits[i] == state.STAR:
                stars[found] = i
                marks |= 1 << i
                found += 1
        for number in range(POWERS[found]):
            for i in range(found):
                digits[stars[i]] = number // POWERS[i] % 10
            score, way = 0, marks
            for i in range(n - 1, -1, -1):
                score += worth[10 * i + digits[i]]
                way = way * 16 + digits[i]
                for j in range(i):
                    apart = cells[i] - cells[j]
                    if apart == 1 or apart == 8:
                        step = abs(digits[i] - digits[j])
                        score += SAME if step == 0 else NEXT if step == 1 else 0
            kept = insert(scores, ways, kept, most, score, way)
    return kept


@rule
def repeats(order: int, faces: Int64Array, n: int) -> bool:
    """Whether dice with equal faces stand in another order than their own: then it is the same as one before."""
    for i in range(n):
        for j in range(i):
            if faces[ORDERS[order, i]] == faces[ORDERS[order, j]] and ORDERS[order, i] < ORDERS[order, j]:
                return True
    return False


@rule
def insert(scores: Int64Array, ways: Int64Array, kept: int, most: int, score: int, way: int) -> int:
    """Keeps the best, the best first."""
    if kept == most and score <= scores[kept - 1]:
        return kept
    at = kept if kept < most else kept - 1
    while at > 0 and scores[at - 1] < score:
        scores[at], ways[at] = scores[at - 1], ways[at - 1]
        at -= 1
    scores[at], ways[at] = score, way
    return min(kept + 1, most)


@generic
def write_way(desk: Desk, at: int, seat: int, cells: Int64Array, n: int, way: int, tag: int) -> None:
    copy_state(desk, WRITTEN, at)
    s = desk.states[WRITTEN]
    if tag < 0:
        is_star = way >> 4 * n & 1
        tag = (state.STAR_DIGIT if is_star else state.DIGIT) + (way & 15)
    for i in range(n):
        write_cell(s, seat, cells[i], way >> 4 * i & 15)
    s.open[seat, 0] = s.open[seat, 1] = np.uint64(0)
    s.dice_left[seat] = 0
    s.stage[seat] = state.DONE
    try_combinations(desk, WRITTEN, seat, tag)
