"""What may be chosen in Dérive, compiled.

A diagonal step always changes the lattice, and a jump never does: it goes over a die of the other one. See
``geometry.py``.
"""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE, count, lowest
from ludotheque.core.fields import Codes, UInt64Array, int64
from ludotheque.core.local import local_array
from ludotheque.core.packed import count_packed, pack, unpack
from ludotheque.core.rule import CHANCE, rule

from . import state
from .geometry import (
    ACROSS,
    BANKS,
    BOARD,
    NONE,
    PLACES,
    SHORE,
    SHORE_PLACES,
    STREAM,
    CellSet,
    before,
    behind,
    first,
    touching,
)
from .groups import anchored, ordered
from .state import Position

# Packs: captures in four directions, each of up to ten dice in one of its own at worst; eight for steps, ten for jumps,
# twenty for changes, two for rolls, six for entries.
ROOM = 2 * 96


@rule
def actors(s: Position) -> int:
    if s.winner != state.RUNNING:
        return 0
    if s.turn == state.NOBODY or s.rolling != state.NOTHING:
        return CHANCE
    return 1 << s.turn


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
    shut = closed(s, seat, s.dice[seat, SHORE])
    prey = vulnerable(s, seat, shut)
    hunters = beside(s, seat, prey)
    n = 0
    if hunters[SHORE] | hunters[STREAM]:
        if state.COMPULSORY[s.level]:
            n = pack_captures(s, bound(s, seat), prey, room)
            if n > 0:
                return n
        n = pack_captures(s, hunters, prey, room)
    n = pack_moves(s, seat, shut, room, n)
    n = pack_changes(s, seat, room, n)
    n = pack_entries(s, seat, room, n)
    return n if n > 0 else pack(room, 0, ONE, state.PASS, 1)


# Captures


@rule
def vulnerable(s: Position, seat: int, shut: np.uint64) -> CellSet:
    """The enemy dice that are not protected and not on a shut cell, by lattice."""
    shore, stream = NONE, NONE
    for enemy in range(int64(s.seats)):
        if not state.are_enemies(s, seat, enemy):
            continue
        shore |= s.dice[enemy, SHORE]
        stream |= s.dice[enemy, STREAM]
        if state.PROTECTION[s.level]:
            safe_shore, safe_stream, _ = ordered(s, enemy)
            shore &= ~safe_shore
            stream &= ~safe_stream
    return shore & ~shut, stream


@rule
def beside(s: Position, seat: int, prey: CellSet) -> CellSet:
    """The dice of the seat that are adjacent to one of these."""
    return touching(STREAM, prey[STREAM]) & s.dice[seat, SHORE], touching(SHORE, prey[SHORE]) & s.dice[seat, STREAM]


@rule
def bound(s: Position, seat: int) -> CellSet:
    """The dice of the seat that are adjacent to an anchored enemy chain and not in an anchored chain themselves."""
    shore, stream = NONE, NONE
    for enemy in range(int64(s.seats)):
        if state.are_enemies(s, seat, enemy):
            here, there = anchored(s, enemy)
            shore |= touching(STREAM, there)
            stream |= touching(SHORE, here)
    if shore | stream == NONE:
        return NONE, NONE
    here, there = anchored(s, seat)
    return shore & s.dice[seat, SHORE] & ~here, stream & s.dice[seat, STREAM] & ~there


@rule
def pack_captures(s: Position, hunters: CellSet, prey: CellSet, room: UInt64Array) -> int:
    n = pack_captures_from(s, SHORE, hunters[SHORE], prey[STREAM], room, 0)
    return pack_captures_from(s, STREAM, hunters[STREAM], prey[SHORE], room, n)


@rule
def pack_captures_from(
    s: Position, lattice: int, hunters: np.uint64, prey: np.uint64, room: UInt64Array, n: int
) -> int:
    """An adjacent die of equal or lower value."""
    if hunters == NONE:
        return n
    for by in ACROSS:
        able, weaker = NONE, NONE
        for value in range(1, 7):
            weaker |= prey & s.faces[value, 1 - lattice]
            able |= hunters & s.faces[value, lattice] & before(lattice, weaker, by)
        n = pack_way(lattice, able, by, room, n)
    return n


# Moves


@rule
def closed(s: Position, seat: int, shore: np.uint64) -> np.uint64:
    """The cells of the foreign banks on which one of these dice of the seat stands: no other of its dice may end there.

    A corner of the own bank is own bank; a corner between two foreign banks counts for both.
    """
    own = BANKS[s.width, s.bank[seat]]
    shut = NONE
    for bank in range(4):
        foreign = BANKS[s.width, bank] & ~own
        shut |= foreign if shore & foreign else NONE
    return shut


@rule
def pack_moves(s: Position, seat: int, shut: np.uint64, room: UInt64Array, n: int) -> int:
    """One diagonal step to a free cell, or one or more jumps over others."""
    shore, stream = state.occupied(s, SHORE), state.occupied(s, STREAM)
    free_shore, free_stream = BOARD[s.width, SHORE] & ~shore, BOARD[s.width, STREAM] & ~stream
    n = pack_steps(SHORE, s.dice[seat, SHORE], free_stream, room, n)
    # A step from the stream ends on the shore and may not be the second on a bank; for jumps the die itself is lifted.
    n = pack_steps(STREAM, s.dice[seat, STREAM], free_shore & ~shut, room, n)
    n = pack_jumps(s, seat, SHORE, stream, free_shore, room, n)
    return pack_jumps(s, seat, STREAM, shore, free_stream, room, n)


@rule
def pack_steps(lattice: int, dice: np.uint64, targets: np.uint64, room: UInt64Array, n: int) -> int:
    """The ways of these dice to those of the targets, on the other lattice, that are adjacent."""
    for by in ACROSS:
        n = pack_way(lattice, dice & before(lattice, targets, by), by, room, n)
    return n


@rule
def pack_way(lattice: int, dice: np.uint64, by: np.uint64, room: UInt64Array, n: int) -> int:
    """One step of these dice in one direction: all targets are equally far from their origins."""
    ahead = -int64(by) if lattice == SHORE else int64(by)
    first = lattice * SHORE_PLACES * PLACES + (1 - lattice) * SHORE_PLACES
    return pack(room, n, dice, first + ahead, PLACES + 1)


@rule
def pack_jumps(
    s: Position, seat: int, lattice: int, others: np.uint64, landing: np.uint64, room: UInt64Array, n: int
) -> int:
    """A pack for each die that can jump: the way back from a free cell to a die is a jump over the same one."""
    jumpers = s.dice[seat, lattice] & behind(lattice, landing, others)
    while jumpers:
        die = first(jumpers)
        jumpers ^= die
        landed = jumps(lattice, die, others, landing)
        if lattice == SHORE and landed:
            landed &= ~closed(s, seat, s.dice[seat, SHORE] ^ die)
        origin = lowest(die) + lattice * SHORE_PLACES
        n = pack(room, n, landed, origin * PLACES + lattice * SHORE_PLACES, 1)
    return n


@rule
def jumps(lattice: int, die: np.uint64, others: np.uint64, free: np.uint64) -> np.uint64:
    """Where a die can end by jumping over others, again and again, but not where it began."""
    landed = behind(lattice, die, others) & free
    new = landed
    while new:
        # The die has left its cell, but what it reaches from there is known already.
        new = behind(lattice, new, others) & free & ~landed
        landed |= new
    return landed


# Values and entries


@rule
def pack_changes(s: Position, seat: int, room: UInt64Array, n: int) -> int:
    """Up or down by one, within 1 to 6; a roll where the level allows it."""
    for lattice in range(2):
        own = s.dice[seat, lattice]
        first = state.CHANGE + lattice * SHORE_PLACES * 6
        for value in range(1, 7):
            dice = own & s.faces[value, lattice]
            if value > 1:
                n = pack(room, n, dice, first + value - 2, 6)
            if value < 6:
                n = pack(room, n, dice, first + value, 6)
        if state.ROLLS[s.level]:
            n = pack(room, n, own, state.ROLL + lattice * SHORE_PLACES, 1)
    return n


@rule
def pack_entries(s: Position, seat: int, room: UInt64Array, n: int) -> int:
    """A die from the supply on a free cell of the own bank, showing 1 or a chosen value."""
    if supply(s, seat) == 0:
        return n
    free = BANKS[s.width, s.bank[seat]] & ~state.occupied(s, SHORE)
    for value in range(6 if s.entry_chosen else 1):
        n = pack(room, n, free, state.ENTER + value, 6)
    return n


@rule
def supply(s: Position, seat: int) -> int:
    """How many dice a seat can still enter."""
    return state.DICE[s.level] - count(s.dice[seat, SHORE]) - count(s.dice[seat, STREAM])
