"""The last step of a turn: which combination to validate, and with which cells, compiled."""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE, lowest
from ludotheque.core.rule import generic

from ...rules import state
from ...rules.apply import pick
from ...rules.geometry import NOTHING, CellSet, beside, bit, first, group, inner, size
from ...rules.groups import candidates, run_starts, unused
from ...rules.legal import combinations
from ...rules.state import Position
from .desk import AFTER, Desk, copy_state, judge


@generic
def try_combinations(desk: Desk, at: int, seat: int, tag: int) -> None:
    """Judges the sheet as it is, and after every combination that there is; ``tag`` is −1 where that is the choice."""
    judge(desk, at, seat, state.SKIP if tag < 0 else tag)
    left = combinations(desk.states[at], seat) & ~(ONE << np.uint64(2 * state.SIZES))
    while left:
        number = lowest(left)
        left &= left - ONE
        own = state.COMBINATION + number if tag < 0 else tag
        if number < state.SIZES:
            try_groups(desk, at, seat, number, own)
        else:
            try_runs(desk, at, seat, number, own)


@generic
def try_groups(desk: Desk, at: int, seat: int, number: int, tag: int) -> None:
    """Of each group that is large enough its lowest cells: the upper ones can still grow."""
    length = number + state.SMALLEST
    for digit in range(10):
        low, high = unused(desk.states[at], seat, digit)
        seed_low, seed_high = inner(low, high)
        while seed_low | seed_high:
            one_low, one_high = bit(first(seed_low, seed_high))
            group_low, group_high = group(one_low, one_high, low, high)
            seed_low, seed_high = seed_low & ~group_low, seed_high & ~group_high
            if size(group_low, group_high) >= length:
                part_low, part_high = lowest_part(group_low, group_high, length)
                validate(desk, at, seat, number, part_low, part_high, tag)


@generic
def lowest_part(low: np.uint64, high: np.uint64, length: int) -> CellSet:
    """So many cells of a group that hang together, begun with the lowest."""
    part_low, part_high = bit(first(low, high))
    for _ in range(length - 1):
        side_low, side_high = beside(part_low, part_high)
        one_low, one_high = bit(first(side_low & low & ~part_low, side_high & high & ~part_high))
        part_low, part_high = part_low | one_low, part_high | one_high
    return part_low, part_high


@generic
def try_runs(desk: Desk, at: int, seat: int, number: int, tag: int) -> None:
    """Of each lowest digit the run whose cells are lowest."""
    length = number - state.SIZES + state.SMALLEST
    for digit in range(10 - length + 1):
        low, high = run_starts(desk.states[at], seat, digit, length)
        if low | high:
            part_low, part_high = lowest_run(desk.states[at], seat, digit, length, low, high)
            validate(desk, at, seat, number, part_low, part_high, tag)


@generic
def lowest_run(s: Position, seat: int, digit: int, length: int, low: np.uint64, high: np.uint64) -> CellSet:
    run_low, run_high = NOTHING, NOTHING
    for done in range(1, length + 1):
        one_low, one_high = bit(first(low, high))
        run_low, run_high = run_low | one_low, run_high | one_high
        if done < length:
            side_low, side_high = beside(one_low, one_high)
            low, high = run_starts(s, seat, digit + done, length - done)
            low, high = low & side_low, high & side_high
    return run_low, run_high


@generic
def validate(desk: Desk, at: int, seat: int, number: int, low: np.uint64, high: np.uint64, tag: int) -> None:
    """Judges the sheet with this combination: the last of its cells is picked by the rules."""
    copy_state(desk, AFTER, at)
    s = desk.states[AFTER]
    last = first(low, high)
    one_low, one_high = bit(last)
    s.combination[seat] = number + 1
    s.picked[seat, 0], s.picked[seat, 1] = low ^ one_low, high ^ one_high
    pick(s, seat, last)
    judge(desk, AFTER, seat, tag)


@generic
def finish_picking(desk: Desk, at: int, seat: int) -> None:
    """Picks the lowest cells that complete a combination which was begun."""
    s = desk.states[at]
    kind = (s.combination[seat] - 1) // state.SIZES
    length = (s.combination[seat] - 1) % state.SIZES + state.SMALLEST
    while s.stage[seat] == state.PICK:
        low, high = candidates(s, seat, kind, length)
        pick(s, seat, first(low, high))
