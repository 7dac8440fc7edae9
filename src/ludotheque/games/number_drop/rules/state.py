"""What a position of Number Drop holds, the numbers that stand for its events, and how a game begins."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from ludotheque.core.fields import Fields, Int8, Int8Array, Int32, UInt64Array, layout
from ludotheque.core.rule import rule

from .geometry import ANY_SHAPE, COLUMNS, NUMBERS, ORIENTATION_COUNT, ROWS, SHAPES

MOST_SEATS = 6
SOLO = 0  # the only seat of a solo game
LETTERS = 5  # A to E
GO = 4  # solo: the step at which a tile drops
NONE = -1  # no tile, no shape
STAR = 8  # on a number die; it sorts behind the digits
X = 10  # what is written in a cell besides the digits 0–9

# Combinations: their kinds and sizes.
IDENTICAL, RUN = 0, 1
SMALLEST, LARGEST = 3, 8
SIZES = LARGEST - SMALLEST + 1
# The sizes validated of each kind, as bits.
ALL_SIZES = 0b11111  # sizes 3–7, which have a letter each
BONUS = 0b100000  # size 8, marked in both kinds at once

# What a seat does next.
DONE, START, DROP, PUT, WRITE, COMBINE, PICK, SLIDE = range(8)
RUNNING, FINISHED, CAPPED = 0, 1, 2  # values of ``ending``

# The draws in their order: slots A to E, the first Dropper, the number dice n1 to n4, the shape die.
FIRST_DROPPER, FIRST_DIE, SHAPE_DIE = 5, 6, 10
FACES = np.array([[1, 3, 4, 5, 7, STAR], [1, 2, 4, 5, 6, STAR], [2, 3, 4, 6, 7, STAR], [1, 2, 3, 5, 6, 7]])
SHAPE_FACES = np.array([0, 1, 2, 3, 4, ANY_SHAPE])


class Position(Fields):
    """The fields of a position."""

    # The sheets, one a seat. Cells that hold each digit, that hold anything (an X too), and that are used in a
    # combination; the cells of a shape that are still to be written; the cells picked for a combination so far.
    digits: Annotated[UInt64Array, MOST_SEATS, 10, 2]
    filled: Annotated[UInt64Array, MOST_SEATS, 2]
    used: Annotated[UInt64Array, MOST_SEATS, 2]
    open: Annotated[UInt64Array, MOST_SEATS, 2]
    picked: Annotated[UInt64Array, MOST_SEATS, 2]
    choices: Int32  # made so far
    max_choices: Int32
    heights: Annotated[Int8Array, MOST_SEATS, COLUMNS]  # the row above the highest cell of each column
    validated: Annotated[Int8Array, MOST_SEATS, 2]  # sizes of each kind, as bits
    stage: Annotated[Int8Array, MOST_SEATS]
    dice_left: Annotated[Int8Array, MOST_SEATS]  # bit mask of the dice still to be written
    combination: Annotated[Int8Array, MOST_SEATS]  # being picked: 1 + its number, or 0
    acting: Int8  # bit mask of the seats that have not finished
    # The table. The dice are sorted, because nothing depends on which of them shows what; 0 is not rolled yet.
    dice: Annotated[Int8Array, 4]
    shape_die: Int8  # not ``shape``, which every NumPy record has already
    draw: Int8  # the next draw of chance
    dropper: Int8
    tiles: Annotated[Int8Array, LETTERS]  # the shape on each slot, or NONE
    steps: Annotated[Int8Array, LETTERS]  # solo: how far each tile has slid
    slides: Int8  # solo: made this turn, until the shape is put
    falling: Int8  # the slot whose shape is being dropped, or NONE
    crossed: Int8  # bit mask of the letters crossed off
    seats: Int8
    large: Int8  # option: only the first faces of the tiles
    pushing: Int8  # option: a falling shape may be pushed left and right
    clockwise: Int8  # option: shape and combination one player after the other
    plays_on: Int8  # option: a DROP that all have circled does not end the turn
    ending: Int8


class Options(NamedTuple):
    """What may be chosen before a game."""

    tiles: str
    slide: bool
    order: str
    all_circled: str
    max_choices: int


LAYOUT = layout(Position)

# Actions. A placement is a shape to put or to drop, straight down: 7 × orientation + column of its leftmost cell.
PLACEMENTS = ORIENTATION_COUNT * COLUMNS
DIGIT = PLACEMENTS  # + 0–9: a die for what it shows
STAR_DIGIT = DIGIT + 10  # + 0–9: a star as this digit
COMBINATION = STAR_DIGIT + 10  # + number: 0–5 for identical digits of size 3–8, 6–11 for runs
SKIP = COMBINATION + 2 * SIZES
CELL = SKIP + 1  # + cell: the next one of a combination, or in the set-up the cell for the first digit
TILE = CELL + NUMBERS  # + slot: slide it
PUSHED = TILE + LETTERS  # + 14 × placement + lowest row: a shape that was pushed on its way, to where it does not fall
ACTIONS = PUSHED + ROWS * PLACEMENTS
OUTCOMES = len(SHAPES)


def setup(s: Position, seats: int, options: Options) -> None:
    s.max_choices = options.max_choices
    s.seats = seats
    s.large = options.tiles == "large" and seats > 1
    s.pushing = options.slide
    s.clockwise = options.order == "clockwise" and seats > 1
    s.plays_on = options.all_circled == "plays-on" and seats > 1
    s.tiles[:] = NONE
    s.shape_die = NONE
    s.falling = NONE


@rule
def everyone(s: Position, stage: int) -> None:
    """All seats are at this stage now."""
    for seat in range(int(s.seats)):
        s.stage[seat] = stage
    s.acting = (1 << s.seats) - 1


@rule
def alone(s: Position, seat: int, stage: int) -> None:
    """One seat is at this stage now, and no other acts."""
    s.stage[seat] = stage
    s.acting = 1 << seat
