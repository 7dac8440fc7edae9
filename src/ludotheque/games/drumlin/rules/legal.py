"""What a player of Drumlin may do."""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE
from ludotheque.core.fields import Codes, UInt64Array
from ludotheque.core.local import local_array
from ludotheque.core.packed import count_packed, pack, unpack
from ludotheque.core.rule import rule

from .geometry import (
    BEYOND_H,
    CELLS,
    COLUMNS,
    FAR_ROW,
    HIGH_CELLS,
    IN_ROW,
    LOW_CELLS,
    NO_CELLS,
    REACH,
    WAYS,
    CellSet,
    apart,
    cells_in,
    first_cell,
    with_cell,
    without_cell,
    without_first,
)
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
KEEP_OR_SWAP = np.uint64(0b11)
ROOM = 2 * 64  # packs: a dozen pieces, a departure, and two for each of six pairs of elephants to exchange


@rule
def actors(s: Position) -> int:
    return 1 << s.turn if s.winner == RUNNING else 0


@rule
def legal(s: Position, seat: int, out: Codes) -> int:
    room = local_array(ROOM, np.uint64)
    return unpack(room, pack_choices(s, seat, room), out)


@rule
def count_legal(s: Position, seat: int, room: UInt64Array) -> int:
    return count_packed(pack_choices(s, seat, room))


@rule
def pack_choices(s: Position, seat: int, room: UInt64Array) -> int:
    """All that a seat may do; the tally of it."""
    if s.stone == IN_HAND:
        return pack_cells(room, 0, free_cells(s), PLACE)
    if is_offered(s):
        return pack(room, 0, KEEP_OR_SWAP, KEEP, 1)
    bound = crowded(s, seat)
    if bound[0] | bound[1]:
        n = pack_moves(s, seat, bound, room)
        return n if n > 0 else pack_cells(room, 0, bound, REMOVE)
    own = cells_in(s.standing[seat])
    n = pack_moves(s, seat, own, room)
    n = pack_departures(s, seat, own, room, n)
    return pack_exchanges(s, seat, own, room, n)


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
def pack_moves(s: Position, seat: int, cells: CellSet, room: UInt64Array) -> int:
    """The moves of a seat's pieces from these cells. Most are worth 1: a lone elephant stands there, or the egg."""
    lone, others = apart(cells, cells_in(s.rows[1]))
    if s.egg == seat:
        lone = without_cell(lone, s.stone)
    n = pack_elephants(s, lone, room)
    while others[0] | others[1]:
        cell = first_cell(others)
        others = without_first(others)
        for kind in range(ELEPHANT, DRAGON + 1):
            if movable(s, seat, kind, cell):
                n = pack_ways(s, kind, cell, room, n)
    return n


@rule
def pack_elephants(s: Position, cells: CellSet, room: UInt64Array) -> int:
    n = 0
    while cells[0] | cells[1]:
        n = pack_ways(s, ELEPHANT, first_cell(cells), room, n)
        cells = without_first(cells)
    return n


@rule
def pack_ways(s: Position, kind: int, cell: int, room: UInt64Array, n: int) -> int:
    return pack(room, n, np.uint64(ways(s, kind, cell >> 3, cell & 7)), ((kind - 1) * CELLS + cell) * WAYS, 1)


@rule
def pack_cells(room: UInt64Array, n: int, cells: CellSet, first: int) -> int:
    """An action for each of these cells; ``first`` is the code of the one for a1."""
    n = pack(room, n, cells[0], first, 1)
    return pack(room, n, cells[1], first + LOW_CELLS, 1)


@rule
def free_cells(s: Position) -> CellSet:
    """The cells without a piece; the Drumlin is in a hand or in an egg when this is asked."""
    low, high = cells_in(s.rows[0])
    return ~low, high ^ HIGH_CELLS


@rule
def may_depart(s: Position, seat: int) -> bool:
    """Whether a seat may let the Drumlin leave its egg freely."""
    return s.egg == seat and has_majority(s, seat, s.stone) and value(s, s.stone) < MOST


@rule
def may_receive(s: Position, seat: int, cell: int) -> bool:
    """Whether an elephant of this seat here may become the egg by a free departure from another cell."""
    return cell != s.stone and elephants_on(s, seat, cell) > 0 and has_majority(s, seat, cell) and value(s, cell) < MOST


@rule
def pack_departures(s: Position, seat: int, own: CellSet, room: UInt64Array, n: int) -> int:
    """To a free cell, to an elephant that may become the egg, or to the base line."""
    if not may_depart(s, seat):
        return n
    targets = free_cells(s)
    while own[0] | own[1]:
        cell = first_cell(own)
        own = without_first(own)
        if may_receive(s, seat, cell):
            targets = with_cell(targets, cell)
    n = pack_cells(room, n, targets, DEPART)
    return pack(room, n, ONE, DEPART_TO_BASE, 1) if s.stone >> 3 == FAR_ROW[seat] else n


@rule
def pack_exchanges(s: Position, seat: int, own: CellSet, room: UInt64Array, n: int) -> int:
    """Two elephants of one cell and a dragon of another; both cells are worth 2 or more."""
    if s.herds[seat] < UNIT[DRAGON]:
        return n
    _, left = apart(own, cells_in(s.rows[1]))
    dragons = dragon_cells(s, seat, left)
    while left[0] | left[1]:
        cell = first_cell(left)
        left = without_first(left)
        if movable(s, seat, ELEPHANT, cell) >= 2:
            n = pack_cells(room, n, without_cell(dragons, cell), EXCHANGE + CELLS * cell)
    return n


@rule
def dragon_cells(s: Position, seat: int, own: CellSet) -> CellSet:
    """Those of these cells on which a seat has dragons."""
    found = NO_CELLS
    while own[0] | own[1]:
        cell = first_cell(own)
        own = without_first(own)
        if dragons_on(s, seat, cell):
            found = with_cell(found, cell)
    return found


@rule
def crowded(s: Position, seat: int) -> CellSet:
    """The cells of value 5 on which a seat has pieces."""
    _, full = apart(cells_in(s.standing[seat]), cells_in(s.rows[4]))
    return full


@rule
def is_bound(s: Position, seat: int) -> bool:
    """Whether a seat has pieces on a cell of value 5."""
    low, high = crowded(s, seat)
    return (low | high) != 0


@rule
def can_act(s: Position, seat: int) -> bool:
    """Whether a seat has any legal event while the Drumlin is on the board."""
    return can_move(s, seat) or may_depart(s, seat) or can_exchange(s, seat) or is_bound(s, seat)


@rule
def can_move(s: Position, seat: int) -> bool:
    cells = cells_in(s.standing[seat])
    while cells[0] | cells[1]:
        cell = first_cell(cells)
        cells = without_first(cells)
        for kind in range(ELEPHANT, DRAGON + 1):
            if movable(s, seat, kind, cell) and ways(s, kind, cell >> 3, cell & 7):
                return True
    return False


@rule
def can_exchange(s: Position, seat: int) -> bool:
    """Two elephants on one cell, and a dragon on another."""
    for cell in range(CELLS):
        if movable(s, seat, ELEPHANT, cell) >= 2 and s.herds[seat] // TROOP > dragons_on(s, seat, cell):
            return True
    return False
