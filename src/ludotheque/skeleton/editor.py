"""Positions of Skeleton made by hand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ludotheque.core.contract import Box, Piece
from ludotheque.core.i18n import Sentence
from ludotheque.core.state import State

from . import rules
from .notation import CELLS
from .picture.board import CELL, middle
from .rules import Position
from .sentences import say, seat_name

SIDES = {"cross": rules.CROSS, "ring": rules.RING}


def pieces(state: State) -> Mapping[str, Piece]:
    """What can be put on the board, by name: in words, and whose it is."""
    return {name: Piece(say("editor.mark", side=seat_name(state, seat)), seat) for name, seat in SIDES.items()}


def places(state: State, seat: int) -> Mapping[str, Box]:
    """Where it can be put, as a seat sees the picture."""
    middles = {name: middle(cell, seat) for cell, name in enumerate(CELLS)}
    return {name: Box(x - CELL / 2, y - CELL / 2, CELL, CELL) for name, (x, y) in middles.items()}


def put(s: Position, seat: int, place: str, piece: str) -> None:
    """Puts a piece there, or without one takes away what is there. Raises GameError where that can never be; whether
    the whole position can be is for ``diagram.check`` to say."""
    bit = np.uint64(1 << CELLS.index(place))
    s.marks &= ~bit
    if piece:
        s.marks[SIDES[piece]] |= bit
    s.choices, s.winner = sum(int(marks).bit_count() for marks in s.marks), rules.NOBODY


def moments(state: State) -> Mapping[str, Sentence]:
    """Who may be to act, by name, in words."""
    return {name: say("editor.turn", side=seat_name(state, seat)) for name, seat in SIDES.items()}


def moment(s: Position) -> str:
    """Which of these it is; empty if none."""
    return next((name for name, seat in SIDES.items() if seat == s.turn), "")


def begin(s: Position, moment: str) -> None:
    """It is this one's turn now."""
    s.turn, s.winner = SIDES[moment], rules.NOBODY


def pass_turn(s: Position) -> bool:
    """The other side is to act; shown on the analysis board as what it threatens."""
    s.turn = rules.RING if s.turn == rules.CROSS else rules.CROSS
    return True
