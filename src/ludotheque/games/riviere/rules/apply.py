"""What a journey, a push and a draw do."""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE
from ludotheque.core.fields import UInt64Array
from ludotheque.core.packed import nth_packed
from ludotheque.core.rule import CHANCE, rule

from .chance import begin_turn, draw
from .ending import finish
from .geometry import CELL, CHANNEL
from .legal import DONE, HOMES, PUSHES, TARGETS, can_travel
from .state import DRAW, DRAWN, EMPTY, NONE, OVER, PUSH, UP, Position

_7 = np.uint64(7)


@rule
def apply(s: Position, seat: int, action: int) -> None:
    if seat == CHANCE:
        draw(s, action)
        return
    s.choices += 1
    if action < PUSHES:
        travel(s, seat, action // TARGETS, action % TARGETS)
    elif action < DONE:
        push(s, seat, (action - PUSHES) >> 1, (action - PUSHES) & 1)
    else:
        end_journeys(s)
    if s.phase != OVER and s.choices >= s.max_choices:
        finish(s, DRAWN)


@rule
def apply_nth(s: Position, seat: int, n: int, room: UInt64Array) -> None:
    apply(s, seat, nth_packed(room, n))


@rule
def travel(s: Position, seat: int, origin: int, target: int) -> None:
    """One journey; the sixth pawn that leaves the board wins, before any push."""
    colour = lift(s, origin)
    if target == HOMES:
        s.arrived[colour] += 1
    else:
        put(s, CELL[target], colour)
        s.moved |= ONE << np.uint64(CELL[target])
    if s.arrived[2 * seat] + s.arrived[2 * seat + 1] == 6:
        finish(s, seat)
    elif not can_travel(s, seat):
        end_journeys(s)


@rule
def lift(s: Position, origin: int) -> int:
    """Takes a pawn from home or from the top of a stack; its colour."""
    if origin >= HOMES:
        s.home[origin - HOMES] -= 1
        return origin - HOMES
    cell = CELL[origin]
    at = ONE << np.uint64(cell)
    colour, below = int(s.stacks[cell] & 3), int(s.stacks[cell] >> 2)
    s.stacks[cell] = below
    s.full &= ~at
    s.tops[colour] ^= at
    if below != EMPTY:
        s.tops[below & 3] |= at
    return colour


@rule
def put(s: Position, cell: int, colour: int) -> None:
    """Puts a pawn on top. A stack is a 1 and behind it two bits a pawn, the top one last."""
    at = ONE << np.uint64(cell)
    stack = int(s.stacks[cell])
    if stack != EMPTY:
        s.tops[stack & 3] ^= at
    stack = stack << 2 | colour
    s.stacks[cell] = stack
    s.tops[colour] |= at
    if s.stack_limit and stack >> 2 * s.stack_limit:
        s.full |= at


@rule
def end_journeys(s: Position) -> None:
    s.phase = PUSH
    s.moved = np.uint64(0)


@rule
def push(s: Position, seat: int, column: int, way: int) -> None:
    """The spare goes in at one end of a channel and moves it by one; what falls out at the other is the new spare."""
    low, up, down = np.uint64(8 * column), np.uint64(way == UP), np.uint64(way != UP)
    channel, entry, exit_ = CHANNEL << low, ONE << low + _7 * down, ONE << low + _7 * up
    fallen = NONE
    for colour in range(5):
        lying = s.tiles[colour] & channel
        fallen = colour if lying & exit_ else fallen
        s.tiles[colour] ^= lying ^ (lying << up >> down & channel)
    s.tiles[s.spare] |= entry
    s.spare = fallen
    s.banned = column
    s.turn = 1 - seat
    s.phase = DRAW
    begin_turn(s)
