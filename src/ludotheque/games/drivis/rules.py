"""The rules of Drivis, compiled.

A plate covers 2×2 cells and is named by its lower-left one, a1 … h8; so the places for a plate form an 8×8 grid, and
a set of plates is a uint64 (bit 0 is a1, bit 1 is b1, bit 8 is a2).
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.bits import FULL, ONE, count, highest, lowest, nth
from ludotheque.core.fields import Codes, Fields, Int8, Int8Array, Int32, States, UInt64Array, Values, int64, layout
from ludotheque.core.local import local_array
from ludotheque.core.rule import rule

BLUE, YELLOW = 0, 1
RUNNING, DRAW = -1, 2  # values of ``winner`` besides the two seats


class Position(Fields):
    """The fields of a position."""

    plates: Annotated[UInt64Array, 2]  # the places of the blue and of the yellow plates
    choices: Int32  # made so far
    max_choices: Int32
    turn: Int8
    winner: Int8
    lone_connected: Int8  # option: does a lone plate count as connected?


class Options(NamedTuple):
    """What may be chosen before a game."""

    start: str
    lone: str
    max_choices: int


LAYOUT = layout(Position)

UP, DOWN, LEFT, RIGHT = 0, 1, 2, 3
PASS = 64 * 4  # all other actions: place × 4 + direction
ACTIONS = PASS + 1
OUTCOMES = 0
MOVERS, RESTING, BEFORE, MOBILE, ROOM = 0, 4, 8, 12, 13  # what ``count_legal`` notes, all but MOBILE by direction

ZERO, _1, _2, _8, _16, _63 = (np.uint64(n) for n in (0, 1, 2, 8, 16, 63))
COLUMN_A = np.uint64(0x0101_0101_0101_0101)
COLUMN_H = COLUMN_A << np.uint64(7)
COLUMNS_AB = COLUMN_A | COLUMN_A << _1
COLUMNS_GH = COLUMN_H | COLUMN_H >> _1
ROW_1 = np.uint64(0xFF)
ROW_8 = ROW_1 << np.uint64(56)


def places(names: str) -> np.uint64:
    """The set of the places named."""
    return np.uint64(sum(1 << (ord(name[0]) - ord("a") + 8 * (int(name[1]) - 1)) for name in names.split()))


# A plate here would cover the forbidden centre e5.
CENTRE = places("d4 e4 d5 e5")

# Blue and yellow at the start.
RING = places("a1 f1 h3 h8 c8 a6"), places("c1 h1 h6 f8 a8 a3")
TRIPLES = places("a1 c1 f1 h8 f8 c8"), places("h1 h3 h6 a8 a6 a3")


def _ways() -> NDArray[np.uint64]:
    """ways[direction, place]: this place and all that a plate could reach from here on an empty board."""
    ways = np.zeros((4, 64), np.uint64)
    for place in range(64):
        column, ahead = COLUMN_A << np.uint64(place & 7), FULL << np.uint64(place)
        row, behind = ROW_1 << np.uint64(place & ~7), FULL >> np.uint64(63 - place)
        ways[:, place] = column & ahead, column & behind, row & behind, row & ahead
    return ways


WAYS = _ways()


def setup(s: Position, seats: int, options: Options) -> None:
    blue, yellow = RING if options.start == "ring" else TRIPLES
    s.plates[BLUE] = blue
    s.plates[YELLOW] = yellow
    s.choices = 0
    s.max_choices = options.max_choices
    s.turn = BLUE
    s.winner = RUNNING
    s.lone_connected = options.lone == "connected"


@rule
def actors(s: Position) -> int:
    return 1 << s.turn if s.winner == RUNNING else 0


@rule
def sides(s: Position, seat: int) -> tuple[np.uint64, np.uint64]:
    """The plates of a seat and those of its enemy. Asked by constant numbers, both stay in registers in a playout."""
    blue, yellow = s.plates[BLUE], s.plates[YELLOW]
    return (blue, yellow) if seat == BLUE else (yellow, blue)


@rule
def legal(s: Position, seat: int, out: Codes) -> int:
    room = local_array(ROOM, np.uint64)
    count_legal(s, seat, room)
    own, _ = sides(s, seat)
    n = 0
    while own:
        place = lowest(own)
        for direction in range(4):
            # Written behind the others and counted only if it is possible: a branch here would be mispredicted.
            out[n] = place * 4 + direction
            n += int64(room[MOVERS + direction] >> np.uint64(place) & ONE)
        own &= own - ONE
    if n == 0:
        out[0] = PASS
        n = 1
    return n


@rule
def count_legal(s: Position, seat: int, room: UInt64Array) -> int:
    """Notes for each direction the plates that can slide, where they would stop, and how many slides come before.

    Also the plates of the enemy that could slide now. Those that are not flipped still can: a plate that stops so near
    that it is in their way touches them.
    """
    own, enemy = sides(s, seat)
    across, along = wide(own | enemy), tall(own | enemy)
    n, stuck = 0, FULL
    for direction in range(4):
        resting = stops(across, along, direction)
        movers = own & ~resting
        stuck &= resting
        room[MOVERS + direction], room[RESTING + direction], room[BEFORE + direction] = movers, resting, np.uint64(n)
        n += count(movers)
    room[MOBILE] = enemy & ~stuck
    return max(n, 1)  # to pass


@rule
def apply_nth(s: Position, seat: int, n: int, room: UInt64Array) -> None:
    direction = UP
    for later in range(1, 4):  # without a branch, which would be mispredicted
        direction += int64(np.uint64(n) >= room[BEFORE + later])
    movers, resting, before = room[MOVERS + direction], room[RESTING + direction], room[BEFORE + direction]
    own, enemy = sides(s, seat)
    if movers:
        place = nth(movers, n - int64(before))
        own, enemy = slide(own, enemy, place, first_stop(resting, place, direction))
    end_turn(s, seat, own, enemy, enemy & room[MOBILE])


@rule
def apply(s: Position, seat: int, action: int) -> None:
    own, enemy = sides(s, seat)
    if action != PASS:
        place, direction = action >> 2, action & 3
        own, enemy = slide(own, enemy, place, destination(own | enemy, place, direction))
    end_turn(s, seat, own, enemy, ZERO)


@rule
def end_turn(s: Position, seat: int, own: np.uint64, enemy: np.uint64, mobile: np.uint64) -> None:
    """Notes the plates of who has moved and those of the enemy; ``mobile`` are some of these that surely can slide."""
    s.plates[BLUE], s.plates[YELLOW] = (own, enemy) if seat == BLUE else (enemy, own)
    s.choices += 1
    s.turn = 1 - seat
    s.winner = winner_after(s, seat, own, enemy, mobile)


@rule
def result(s: Position, out: Values) -> None:
    won = int64(s.winner == BLUE) - int64(s.winner == YELLOW)
    out[BLUE], out[YELLOW] = won, -won


@rule
def weights(s: Position, out: Codes) -> int:
    return 0  # there is no chance in Drivis


@rule
def stops(across: np.uint64, along: np.uint64, direction: int) -> np.uint64:
    """The places where a plate that slides in this direction comes to rest, among plates made wide and tall.

    It stops at the edge, before the centre, and before a plate: the one that is two places ahead and at most one aside.
    A sliding plate never stops itself, because it looks only ahead.
    """
    if direction == UP:
        return ROW_8 | CENTRE >> _8 | across >> _16
    if direction == DOWN:
        return ROW_1 | CENTRE << _8 | across << _16
    if direction == LEFT:
        return COLUMN_A | CENTRE << _1 | (along << _2 & ~COLUMNS_AB)
    return COLUMN_H | CENTRE >> _1 | (along >> _2 & ~COLUMNS_GH)


@rule
def wide(places: np.uint64) -> np.uint64:
    """The places and their left and right neighbours."""
    return places | (places << _1 & ~COLUMN_A) | (places >> _1 & ~COLUMN_H)


@rule
def tall(places: np.uint64) -> np.uint64:
    """The places and their upper and lower neighbours."""
    return places | places << _8 | places >> _8


@rule
def destination(occupied: np.uint64, place: int, direction: int) -> int:
    """Where a plate that slides from this place stops."""
    across, along = wide(occupied), tall(occupied)
    resting = local_array(4, np.uint64)
    for way in range(4):  # all of them: a branch here would be mispredicted
        resting[way] = stops(across, along, way)
    return first_stop(resting[direction], place, direction)


@rule
def first_stop(resting: np.uint64, place: int, direction: int) -> int:
    """The first of the resting places on the way, the starting place included."""
    on_the_way = resting & WAYS[direction, place]
    first, last = lowest(on_the_way), highest(on_the_way)  # both are quicker than a branch
    backward = int64(direction == DOWN) | int64(direction == LEFT)
    return last if backward else first


@rule
def destinations(states: States, out: Int8Array) -> None:
    """Where every slide of a position would stop, legal or not, by action."""
    occupied = states[0].plates[BLUE] | states[0].plates[YELLOW]
    for direction in range(4):
        resting = stops(wide(occupied), tall(occupied), direction)
        for place in range(64):
            out[place * 4 + direction] = first_stop(resting, place, direction)


@rule
def slide(own: np.uint64, enemy: np.uint64, place: int, target: int) -> tuple[np.uint64, np.uint64]:
    """Moves a plate to where it stops and flips every enemy plate that it then touches: both sides' plates then."""
    flipped = enemy & TOUCHING[target & 63]  # which tells the compiler that no number is negative
    return (own ^ ONE << np.uint64(place)) | ONE << np.uint64(target) | flipped, enemy ^ flipped


@rule
def touching(plates: np.uint64) -> np.uint64:
    """The places from which a plate touches one of these: by a side or a part of a side, not by a corner."""
    beside, above = tall(plates), wide(plates)
    return (beside << _2 & ~COLUMNS_AB) | (beside >> _2 & ~COLUMNS_GH) | above << _16 | above >> _16


# By place: those from which a plate touches one that lies there.
TOUCHING = np.array([touching(ONE << np.uint64(place)) for place in range(64)])


@rule
def is_connected(plates: np.uint64, lone_connected: int) -> bool:
    """Whether the plates form one group by touching one another."""
    if plates & (plates - ONE) == 0:
        return plates != 0 and lone_connected != 0
    if plates & ~touching(plates):
        return False  # some plate touches no other: the usual case, seen without following a group
    place = lowest(plates)
    group = plates & (TOUCHING[place] | ONE << np.uint64(place))
    while True:
        larger = group | (touching(group) & plates)
        if larger == group:
            return group == plates
        group = larger


@rule
def can_slide(plates: np.uint64, occupied: np.uint64) -> bool:
    # Nearly always some plate can slide up, and the rest need not be looked at.
    across, along = wide(occupied), tall(occupied)
    for direction in range(4):  # noqa: SIM110 - compiled code has no generator expressions
        if plates & ~stops(across, along, direction):
            return True
    return False


@rule
def winner_after(s: Position, mover: int, own: np.uint64, enemy: np.uint64, mobile: np.uint64) -> int:
    """How the game stands after a move, in the order of the rules; the plates are those of the mover and the enemy."""
    mover &= 1  # which tells the compiler that a winner is never RUNNING
    if enemy == 0:
        return mover
    if is_connected(enemy, s.lone_connected):
        return 1 - mover
    if mobile == 0 and not can_slide(enemy, own | enemy) and is_connected(own, s.lone_connected):
        return mover
    if s.choices >= s.max_choices:
        return DRAW
    return RUNNING
