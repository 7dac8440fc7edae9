"""What a player of Drumlin may do."""

from __future__ import annotations

from ludotheque.core.bits import lowest
from ludotheque.core.fields import Codes
from ludotheque.core.rule import rule

from .geometry import BEYOND_H, CELLS, COLUMNS, FAR_ROW, IN_ROW, REACH, ROWS, WAYS
from .state import (
    DRAGON,
    ELEPHANT,
    IN_HAND,
    MOST,
    NOBODY,
    RUNNING,
    TROOP,
    UNIT,
    Position,
    dragons_on,
    elephants_on,
    has_majority,
    is_offered,
    movable,
    value,
)

# Actions. A move is a kind, an origin and a way.
EXCHANGE = 2 * CELLS * WAYS  # + 80 × the elephants' cell + the dragon's cell
DEPART = EXCHANGE + CELLS * CELLS  # + the cell where the Drumlin goes
DEPART_TO_BASE = DEPART + CELLS
PLACE = DEPART_TO_BASE + 1  # + cell
REMOVE = PLACE + CELLS  # + cell
KEEP = REMOVE + CELLS
SWAP = KEEP + 1
ACTIONS = SWAP + 1
OUTCOMES = 0


@rule
def actors(s: Position) -> int:
    return 1 << s.turn if s.winner == RUNNING else 0


@rule
def legal(s: Position, seat: int, out: Codes) -> int:
    if s.stone == IN_HAND:
        return list_free_cells(s, PLACE, out, 0)
    if is_offered(s):
        out[0], out[1] = KEEP, SWAP
        return 2
    bound = is_bound(s, seat)
    n = list_moves(s, seat, 5 if bound else 1, out)
    if bound:
        return n if n > 0 else list_removals(s, seat, out)
    n = list_departures(s, seat, out, n)
    return list_exchanges(s, seat, out, n)


@rule
def weights(s: Position, out: Codes) -> int:
    return 0  # there is no chance in Drumlin


@rule
def ways(s: Position, kind: int, row: int, column: int) -> int:
    """Where a piece of this kind can go from here, as the bits of its ways."""
    no_stop = MOST - kind  # the place in ``rows`` of the cells worth 5 − kind or more: the rule of 4
    along_row = REACH[column, s.rows[kind - 1, row] | BEYOND_H] & ~s.rows[no_stop, row] & IN_ROW
    along_column = REACH[row, s.columns[kind - 1, column]] & ~s.columns[no_stop, column]
    found = int(along_row) | int(along_column) << COLUMNS
    if kind == DRAGON and s.egg == NOBODY:
        found &= ~stone_ways(s, row, column)
    return found


@rule
def stone_ways(s: Position, row: int, column: int) -> int:
    """The way from here to the lone Drumlin, which a dragon may pass but not stop on; 0 if it lies elsewhere."""
    if s.stone >> 3 == row:
        return 1 << (s.stone & 7)
    return 1 << (COLUMNS + (s.stone >> 3)) if s.stone & 7 == column else 0


@rule
def list_moves(s: Position, seat: int, least: int, out: Codes) -> int:
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
def list_ways(s: Position, kind: int, row: int, column: int, out: Codes, n: int) -> int:
    first = ((kind - 1) * CELLS + COLUMNS * row + column) * WAYS
    found = ways(s, kind, row, column)
    while found:
        out[n] = first + lowest(found)
        n += 1
        found &= found - 1
    return n


@rule
def list_free_cells(s: Position, first: int, out: Codes, n: int) -> int:
    """The cells without a piece; the Drumlin is in a hand or in an egg when this is asked."""
    for row in range(ROWS):
        free = ~int(s.rows[0, row]) & IN_ROW
        while free:
            out[n] = first + COLUMNS * row + lowest(free)
            n += 1
            free &= free - 1
    return n


@rule
def may_depart(s: Position, seat: int) -> bool:
    """Whether a seat may let the Drumlin leave its egg freely."""
    return s.egg == seat and has_majority(s, seat, s.stone) and value(s, s.stone) < MOST


@rule
def may_receive(s: Position, seat: int, cell: int) -> bool:
    """Whether an elephant of this seat here may become the egg by a free departure from another cell."""
    return cell != s.stone and elephants_on(s, seat, cell) > 0 and has_majority(s, seat, cell) and value(s, cell) < MOST


@rule
def list_departures(s: Position, seat: int, out: Codes, n: int) -> int:
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
def list_exchanges(s: Position, seat: int, out: Codes, n: int) -> int:
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
def list_dragons(s: Position, seat: int, pair: int, out: Codes, n: int) -> int:
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
def is_bound(s: Position, seat: int) -> bool:
    """Whether a seat has pieces on a cell of value 5."""
    crowded = 0
    for row in range(ROWS):
        crowded |= s.standing[seat, row] & s.rows[4, row]
    return crowded != 0


@rule
def list_removals(s: Position, seat: int, out: Codes) -> int:
    n = 0
    for row in range(ROWS):
        places = int(s.standing[seat, row] & s.rows[4, row])
        while places:
            out[n] = REMOVE + COLUMNS * row + lowest(places)
            n += 1
            places &= places - 1
    return n


@rule
def can_act(s: Position, seat: int) -> bool:
    """Whether a seat has any legal event while the Drumlin is on the board."""
    return can_move(s, seat) or may_depart(s, seat) or can_exchange(s, seat) or is_bound(s, seat)


@rule
def can_move(s: Position, seat: int) -> bool:
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
def can_exchange(s: Position, seat: int) -> bool:
    """Two elephants on one cell, and a dragon on another."""
    for cell in range(CELLS):
        if movable(s, seat, ELEPHANT, cell) >= 2 and s.herds[seat] // TROOP > dragons_on(s, seat, cell):
            return True
    return False
