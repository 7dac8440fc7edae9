"""A position of Drumlin, how a game begins, and what stands on a cell.

The two kinds of pieces are named by their value, and that value says how they move: a piece of value v is stopped by
the first cell worth v or more, and may stop only on cells worth at most 4 − v.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.fields import Fields, Int8Array, Int16Array, Int32, Int64, layout
from ludotheque.core.rule import rule

from .geometry import CELLS, COLUMNS, ROWS

VIOLET, PINK, NOBODY = 0, 1, -1
RUNNING, DRAW = -1, 2  # values of ``winner`` besides the two seats
IN_HAND, ON_BASE = -1, -2  # values of ``stone`` besides the cells
ELEPHANT, DRAGON = 1, 2  # the kinds of pieces, by their value
TROOP = 16  # the pieces of one seat in one number: elephants + 16 × dragons
UNIT = np.array([0, 1, TROOP])  # what a piece of each kind adds to a troop
MOST = 4  # the rule of 4


class Position(Fields):
    """The fields of a position: ``troops``, ``stone`` and ``egg``, whose turn it is, and how the game stands.

    All other fields about the board follow from these; they keep, for each row and column, the cells worth at least
    1, 2, … 5 as bits, so that the ways of a piece are found in a table.
    """

    stone: Int64  # the cell of the Drumlin, IN_HAND while somebody has to place it, or ON_BASE
    egg: Int64  # the owner of the elephant that carries the Drumlin, or NOBODY
    offer: Int64  # 1 until violet has answered to the first place of the Drumlin, where it may answer; else 0
    choices: Int32  # made so far
    max_choices: Int32
    turn: Int32  # who is to act; 0 when the game is over
    winner: Int32
    rows: Annotated[Int16Array, 5, ROWS]  # in each row the cells worth at least 1 … 5; bit = column
    columns: Annotated[Int16Array, 5, COLUMNS]  # the same by column; bit = row
    standing: Annotated[Int16Array, 2, ROWS]  # in each row the cells where a seat has pieces
    herds: Annotated[Int16Array, 2]  # all pieces of a seat, counted like a troop
    troops: Annotated[Int8Array, 2, CELLS]  # a seat's pieces on a cell; an egg is one of the elephants


class Options(NamedTuple):
    """What may be chosen before a game."""

    placing: str
    max_choices: int


LAYOUT = layout(Position)


def cells(names: str) -> NDArray[np.int64]:
    """The cells of these names."""
    return np.array([ord(name[0]) - ord("a") + COLUMNS * (int(name[1:]) - 1) for name in names.split()], np.int64)


# Where the elephants of violet and of pink stand at the start.
START = np.stack([cells("b1 d1 f1 h1 a3 c3 e3 g3 b5 d5 f5 h5"), cells("a10 c10 e10 g10 b8 d8 f8 h8 a6 c6 e6 g6")])


def setup(s: Position, seats: int, options: Options) -> None:
    for seat in range(2):
        for cell in START[seat]:
            put(s, seat, cell, UNIT[ELEPHANT])
    s.max_choices = options.max_choices
    s.stone = IN_HAND
    s.egg = NOBODY
    s.turn = PINK  # pink places the Drumlin, then violet moves
    s.offer = options.placing == "swap"
    s.winner = RUNNING


@rule
def is_offered(s: Position) -> bool:
    """Whether violet has to keep or to swap."""
    return s.offer != 0 and s.stone != IN_HAND


@rule
def opposite(cell: int) -> int:
    """The cell that a half-turn of the board brings here."""
    return CELLS - 1 - cell


# What stands on a cell


@rule
def elephants_on(s: Position, seat: int, cell: int) -> int:
    """A seat's elephants on a cell, its egg included."""
    return s.troops[seat, cell] & (TROOP - 1)


@rule
def dragons_on(s: Position, seat: int, cell: int) -> int:
    return s.troops[seat, cell] // TROOP


@rule
def has_egg_on(s: Position, seat: int, cell: int) -> bool:
    return s.egg == seat and s.stone == cell


@rule
def movable(s: Position, seat: int, kind: int, cell: int) -> int:
    """How many pieces of one kind may move or be exchanged: all but the egg."""
    if kind == DRAGON:
        return dragons_on(s, seat, cell)
    return elephants_on(s, seat, cell) - (1 if has_egg_on(s, seat, cell) else 0)


@rule
def force(s: Position, seat: int, cell: int) -> int:
    """The sum of a seat's pieces on a cell."""
    return ELEPHANT * elephants_on(s, seat, cell) + DRAGON * dragons_on(s, seat, cell)


@rule
def value(s: Position, cell: int) -> int:
    """The sum of all pieces on a cell, of both colours."""
    total = 0
    for seat in range(2):
        total += force(s, seat, cell)
    return total


@rule
def has_majority(s: Position, seat: int, cell: int) -> bool:
    return force(s, seat, cell) > force(s, 1 - seat, cell)


@rule
def put(s: Position, seat: int, cell: int, troop: int) -> None:
    """Adds pieces to a cell, or takes them away if the troop is negative."""
    before = value(s, cell)
    s.troops[seat, cell] += troop
    s.herds[seat] += troop
    weigh(s, cell, before, value(s, cell))
    row, column = cell >> 3, cell & 7
    is_there = 1 if s.troops[seat, cell] != 0 else 0
    s.standing[seat, row] = (s.standing[seat, row] & ~(1 << column)) | is_there << column


@rule
def weigh(s: Position, cell: int, before: int, after: int) -> None:
    """Notes in the bits of its row and column what a cell is worth: those between its old and its new worth change."""
    row, column = cell >> 3, cell & 7
    for least in range(min(before, after) + 1, min(max(before, after), 5) + 1):
        s.rows[least - 1, row] ^= 1 << column
        s.columns[least - 1, column] ^= 1 << row
