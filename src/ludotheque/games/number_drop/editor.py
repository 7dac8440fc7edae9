"""Positions of Number Drop made by hand: what stands on the sheets, and whose turn it is to roll."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ludotheque.core.contract import Box, Piece
from ludotheque.core.errors import GameError
from ludotheque.core.i18n import Sentence
from ludotheque.core.state import State

from . import rules
from .notation import cell_name
from .picture.board import BOTTOM, CELL, LEFT
from .position import cells_of
from .rules import Position
from .rules.geometry import COLUMNS, ROWS
from .sentences import say, seat_name

CELLS = {cell_name(8 * row + column): 8 * row + column for row in range(ROWS) for column in range(COLUMNS)}
DIGITS, CROSS, USED = [str(digit) for digit in range(10)], "X", "used"
ROLLS = "rolls-"


def pieces(state: State) -> Mapping[str, Piece]:
    digits = {digit: Piece(say("editor.digit", n=int(digit))) for digit in DIGITS}
    return {**digits, CROSS: Piece(say("editor.x")), USED: Piece(say("editor.used"))}


def places(state: State, seat: int) -> Mapping[str, Box]:
    return {
        name: Box(LEFT + CELL * (cell & 7), BOTTOM - CELL * ((cell >> 3) + 1), CELL, CELL)
        for name, cell in CELLS.items()
    }


def put(s: Position, seat: int, name: str, piece: str) -> None:
    cell = CELLS[name]
    half, bit = cell // 64, np.uint64(1 << cell % 64)
    if piece == USED:
        _use(s, seat, half, bit)
        return
    if (s.open[seat, half] | s.picked[seat, half]) & bit:
        raise GameError(say("editor.busy", cell=name))
    for board in (s.filled, s.used):
        board[seat, half] &= ~bit
    s.digits[seat, :, half] &= ~bit
    if piece:
        rules.write_cell(s, seat, cell, rules.X if piece == CROSS else int(piece))
    for column in range(COLUMNS):
        rows = [cell >> 3 for cell in cells_of(s.filled[seat]) if cell & 7 == column]
        s.heights[seat, column] = max(rows, default=-1) + 1


def _use(s: Position, seat: int, half: int, bit: np.uint64) -> None:
    """A digit is used in a combination, or no longer."""
    if not np.bitwise_or.reduce(s.digits[seat, :, half]) & bit:
        raise GameError(say("editor.no-digit"))
    s.used[seat, half] ^= bit


def moments(state: State) -> Mapping[str, Sentence]:
    """A round begins: the dice are to be rolled, and a seat is the Dropper. What they show is drawn or chosen then."""
    return {f"{ROLLS}{seat}": say("editor.rolls", side=seat_name(state, seat)) for seat in range(state.seats)}


def moment(s: Position) -> str:
    return f"{ROLLS}{s.dropper}" if s.draw == rules.FIRST_DIE and not s.acting else ""


def begin(s: Position, moment: str) -> None:
    """Letters whose tile was not drawn yet get one each."""
    for slot in range(rules.LETTERS):
        if s.tiles[slot] == rules.NONE and not s.crossed >> slot & 1:
            s.tiles[slot] = slot
    s.dropper, s.draw, s.acting = int(moment.removeprefix(ROLLS)), rules.FIRST_DIE, 0
    s.dice[:], s.shape_die, s.falling, s.slides = 0, rules.NONE, rules.NONE, 0
    s.stage[:], s.dice_left[:], s.combination[:], s.open[:], s.picked[:] = rules.DONE, 0, 0, 0, 0
    s.ending = rules.RUNNING


def pass_turn(s: Position) -> bool:
    """All play at the same time, each on a sheet of their own: nobody waits for another's turn to do harm."""
    return False
