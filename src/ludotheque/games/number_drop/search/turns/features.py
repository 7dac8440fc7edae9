"""What a network is told of a sheet after a turn, compiled: numbers of features that hold, of which few do at a time.

Everything is counted as people count it: which sizes are validated, how the tiles stand, how the stack looks, which
groups and runs lie ready or can be made longer where a shape can fall. A count of n sets its first n features, so that
more of something is never learned anew.
"""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE, count, lowest
from ludotheque.core.fields import Codes, Int64Array, int64
from ludotheque.core.local import local_array
from ludotheque.core.rule import generic, rule

from ...rules import state
from ...rules.geometry import COLUMNS, GAME_OVER, LOW, ROW, ROWS, beside, bit, first, group, size
from ...rules.groups import circled, unused
from ...rules.state import Position
from .sheet import ASIDE, DIGITS, ENDS, STARTS, View, group_with, read_sheet, run_with, silhouette

BELOW_THE_LINE = np.uint64(0x7F_7F7F)  # rows 9 to 11 of the high half
COUNTED = 4  # of most things more are counted as so many
SIZES = 9  # 0 to 8

# Where each kind of feature begins.
KINDS = {
    "identical": 64,  # sizes validated, as one number with the bonus
    "run": 64,
    "seats": 7,
    "steps": 21,  # alone: made by all tiles
    "height": ROWS + 1,
    "highest": ROWS + 1,  # of the others
    "slot": 5 * 20,  # how far, or whether crossed off; what of its size is validated; whether others have circled it
    "tile": 5 * 11,  # the shape that may still fall on this sheet
    "full": GAME_OVER + 1,
    "spoilt": GAME_OVER + 1,
    "holes": 16,
    "missing": 3 * COUNTED,  # rows that one, two, three cells complete
    "step": 6 * 11,
    "free": 20,  # cells below the line that a shape can reach, in fours
    "group": SIZES * 4 * COUNTED,  # by size and free sides
    "ready": 2 * SIZES * COUNTED,  # not validated and already there
    "near": 2 * SIZES * 2 * COUNTED,  # what one digit would make where a shape can fall, by whether it is validated
    "end": SIZES * 2 * COUNTED,  # runs that can be made longer, upwards and downwards
    "single": 16,
    "unused": 24,
}
_STARTS = dict(zip(KINDS, np.cumsum([0, *KINDS.values()]).tolist(), strict=False))
FEATURES = sum(KINDS.values())
MOST = 320  # that can hold at a time

AT_IDENTICAL, AT_RUN, AT_SEATS, AT_STEPS, AT_HEIGHT, AT_HIGHEST, AT_SLOT, AT_TILE = (
    _STARTS[kind] for kind in ("identical", "run", "seats", "steps", "height", "highest", "slot", "tile")
)
AT_FULL, AT_SPOILT, AT_HOLES, AT_MISSING, AT_STEP, AT_FREE = (
    _STARTS[kind] for kind in ("full", "spoilt", "holes", "missing", "step", "free")
)
AT_GROUP, AT_READY, AT_NEAR, AT_END, AT_SINGLE, AT_UNUSED = (
    _STARTS[kind] for kind in ("group", "ready", "near", "end", "single", "unused")
)


@generic
def sheet_features(s: Position, seat: int, view: View, out: Codes) -> int:
    """Writes the numbers of the features that hold for a sheet, which is read into ``view``; returns how many."""
    read_sheet(s, seat, view)
    n = write_table(s, seat, out)
    n = write_slots(s, seat, out, n)
    n = write_stack(s, seat, out, n)
    n = write_groups(s, seat, out, n)
    n = write_runs(s, seat, view, out, n)
    return write_near(s, seat, view, out, n)


@rule
def put(out: Codes, n: int, feature: int) -> int:
    out[n] = feature
    return n + 1


@rule
def put_count(out: Codes, n: int, feature: int, times: int) -> int:
    """The first ``times`` of some features in a row."""
    for i in range(min(times, COUNTED)):
        out[n] = feature + i
        n += 1
    return n


@rule
def highest_of(s: Position, seat: int) -> int:
    most = 0
    for column in range(COLUMNS):
        most = max(most, int64(s.heights[seat, column]))
    return most


@generic
def write_table(s: Position, seat: int, out: Codes) -> int:
    others, steps = 0, 0
    for other in range(int64(s.seats)):
        if other != seat:
            others = max(others, highest_of(s, other))
    for slot in range(state.LETTERS):
        steps += int64(s.steps[slot])
    n = put(out, 0, AT_IDENTICAL + int64(s.validated[seat, state.IDENTICAL]))
    n = put(out, n, AT_RUN + int64(s.validated[seat, state.RUN]))
    n = put(out, n, AT_SEATS + int64(s.seats))
    n = put(out, n, AT_STEPS + steps)
    n = put(out, n, AT_HEIGHT + highest_of(s, seat))
    return put(out, n, AT_HIGHEST + others)


@generic
def write_slots(s: Position, seat: int, out: Codes, n: int) -> int:
    """Alone, how far each tile is; else whether it is crossed off, and whether somebody else may let it fall."""
    theirs = 0
    for other in range(int64(s.seats)):
        theirs |= circled(s, other) if other != seat else 0
    mine = circled(s, seat)
    identical, runs = int64(s.validated[seat, state.IDENTICAL]), int64(s.validated[seat, state.RUN])
    for slot in range(state.LETTERS):
        status = (identical >> slot & 1) + 2 * (runs >> slot & 1)
        step = int64(s.steps[slot]) if s.seats == 1 else 2 if s.crossed >> slot & 1 else theirs >> slot & 1
        n = put(out, n, AT_SLOT + 20 * slot + 4 * step + status)
        may_fall = s.tiles[slot] >= 0 and not mine >> slot & 1 and s.steps[slot] < state.GO
        n = put(out, n, AT_TILE + 11 * slot + (1 + int64(s.tiles[slot]) if may_fall else 0))
    return n


@generic
def write_stack(s: Position, seat: int, out: Codes, n: int) -> int:
    low, high = s.filled[seat, 0], s.filled[seat, 1]
    below_low, below_high = silhouette(low, high)
    full, spoilt, holes = 0, 0, 0
    missing = local_array(4, np.int64)
    for i in range(4):
        missing[i] = 0
    for row in range(GAME_OVER):
        shift = np.uint64(8 * (row & 7))
        cells = (low if row < 8 else high) >> shift & ROW
        covered = (below_low if row < 8 else below_high) >> shift & ROW & ~cells
        holes += count(covered)
        spoilt += covered != 0
        lacking = 7 - count(cells)
        full += lacking == 0
        if 0 < lacking <= 3 and covered == 0:
            missing[lacking] += 1
    n = put(out, n, AT_FULL + full)
    n = put(out, n, AT_SPOILT + spoilt)
    n = put(out, n, AT_HOLES + min(holes, 15))
    for lacking in range(1, 4):
        n = put_count(out, n, AT_MISSING + COUNTED * (lacking - 1), missing[lacking])
    free = size(~below_low & LOW, ~below_high & BELOW_THE_LINE)
    n = put(out, n, AT_FREE + free // 4)
    for column in range(COLUMNS - 1):
        step = int64(s.heights[seat, column + 1]) - int64(s.heights[seat, column])
        n = put(out, n, AT_STEP + 11 * column + 5 + min(max(step, -5), 5))
    return n


@generic
def write_groups(s: Position, seat: int, out: Codes, n: int) -> int:
    """Groups of equal digits by their size and by the free cells beside them."""
    below_low, below_high = silhouette(s.filled[seat, 0], s.filled[seat, 1])
    air_low, air_high = ~below_low & LOW, ~below_high & BELOW_THE_LINE
    counts = local_array(36, np.int64)
    for i in range(36):
        counts[i] = 0
    singles, cells = 0, 0
    for digit in range(10):
        low, high = unused(s, seat, digit)
        cells += size(low, high)
        side_low, side_high = beside(low, high)
        open_low, open_high = beside(air_low, air_high)
        singles += size(low & ~side_low & open_low, high & ~side_high & open_high)
        low, high = low & side_low, high & side_high
        while low | high:
            one_low, one_high = bit(first(low, high))
            group_low, group_high = group(one_low, one_high, low, high)
            low, high = low ^ group_low, high ^ group_high
            near_low, near_high = beside(group_low, group_high)
            sides = min(size(near_low & air_low, near_high & air_high), 3)
            counts[4 * min(size(group_low, group_high), 8) + sides] += 1
    for i in range(8, 36):
        n = put_count(out, n, AT_GROUP + COUNTED * i, counts[i])
    identical = int64(s.validated[seat, state.IDENTICAL])
    at_least = 0
    for length in range(8, 2, -1):
        for sides in range(4):
            at_least += counts[4 * length + sides]
        if not identical >> (length - 3) & 1:
            n = put_count(out, n, AT_READY + COUNTED * length, at_least)
    n = put(out, n, AT_SINGLE + min(singles, 15))
    return put(out, n, AT_UNUSED + min(cells // 2, 23))


@rule
def is_open(s: Position, seat: int, cell: int) -> bool:
    """Whether a shape can come to lie beside this cell."""
    row, column = cell >> 3, cell & 7
    left = column > 0 and s.heights[seat, column - 1] <= row
    right = column < COLUMNS - 1 and s.heights[seat, column + 1] <= row
    return bool(left or right or (s.heights[seat, column] == row + 1 and row < GAME_OVER - 1))


@generic
def write_runs(s: Position, seat: int, view: View, out: Codes, n: int) -> int:
    """Runs that lie ready, and the free ends of runs, by their length."""
    ends, starts, whole = local_array(9, np.int64), local_array(9, np.int64), local_array(9, np.int64)
    for i in range(9):
        ends[i] = starts[i] = whole[i] = 0
    for half in range(2):
        cells = s.filled[seat, half] & ~s.used[seat, half]
        while cells:
            cell = 64 * half + lowest(cells)
            cells &= cells - ONE
            if view[DIGITS + cell] == 0:
                continue
            up, down = min(int64(view[ENDS + cell]), 8), min(int64(view[STARTS + cell]), 8)
            is_free = is_open(s, seat, cell)
            whole[up] += down == 1
            ends[up] += up > 1 and down == 1 and is_free and view[DIGITS + cell] < 10
            starts[down] += down > 1 and up == 1 and is_free and view[DIGITS + cell] > 1
    at_least = 0
    for length in range(8, 1, -1):
        at_least += whole[length]
        if length > 2 and not int64(s.validated[seat, state.RUN]) >> (length - 3) & 1:
            n = put_count(out, n, AT_READY + COUNTED * (SIZES + length), at_least)
        n = put_count(out, n, AT_END + COUNTED * length, ends[length])
        n = put_count(out, n, AT_END + COUNTED * (SIZES + length), starts[length])
    return n


@generic
def write_near(s: Position, seat: int, view: View, out: Codes, n: int) -> int:
    """What one digit would make of the lowest free cell of a column."""
    counts = local_array(18, np.int64)
    for i in range(18):
        counts[i] = 0
    for column in range(COLUMNS):
        row = int64(s.heights[seat, column])
        if row < GAME_OVER:
            count_near(view, 8 * row + column, counts)
    for kind in range(2):
        at_least, validated = 0, int64(s.validated[seat, kind])
        for length in range(8, 1, -1):
            at_least += counts[9 * kind + length]
            known = length > 2 and validated >> (length - 3) & 1
            n = put_count(out, n, AT_NEAR + COUNTED * (2 * (SIZES * kind + length) + known), (at_least + 1) // 2)
    return n


@rule
def count_near(view: View, cell: int, counts: Int64Array) -> None:
    seen = 0
    for i in range(4):
        digit = int64(view[DIGITS + cell + ASIDE[i]]) - 1
        if digit < 0:
            continue
        for wanted in range(max(digit - 1, 1), min(digit + 1, 7) + 1):
            if not seen >> wanted & 1:
                seen |= 1 << wanted
                counts[min(group_with(view, cell, wanted), 8)] += 1
                counts[9 + min(run_with(view, cell, wanted), 8)] += 1
