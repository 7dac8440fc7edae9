"""The cells of the river: their numbers, and sets of them as bits.

The playable cells form two lattices: the *shore* (a1, c1, e1 … a3, c3 …), on which all banks lie, and the *stream* in
between (b2, d2 … b4, d4 …). A set of cells is one uint64 a lattice, seven bits a row: bit 0 is a1 or b2, bit 1 is c1 or
d2, bit 7 is a3 or b4. A row of the stream has six cells at most; its free bit keeps shifts from running over the edge.
A smaller board is the lower left part of the largest, so that a cell has the same number on all of them.
"""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE
from ludotheque.core.rule import rule

CellSet = tuple[np.uint64, np.uint64]  # by lattice: (shore, stream)
NONE = np.uint64(0)
_1, _7, _8 = (np.uint64(n) for n in (1, 7, 8))
SHORE, STREAM = 0, 1
# How far apart the bits of adjacent cells are: those of the stream are lower, or the same.
ACROSS = (np.uint64(0), _1, _7, _8)
SIZES = (7, 9, 11, 13)
LARGEST = max(SIZES)

# A place is the number of a cell: its bit on the shore, or 49 and its bit on the stream.
ROW = 7
SHORE_PLACES = ROW * ROW
PLACES = 2 * SHORE_PLACES - ROW

RED, BLUE, YELLOW, GREEN = 0, 1, 2, 3  # the banks: bottom, left, top, right


def _rectangle(columns: range, rows: range) -> np.uint64:
    """Cells of one lattice."""
    return np.uint64(sum(1 << (column + ROW * row) for column in columns for row in rows))


def _board(size: int) -> CellSet:
    """All cells, by lattice."""
    shore, stream = range(size // 2 + 1), range(size // 2)
    return _rectangle(shore, shore), _rectangle(stream, stream)


def _banks(size: int) -> tuple[np.uint64, ...]:
    """The four banks. A corner belongs to two of them."""
    whole, near, far = range(size // 2 + 1), range(1), range(size // 2, size // 2 + 1)
    return _rectangle(whole, near), _rectangle(near, whole), _rectangle(whole, far), _rectangle(far, whole)


# By size: the cells of each lattice, and of each bank, all of which are on the shore.
BOARD = np.zeros((LARGEST + 1, 2), np.uint64)
BANKS = np.zeros((LARGEST + 1, 4), np.uint64)
for _size in SIZES:
    BOARD[_size] = _board(_size)
    BANKS[_size] = _banks(_size)

# By number of players and seat: the own bank, clockwise from the bottom; −1 is none.
BANK_OF_SEAT = np.full((5, 4), -1, np.int8)
BANK_OF_SEAT[2, :2] = RED, YELLOW
BANK_OF_SEAT[3, :3] = RED, BLUE, YELLOW
BANK_OF_SEAT[4] = RED, BLUE, YELLOW, GREEN


def column_and_row(place: int) -> tuple[int, int]:
    """Both counted from 0: a1 is (0, 0), b2 is (1, 1)."""
    stream, bit = divmod(place, SHORE_PLACES)
    return 2 * (bit % ROW) + stream, 2 * (bit // ROW) + stream


def place_at(column: int, row: int) -> int | None:
    """The number of a cell, unless it is white or beyond the largest board."""
    if (column + row) % 2 or not (0 <= column < LARGEST and 0 <= row < LARGEST):
        return None
    return column // 2 + ROW * (row // 2) + SHORE_PLACES * (column % 2)


def is_on_board(place: int, size: int) -> bool:
    return max(column_and_row(place)) < size


def places_on(size: int) -> list[int]:
    """All playable cells of a board, row by row from the bottom."""
    every = (place_at(column, row) for row in range(size) for column in range(size))
    return [place for place in every if place is not None]


def members(shore: np.uint64 | int, stream: np.uint64 | int) -> list[int]:
    """The places in a set that is given by lattice."""
    both = int(shore) | int(stream) << SHORE_PLACES
    found = []
    while both:
        found.append((both & -both).bit_length() - 1)
        both &= both - 1
    return found


# Sets of cells, compiled


@rule
def lattice_of(place: int) -> int:
    return STREAM if place >= SHORE_PLACES else SHORE


@rule
def cell_of(place: int) -> np.uint64:
    """The set of this one cell, on its lattice."""
    return ONE << np.uint64(place % SHORE_PLACES)


@rule
def first(dice: np.uint64) -> np.uint64:
    """One of them alone."""
    return dice & (~dice + ONE)


@rule
def touching(lattice: int, dice: np.uint64) -> np.uint64:
    """The cells of the other lattice that are adjacent to these of this one; bits off the board may be among them."""
    if lattice == SHORE:
        return dice | dice >> _1 | dice >> _7 | dice >> _8
    return dice | dice << _1 | dice << _7 | dice << _8


@rule
def before(lattice: int, targets: np.uint64, by: np.uint64) -> np.uint64:
    """The cells of this lattice from which one step in a direction ends on the targets, which are of the other one."""
    return targets << by if lattice == SHORE else targets >> by


@rule
def before_jump(lattice: int, targets: np.uint64, others: np.uint64, by: np.uint64) -> np.uint64:
    """The cells of this lattice from which one jump over the others in a direction ends on the targets."""
    if lattice == SHORE:
        return before(SHORE, others & before(STREAM, targets, _8 - by), by)
    return before(STREAM, others & before(SHORE, targets, _8 - by), by)


@rule
def behind(lattice: int, dice: np.uint64, others: np.uint64) -> np.uint64:
    """The cells right behind the others, which are of the other lattice, as seen from the dice adjacent to them."""
    if lattice == SHORE:
        return (dice & others) << _8 | (dice >> _1 & others) << _7 | (dice >> _7 & others) << _1 | (dice >> _8 & others)
    return (dice & others) >> _8 | (dice << _1 & others) >> _7 | (dice << _7 & others) >> _1 | (dice << _8 & others)
