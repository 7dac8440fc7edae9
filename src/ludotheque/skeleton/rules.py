"""The rules of Skeleton, compiled: the only place where a rule exists.

A set of cells is a uint64: bit 0 is a1, bit 1 is b1, bit 3 is a2.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from ludotheque.core.bits import ONE, lowest
from ludotheque.core.fields import Codes, Fields, Int8, Int32, UInt64Array, Values, layout
from ludotheque.core.rule import CHANCE, rule

CROSS, RING = 0, 1  # the seats
NOBODY = -1  # has the turn while chance acts and at the end; has won while the game runs
BOTH = 2  # have won: a draw


class Position(Fields):
    """All that a rule looks at, options included: the widest fields first."""

    marks: Annotated[UInt64Array, 2]  # the cells of cross and of ring
    choices: Int32  # made so far
    max_choices: Int32
    turn: Int8
    winner: Int8
    three_wins: Int8  # option: does three in a row win, or lose?


class Options(NamedTuple):
    """The options of GAME by name, with their values as people set them."""

    three: str
    begins: str
    max_choices: int


LAYOUT = layout(Position)
ACTIONS = 9  # action codes are 0 … ACTIONS − 1; here a code is a cell
OUTCOMES = 2  # the most outcomes that a draw can have, 0 in a game without chance; here an outcome is a seat

# Lookup tables are NumPy arrays of the module: compiled code takes them as constants.
ROWS, COLUMNS, DIAGONALS = (0o007, 0o070, 0o700), (0o111, 0o222, 0o444), (0o421, 0o124)
LINES = np.array([*ROWS, *COLUMNS, *DIAGONALS], np.uint64)
ALL_CELLS = np.uint64(0o777)


def setup(s: Position, seats: int, options: Options) -> None:
    """The one verb that is not compiled. All fields are 0 before."""
    s.max_choices = options.max_choices
    s.turn = CROSS if options.begins == "cross" else NOBODY
    s.winner = NOBODY
    s.three_wins = options.three == "wins"


@rule
def actors(s: Position) -> int:
    if s.winner != NOBODY:
        return 0
    return CHANCE if s.turn == NOBODY else 1 << s.turn


@rule
def legal(s: Position, seat: int, out: Codes) -> int:
    free = ALL_CELLS & ~(s.marks[CROSS] | s.marks[RING])
    n = 0
    while free:
        out[n] = lowest(free)
        n += 1
        free &= free - ONE
    return n


@rule
def weights(s: Position, out: Codes) -> int:
    """Both seats are as likely to begin."""
    out[CROSS] = 1
    out[RING] = 1
    return 2


@rule
def apply(s: Position, seat: int, action: int) -> None:
    if seat == CHANCE:
        s.turn = action
        return
    s.marks[seat] |= ONE << np.uint64(action)
    s.choices += 1
    s.winner = winner(s)
    s.turn = 1 - seat if s.winner == NOBODY else NOBODY  # what no longer matters is cleared


@rule
def result(s: Position, out: Values) -> None:
    out[:] = 0.0
    if s.winner != BOTH:
        out[s.winner] = 1.0
        out[1 - s.winner] = -1.0


@rule
def winner(s: Position) -> int:
    """How the game stands. The cap comes last: what ends the game by its own rules counts before."""
    for seat in range(2):
        if has_three(s.marks[seat]):
            return seat if s.three_wins else 1 - seat
    if (s.marks[CROSS] | s.marks[RING]) == ALL_CELLS or s.choices >= s.max_choices:
        return BOTH
    return NOBODY


@rule
def has_three(marks: np.uint64) -> bool:
    for line in LINES:  # noqa: SIM110 - compiled code has no generator expressions
        if marks & line == line:
            return True
    return False
