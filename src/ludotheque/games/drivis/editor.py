"""Positions of Drivis made by hand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ludotheque.core.contract import Box, Piece
from ludotheque.core.errors import GameError
from ludotheque.core.i18n import Sentence
from ludotheque.core.state import State

from . import rules
from .notation import COLUMNS, cell
from .picture.board import CELL, MARGIN, SIZE
from .rules import Position
from .sentences import say, side

SIDES = {"blue": rules.BLUE, "yellow": rules.YELLOW}
CELLS = {f"{column}{row + 1}": (x, row) for x, column in enumerate(COLUMNS) for row in range(9)}


def pieces(state: State) -> Mapping[str, Piece]:
    return {name: Piece(say("editor.plate", side=side(seat)), seat) for name, seat in SIDES.items()}


def places(state: State, seat: int) -> Mapping[str, Box]:
    """Every cell; a plate is named by its lower left one."""
    return {name: Box(MARGIN + CELL * x, SIZE - MARGIN - CELL * (y + 1), CELL, CELL) for name, (x, y) in CELLS.items()}


def put(s: Position, seat: int, name: str, piece: str) -> None:
    x, y = CELLS[name]
    s.winner = rules.RUNNING
    if not piece:
        _take(s, [place for place in _plates(s) if 0 <= x - (place & 7) < 2 and 0 <= y - (place >> 3) < 2])
        return
    place = x + 8 * y
    if x > 7 or y > 7 or int(rules.CENTRE) >> place & 1:
        raise GameError(say("diagram.plates"))
    for other in _plates(s):
        if other != place and abs((other & 7) - x) < 2 and abs((other >> 3) - y) < 2:
            raise GameError(say("diagram.overlap", one=name, other=cell(other)))
    _take(s, [place])
    s.plates[SIDES[piece]] |= np.uint64(1 << place)


def _plates(s: Position) -> list[int]:
    both = int(s.plates[0] | s.plates[1])
    return [place for place in range(64) if both >> place & 1]


def _take(s: Position, gone: list[int]) -> None:
    for place in gone:
        s.plates &= ~np.uint64(1 << place)


def moments(state: State) -> Mapping[str, Sentence]:
    return {name: say("editor.turn", side=side(seat)) for name, seat in SIDES.items()}


def moment(s: Position) -> str:
    return [*SIDES][s.turn]


def begin(s: Position, moment: str) -> None:
    s.turn, s.winner = SIDES[moment], rules.RUNNING


def pass_turn(s: Position) -> bool:
    """The other side is to act. Whoever cannot slide passes anyway."""
    s.turn = 1 - s.turn
    return True
