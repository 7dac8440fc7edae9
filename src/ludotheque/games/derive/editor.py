"""Positions of Dérive made by hand."""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.core.contract import Box, Piece
from ludotheque.core.errors import GameError
from ludotheque.core.i18n import Sentence
from ludotheque.core.state import State

from . import rules
from .notation import name, place_of
from .picture.board import CELL, View
from .position import COLOURS, bank_of, colour_of
from .rules import Position
from .rules.geometry import members, places_on
from .rules.state import take_away, value_at
from .sentences import say, seat_name


def pieces(state: State) -> Mapping[str, Piece]:
    """A die of each colour with each value."""
    return {
        f"{colour_of(state, seat)}-{value}": Piece(say("editor.die", side=seat_name(state, seat), n=value), seat)
        for seat in range(state.seats)
        for value in range(1, 7)
    }


def places(state: State, seat: int) -> Mapping[str, Box]:
    """Of a diamond the square inside it."""
    view = View(int(state.fields.width), bank_of(state, seat))
    corners = ((place, view.middle(place)) for place in places_on(view.width))
    side, half = CELL * 0.98, view.half
    return {name(place): Box(half + x - side / 2, half + y - side / 2, side, side) for place, (x, y) in corners}


def put(s: Position, seat: int, at: str, piece: str) -> None:
    place = place_of(at)
    assert place is not None, "one of the places"
    value = value_at(s, place)
    for each in range(4):
        take_away(s, each, place, value)
    s.winner, s.rolling = rules.RUNNING, rules.NOTHING
    if piece:
        colour, _, shown = piece.partition("-")
        owner = next(each for each in range(s.seats) if COLOURS[s.bank[each]] == colour)
        rules.put(s, owner, place, int(shown))
        if len(members(*s.dice[owner])) > rules.DICE[s.level]:
            raise GameError(say("diagram.too-many", n=int(rules.DICE[s.level])))


def moments(state: State) -> Mapping[str, Sentence]:
    return {colour_of(state, seat): say("editor.turn", side=seat_name(state, seat)) for seat in range(state.seats)}


def moment(s: Position) -> str:
    return "" if s.turn == rules.NOBODY else COLOURS[s.bank[s.turn]]


def begin(s: Position, moment: str) -> None:
    s.turn = next(seat for seat in range(s.seats) if COLOURS[s.bank[seat]] == moment)
    s.rolling, s.winner = rules.NOTHING, rules.RUNNING


def pass_turn(s: Position) -> bool:
    """The next player's turn; captures that were compulsory are none."""
    s.turn = (s.turn + 1) % s.seats
    return True
