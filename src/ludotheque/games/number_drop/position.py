"""What a position of Number Drop holds, and the numbers that stand for its events."""

from __future__ import annotations

import numpy as np

from ludotheque.core.rule import layout

from . import shapes
from .cells import COLUMNS, NUMBERS
from .combinations import SIZES

MOST_SEATS = 6
LETTERS = 5  # A to E
GO = 4  # solo: the step at which a tile drops
NONE = -1  # no tile, no shape
STAR = 8  # on a number die; it sorts behind the digits

SOLO = 0  # the only seat of a solo game

# What a seat does next.
DONE, START, DROP, PUT, WRITE, COMBINE, PICK, SLIDE = range(8)

RUNNING, FINISHED, CAPPED = 0, 1, 2  # values of ``ending``

# The draws in their order: slots A to E, the first Dropper, the number dice n1 to n4, the shape die.
FIRST_DROPPER, FIRST_DIE, SHAPE_DIE = 5, 6, 10
FACES = np.array([[1, 3, 4, 5, 7, STAR], [1, 2, 4, 5, 6, STAR], [2, 3, 4, 6, 7, STAR], [1, 2, 3, 5, 6, 7]])
SHAPE_FACES = np.array([0, 1, 2, 3, 4, shapes.ANY])

LAYOUT = layout(
    [
        # The sheets, one a seat. Cells that hold each digit, that hold anything (an X too), and that are used in a
        # combination; the cells of a shape that are still to be written; the cells picked for a combination so far.
        ("digits", "u8", (MOST_SEATS, 10, 2)),
        ("filled", "u8", (MOST_SEATS, 2)),
        ("used", "u8", (MOST_SEATS, 2)),
        ("open", "u8", (MOST_SEATS, 2)),
        ("picked", "u8", (MOST_SEATS, 2)),
        ("choices", "i4"),  # made so far
        ("max_choices", "i4"),
        ("heights", "i1", (MOST_SEATS, COLUMNS)),  # the row above the highest cell of each column
        ("validated", "i1", (MOST_SEATS, 2)),  # sizes of each kind, as bits
        ("stage", "i1", (MOST_SEATS,)),
        ("dice_left", "i1", (MOST_SEATS,)),  # bit mask of the dice still to be written
        ("combination", "i1", (MOST_SEATS,)),  # being picked: 1 + its number, or 0
        ("acting", "i1"),  # bit mask of the seats that have not finished
        # The table. The dice are sorted, because nothing depends on which of them shows what; 0 is not rolled yet.
        ("dice", "i1", (4,)),
        ("shape_die", "i1"),  # not ``shape``, which every NumPy record has already
        ("draw", "i1"),  # the next draw of chance
        ("dropper", "i1"),
        ("tiles", "i1", (LETTERS,)),  # the shape on each slot, or NONE
        ("steps", "i1", (LETTERS,)),  # solo: how far each tile has slid
        ("slides", "i1"),  # solo: made this turn, until the shape is put
        ("falling", "i1"),  # the slot whose shape is being dropped, or NONE
        ("crossed", "i1"),  # bit mask of the letters crossed off
        ("seats", "i1"),
        ("large", "i1"),  # option: only the first faces of the tiles
        ("ending", "i1"),
    ]
)

# Actions. A placement is a shape to put or to drop: 7 × orientation + column of its leftmost cell.
PLACEMENTS = shapes.COUNT * COLUMNS
DIGIT = PLACEMENTS  # + 0–9: a die for what it shows
STAR_DIGIT = DIGIT + 10  # + 0–9: a star as this digit
COMBINATION = STAR_DIGIT + 10  # + number: 0–5 for identical digits of size 3–8, 6–11 for runs
SKIP = COMBINATION + 2 * SIZES
CELL = SKIP + 1  # + cell: the next one of a combination, or in the set-up the cell for the first digit
TILE = CELL + NUMBERS  # + slot: slide it
ACTIONS = TILE + LETTERS
OUTCOMES = len(shapes.SHAPES)
