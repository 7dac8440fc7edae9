"""Draws of tiles, the first Dropper and dice, and what they begin, compiled."""

from __future__ import annotations

from ludotheque.core.bits import lowest
from ludotheque.core.fields import Codes, int64
from ludotheque.core.rule import rule

from . import state
from .geometry import ANY_SHAPE, OTHER_FACE, TETROMINOES
from .groups import circled


@rule
def weights(s: state.Position, out: Codes) -> int:
    n = even_outcomes(s)
    for outcome in range(n):
        out[outcome] = 1
    if n > 0:
        return n
    for shape in range(state.OUTCOMES):
        out[shape] = is_available(s, shape)
    return state.OUTCOMES


@rule
def even_outcomes(s: state.Position) -> int:
    """The seats, or the faces of a die; tiles leave fewer and fewer of their shapes."""
    if s.draw < state.FIRST_DROPPER:
        return 0
    return int64(s.seats) if s.draw == state.FIRST_DROPPER else 6


@rule
def is_available(s: state.Position, shape: int) -> bool:
    """Whether a slot can get this shape: its tile is not on the board yet, and it is a face that is played with."""
    for slot in range(s.draw):
        if s.tiles[slot] == shape or s.tiles[slot] == OTHER_FACE[shape]:
            return False
    is_tetromino = shape < TETROMINOES
    return bool(is_tetromino) if s.seats == 1 else not (is_tetromino and s.large)


@rule
def draw(s: state.Position, outcome: int) -> None:
    number = int(s.draw)
    s.draw += 1
    if number < state.FIRST_DROPPER:
        s.tiles[number] = outcome
    elif number == state.FIRST_DROPPER:
        s.dropper = outcome
        state.everyone(s, state.START)
    elif number == state.SHAPE_DIE:
        s.shape_die = state.SHAPE_FACES[outcome]
        begin_turn(s)
    else:
        lay_die(s, number - state.FIRST_DIE, state.FACES[number - state.FIRST_DIE, outcome])


@rule
def lay_die(s: state.Position, lying: int, face: int) -> None:
    """Lays a die among those that lie there in rising order: each in turn changes for a larger one."""
    for die in range(lying):
        s.dice[die], face = min(s.dice[die], face), max(s.dice[die], face)
    s.dice[lying] = face


@rule
def shows_star(s: state.Position) -> bool:
    return s.dice[3] == state.STAR or s.shape_die == ANY_SHAPE


@rule
def begin_turn(s: state.Position) -> None:
    """The dice are rolled: solo a tile slides; else a DROP falls, or everybody puts the shape."""
    letters = 0
    for seat in range(int(s.seats)):
        letters |= circled(s, seat)
    if s.seats == 1:
        state.everyone(s, state.SLIDE)
    elif letters == 0 or not shows_star(s):
        begin_shape(s)
    else:
        begin_drop(s, lowest(letters))


@rule
def begin_shape(s: state.Position) -> None:
    if s.clockwise:
        state.alone(s, int64(s.dropper), state.PUT)
    else:
        state.everyone(s, state.PUT)


@rule
def begin_drop(s: state.Position, slot: int) -> None:
    s.falling = slot
    for seat in range(int(s.seats)):  # who has not circled the letter; the shape fits, the rows above 11 are empty
        if not circled(s, seat) >> s.falling & 1:
            s.stage[seat] = state.DROP
            s.acting |= 1 << seat
    if s.acting == 0 and s.plays_on:
        cross_off(s)
        begin_shape(s)


@rule
def cross_off(s: state.Position) -> None:
    """A DROP is over: the letter is crossed off for all, and its tile leaves the board."""
    s.crossed |= 1 << s.falling
    s.tiles[s.falling] = state.NONE
    s.falling = state.NONE
