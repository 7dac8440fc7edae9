"""The rules of Number Drop, compiled.

Every seat has a sheet of its own and goes through the stages of a turn at its own pace; what one seat does never
touches another's sheet. When the last one has finished, the turn goes on. Sets of cells are pairs: see ``cells.py``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.core.bits import lowest
from ludotheque.core.rule import CHANCE, rule

from . import shapes
from .cells import ABOVE_THE_LINE, COLUMNS, NOTHING, bit, first, size
from .combinations import (
    ALL_SIZES,
    BONUS,
    IDENTICAL,
    RUN,
    SIZES,
    SMALLEST,
    candidates,
    largest_group,
    longest_run,
)
from .falling import X, fits, landing, list_placements, write
from .points import POINTS, combination_points, row_points
from .position import (
    ACTIONS,
    CAPPED,
    CELL,
    COMBINATION,
    COMBINE,
    DIGIT,
    DONE,
    DROP,
    FACES,
    FINISHED,
    FIRST_DIE,
    FIRST_DROPPER,
    GO,
    LAYOUT,
    LETTERS,
    NONE,
    OUTCOMES,
    PICK,
    PUT,
    RUNNING,
    SHAPE_DIE,
    SHAPE_FACES,
    SKIP,
    SLIDE,
    SOLO,
    STAR,
    STAR_DIGIT,
    START,
    TILE,
    WRITE,
)

__all__ = [
    "ACTIONS",
    "LAYOUT",
    "OUTCOMES",
    "POINTS",
    "actors",
    "apply",
    "legal",
    "result",
    "scores",
    "setup",
    "weights",
]


@rule
def setup(s: Any, seats: int, options: Any) -> None:
    tiles, max_choices = options
    s.max_choices = max_choices
    s.seats = seats
    s.large = tiles == 1 and seats > 1
    for slot in range(LETTERS):
        s.tiles[slot] = NONE
    s.shape_die = NONE
    s.falling = NONE


@rule
def actors(s: Any) -> int:
    if s.ending != RUNNING:
        return 0
    return int(s.acting) if s.acting else CHANCE


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    stage = s.stage[seat]
    if stage == PUT:
        return list_placements(s.heights[seat], s.shape_die, out)
    if stage == WRITE:
        return list_dice(s, seat, out)
    if stage == COMBINE:
        return list_combinations(s, seat, out)
    if stage == PICK:
        return list_picks(s, seat, out)
    if stage == DROP:
        return list_placements(s.heights[seat], s.tiles[s.falling], out)
    n = 0
    if stage == SLIDE:
        for slot in range(LETTERS):
            if s.steps[slot] < GO:
                out[n] = TILE + slot
                n += 1
        return n
    for column in range(COLUMNS):
        out[column] = CELL + column
    return COLUMNS


@rule
def apply(s: Any, seat: int, action: int) -> None:
    code: Any = np.int64(action)  # one type, so that nothing is compiled twice
    play(s, seat, code)


@rule
def play(s: Any, seat: int, action: int) -> None:
    if seat == CHANCE:
        draw(s, action)
    else:
        s.choices += 1
        choose(s, seat, action)
        if s.stage[seat] == DONE:
            s.acting &= ~(1 << seat)
    if s.acting == 0 and s.draw > SHAPE_DIE:
        go_on(s)
    if seat != CHANCE and s.ending == RUNNING and s.choices >= s.max_choices:
        s.ending = CAPPED


@rule
def choose(s: Any, seat: int, action: int) -> None:
    stage = s.stage[seat]
    if stage == START:
        write(s, seat, action - CELL, (seat - s.dropper) % s.seats + 1)  # the k-th player from the Dropper writes k
        s.stage[seat] = DONE
    elif stage == DROP:
        drop(s, seat, action)
    elif stage == PUT:
        s.open[seat, 0], s.open[seat, 1] = landing(s.heights[seat], action)
        s.dice_left[seat] = 0b1111
        s.stage[seat] = WRITE
    elif stage == WRITE:
        write_die(s, seat, action)
    elif stage == PICK:
        pick(s, seat, action - CELL)
    elif stage == SLIDE:
        slide(s, action - TILE)
        s.stage[seat] = DONE
    elif action == SKIP:
        s.stage[seat] = DONE
    else:
        s.combination[seat] = action - COMBINATION + 1
        s.stage[seat] = PICK


# Chance


@rule
def weights(s: Any, out: Any) -> int:
    if s.draw < FIRST_DROPPER:
        for shape in range(OUTCOMES):
            out[shape] = is_available(s, shape)
        return OUTCOMES
    n = int(s.seats) if s.draw == FIRST_DROPPER else 6
    for outcome in range(n):
        out[outcome] = 1
    return n


@rule
def is_available(s: Any, shape: int) -> bool:
    """Whether a slot can get this shape: its tile is not on the board yet, and it is a face that is played with."""
    for slot in range(s.draw):
        if s.tiles[slot] == shape or s.tiles[slot] == shapes.OTHER_FACE[shape]:
            return False
    is_tetromino = shape < shapes.TETROMINOES
    return bool(is_tetromino) if s.seats == 1 else not (is_tetromino and s.large)


@rule
def draw(s: Any, outcome: int) -> None:
    number = int(s.draw)
    s.draw += 1
    if number < FIRST_DROPPER:
        s.tiles[number] = outcome
    elif number == FIRST_DROPPER:
        s.dropper = outcome
        everyone(s, START)
    elif number == SHAPE_DIE:
        s.shape_die = SHAPE_FACES[outcome]
        begin_turn(s)
    else:
        face, place = FACES[number - FIRST_DIE, outcome], number - FIRST_DIE
        while place > 0 and s.dice[place - 1] > face:  # the dice lie in rising order
            s.dice[place] = s.dice[place - 1]
            place -= 1
        s.dice[place] = face


@rule
def shows_star(s: Any) -> bool:
    return s.dice[3] == STAR or s.shape_die == shapes.ANY


# The turn


@rule
def everyone(s: Any, stage: int) -> None:
    """All seats are at this stage now."""
    for seat in range(int(s.seats)):
        s.stage[seat] = stage
    s.acting = (1 << s.seats) - 1


@rule
def begin_turn(s: Any) -> None:
    """The dice are rolled: solo a tile slides; else a DROP falls, or everybody puts the shape."""
    letters = 0
    for seat in range(int(s.seats)):
        letters |= circled(s, seat)
    if s.seats == 1 or letters == 0 or not shows_star(s):
        everyone(s, PUT if s.seats > 1 else SLIDE)
        return
    s.falling = lowest(letters)
    for seat in range(int(s.seats)):  # who has not circled the letter; the shape fits, the rows above 11 are empty
        if not circled(s, seat) >> s.falling & 1:
            s.stage[seat] = DROP
            s.acting |= 1 << seat


@rule
def go_on(s: Any) -> None:
    """Everybody is done with a step: solo what comes after a slide, else the end of the turn."""
    if s.slides:
        everyone(s, after_slide(s))
        return
    if s.falling != NONE:  # a DROP: the letter is crossed off for all, and its tile leaves the board
        s.crossed |= 1 << s.falling
        s.tiles[s.falling] = NONE
        s.falling = NONE
    end_turn(s)


@rule
def circled(s: Any, seat: int) -> int:
    """The letters that a seat has circled: both kinds of the size validated, and not crossed off."""
    return int(s.validated[seat, IDENTICAL]) & int(s.validated[seat, RUN]) & ALL_SIZES & ~int(s.crossed)


@rule
def end_turn(s: Any) -> None:
    for die in range(4):
        s.dice[die] = 0
    s.shape_die = NONE
    s.draw = FIRST_DIE
    above = NOTHING
    for seat in range(int(s.seats)):
        above |= s.filled[seat, 1] & ABOVE_THE_LINE
    if above or (s.seats == 1 and not can_slide(s)):
        s.ending = FINISHED
    else:
        s.dropper = (s.dropper + 1) % s.seats


# Solo: tiles slide


@rule
def can_slide(s: Any) -> bool:
    for slot in range(LETTERS):  # noqa: SIM110 - compiled code has no generator expressions
        if s.steps[slot] < GO:
            return True
    return False


@rule
def slide(s: Any, slot: int) -> None:
    s.slides += 1
    s.steps[slot] += 1
    if s.steps[slot] == GO and not circled(s, SOLO) >> slot & 1:
        s.falling = slot


@rule
def after_slide(s: Any) -> int:
    """A tile at GO! drops; then, if a die shows a star, a second one slides; then the shape is put if it fits."""
    while True:
        if s.falling != NONE and fits(s.heights[SOLO], s.tiles[s.falling]):
            return DROP
        s.falling = NONE
        if s.slides == 2 or not shows_star(s) or not can_slide(s):
            break
        if s.shape_die == shapes.ANY:
            return SLIDE
        for slot in range(LETTERS):
            if s.tiles[slot] == s.shape_die and s.steps[slot] < GO:
                slide(s, slot)
        s.slides = 2
    s.slides = 0
    return PUT if fits(s.heights[SOLO], s.shape_die) else COMBINE


# Falling and writing


@rule
def drop(s: Any, seat: int, placement: int) -> None:
    """Fills the cells with X."""
    low, high = landing(s.heights[seat], placement)
    while low | high:
        cell = first(low, high)
        write(s, seat, cell, X)
        one_low, one_high = bit(cell)
        low, high = low ^ one_low, high ^ one_high
    s.stage[seat] = DONE
    if s.seats == 1:
        s.falling = NONE  # with more players it stays until all have dropped


@rule
def list_dice(s: Any, seat: int, out: Any) -> int:
    """Dice with equal faces are one choice: they lie side by side, and the first one left stands for all."""
    n, before = 0, 0
    for die in range(4):
        face = int(s.dice[die])
        if s.dice_left[seat] >> die & 1 and face != before:
            before = face
            if face != STAR:
                out[n] = DIGIT + face
                n += 1
            else:
                for digit in range(10):
                    out[n] = STAR_DIGIT + digit
                    n += 1
    return n


@rule
def write_die(s: Any, seat: int, action: int) -> None:
    """Writes the first die left that shows this face into the next cell: by row, then column."""
    is_star = action >= STAR_DIGIT
    digit = action - STAR_DIGIT if is_star else action - DIGIT
    face = STAR if is_star else digit
    die = 0
    while not (s.dice_left[seat] >> die & 1 and s.dice[die] == face):
        die += 1
    s.dice_left[seat] &= ~(1 << die)
    cell = first(s.open[seat, 0], s.open[seat, 1])
    write(s, seat, cell, digit)
    low, high = bit(cell)
    s.open[seat, 0] ^= low
    s.open[seat, 1] ^= high
    if s.open[seat, 0] | s.open[seat, 1] == 0:
        s.stage[seat] = COMBINE


# Combinations


@rule
def list_combinations(s: Any, seat: int, out: Any) -> int:
    """A group holds parts of every smaller size, and a run begins with every shorter one."""
    n = 0
    for kind in range(2):
        most = largest_group(s, seat) if kind == IDENTICAL else longest_run(s, seat)
        for step in range(most - SMALLEST + 1):
            if not s.validated[seat, kind] >> step & 1:
                out[n] = COMBINATION + SIZES * kind + step
                n += 1
    out[n] = SKIP
    return n + 1


@rule
def list_picks(s: Any, seat: int, out: Any) -> int:
    low, high = candidates(
        s,
        seat,
        (s.combination[seat] - 1) // SIZES,
        (s.combination[seat] - 1) % SIZES + SMALLEST,
    )
    n = 0
    while low | high:
        cell = first(low, high)
        out[n] = CELL + cell
        n += 1
        one_low, one_high = bit(cell)
        low, high = low ^ one_low, high ^ one_high
    return n


@rule
def pick(s: Any, seat: int, cell: int) -> None:
    """After the last cell its digits are used, and so is its place in the score zone; the bonus has one for both."""
    low, high = bit(cell)
    s.picked[seat, 0] |= low
    s.picked[seat, 1] |= high
    kind, step = (s.combination[seat] - 1) // SIZES, (s.combination[seat] - 1) % SIZES
    if size(s.picked[seat, 0], s.picked[seat, 1]) < step + SMALLEST:
        return
    s.validated[seat, kind] |= 1 << step
    s.validated[seat, 1 - kind] |= 1 << step & BONUS
    for half in range(2):
        s.used[seat, half] |= s.picked[seat, half]
        s.picked[seat, half] = NOTHING
    s.combination[seat] = 0
    s.stage[seat] = DONE


# Points


@rule
def scores(s: Any, out: Any) -> None:
    for seat in range(int(s.seats)):
        out[seat] = combination_points(s.validated[seat]) + row_points(s, seat)


@rule
def result(s: Any, out: Any) -> None:
    """Solo the points. Else k winners of n seats have (n−k)/(k(n−1)) each, all others −1/(n−1); cut short, all 0."""
    scores(s, out)
    n = int(s.seats)
    if n == 1:
        return
    most, winners = out[0], 0
    for seat in range(n):
        winners = 1 if out[seat] > most else winners + (out[seat] == most)
        most = out[seat] if out[seat] > most else most
    for seat in range(n):
        share = (n - winners) / (winners * (n - 1)) if out[seat] == most else -1 / (n - 1)
        out[seat] = 0.0 if s.ending == CAPPED else share
