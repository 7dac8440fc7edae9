"""Positions of La Rivière de Couleurs made by hand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ludotheque.core.contract import Box, Piece
from ludotheque.core.errors import GameError
from ludotheque.core.i18n import Sentence
from ludotheque.core.state import State
from ludotheque.scene.scene import Point

from . import rules
from .notation import CELLS, HOLES
from .picture.board import HEIGHT, HOLE, MIDDLE, TRAY, WIDTH, View
from .picture.palette import NAMES
from .position import owner, stack_of
from .rules import Position
from .rules.apply import lift
from .rules.chance import begin_turn
from .sentences import say, side

SIDES = ("red-blue", "green-yellow")
SPARE = "spare"
FAR = ("far-0", "far-1")  # where the pawns of each side arrive


def pieces(state: State) -> Mapping[str, Piece]:
    return {
        "pawn-red": Piece(say("editor.pawn-red")),
        "pawn-blue": Piece(say("editor.pawn-blue")),
        "pawn-green": Piece(say("editor.pawn-green")),
        "pawn-yellow": Piece(say("editor.pawn-yellow")),
        "tile-red": Piece(say("editor.tile-red")),
        "tile-blue": Piece(say("editor.tile-blue")),
        "tile-green": Piece(say("editor.tile-green")),
        "tile-yellow": Piece(say("editor.tile-yellow")),
        "tile-orange": Piece(say("editor.tile-orange")),
    }


def places(state: State, seat: int) -> Mapping[str, Box]:
    view = View(seat)
    middles = {hole: view.middle(CELLS.index(hole)) for hole in HOLES}
    found = {hole: Box(x - HOLE, y - HOLE, 2 * HOLE, 2 * HOLE) for hole, (x, y) in middles.items()}
    for each, name in enumerate(FAR):
        found[name] = Box(MIDDLE + 10, view.bank_y(1 - each) - TRAY / 2, WIDTH / 2 - 24, TRAY)
    x, y = _spare_middle(state, view)
    return {**found, SPARE: Box(x - HOLE, y - HOLE, 2 * HOLE, 2 * HOLE)}


def _spare_middle(state: State, view: View) -> Point:
    """As the picture has it, of a position without a past."""
    s = state.fields
    if s.banned == rules.NONE:
        return WIDTH - 38, HEIGHT / 2
    return view.x(int(s.banned)), view.edge_y(7 * max(0, int(s.turn)))


def put(s: Position, seat: int, name: str, piece: str) -> None:
    s.moved, s.winner = np.uint64(0), rules.NONE
    kind, _, colour = piece.partition("-")
    if kind == "tile":
        _lay(s, name, NAMES.index(colour))
    elif name in FAR:
        _arrive(s, FAR.index(name), NAMES.index(colour) if colour else None)
    elif name != SPARE:
        _stand(s, CELLS.index(name), NAMES.index(colour) if colour else None)
    _settle(s)


def _lay(s: Position, name: str, colour: int) -> None:
    """A tile in place of another; a bank takes none."""
    if name == SPARE:
        s.spare = colour
    elif name not in FAR:
        at = np.uint64(1 << CELLS.index(name))
        s.tiles &= ~at
        s.tiles[colour] |= at
    if rules.left_in_bag(s, colour) < 0:
        raise GameError(say("diagram.tiles"))


def _stand(s: Position, cell: int, colour: int | None) -> None:
    """A pawn on top of a stack, from home or from the far side; or the top one goes home."""
    stack = stack_of(int(s.stacks[cell]))
    if colour is None:
        if stack:
            s.home[lift(s, [*rules.CELL].index(cell))] += 1
        return
    if (stack and owner(stack[-1]) == owner(colour)) or (s.stack_limit and len(stack) >= s.stack_limit):
        raise GameError(say("diagram.stack"))
    _fetch(s, colour)
    rules.put(s, cell, colour)


def _fetch(s: Position, colour: int) -> None:
    supply = next((each for each in (s.home, s.arrived) if each[colour]), None)
    if supply is None:
        raise GameError(say("diagram.pawns"))
    supply[colour] -= 1


def _arrive(s: Position, side: int, colour: int | None) -> None:
    """A pawn of that side from home has arrived; or one goes back."""
    if colour is None:
        back = next((each for each in (2 * side, 2 * side + 1) if s.arrived[each]), None)
        if back is not None:
            s.arrived[back] -= 1
            s.home[back] += 1
    elif owner(colour) != side or not s.home[colour]:
        raise GameError(say("diagram.pawns"))
    else:
        s.home[colour] -= 1
        s.arrived[colour] += 1


def _settle(s: Position) -> None:
    """Whether journeys or a push are due, or a draw because something in sight is unknown."""
    s.phase = rules.DRAW
    begin_turn(s)


def moments(state: State) -> Mapping[str, Sentence]:
    return {name: say("editor.turn", side=side(seat)) for seat, name in enumerate(SIDES)}


def moment(s: Position) -> str:
    return "" if s.turn == rules.NONE else SIDES[s.turn]


def begin(s: Position, moment: str) -> None:
    """The turn of that side begins. Tiles in sight that were not laid come from the bag, the most frequent ones."""
    s.turn, s.moved, s.winner = SIDES.index(moment), np.uint64(0), rules.NONE
    for cell in rules.CELL:
        if int(rules.hidden_holes(s)) >> int(cell) & 1:
            s.tiles[_most(s)] |= np.uint64(1 << int(cell))
    if s.spare == rules.NONE:
        s.spare = _most(s)
    _settle(s)


def _most(s: Position) -> int:
    return max(range(4), key=lambda colour: int(rules.left_in_bag(s, colour)))


def pass_turn(s: Position) -> bool:
    """The turn of the other side begins: neither journeys nor a push, so the same column stays closed."""
    s.turn, s.moved = 1 - s.turn, np.uint64(0)
    _settle(s)
    return True
