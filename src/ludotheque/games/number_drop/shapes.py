"""The shapes that fall, in all orientations, as tables that compiled code takes as constants.

An orientation is a shape turned and mirrored; two that look the same are one. So an orientation and the column of its
leftmost cell name a placement, and no two of them cover the same cells.
"""

from __future__ import annotations

import numpy as np

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
ANY = len(SHAPES)  # a star on the shape die: any of the five

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
COUNT = len(ORIENTATIONS)

# The orientations of shape i are FIRST[i] … END[i] − 1; those of the five tetrominoes together come last, as ANY.
FIRST = np.array([*(SHAPE_OF.index(i) for i in range(ANY)), 0])
END = np.array([*FIRST[1:ANY], COUNT, FIRST[TETROMINOES]])

WIDTH = np.array([1 + max(x for _, x in o) for o in ORIENTATIONS])
HEIGHT = np.array([1 + max(y for y, _ in o) for o in ORIENTATIONS])
# How high the lowest square of each column hangs, and the squares as bits of rows of eight.
BOTTOM = np.array([[min((y for y, x in o if x == column), default=0) for column in range(4)] for o in ORIENTATIONS])
SQUARES = np.array([sum(1 << (8 * y + x) for y, x in o) for o in ORIENTATIONS], np.uint64)
