"""What an event does, and how a turn goes on, compiled.

Every seat has a sheet of its own and goes through the stages of a turn at its own pace; what one seat does never
touches another's sheet. When the last one has finished, the turn goes on.
"""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE, lowest
from ludotheque.core.fields import UInt64Array, int64
from ludotheque.core.packed import nth_packed
from ludotheque.core.rule import CHANCE, rule

from . import state
from .chance import cross_off, draw, shows_star
from .geometry import ABOVE_THE_LINE, ANY_SHAPE, NOTHING, bit, first, size
from .groups import circled
from .legal import can_slide, covered, fits


@rule
def apply(s: state.Position, seat: int, action: int) -> None:
    play(s, seat, int64(action))  # one type, so that nothing is compiled twice


@rule
def apply_nth(s: state.Position, seat: int, n: int, room: UInt64Array) -> None:
    play(s, seat, nth_packed(room, n))


@rule
def play(s: state.Position, seat: int, action: int) -> None:
    if seat == CHANCE:
        draw(s, action)
    else:
        s.choices += 1
        stage = s.stage[seat]
        choose(s, seat, action)
        if s.stage[seat] == state.DONE:
            s.acting &= ~(1 << seat)
            if s.clockwise and stage >= state.WRITE:
                hand_over(s, seat, stage == state.WRITE)
    if s.acting == 0 and s.draw > state.SHAPE_DIE:
        go_on(s)
    if seat != CHANCE and s.ending == state.RUNNING and s.choices >= s.max_choices:
        s.ending = state.CAPPED


@rule
def choose(s: state.Position, seat: int, action: int) -> None:
    stage = s.stage[seat]
    if stage == state.START:
        # The k-th player from the Dropper writes k.
        write_cell(s, seat, action - state.CELL, (seat - s.dropper) % s.seats + 1)
        s.stage[seat] = state.DONE
    elif stage == state.DROP:
        drop(s, seat, action)
    elif stage == state.PUT:
        s.open[seat, 0], s.open[seat, 1] = covered(s.heights[seat], action)
        s.dice_left[seat] = 0b1111
        s.stage[seat] = state.WRITE
    elif stage == state.WRITE:
        write_die(s, seat, action)
    elif stage == state.PICK:
        pick(s, seat, action - state.CELL)
    elif stage == state.SLIDE:
        slide(s, action - state.TILE)
        s.stage[seat] = state.DONE
    elif action == state.SKIP:
        s.stage[seat] = state.DONE
    else:
        s.combination[seat] = action - state.COMBINATION + 1
        s.stage[seat] = state.PICK


# The turn


@rule
def hand_over(s: state.Position, seat: int, has_written: bool) -> None:
    """One after the other: the next seat does the same; behind the last one the Dropper begins with combinations."""
    after = (int64(seat) + 1) % s.seats
    if has_written and after != s.dropper:
        state.alone(s, after, state.PUT)
    elif has_written or after != s.dropper:
        state.alone(s, after, state.COMBINE)


@rule
def go_on(s: state.Position) -> None:
    """Everybody is done with a step: solo what comes after a slide, else the end of the turn."""
    if s.slides:
        state.everyone(s, after_slide(s))
        return
    if s.falling != state.NONE:
        cross_off(s)
    end_turn(s)


@rule
def end_turn(s: state.Position) -> None:
    for die in range(4):
        s.dice[die] = 0
    s.shape_die = state.NONE
    s.draw = state.FIRST_DIE
    above = NOTHING
    for seat in range(int(s.seats)):
        above |= s.filled[seat, 1] & ABOVE_THE_LINE
    if above or (s.seats == 1 and not can_slide(s)):
        s.ending = state.FINISHED
    else:
        s.dropper = (s.dropper + 1) % s.seats


# Solo: tiles slide


@rule
def slide(s: state.Position, slot: int) -> None:
    s.slides += 1
    s.steps[slot] += 1
    if s.steps[slot] == state.GO and not circled(s, state.SOLO) >> slot & 1:
        s.falling = slot


@rule
def after_slide(s: state.Position) -> int:
    """A tile at GO! drops; then, if a die shows a star, a second one slides; then the shape is put if it fits."""
    while True:
        if s.falling != state.NONE and fits(s, state.SOLO, s.tiles[s.falling]):
            return state.DROP
        s.falling = state.NONE
        if s.slides == 2 or not shows_star(s) or not can_slide(s):
            break
        if s.shape_die == ANY_SHAPE:
            return state.SLIDE
        for slot in range(state.LETTERS):
            if s.tiles[slot] == s.shape_die and s.steps[slot] < state.GO:
                slide(s, slot)
        s.slides = 2
    s.slides = 0
    return state.PUT if fits(s, state.SOLO, s.shape_die) else state.COMBINE


# Falling and writing


@rule
def drop(s: state.Position, seat: int, placement: int) -> None:
    """Fills the cells with X."""
    low, high = covered(s.heights[seat], placement)
    while low | high:
        cell = first(low, high)
        write_cell(s, seat, cell, state.X)
        one_low, one_high = bit(cell)
        low, high = low ^ one_low, high ^ one_high
    s.stage[seat] = state.DONE
    if s.seats == 1:
        s.falling = state.NONE  # with more players it stays until all have dropped


@rule
def write_die(s: state.Position, seat: int, action: int) -> None:
    """Writes the first die left that shows this face into the next cell: by row, then column."""
    is_star = action >= state.STAR_DIGIT
    digit = action - state.STAR_DIGIT if is_star else action - state.DIGIT
    take_die(s, seat, state.STAR if is_star else digit)
    half = int64(s.open[seat, 0] == NOTHING)
    cells = s.open[seat, half]
    write_cell(s, seat, 64 * half + lowest(cells), digit)
    s.open[seat, half] = cells & (cells - ONE)
    if s.open[seat, 0] | s.open[seat, 1] == 0:
        s.stage[seat] = state.DONE if s.clockwise else state.COMBINE


@rule
def take_die(s: state.Position, seat: int, face: int) -> None:
    showing = 0
    for die in range(4):  # all of them: which one it is cannot be foreseen
        showing |= int64(s.dice[die] == face) << die
    showing &= s.dice_left[seat]
    s.dice_left[seat] ^= showing & -showing


@rule
def write_cell(s: state.Position, seat: int, cell: int, content: int) -> None:
    """Writes a digit or an X into a cell."""
    half, at = cell >> 6, ONE << np.uint64(cell & 63)
    s.filled[seat, half] |= at
    if content != state.X:
        s.digits[seat, content, half] |= at
    s.heights[seat, cell & 7] = max(int64(s.heights[seat, cell & 7]), (cell >> 3) + 1)


# Combinations


@rule
def pick(s: state.Position, seat: int, cell: int) -> None:
    """After the last cell its digits are used, and so is its place in the score zone; the bonus has one for both."""
    low, high = bit(cell)
    s.picked[seat, 0] |= low
    s.picked[seat, 1] |= high
    kind, step = (s.combination[seat] - 1) // state.SIZES, (s.combination[seat] - 1) % state.SIZES
    if size(s.picked[seat, 0], s.picked[seat, 1]) < step + state.SMALLEST:
        return
    s.validated[seat, kind] |= 1 << step
    s.validated[seat, 1 - kind] |= 1 << step & state.BONUS
    for half in range(2):
        s.used[seat, half] |= s.picked[seat, half]
        s.picked[seat, half] = NOTHING
    s.combination[seat] = 0
    s.stage[seat] = state.DONE
