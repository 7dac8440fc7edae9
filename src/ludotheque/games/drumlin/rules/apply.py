"""What an event of Drumlin does."""

from __future__ import annotations

from ludotheque.core.fields import UInt64Array, int64
from ludotheque.core.packed import nth_packed
from ludotheque.core.rule import rule

from .ending import winner_after
from .geometry import CELLS, FAR_ROW, TARGETS, WAYS
from .legal import DEPART, EXCHANGE, KEEP, PLACE, REMOVE, SWAP
from .state import DRAGON, ELEPHANT, IN_HAND, MOST, NOBODY, ON_BASE, RUNNING, UNIT, Position, opposite, put, value


@rule
def apply(s: Position, seat: int, action: int) -> None:
    s.choices += 1
    code = int64(action)  # so that all that follows is compiled once
    arrived = False
    if code < EXCHANGE:
        move(s, seat, code)
    elif code < DEPART:
        exchange(s, seat, (code - EXCHANGE) // CELLS, (code - EXCHANGE) % CELLS)
    elif code < PLACE:
        arrived = depart(s, seat, code - DEPART)
    elif code < REMOVE:
        s.stone = code - PLACE
    elif code < KEEP:
        remove(s, seat, code - REMOVE)
    else:
        answer(s, code)
    s.turn = seat if s.stone == IN_HAND or code == KEEP else 1 - seat
    s.winner = winner_after(s, seat, arrived)
    if s.winner != RUNNING:
        s.turn, s.offer = 0, 0


@rule
def apply_nth(s: Position, seat: int, n: int, room: UInt64Array) -> None:
    apply(s, seat, nth_packed(room, n))


@rule
def move(s: Position, seat: int, action: int) -> None:
    kind, origin = action // (CELLS * WAYS) + 1, action // WAYS % CELLS
    target = TARGETS[origin, action % WAYS]
    put(s, seat, origin, -UNIT[kind])
    put(s, seat, target, UNIT[kind])
    if target == s.stone:
        meet_stone(s, seat)


@rule
def meet_stone(s: Position, seat: int) -> None:
    """A piece of this seat has just moved to the cell of the Drumlin."""
    if s.egg == NOBODY:
        s.egg = seat  # an elephant that stops on the lone Drumlin becomes the egg
    elif value(s, s.stone) == MOST:
        hatch(s)  # forced departure: the mover has to place the Drumlin
    elif is_takeover(s, seat):
        s.egg = seat


@rule
def is_takeover(s: Position, seat: int) -> bool:
    """Two elephants of this seat and nothing else of it face the enemy egg, the enemy's only piece there."""
    return (
        s.egg == 1 - seat
        and s.troops[seat, s.stone] == 2 * UNIT[ELEPHANT]
        and s.troops[1 - seat, s.stone] == UNIT[ELEPHANT]
    )


@rule
def hatch(s: Position) -> None:
    """The egg turns into a dragon, and the Drumlin is out."""
    put(s, s.egg, s.stone, UNIT[DRAGON] - UNIT[ELEPHANT])
    s.egg = NOBODY
    s.stone = IN_HAND


@rule
def exchange(s: Position, seat: int, pair: int, dragon: int) -> None:
    """Two elephants and a dragon change places; the cells are worth what they were."""
    put(s, seat, pair, UNIT[DRAGON] - 2 * UNIT[ELEPHANT])
    put(s, seat, dragon, 2 * UNIT[ELEPHANT] - UNIT[DRAGON])
    if dragon == s.stone and is_takeover(s, seat):
        s.egg = seat


@rule
def depart(s: Position, seat: int, target: int) -> bool:
    """Free departure; says whether the Drumlin has arrived, on the base line or in an elephant before it."""
    hatch(s)
    if target == CELLS:
        s.stone = ON_BASE
        return True
    s.stone = target
    if s.troops[seat, target] == 0:
        return False
    s.egg = seat
    return target >> 3 == FAR_ROW[seat]


@rule
def answer(s: Position, code: int) -> None:
    """Violet's answer to the first place of the Drumlin: it stays, or goes to the cell opposite by a half-turn."""
    s.offer = 0
    if code == SWAP:
        s.stone = opposite(s.stone)


@rule
def remove(s: Position, seat: int, cell: int) -> None:
    put(s, seat, cell, -int(s.troops[seat, cell]))
