"""Positions of Drumlin made by hand."""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.core.contract import Box, Piece
from ludotheque.core.errors import GameError
from ludotheque.core.i18n import Sentence
from ludotheque.core.state import State

from . import rules
from .notation import CELLS, place_of
from .picture.board import CELL, middle
from .rules import Position
from .rules.state import DRAGON, ELEPHANT
from .sentences import say, side

SIDES = ("violet", "pink")
KINDS = {"elephant": ELEPHANT, "dragon": DRAGON}
STONE = "drumlin"


def pieces(state: State) -> Mapping[str, Piece]:
    found = {
        f"{name}-{kind}": Piece(say(f"editor.{kind}", side=side(seat)), seat)
        for seat, name in enumerate(SIDES)
        for kind in KINDS
    }
    return {**found, STONE: Piece(say("editor.drumlin"))}


def places(state: State, seat: int) -> Mapping[str, Box]:
    corners = ((name, middle(place_of(name), seat)) for name in CELLS)
    return {name: Box(x - CELL / 2, y - CELL / 2, CELL, CELL) for name, (x, y) in corners}


def put(s: Position, seat: int, name: str, piece: str) -> None:
    place = place_of(name)
    s.winner, s.offer, s.choices = rules.RUNNING, 0, max(1, int(s.choices))
    if not piece:
        _take(s, place)
    elif piece == STONE:
        s.stone, s.egg = place, rules.NOBODY
    else:
        colour, _, kind = piece.partition("-")
        rules.put(s, SIDES.index(colour), place, int(rules.UNIT[KINDS[kind]]))
    if rules.value(s, place) > (3 if s.stone == place else 5):
        raise GameError(say("diagram.value", cell=name))
    if s.stone == place:
        _carry(s, place)


def _carry(s: Position, place: int) -> None:
    """Among pieces the Drumlin is in an elephant, violet's if both sides have one and none had it before."""
    herds = [seat for seat in range(2) if int(s.troops[seat, place]) % rules.TROOP]
    if rules.value(s, place) and not herds:
        raise GameError(say("editor.no-egg"))
    if s.egg not in herds:
        s.egg = next(iter(herds), rules.NOBODY)


def _take(s: Position, place: int) -> None:
    """The Drumlin first, then a dragon, then an elephant."""
    if s.stone == place:
        s.stone, s.egg = rules.ON_BASE, rules.NOBODY
        return
    for seat in range(2):
        dragons, elephants = divmod(int(s.troops[seat, place]), rules.TROOP)
        if dragons or elephants:
            rules.put(s, seat, place, -int(rules.UNIT[DRAGON if dragons else ELEPHANT]))
            return


def moments(state: State) -> Mapping[str, Sentence]:
    """A side to act, or to place the Drumlin that it has in its hand."""
    acting = {name: say("editor.turn", side=side(seat)) for seat, name in enumerate(SIDES)}
    placing = {f"{name}-places": say("editor.places", side=side(seat)) for seat, name in enumerate(SIDES)}
    return {**acting, **placing}


def moment(s: Position) -> str:
    return SIDES[s.turn] + ("-places" if s.stone == rules.IN_HAND else "")


def begin(s: Position, moment: str) -> None:
    colour, _, placing = moment.partition("-")
    s.turn, s.winner, s.offer = SIDES.index(colour), rules.RUNNING, 0
    s.choices = max(1, int(s.choices))
    if placing:
        s.stone, s.egg = rules.IN_HAND, rules.NOBODY
    elif s.stone == rules.IN_HAND:
        s.stone = rules.ON_BASE


def pass_turn(s: Position) -> bool:
    """The other side is to act; but not while somebody has the Drumlin in the hand, or has to answer to its place."""
    if s.stone < 0 or s.offer:
        return False
    s.turn = 1 - s.turn
    return bool(rules.can_act(s, int(s.turn)))
