"""The rules of Drumlin, compiled.

Cells are numbered from a1, row by row: cell = column + 8 × row, both from 0. The two kinds of pieces are named by
their value, and that value says how they move: a piece of value v is stopped by the first cell worth v or more, and
may stop only on cells worth at most 4 − v.

The position is ``troops``, ``stone`` and ``egg``. All other fields about the board follow from these; they keep, for
each row and column, the cells worth at least 1, 2, … 5 as bits, so that the ways of a piece are found in a table.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.core.bits import lowest
from ludotheque.core.rule import layout, rule

from .places import place_of

VIOLET, PINK, NOBODY = 0, 1, -1
RUNNING, DRAW = -1, 2  # values of ``winner`` besides the two seats
IN_HAND, ON_BASE = -1, -2  # values of ``stone`` besides the cells
ELEPHANT, DRAGON = 1, 2  # the kinds of pieces, by their value
TROOP = 16  # the pieces of one seat in one number: elephants + 16 × dragons
UNIT = np.array([0, 1, TROOP])  # what a piece of each kind adds to a troop
MOST = 4  # the rule of 4

COLUMNS, ROWS, CELLS = 8, 10, 80
FAR_ROW = (ROWS - 1, 0)  # by seat: the opponent's first row

LAYOUT = layout(
    [
        ("stone", "i8"),  # the cell of the Drumlin, IN_HAND while somebody has to place it, or ON_BASE
        ("egg", "i8"),  # the owner of the elephant that carries the Drumlin, or NOBODY
        ("choices", "i4"),  # made so far
        ("max_choices", "i4"),
        ("turn", "i4"),  # who is to act; 0 when the game is over
        ("winner", "i4"),
        ("rows", "i2", (5, ROWS)),  # in each row the cells worth at least 1 … 5; bit = column
        ("columns", "i2", (5, COLUMNS)),  # the same by column; bit = row
        ("standing", "i2", (2, ROWS)),  # in each row the cells where a seat has pieces
        ("herds", "i2", (2,)),  # all pieces of a seat, counted like a troop
        ("troops", "i1", (2, CELLS)),  # a seat's pieces on a cell; an egg is one of the elephants
    ]
)

# Actions. A move is a kind, an origin and a way: 0 … 7 a column in the same row, 8 … 17 a row in the same column.
WAYS = COLUMNS + ROWS
EXCHANGE = 2 * CELLS * WAYS  # + 80 × the elephants' cell + the dragon's cell
DEPART = EXCHANGE + CELLS * CELLS  # + the cell where the Drumlin goes
DEPART_TO_BASE = DEPART + CELLS
PLACE = DEPART_TO_BASE + 1  # + cell
REMOVE = PLACE + CELLS  # + cell
ACTIONS = REMOVE + CELLS
OUTCOMES = 0


def reach_table() -> Any:
    """reach[at, stopping]: where a piece on a line of ten cells can go, up to and with the first that stops it."""
    table = np.zeros((10, 1024), np.int16)
    for at in range(10):
        for stopping in range(1024):
            for step in (-1, 1):
                to = at + step
                while 0 <= to < 10:
                    table[at, stopping] |= 1 << to
                    to = to + step if not stopping >> to & 1 else -1
    return table


def target_table() -> Any:
    """targets[origin, way]: the cell where a way leads."""
    origins = np.arange(CELLS).reshape(CELLS, 1)
    in_row, in_column = (origins & ~7) + np.arange(COLUMNS), (origins & 7) + COLUMNS * np.arange(ROWS)
    return np.hstack([in_row, in_column])


TARGETS = target_table()
REACH = reach_table()
BEYOND_H = 0b11_0000_0000  # a row has only eight cells: what lies beyond stops everything
IN_ROW = 0b00_1111_1111


def cells(names: str) -> Any:
    return np.array([place_of(name) for name in names.split()], np.int64)


# Where the elephants of violet and of pink stand at the start.
START = np.stack([cells("b1 d1 f1 h1 a3 c3 e3 g3 b5 d5 f5 h5"), cells("a10 c10 e10 g10 b8 d8 f8 h8 a6 c6 e6 g6")])


@rule
def setup(s: Any, seats: int, options: Any) -> None:
    for seat in range(2):
        for cell in START[seat]:
            put(s, seat, cell, UNIT[ELEPHANT])
    s.max_choices = options[0]
    s.stone = IN_HAND
    s.egg = NOBODY
    s.turn = PINK  # pink places the Drumlin, then violet moves
    s.winner = RUNNING


@rule
def actors(s: Any) -> int:
    return 1 << s.turn if s.winner == RUNNING else 0


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    if s.stone == IN_HAND:
        return list_free_cells(s, PLACE, out, 0)
    bound = is_bound(s, seat)
    n = list_moves(s, seat, 5 if bound else 1, out)
    if bound:
        return n if n > 0 else list_removals(s, seat, out)
    n = list_departures(s, seat, out, n)
    return list_exchanges(s, seat, out, n)


@rule
def apply(s: Any, seat: int, action: int) -> None:
    s.choices += 1
    code: Any = np.int64(action)  # so that all that follows is compiled once
    arrived = False
    if code < EXCHANGE:
        move(s, seat, code)
    elif code < DEPART:
        exchange(s, seat, (code - EXCHANGE) // CELLS, (code - EXCHANGE) % CELLS)
    elif code < PLACE:
        arrived = depart(s, seat, code - DEPART)
    elif code < REMOVE:
        s.stone = code - PLACE
    else:
        remove(s, seat, code - REMOVE)
    s.winner = winner_after(s, seat, arrived)
    if s.winner != RUNNING:
        s.turn = 0
    else:
        s.turn = seat if s.stone == IN_HAND else 1 - seat


@rule
def result(s: Any, out: Any) -> None:
    out[:] = 0.0
    if s.winner != DRAW:
        out[s.winner] = 1.0
        out[1 - s.winner] = -1.0


@rule
def weights(s: Any, out: Any) -> int:
    return 0  # there is no chance in Drumlin


# What stands on a cell


@rule
def elephants_on(s: Any, seat: int, cell: int) -> int:
    """A seat's elephants on a cell, its egg included."""
    return s.troops[seat, cell] & (TROOP - 1)


@rule
def dragons_on(s: Any, seat: int, cell: int) -> int:
    return s.troops[seat, cell] // TROOP


@rule
def has_egg_on(s: Any, seat: int, cell: int) -> bool:
    return s.egg == seat and s.stone == cell


@rule
def movable(s: Any, seat: int, kind: int, cell: int) -> int:
    """How many pieces of one kind may move or be exchanged: all but the egg."""
    if kind == DRAGON:
        return dragons_on(s, seat, cell)
    return elephants_on(s, seat, cell) - (1 if has_egg_on(s, seat, cell) else 0)


@rule
def force(s: Any, seat: int, cell: int) -> int:
    """The sum of a seat's pieces on a cell."""
    return ELEPHANT * elephants_on(s, seat, cell) + DRAGON * dragons_on(s, seat, cell)


@rule
def value(s: Any, cell: int) -> int:
    """The sum of all pieces on a cell, of both colours."""
    total = 0
    for seat in range(2):
        total += force(s, seat, cell)
    return total


@rule
def has_majority(s: Any, seat: int, cell: int) -> bool:
    return force(s, seat, cell) > force(s, 1 - seat, cell)


@rule
def put(s: Any, seat: int, cell: int, troop: int) -> None:
    """Adds pieces to a cell, or takes them away if the troop is negative."""
    s.troops[seat, cell] += troop
    s.herds[seat] += troop
    weigh(s, cell)


@rule
def weigh(s: Any, cell: int) -> None:
    """Notes in the bits of its row and column what a cell is worth and who stands on it."""
    row, column = cell >> 3, cell & 7
    worth = value(s, cell)
    for least in range(1, 6):
        is_worth = 1 if worth >= least else 0
        s.rows[least - 1, row] = (s.rows[least - 1, row] & ~(1 << column)) | is_worth << column
        s.columns[least - 1, column] = (s.columns[least - 1, column] & ~(1 << row)) | is_worth << row
    for seat in range(2):
        is_there = 1 if s.troops[seat, cell] != 0 else 0
        s.standing[seat, row] = (s.standing[seat, row] & ~(1 << column)) | is_there << column


# What a player may do


@rule
def ways(s: Any, kind: int, row: int, column: int) -> int:
    """Where a piece of this kind can go from here, as the bits of its ways."""
    no_stop = MOST - kind  # the place in ``rows`` of the cells worth 5 − kind or more: the rule of 4
    along_row = REACH[column, s.rows[kind - 1, row] | BEYOND_H] & ~s.rows[no_stop, row] & IN_ROW
    along_column = REACH[row, s.columns[kind - 1, column]] & ~s.columns[no_stop, column]
    found = int(along_row) | int(along_column) << COLUMNS
    if kind == DRAGON and s.egg == NOBODY:
        found &= ~stone_ways(s, row, column)
    return found


@rule
def stone_ways(s: Any, row: int, column: int) -> int:
    """The way from here to the lone Drumlin, which a dragon may pass but not stop on; 0 if it lies elsewhere."""
    if s.stone >> 3 == row:
        return 1 << (s.stone & 7)
    return 1 << (COLUMNS + (s.stone >> 3)) if s.stone & 7 == column else 0


@rule
def list_moves(s: Any, seat: int, least: int, out: Any) -> int:
    """The moves of a seat's pieces from cells worth at least so much."""
    n = 0
    for row in range(ROWS):
        places = int(s.standing[seat, row] & s.rows[least - 1, row])
        while places:
            column = lowest(places)
            places &= places - 1
            for kind in range(ELEPHANT, DRAGON + 1):
                if movable(s, seat, kind, COLUMNS * row + column):
                    n = list_ways(s, kind, row, column, out, n)
    return n


@rule
def list_ways(s: Any, kind: int, row: int, column: int, out: Any, n: int) -> int:
    first = ((kind - 1) * CELLS + COLUMNS * row + column) * WAYS
    found = ways(s, kind, row, column)
    while found:
        out[n] = first + lowest(found)
        n += 1
        found &= found - 1
    return n


@rule
def list_free_cells(s: Any, first: int, out: Any, n: int) -> int:
    """The cells without a piece; the Drumlin is in a hand or in an egg when this is asked."""
    for row in range(ROWS):
        free = ~int(s.rows[0, row]) & IN_ROW
        while free:
            out[n] = first + COLUMNS * row + lowest(free)
            n += 1
            free &= free - 1
    return n


@rule
def may_depart(s: Any, seat: int) -> bool:
    """Whether a seat may let the Drumlin leave its egg freely."""
    return s.egg == seat and has_majority(s, seat, s.stone) and value(s, s.stone) < MOST


@rule
def may_receive(s: Any, seat: int, cell: int) -> bool:
    """Whether an elephant of this seat here may become the egg by a free departure from another cell."""
    return cell != s.stone and elephants_on(s, seat, cell) > 0 and has_majority(s, seat, cell) and value(s, cell) < MOST


@rule
def list_departures(s: Any, seat: int, out: Any, n: int) -> int:
    if not may_depart(s, seat):
        return n
    n = list_free_cells(s, DEPART, out, n)
    for row in range(ROWS):
        places = int(s.standing[seat, row])
        while places:
            cell = COLUMNS * row + lowest(places)
            places &= places - 1
            if may_receive(s, seat, cell):
                out[n] = DEPART + cell
                n += 1
    if s.stone >> 3 == FAR_ROW[seat]:
        out[n] = DEPART_TO_BASE
        n += 1
    return n


@rule
def list_exchanges(s: Any, seat: int, out: Any, n: int) -> int:
    if s.herds[seat] < UNIT[DRAGON]:
        return n
    for row in range(ROWS):
        places = int(s.standing[seat, row])
        while places:
            cell = COLUMNS * row + lowest(places)
            places &= places - 1
            if movable(s, seat, ELEPHANT, cell) >= 2:
                n = list_dragons(s, seat, cell, out, n)
    return n


@rule
def list_dragons(s: Any, seat: int, pair: int, out: Any, n: int) -> int:
    """The cells whose dragon can be exchanged with the two elephants of this cell."""
    for row in range(ROWS):
        places = int(s.standing[seat, row])
        while places:
            cell = COLUMNS * row + lowest(places)
            places &= places - 1
            if cell != pair and dragons_on(s, seat, cell):
                out[n] = EXCHANGE + CELLS * pair + cell
                n += 1
    return n


@rule
def is_bound(s: Any, seat: int) -> bool:
    """Whether a seat has pieces on a cell of value 5."""
    crowded = 0
    for row in range(ROWS):
        crowded |= s.standing[seat, row] & s.rows[4, row]
    return crowded != 0


@rule
def list_removals(s: Any, seat: int, out: Any) -> int:
    n = 0
    for row in range(ROWS):
        places = int(s.standing[seat, row] & s.rows[4, row])
        while places:
            out[n] = REMOVE + COLUMNS * row + lowest(places)
            n += 1
            places &= places - 1
    return n


@rule
def can_act(s: Any, seat: int) -> bool:
    """Whether a seat has any legal event while the Drumlin is on the board."""
    return can_move(s, seat) or may_depart(s, seat) or can_exchange(s, seat) or is_bound(s, seat)


@rule
def can_move(s: Any, seat: int) -> bool:
    for row in range(ROWS):
        places = int(s.standing[seat, row])
        while places:
            column = lowest(places)
            places &= places - 1
            for kind in range(ELEPHANT, DRAGON + 1):
                if movable(s, seat, kind, COLUMNS * row + column) and ways(s, kind, row, column):
                    return True
    return False


@rule
def can_exchange(s: Any, seat: int) -> bool:
    """Two elephants on one cell, and a dragon on another."""
    for cell in range(CELLS):
        if movable(s, seat, ELEPHANT, cell) >= 2 and s.herds[seat] // TROOP > dragons_on(s, seat, cell):
            return True
    return False


@rule
def can_arrive(s: Any, seat: int) -> bool:
    """Whether a seat, if it were to act, could win by a free departure."""
    if is_bound(s, seat) or not may_depart(s, seat):
        return False
    if s.stone >> 3 == FAR_ROW[seat]:
        return True
    receivers = 0
    for column in range(COLUMNS):
        receivers += may_receive(s, seat, COLUMNS * FAR_ROW[seat] + column)
    return receivers > 0


# What an event does


@rule
def move(s: Any, seat: int, action: int) -> None:
    kind, origin = action // (CELLS * WAYS) + 1, action // WAYS % CELLS
    target = TARGETS[origin, action % WAYS]
    put(s, seat, origin, -UNIT[kind])
    put(s, seat, target, UNIT[kind])
    if target == s.stone:
        meet_stone(s, seat)


@rule
def meet_stone(s: Any, seat: int) -> None:
    """A piece of this seat has just moved to the cell of the Drumlin."""
    if s.egg == NOBODY:
        s.egg = seat  # an elephant that stops on the lone Drumlin becomes the egg
    elif value(s, s.stone) == MOST:
        hatch(s)  # forced departure: the mover has to place the Drumlin
    elif is_takeover(s, seat):
        s.egg = seat


@rule
def is_takeover(s: Any, seat: int) -> bool:
    """Two elephants of this seat and nothing else of it face the enemy egg, the enemy's only piece there."""
    return (
        s.egg == 1 - seat
        and s.troops[seat, s.stone] == 2 * UNIT[ELEPHANT]
        and s.troops[1 - seat, s.stone] == UNIT[ELEPHANT]
    )


@rule
def hatch(s: Any) -> None:
    """The egg turns into a dragon, and the Drumlin is out."""
    put(s, s.egg, s.stone, UNIT[DRAGON] - UNIT[ELEPHANT])
    s.egg = NOBODY
    s.stone = IN_HAND


@rule
def exchange(s: Any, seat: int, pair: int, dragon: int) -> None:
    """Two elephants and a dragon change places; the cells are worth what they were."""
    put(s, seat, pair, UNIT[DRAGON] - 2 * UNIT[ELEPHANT])
    put(s, seat, dragon, 2 * UNIT[ELEPHANT] - UNIT[DRAGON])
    if dragon == s.stone and is_takeover(s, seat):
        s.egg = seat


@rule
def depart(s: Any, seat: int, target: int) -> bool:
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
def remove(s: Any, seat: int, cell: int) -> None:
    put(s, seat, cell, -int(s.troops[seat, cell]))


@rule
def winner_after(s: Any, seat: int, arrived: bool) -> int:
    """How the game stands after an event of this seat, in the order of the rules."""
    if arrived:
        return seat
    for loser in range(2):
        if s.herds[loser] & (TROOP - 1) == 0:
            return 1 - loser
    if s.stone != IN_HAND and not can_act(s, 1 - seat):
        return seat
    return DRAW if s.choices >= s.max_choices else RUNNING
