"""What may be chosen in Dérive, compiled.

A diagonal step always changes the lattice, and a jump never does: it goes over a die of the other one. See
``geometry.py``.
"""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE, count, lowest, nth
from ludotheque.core.fields import Codes, UInt64Array, int64
from ludotheque.core.local import local_array
from ludotheque.core.packed import count_packed, nth_packed, pack, unpack
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
    before_jump,
    behind,
    first,
    touching,
)
from .groups import anchored, ordered
from .state import Position

# Packs: captures in four directions, each of up to ten dice in one of its own at worst; eight for steps, 18 for jumps,
# two for rolls, six for entries. Behind them the number of their actions, and the dice that may go up or down.
PACKED = 2 * 76
CHANGING = PACKED + 1  # by lattice
ROOM = CHANGING + 2
LOWER, HIGHER = 0, 1


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
    tally, shore, stream = pack_choices(s, seat, room)
    n = list_changes(s, SHORE, shore, out, unpack(room, tally, out))
    return list_changes(s, STREAM, stream, out, n)


@rule
def count_legal(s: Position, seat: int, room: UInt64Array) -> int:
    tally, shore, stream = pack_choices(s, seat, room)
    n = count_packed(tally)
    room[PACKED], room[CHANGING + SHORE], room[CHANGING + STREAM] = np.uint64(n), shore, stream
    for way in range(2):
        n += count(changeable(s, SHORE, shore, way)) + count(changeable(s, STREAM, stream, way))
    return n


@rule
def nth_legal(s: Position, n: int, room: UInt64Array) -> int:
    """The code of one of the actions that were counted."""
    packed = int64(room[PACKED])
    return nth_packed(room, n) if n < packed else nth_change(s, n - packed, room)


@rule
def pack_choices(s: Position, seat: int, room: UInt64Array) -> tuple[int, np.uint64, np.uint64]:
    """All that a seat may do: the tally of its packs, and the dice that may go up or down by one, by lattice."""
    shut = closed(s, seat, s.dice[seat, SHORE])
    prey = vulnerable(s, seat, shut)
    hunters = beside(s, seat, prey)
    n = 0
    if hunters[SHORE] | hunters[STREAM]:
        if state.COMPULSORY[s.level]:
            n = pack_captures(s, bound(s, seat), prey, room)
            if n > 0:
                return n, NONE, NONE
        n = pack_captures(s, hunters, prey, room)
    n = pack_moves(s, seat, shut, room, n)
    n = pack_rolls(s, seat, room, n)
    n = pack_entries(s, seat, room, n)
    shore, stream = s.dice[seat, SHORE], s.dice[seat, STREAM]
    return n if n > 0 or shore | stream else pack(room, 0, ONE, state.PASS, 1), shore, stream


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
            shore |= touching(STREAM, there) & s.dice[seat, SHORE]
            stream |= touching(SHORE, here) & s.dice[seat, STREAM]
    if shore | stream == NONE:
        return NONE, NONE
    here, there = anchored(s, seat)
    return shore & ~here, stream & ~there


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
    n = pack_jumps(s, seat, SHORE, stream, free_shore, shut, room, n)
    return pack_jumps(s, seat, STREAM, shore, free_stream, NONE, room, n)


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
    s: Position,
    seat: int,
    lattice: int,
    others: np.uint64,
    landing: np.uint64,
    shut: np.uint64,
    room: UInt64Array,
    n: int,
) -> int:
    """Dice that can jump just once are packed together; who can go on after that, or may come back to a bank that it
    closes itself, by itself. The way back from a free cell to a die is a jump over the same one."""
    able = behind(lattice, landing, others)
    jumpers, onward = s.dice[seat, lattice] & able, landing & able
    apart = jumpers & (behind(lattice, onward, others) | shut)
    for by in ACROSS:
        n = pack_jump(lattice, (jumpers ^ apart) & before_jump(lattice, landing & ~shut, others, by), by, room, n)
    while apart:
        die = first(apart)
        apart ^= die
        landed = jumps(lattice, die, others, landing)
        if lattice == SHORE:
            landed &= ~closed(s, seat, s.dice[seat, SHORE] ^ die)
        origin = lowest(die) + lattice * SHORE_PLACES
        n = pack(room, n, landed, origin * PLACES + lattice * SHORE_PLACES, 1)
    return n


@rule
def pack_jump(lattice: int, dice: np.uint64, by: np.uint64, room: UInt64Array, n: int) -> int:
    """One jump of these dice in one direction."""
    ahead = 8 - 2 * int64(by) if lattice == SHORE else 2 * int64(by) - 8
    return pack(room, n, dice, lattice * SHORE_PLACES * (PLACES + 1) + ahead, PLACES + 1)


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
def changeable(s: Position, lattice: int, dice: np.uint64, way: int) -> np.uint64:
    """Those of these dice that can go up, or down, by one, within 1 to 6."""
    return dice & ~s.faces[6 if way == HIGHER else 1, lattice]


@rule
def change(s: Position, lattice: int, bit: int, way: int) -> int:
    """The code of turning the die on this bit up or down."""
    place = lattice * SHORE_PLACES + bit
    return state.CHANGE + place * 6 + state.value_at(s, place) + (0 if way == HIGHER else -2)


@rule
def list_changes(s: Position, lattice: int, dice: np.uint64, out: Codes, n: int) -> int:
    for way in range(2):
        left = changeable(s, lattice, dice, way)
        while left:
            out[n] = change(s, lattice, lowest(left), way)
            n += 1
            left &= left - ONE
    return n


@rule
def nth_change(s: Position, n: int, room: UInt64Array) -> int:
    """They are not packed: there are many of them, and only the one that is taken must know what its die shows."""
    lattice, way = SHORE, LOWER
    dice = changeable(s, lattice, room[CHANGING + lattice], way)
    while n >= count(dice):
        n -= count(dice)
        lattice, way = lattice + way, HIGHER - way
        dice = changeable(s, lattice, room[CHANGING + lattice], way)
    return change(s, lattice, nth(dice, n), way)


@rule
def pack_rolls(s: Position, seat: int, room: UInt64Array, n: int) -> int:
    """Of any die, where the level allows it."""
    if not state.ROLLS[s.level]:
        return n
    n = pack(room, n, s.dice[seat, SHORE], state.ROLL, 1)
    return pack(room, n, s.dice[seat, STREAM], state.ROLL + SHORE_PLACES, 1)


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
