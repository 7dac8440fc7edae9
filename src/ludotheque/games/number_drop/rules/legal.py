"""What each seat may choose, compiled."""

from __future__ import annotations

from ludotheque.core.fields import Codes, Int8Array
from ludotheque.core.rule import CHANCE, rule

from . import state
from .geometry import (
    BITS_OF,
    COLUMNS,
    END_OF,
    FIRST_OF,
    HEIGHT_OF,
    ROWS,
    WIDTH_OF,
    CellSet,
    bit,
    first,
    landing,
    landing_row,
    lifted,
    resting_places,
)
from .groups import candidates, largest_group, longest_run


@rule
def actors(s: state.Position) -> int:
    if s.ending != state.RUNNING:
        return 0
    return int(s.acting) if s.acting else CHANCE


@rule
def legal(s: state.Position, seat: int, out: Codes) -> int:
    stage = s.stage[seat]
    if stage == state.PUT:
        return list_placements(s, seat, s.shape_die, out)
    if stage == state.WRITE:
        return list_dice(s, seat, out)
    if stage == state.COMBINE:
        return list_combinations(s, seat, out)
    if stage == state.PICK:
        return list_picks(s, seat, out)
    if stage == state.DROP:
        return list_placements(s, seat, s.tiles[s.falling], out)
    n = 0
    if stage == state.SLIDE:
        for slot in range(state.LETTERS):
            if s.steps[slot] < state.GO:
                out[n] = state.TILE + slot
                n += 1
        return n
    for column in range(COLUMNS):
        out[column] = state.CELL + column
    return COLUMNS


# Placements


@rule
def list_placements(s: state.Position, seat: int, shape: int, out: Codes) -> int:
    """All placements of a shape within the 14 rows."""
    if s.pushing:
        return list_pushed(s, seat, shape, out)
    return list_falls(s.heights[seat], shape, out)


@rule
def list_falls(heights: Int8Array, shape: int, out: Codes) -> int:
    """Straight down."""
    n = 0
    for orientation in range(FIRST_OF[shape], END_OF[shape]):
        highest_landing = ROWS - HEIGHT_OF[orientation]
        for column in range(COLUMNS + 1 - WIDTH_OF[orientation]):
            if landing_row(heights, orientation, column) <= highest_landing:
                out[n] = orientation * COLUMNS + column
                n += 1
    return n


@rule
def list_pushed(s: state.Position, seat: int, shape: int, out: Codes) -> int:
    """Pushed left and right on the way down."""
    n = 0
    for orientation in range(FIRST_OF[shape], END_OF[shape]):
        low, high = resting_places(s.filled[seat], orientation)
        while low | high:
            place = first(low, high)
            out[n] = placement(s.heights[seat], orientation, place)
            n += 1
            one_low, one_high = bit(place)
            low, high = low ^ one_low, high ^ one_high
    return n


@rule
def placement(heights: Int8Array, orientation: int, place: int) -> int:
    """The code of a shape that comes to rest there; where it falls by itself, its row need not be said."""
    column, row = place & 7, place >> 3
    straight = orientation * COLUMNS + column
    if row == landing_row(heights, orientation, column):
        return straight
    return state.PUSHED + ROWS * straight + row


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
    for orientation in range(FIRST_OF[shape], END_OF[shape]):
        if s.pushing:
            low, high = resting_places(s.filled[seat], orientation)
            if low | high:
                return True
            continue
        highest_landing = ROWS - HEIGHT_OF[orientation]
        for column in range(COLUMNS + 1 - WIDTH_OF[orientation]):
            if landing_row(s.heights[seat], orientation, column) <= highest_landing:
                return True
    return False


# Other choices


@rule
def list_dice(s: state.Position, seat: int, out: Codes) -> int:
    """Dice with equal faces are one choice: they lie side by side, and the first one left stands for all."""
    n, before = 0, 0
    for die in range(4):
        face = int(s.dice[die])
        if s.dice_left[seat] >> die & 1 and face != before:
            before = face
            if face != state.STAR:
                out[n] = state.DIGIT + face
                n += 1
            else:
                for digit in range(10):
                    out[n] = state.STAR_DIGIT + digit
                    n += 1
    return n


@rule
def list_combinations(s: state.Position, seat: int, out: Codes) -> int:
    """A group holds parts of every smaller size, and a run begins with every shorter one."""
    n = 0
    for kind in range(2):
        most = largest_group(s, seat) if kind == state.IDENTICAL else longest_run(s, seat)
        for step in range(most - state.SMALLEST + 1):
            if not s.validated[seat, kind] >> step & 1:
                out[n] = state.COMBINATION + state.SIZES * kind + step
                n += 1
    out[n] = state.SKIP
    return n + 1


@rule
def list_picks(s: state.Position, seat: int, out: Codes) -> int:
    kind, step = (s.combination[seat] - 1) // state.SIZES, (s.combination[seat] - 1) % state.SIZES
    low, high = candidates(s, seat, kind, step + state.SMALLEST)
    n = 0
    while low | high:
        cell = first(low, high)
        out[n] = state.CELL + cell
        n += 1
        one_low, one_high = bit(cell)
        low, high = low ^ one_low, high ^ one_high
    return n


@rule
def can_slide(s: state.Position) -> bool:
    for slot in range(state.LETTERS):  # noqa: SIM110 - compiled code has no generator expressions
        if s.steps[slot] < state.GO:
            return True
    return False
