"""The rules of La Rivière de Couleurs, compiled.

A channel of eight tiles is a byte: cell a0 is bit 0, a7 bit 7, b0 bit 8, c7 bit 23. Rows 1–6 of each channel show
through the holes, rows 0 and 7 lie under the frame. Bit 24 stands for the far side, where pawns leave the board.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.core.bits import ONE, count, lowest
from ludotheque.core.rule import CHANCE, layout, rule

RED, BLUE, GREEN, YELLOW, ORANGE = range(5)  # seat 0 has the first two colours of pawns, seat 1 the next two
NONE = -1  # no spare yet, no banned column, nobody's turn, no winner
DRAWN = 2  # the value of ``winner`` besides the two seats
JOURNEYS, PUSH, DRAW, OVER = range(4)  # the phases
UP, DOWN = 0, 1  # towards row 7, towards row 0

LAYOUT = layout(
    [
        ("tiles", "u8", (5,)),  # the cells where a tile of each colour is known to lie
        ("tops", "u8", (4,)),  # the holes whose top pawn has each colour
        ("moved", "u8"),  # the holes whose top pawn has moved this turn
        ("stacks", "i4", (24,)),  # the pawns in each hole, see ``put``
        ("choices", "i4"),  # made so far
        ("max_choices", "i4"),
        ("home", "i1", (4,)),  # pawns of each colour that wait at home
        ("arrived", "i1", (4,)),  # and those that have left on the far side
        ("spare", "i1"),  # the colour of the spare tile
        ("banned", "i1"),  # the column pushed in the turn before
        ("phase", "i1"),
        ("turn", "i1"),
        ("winner", "i1"),
        ("stack_limit", "i1"),  # option: pawns in a stack, 0 for no limit
        ("away_only", "i1"),  # option: are tiles pushed only away from oneself?
    ]
)

# Action codes: journeys are origin × 19 + target, then two pushes a column, then done.
# Origins and targets are the 18 holes a1 … a6, b1 … c6; then the four homes, or the far side.
TARGETS = 19
HOMES = 18
PUSHES = (HOMES + 4) * TARGETS
DONE = PUSHES + 6
ACTIONS = DONE + 1
OUTCOMES = 5

EMPTY = 1  # a stack without pawns
TILES = np.array([6, 6, 6, 6, 1], np.int64)  # how many there are of each colour

_1, _8 = np.uint64(1), np.uint64(8)
CHANNEL = np.uint64(0xFF)
HOLES = np.uint64(0x7E_7E_7E)
FAR_SIDE = ONE << np.uint64(24)
ROW_1, ROW_6 = np.uint64(0x02_02_02), np.uint64(0x40_40_40)
FIRST_ROW = np.array([ROW_1, ROW_6])  # of each seat
LAST_ROW = np.array([ROW_6, ROW_1])

CELL = np.array([8 * column + row for column in range(3) for row in range(1, 7)])  # of each hole
HOLE = np.array([6 * (cell >> 3) + (cell & 7) - 1 for cell in range(24)] + [18])  # of each cell; the last: far side


def _ahead(seat: int, row: int) -> int:
    """The holes in rows nearer to the far side than this one, and the far side itself."""
    rows = range(row + 1, 7) if seat == 0 else range(1, row)
    return sum(0x01_01_01 << nearer for nearer in rows) | int(FAR_SIDE)


AHEAD = np.array([[_ahead(seat, row) for row in range(8)] for seat in range(2)], np.uint64)


@rule
def setup(s: Any, seats: int, options: Any) -> None:
    stack_limit, push_from, _memory, max_choices = options  # memory is for the eyes only
    s.stacks[:] = EMPTY
    s.home[:] = 3
    s.spare = NONE
    s.banned = NONE
    s.turn = NONE
    s.winner = NONE
    s.phase = DRAW
    s.max_choices = max_choices
    s.stack_limit = stack_limit
    s.away_only = push_from == 1


@rule
def actors(s: Any) -> int:
    if s.phase == OVER:
        return 0
    return CHANCE if s.phase == DRAW else 1 << s.turn


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    return list_pushes(s, seat, out) if s.phase == PUSH else list_journeys(s, seat, out)


@rule
def apply(s: Any, seat: int, action: int) -> None:
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
def result(s: Any, out: Any) -> None:
    out[:] = 0.0
    if s.winner != DRAWN:
        out[s.winner] = 1.0
        out[1 - s.winner] = -1.0


# Draws: a tile is drawn when it comes to light


@rule
def weights(s: Any, out: Any) -> int:
    """What remains in the bag; when all that lies open is known, one for each player who may begin."""
    if hidden_holes(s) == 0 and s.spare != NONE:
        out[0] = 1
        out[1] = 1
        return 2
    for colour in range(5):
        out[colour] = left_in_bag(s, colour)
    return 5


@rule
def left_in_bag(s: Any, colour: int) -> int:
    """The tiles of a colour that nobody has seen yet."""
    return TILES[colour] - count(s.tiles[colour]) - (1 if s.spare == colour else 0)


@rule
def hidden_holes(s: Any) -> Any:
    """The holes whose tile has to be drawn: all of them at first, later the one that a push has brought to light."""
    return HOLES & ~(s.tiles[0] | s.tiles[1] | s.tiles[2] | s.tiles[3] | s.tiles[4])


@rule
def draw(s: Any, outcome: int) -> None:
    """The tiles in the holes from a1 to c6 come first, then the spare, then who begins."""
    hidden = hidden_holes(s)
    if hidden:
        s.tiles[outcome] |= hidden & (~hidden + ONE)
    elif s.spare == NONE:
        s.spare = outcome
    else:
        s.turn = outcome
    begin_turn(s)


@rule
def begin_turn(s: Any) -> None:
    """The next turn begins when no draw is due any more."""
    if hidden_holes(s) == 0 and s.spare != NONE and s.turn != NONE:
        s.phase = JOURNEYS if can_travel(s, s.turn) else PUSH


# Journeys


@rule
def list_journeys(s: Any, seat: int, out: Any) -> int:
    """The journeys open to each pawn that has not moved; a pawn that can advance may do nothing else."""
    empty, enemy = HOLES & ~occupied(s), landings(s, seat)
    n, compelled = 0, False
    for colour in range(2 * seat, 2 * seat + 2):
        ground = s.tiles[colour] | s.tiles[ORANGE]
        if s.home[colour] > 0:
            ends = reach(seat, np.uint64(0), FIRST_ROW[seat], ground & empty, ground & enemy)
            compelled |= ends != 0
            n = write_journeys(out, n, HOMES + colour, ends)
        movers = s.tops[colour] & ~s.moved
        while movers:
            at = movers & (~movers + ONE)
            movers ^= at
            cell = lowest(at)
            ends = reach(seat, at, neighbours(at), ground & empty, ground & enemy)
            advances = ends & AHEAD[seat, cell & 7]
            compelled |= advances != 0
            n = write_journeys(out, n, HOLE[cell], advances if advances else ends)
    if not compelled:
        out[n] = DONE
        n += 1
    return n


@rule
def write_journeys(out: Any, n: int, origin: int, ends: Any) -> int:
    while ends:
        out[n] = origin * TARGETS + HOLE[lowest(ends)]
        n += 1
        ends &= ends - ONE
    return n


@rule
def reach(seat: int, origin: Any, first: Any, empty: Any, enemy: Any) -> Any:
    """Where a journey may end: on empty ground, on an enemy's stack at the last step, or off the board.

    ``first`` are the holes of the first step. The origin is not open ground: the pawn's own side is on top there.
    """
    crossed = first & empty
    near = neighbours(crossed)
    while near & empty & ~crossed:
        crossed |= near & empty
        near = neighbours(crossed)
    ends = crossed | ((near | first) & enemy)
    if (crossed | origin) & LAST_ROW[seat]:
        ends |= FAR_SIDE
    return ends


@rule
def neighbours(holes: Any) -> Any:
    """The holes and the up to eight around each; cells under the frame may be among them."""
    tall = holes | holes << _1 | holes >> _1
    return tall | tall << _8 | tall >> _8


@rule
def occupied(s: Any) -> Any:
    return s.tops[0] | s.tops[1] | s.tops[2] | s.tops[3]


@rule
def landings(s: Any, seat: int) -> Any:
    """The holes with an enemy on top whose stack has room for one more."""
    enemies = s.tops[2 - 2 * seat] | s.tops[3 - 2 * seat]
    if s.stack_limit == 0:
        return enemies
    full, left = 1 << (2 * s.stack_limit), enemies
    while left:
        at = left & (~left + ONE)
        left ^= at
        if s.stacks[lowest(at)] >= full:
            enemies ^= at
    return enemies


@rule
def can_travel(s: Any, seat: int) -> bool:
    """Whether any journey is possible: a first step into an open hole is one, and so is leaving from the last row."""
    enterable = HOLES & ~occupied(s) | landings(s, seat)
    for colour in range(2 * seat, 2 * seat + 2):
        movers = s.tops[colour] & ~s.moved
        first = neighbours(movers)
        if s.home[colour] > 0:
            first |= FIRST_ROW[seat]
        if movers & LAST_ROW[seat] or first & enterable & (s.tiles[colour] | s.tiles[ORANGE]):
            return True
    return False


@rule
def travel(s: Any, seat: int, origin: int, target: int) -> None:
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
def lift(s: Any, origin: int) -> int:
    """Takes a pawn from home or from the top of a stack; its colour."""
    if origin >= HOMES:
        s.home[origin - HOMES] -= 1
        return origin - HOMES
    cell = CELL[origin]
    at = ONE << np.uint64(cell)
    colour, below = int(s.stacks[cell] & 3), int(s.stacks[cell] >> 2)
    s.stacks[cell] = below
    s.tops[colour] ^= at
    if below != EMPTY:
        s.tops[below & 3] |= at
    return colour


@rule
def put(s: Any, cell: int, colour: int) -> None:
    """Puts a pawn on top. A stack is a 1 and behind it two bits a pawn, the top one last."""
    at = ONE << np.uint64(cell)
    stack = int(s.stacks[cell])
    if stack != EMPTY:
        s.tops[stack & 3] ^= at
    s.stacks[cell] = stack << 2 | colour
    s.tops[colour] |= at


@rule
def end_journeys(s: Any) -> None:
    s.phase = PUSH
    s.moved = 0


@rule
def finish(s: Any, winner: int) -> None:
    s.phase = OVER
    s.winner = winner
    s.moved = 0


# The push


@rule
def list_pushes(s: Any, seat: int, out: Any) -> int:
    """Every column but the one that the opponent has just pushed."""
    n = 0
    for column in range(3):
        for way in range(2):
            if column != s.banned and (way == seat or s.away_only == 0):
                out[n] = PUSHES + 2 * column + way
                n += 1
    return n


@rule
def push(s: Any, seat: int, column: int, way: int) -> None:
    """The spare goes in at one end of a channel and moves it by one; what falls out at the other is the new spare."""
    low = np.uint64(8 * column)
    channel = CHANNEL << low
    entry, exit_ = (ONE << low, ONE << low + np.uint64(7)) if way == UP else (ONE << low + np.uint64(7), ONE << low)
    fallen = NONE
    for colour in range(5):
        lying = s.tiles[colour] & channel
        if lying & exit_:
            fallen = colour
        slid = lying << _1 if way == UP else lying >> _1
        s.tiles[colour] ^= lying ^ (slid & channel)
    s.tiles[s.spare] |= entry
    s.spare = fallen
    s.banned = column
    s.turn = 1 - seat
    s.phase = DRAW
    begin_turn(s)
