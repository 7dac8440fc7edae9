"""What each seat may choose, compiled."""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE, lowest
from ludotheque.core.fields import Codes, Int8Array, UInt64Array
from ludotheque.core.local import local_array
from ludotheque.core.packed import count_packed, pack, unpack
from ludotheque.core.rule import CHANCE, generic, rule

from . import state
from .geometry import (
    BITS_OF,
    COLUMNS,
    END_OF,
    END_SHAPE,
    EVERYWHERE,
    FIRST_OF,
    FIRST_SHAPE,
    HEADROOM,
    HEIGHT_OF,
    NOTHING,
    ORIENTATION_COUNT,
    ROW,
    ROWS,
    WIDTH_OF,
    CellSet,
    landing,
    landing_row,
    lifted,
    resting_places,
)
from .groups import candidates, largest_group, longest_run

# By the numbers of the actions: what each face may be written as, a star as any digit, counted from ``DIGIT``; to skip,
# from ``COMBINATION``.
ANY_DIGIT = 0x3FF << state.STAR_DIGIT - state.DIGIT
WRITTEN_AS = np.array([*(1 << digit for digit in range(state.STAR)), ANY_DIGIT], np.uint64)
SKIP = ONE << np.uint64(state.SKIP - state.COMBINATION)
# Packs: of each orientation of any of the five shapes those that are pushed to a row, and those that fall.
ROOM = 2 * (ORIENTATION_COUNT * (ROWS + 1) + 1)


@rule
def actors(s: state.Position) -> int:
    if s.ending != state.RUNNING:
        return 0
    return int(s.acting) if s.acting else CHANCE


@rule
def legal(s: state.Position, seat: int, out: Codes) -> int:
    room = local_array(ROOM, np.uint64)
    return unpack(room, pack_choices(s, seat, room), out)


@rule
def count_legal(s: state.Position, seat: int, room: UInt64Array) -> int:
    return count_packed(pack_choices(s, seat, room))


@rule
def pack_choices(s: state.Position, seat: int, room: UInt64Array) -> int:
    """All that a seat may do; the tally of it."""
    stage = s.stage[seat]
    if stage == state.PUT:
        return pack_placements(s, seat, s.shape_die, room)
    if stage == state.WRITE:
        return pack(room, 0, digits_left(s, seat), state.DIGIT, 1)
    if stage == state.COMBINE:
        return pack(room, 0, combinations(s, seat), state.COMBINATION, 1)
    if stage == state.PICK:
        return pack_picks(s, seat, room)
    if stage == state.DROP:
        return pack_placements(s, seat, s.tiles[s.falling], room)
    if stage == state.SLIDE:
        return pack(room, 0, slides(s), state.TILE, 1)
    return pack(room, 0, ROW, state.CELL, 1)


# Placements


@rule
def pack_placements(s: state.Position, seat: int, shape: int, room: UInt64Array) -> int:
    """All placements of a shape within the 14 rows."""
    n = 0
    if s.pushing:
        for orientation in range(FIRST_OF[shape], END_OF[shape]):
            n = pack_pushed(s, seat, orientation, room, n)
    else:  # straight down
        for each in range(FIRST_SHAPE[shape], END_SHAPE[shape]):
            n = pack(room, n, places(s, seat, each), FIRST_OF[each] * COLUMNS, 1)
    return n


@rule
def places(s: state.Position, seat: int, shape: int) -> np.uint64:
    """The placements of a falling shape that stay within the 14 rows, from its first orientation on."""
    return low_places(s.heights[seat], shape) if s.filled[seat, 1] & HEADROOM[shape] else EVERYWHERE[shape]


@generic
def low_places(heights: Int8Array, shape: int) -> np.uint64:
    """The same where something stands so high that it must be looked at."""
    found = NOTHING
    for orientation in range(FIRST_OF[shape], END_OF[shape]):
        found |= falls(heights, orientation) << np.uint64(COLUMNS * (orientation - FIRST_OF[shape]))
    return found


@rule
def falls(heights: Int8Array, orientation: int) -> np.uint64:
    """The columns in which a falling shape stays within the 14 rows, as bits."""
    highest_landing = ROWS - HEIGHT_OF[orientation]
    columns = NOTHING
    for column in range(COLUMNS + 1 - WIDTH_OF[orientation]):
        is_inside = landing_row(heights, orientation, column) <= highest_landing
        columns |= np.uint64(is_inside) << np.uint64(column)
    return columns


@generic
def pack_pushed(s: state.Position, seat: int, orientation: int, room: UInt64Array, n: int) -> int:
    """Pushed left and right on the way down; a pack a row. Where it falls by itself, its row need not be said."""
    low, high = resting_places(s.filled[seat], orientation)
    straight = NOTHING
    for row in range(ROWS):
        columns = (low if row < 8 else high) >> np.uint64(8 * (row & 7)) & ROW
        fallen = columns & falling_to(s.heights[seat], orientation, row, columns)
        straight |= fallen
        n = pack(room, n, columns ^ fallen, state.PUSHED + ROWS * orientation * COLUMNS + row, ROWS)
    return pack(room, n, straight, orientation * COLUMNS, 1)


@rule
def falling_to(heights: Int8Array, orientation: int, row: int, columns: np.uint64) -> np.uint64:
    """Those of the columns in which a shape that falls straight down comes to rest in this row."""
    found = NOTHING
    while columns:
        column = lowest(columns)
        columns &= columns - ONE
        found |= np.uint64(landing_row(heights, orientation, column) == row) << np.uint64(column)
    return found


@rule
def covered(heights: Int8Array, action: int) -> CellSet:
    """The cells that a placement covers."""
    if action < state.PUSHED:
        return landing(heights, action)
    straight, row = (action - state.PUSHED) // ROWS, (action - state.PUSHED) % ROWS
    return lifted(BITS_OF[straight // COLUMNS], 8 * row + straight % COLUMNS)


@rule
def fits(s: state.Position, seat: int, shape: int) -> bool:
    """Whether there is any placement within the 14 rows."""
    if s.pushing:
        return can_rest(s, seat, shape)
    found = NOTHING
    for each in range(FIRST_SHAPE[shape], END_SHAPE[shape]):
        found |= places(s, seat, each)
    return found != NOTHING


@generic
def can_rest(s: state.Position, seat: int, shape: int) -> bool:
    """The same for a shape that may be pushed."""
    for orientation in range(FIRST_OF[shape], END_OF[shape]):
        low, high = resting_places(s.filled[seat], orientation)
        if low | high:
            return True
    return False


# Other choices


@rule
def digits_left(s: state.Position, seat: int) -> np.uint64:
    """What the dice left may be written as, a star as any digit; dice with equal faces are one choice."""
    digits = NOTHING
    for die in range(4):
        choices = WRITTEN_AS[s.dice[die]]
        digits |= choices if s.dice_left[seat] >> die & 1 else NOTHING
    return digits


@rule
def combinations(s: state.Position, seat: int) -> np.uint64:
    """A group holds parts of every smaller size, and a run begins with every shorter one; one may always skip."""
    found = SKIP
    for kind in range(2):
        most = largest_group(s, seat) if kind == state.IDENTICAL else longest_run(s, seat)
        steps = (ONE << np.uint64(max(most - state.SMALLEST + 1, 0))) - ONE
        found |= (steps & ~np.uint64(s.validated[seat, kind])) << np.uint64(state.SIZES * kind)
    return found


@rule
def pack_picks(s: state.Position, seat: int, room: UInt64Array) -> int:
    kind, step = (s.combination[seat] - 1) // state.SIZES, (s.combination[seat] - 1) % state.SIZES
    low, high = candidates(s, seat, kind, step + state.SMALLEST)
    return pack(room, pack(room, 0, low, state.CELL, 1), high, state.CELL + 64, 1)


@rule
def slides(s: state.Position) -> np.uint64:
    """The tiles that can slide, as bits."""
    slots = NOTHING
    for slot in range(state.LETTERS):
        slots |= np.uint64(s.steps[slot] < state.GO) << np.uint64(slot)
    return slots


@rule
def can_slide(s: state.Position) -> bool:
    return slides(s) != NOTHING
