"""A position of La Rivière de Couleurs, its options, and how a game begins."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from ludotheque.core.fields import Fields, Int8, Int8Array, Int32, Int32Array, UInt64, UInt64Array, layout

RED, BLUE, GREEN, YELLOW, ORANGE = range(5)  # seat 0 has the first two colours of pawns, seat 1 the next two
NONE = -1  # no spare yet, no banned column, nobody's turn, no winner
DRAWN = 2  # the value of ``winner`` besides the two seats
JOURNEYS, PUSH, DRAW, OVER = range(4)  # the phases
UP, DOWN = 0, 1  # towards row 7, towards row 0


class Position(Fields):
    """The fields of a position."""

    tiles: Annotated[UInt64Array, 5]  # the cells where a tile of each colour is known to lie
    tops: Annotated[UInt64Array, 4]  # the holes whose top pawn has each colour
    moved: UInt64  # the holes whose top pawn has moved this turn
    full: UInt64  # the holes whose stack has as many pawns as it may
    stacks: Annotated[Int32Array, 24]  # the pawns in each hole, see ``put``
    choices: Int32  # made so far
    max_choices: Int32
    home: Annotated[Int8Array, 4]  # pawns of each colour that wait at home
    arrived: Annotated[Int8Array, 4]  # and those that have left on the far side
    spare: Int8  # the colour of the spare tile
    banned: Int8  # the column pushed in the turn before
    phase: Int8
    turn: Int8
    winner: Int8
    any_direction: Int8  # option: is a pawn that can move free to move in any direction?
    stack_limit: Int8  # option: pawns in a stack, 0 for no limit
    away_only: Int8  # option: are tiles pushed only away from oneself?


class Options(NamedTuple):
    """What may be chosen before a game."""

    compulsion: str
    stack_limit: int
    push: str
    memory: bool  # for the eyes only: no rule asks it
    max_choices: int


LAYOUT = layout(Position)

EMPTY = 1  # a stack without pawns
PAWNS = 3  # of each colour
TILES = np.array([6, 6, 6, 6, 1], np.int64)  # how many there are of each colour


def setup(s: Position, seats: int, options: Options) -> None:
    s.stacks[:] = EMPTY
    s.home[:] = PAWNS
    s.spare = NONE
    s.banned = NONE
    s.turn = NONE
    s.winner = NONE
    s.phase = DRAW
    s.max_choices = options.max_choices
    s.any_direction = options.compulsion == "move"
    s.stack_limit = options.stack_limit
    s.away_only = options.push == "away"
