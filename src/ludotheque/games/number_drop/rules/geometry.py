"""The cells of a sheet, the shapes in all orientations, and how they fall, compiled.

A sheet has 7 columns and 14 rows. A cell is numbered 8 × row + column, both from 0, so a1 is 0, g1 is 6 and a2 is 8. A
set of cells is a pair of uint64: ``low`` holds rows 1–8 and ``high`` rows 9–14. The eighth bit of each row stays
empty, so that nothing runs over the edge.
"""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE, count, lowest
from ludotheque.core.fields import Int8Array, UInt64Array, int64
from ludotheque.core.rule import generic, rule

CellSet = tuple[np.uint64, np.uint64]

COLUMNS, ROWS = 7, 14
GAME_OVER = 11  # the line lies above this many rows
NUMBERS = 8 * ROWS  # of cells, among them the empty eighth column

_1, _8, _56 = (np.uint64(n) for n in (1, 8, 56))
NOTHING = np.uint64(0)
ROW = np.uint64(0x7F)
LOW = np.uint64(0x7F7F_7F7F_7F7F_7F7F)
HIGH = np.uint64(0x7F7F_7F7F_7F7F)
EVERY_ROW = np.uint64(0x0101_0101_0101_0101)  # the first cell of each
ABOVE_THE_LINE = HIGH & ~np.uint64(0xFF_FFFF)  # rows 12–14 of the high half


@rule
def bit(cell: int) -> CellSet:
    """One cell as a set."""
    if cell < 64:
        return ONE << np.uint64(cell), NOTHING
    return NOTHING, ONE << np.uint64(cell - 64)


@rule
def lifted(squares: np.uint64, cell: int) -> CellSet:
    """The squares of a shape moved so that its corner lies on a cell."""
    if cell >= 64:
        return NOTHING, squares << np.uint64(cell - 64)
    return squares << np.uint64(cell), squares >> _1 >> np.uint64(63 - cell)  # nothing can be shifted by 64


@rule
def first(low: np.uint64, high: np.uint64) -> int:
    """The first cell by row, then column; there must be one."""
    return int(lowest(low)) if low else 64 + int(lowest(high))


@rule
def size(low: np.uint64, high: np.uint64) -> int:
    return int(count(low) + count(high))


@rule
def beside(low: np.uint64, high: np.uint64) -> CellSet:
    """The cells that share a side with one of these."""
    around_low = low << _1 | low >> _1 | low << _8 | low >> _8 | high << _56
    around_high = high << _1 | high >> _1 | high << _8 | high >> _8 | low >> _56
    return around_low & LOW, around_high & HIGH


@rule
def inner(low: np.uint64, high: np.uint64) -> CellSet:
    """The cells of a set that have at least two neighbours in it: every group of three or more has such a cell."""
    above_low, above_high = low << _8, high << _8 | low >> _56
    below_low, below_high = low >> _8 | high << _56, high >> _8
    low_sides, high_sides = low << _1 | low >> _1, high << _1 | high >> _1
    low_twice = low << _1 & low >> _1 | above_low & below_low | low_sides & (above_low | below_low)
    high_twice = high << _1 & high >> _1 | above_high & below_high | high_sides & (above_high | below_high)
    return low & low_twice, high & high_twice


@rule
def group(low: np.uint64, high: np.uint64, within_low: np.uint64, within_high: np.uint64) -> CellSet:
    """All cells of a set that hang together with these ones."""
    while True:
        side_low, side_high = beside(low, high)
        wider_low, wider_high = low | (side_low & within_low), high | (side_high & within_high)
        if wider_low == low and wider_high == high:
            return low, high
        low, high = wider_low, wider_high


# Shapes. An orientation is a shape turned and mirrored; two that look the same are one. So an orientation and the
# column of its leftmost cell name a placement, and no two of them cover the same cells.

Squares = tuple[tuple[int, int], ...]  # (row, column), sorted, the lowest row and the leftmost column being 0

DRAWINGS = {
    "I": "####",
    "O": "## ##",
    "T": "### .#.",
    "L": "### #..",
    "S": ".## ##.",
    "I3": "###",
    "L3": "## #.",
    "T5": "### .#. .#.",
    "U5": "### #.#",
    "X5": ".#. ### .#.",
}
SHAPES = tuple(DRAWINGS)
TETROMINOES = 5  # the first five, which the shape die shows
ANY_SHAPE = len(SHAPES)  # a star on the shape die: any of the five

# The two faces of each tile: a shape for two or more players, and a tetromino for all.
TILES = (("I3", "I"), ("L3", "L"), ("T5", "T"), ("U5", "S"), ("X5", "O"))
OTHER_FACE = np.array(
    [SHAPES.index(other) for shape in SHAPES for a, b in TILES for face, other in ((a, b), (b, a)) if face == shape]
)


def squares_of(drawing: str) -> Squares:
    rows = drawing.split()[::-1]
    return tuple((y, x) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#")


def settled(squares: Squares) -> Squares:
    """The same squares moved to the lower left corner."""
    down, left = min(y for y, _ in squares), min(x for _, x in squares)
    return tuple(sorted((y - down, x - left) for y, x in squares))


def turned(squares: Squares) -> Squares:
    return settled(tuple((-x, y) for y, x in squares))


def mirrored(squares: Squares) -> Squares:
    return settled(tuple((y, -x) for y, x in squares))


def orientations(squares: Squares) -> list[Squares]:
    """All different ones, in the order in which turning, then mirroring finds them."""
    found: dict[Squares, None] = {}
    for side in (squares, mirrored(squares)):
        for _ in range(4):
            found[side] = None
            side = turned(side)
    return list(found)


# Every orientation, shape after shape; orientation o is one of shape SHAPE_OF[o].
ORIENTATIONS = tuple(o for drawing in DRAWINGS.values() for o in orientations(squares_of(drawing)))
SHAPE_OF = tuple(i for i, d in enumerate(DRAWINGS.values()) for _ in orientations(squares_of(d)))
ORIENTATION_COUNT = len(ORIENTATIONS)

# The orientations of shape i are FIRST_OF[i] … END_OF[i] − 1; those of the five tetrominoes come last, as ANY_SHAPE.
FIRST_OF = np.array([*(SHAPE_OF.index(i) for i in range(ANY_SHAPE)), 0])
END_OF = np.array([*FIRST_OF[1:ANY_SHAPE], ORIENTATION_COUNT, FIRST_OF[TETROMINOES]])

WIDTH_OF = np.array([1 + max(x for _, x in o) for o in ORIENTATIONS])
HEIGHT_OF = np.array([1 + max(y for y, _ in o) for o in ORIENTATIONS])
# How high the lowest square of each column hangs (where there is none, nothing stops it), and the squares as bits of
# rows of eight.
BOTTOM_OF = np.array(
    [[min((y for y, x in o if x == column), default=ROWS) for column in range(4)] for o in ORIENTATIONS]
)
BITS_OF = np.array([sum(1 << (8 * y + x) for y, x in o) for o in ORIENTATIONS], np.uint64)


# Falling. A placement is 7 × orientation + column of its leftmost cell. Those of one shape fit into 64 bits: a set of
# them is counted from its first orientation, and this is all of them that stay inside the columns.
EVERYWHERE = np.array(
    [
        sum((1 << COLUMNS + 1 - WIDTH_OF[o]) - 1 << COLUMNS * (o - FIRST_OF[i]) for o in range(FIRST_OF[i], END_OF[i]))
        for i in range(ANY_SHAPE)
    ],
    np.uint64,
)
# The cells of the high half that must be empty for a shape to stay within the rows wherever it falls.
HEADROOM = np.array(
    [HIGH & ~np.uint64((1 << 8 * (ROWS - 8 - HEIGHT_OF[FIRST_OF[i] : END_OF[i]].max())) - 1) for i in range(ANY_SHAPE)]
)
# A rolled shape stands for the shapes FIRST_SHAPE[i] … END_SHAPE[i] − 1.
FIRST_SHAPE = np.array([*range(ANY_SHAPE), 0])
END_SHAPE = np.array([*range(1, ANY_SHAPE + 1), TETROMINOES])


@rule
def landing_row(heights: Int8Array, orientation: int, column: int) -> int:
    """Where the lowest row of a falling shape comes to rest: something stops one of its columns."""
    lowest_row = 0
    for i in range(4):  # always: the width cannot be foreseen
        lowest_row = max(lowest_row, int64(heights[min(column + i, COLUMNS - 1)]) - BOTTOM_OF[orientation, i])
    return lowest_row


@rule
def landing(heights: Int8Array, placement: int) -> CellSet:
    """The cells that a placement covers."""
    orientation, column = placement // COLUMNS, placement % COLUMNS
    return lifted(BITS_OF[orientation], 8 * landing_row(heights, orientation, column) + column)


@rule
def landing_rows(heights: Int8Array, out: Int8Array) -> None:
    """For people: the lowest row of every placement, also beyond the 14 rows; −1 where it would stick out sideways."""
    for placement in range(ORIENTATION_COUNT * COLUMNS):
        orientation, column = placement // COLUMNS, placement % COLUMNS
        is_inside = column + WIDTH_OF[orientation] <= COLUMNS
        out[placement] = landing_row(heights, orientation, column) if is_inside else -1


# Pushing (option ``slide``). The place of a shape is the cell on which the lower left corner of its squares is. Places
# have two rows more than the grid has; in the uppermost one a shape is wholly above it.

_63 = np.uint64(63)
TOP_ROW = ROW << _56


@rule
def free_places(filled: UInt64Array, orientation: int) -> CellSet:
    """The places of a shape where all its squares lie inside the columns and on empty cells, or above the grid."""
    low, high = NOTHING, NOTHING
    squares = BITS_OF[orientation]
    while squares:
        by = np.uint64(lowest(squares))
        low |= filled[0] >> by | filled[1] << _1 << (_63 - by)  # in two steps: nothing can be shifted by 64
        high |= filled[1] >> by
        squares &= squares - ONE
    inside = EVERY_ROW * (ROW >> np.uint64(WIDTH_OF[orientation] - 1))
    return ~low & inside, ~high & inside


@rule
def reached(free_low: np.uint64, free_high: np.uint64) -> CellSet:
    """The free places to which a shape can be brought from above the grid: down, left and right, one step at a time."""
    low, high = NOTHING, free_high & TOP_ROW
    while True:
        wider_low = low | (low << _1 | low >> _1 | low >> _8 | high << _56) & free_low
        wider_high = high | (high << _1 | high >> _1 | high >> _8) & free_high
        if wider_low == low and wider_high == high:
            return low, high
        low, high = wider_low, wider_high


@generic
def resting_places(filled: UInt64Array, orientation: int) -> CellSet:
    """The places that a shape can reach, wholly inside the grid, from which it cannot go down."""
    low, high = reached(*free_places(filled, orientation))
    inside = (ONE << np.uint64(8 * (ROWS - 7 - HEIGHT_OF[orientation]))) - ONE
    return low & ~(low << _8), high & ~(high << _8 | low >> _56) & inside
