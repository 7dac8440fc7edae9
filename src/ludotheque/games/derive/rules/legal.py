"""What may be chosen in Dérive, compiled.

A diagonal step always changes the lattice, and a jump never does: it goes over a die of the other one. See
``geometry.py``.
"""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE, count, lowest
from ludotheque.core.fields import Codes, int64
from ludotheque.core.rule import CHANCE, rule

from . import state
from .geometry import BANKS, BOARD, NONE, PLACES, SHORE, SHORE_PLACES, STREAM, CellSet, behind, first, touching
from .groups import anchored, ordered
from .state import Position


@rule
def actors(s: Position) -> int:
    if s.winner != state.RUNNING:
        return 0
    if s.turn == state.NOBODY or s.rolling != state.NOTHING:
        return CHANCE
    return 1 << s.turn


@rule
def legal(s: Position, seat: int, out: Codes) -> int:
    shut = closed(s, seat, s.dice[seat, SHORE])
    prey = vulnerable(s, seat, shut)
    if state.COMPULSORY[s.level]:
        n = list_captures(s, bound(s, seat), prey, out, 0)
        if n > 0:
            return n
    n = list_captures(s, (s.dice[seat, SHORE], s.dice[seat, STREAM]), prey, out, 0)
    n = list_moves(s, seat, shut, out, n)
    n = list_changes(s, seat, out, n)
    n = list_entries(s, seat, out, n)
    if n == 0:
        out[0] = state.PASS
        n = 1
    return n


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
def list_captures(s: Position, hunters: CellSet, prey: CellSet, out: Codes, n: int) -> int:
    n = list_captures_from(s, SHORE, hunters[SHORE], prey[STREAM], out, n)
    return list_captures_from(s, STREAM, hunters[STREAM], prey[SHORE], out, n)


@rule
def list_captures_from(s: Position, lattice: int, hunters: np.uint64, prey: np.uint64, out: Codes, n: int) -> int:
    """An adjacent die of equal or lower value."""
    hunters &= touching(1 - lattice, prey)
    if hunters == NONE:
        return n
    weaker = NONE
    for value in range(1, 7):
        weaker |= prey & s.faces[value, 1 - lattice]
        dice = hunters & s.faces[value, lattice]
        while dice:
            die = first(dice)
            origin = lowest(die) + lattice * SHORE_PLACES
            n = list_targets(origin * PLACES + (1 - lattice) * SHORE_PLACES, touching(lattice, die) & weaker, out, n)
            dice ^= die
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
        if shore & foreign:
            shut |= foreign
    return shut


@rule
def list_moves(s: Position, seat: int, shut: np.uint64, out: Codes, n: int) -> int:
    shore, stream = state.occupied(s, SHORE), state.occupied(s, STREAM)
    free_shore, free_stream = BOARD[s.width, SHORE] & ~shore, BOARD[s.width, STREAM] & ~stream
    n = list_moves_from(s, seat, SHORE, stream, free_shore, free_stream, out, n)
    # A step from the stream ends on the shore and may not be the second on a bank; for jumps the die itself is lifted.
    return list_moves_from(s, seat, STREAM, shore, free_stream, free_shore & ~shut, out, n)


@rule
def list_moves_from(
    s: Position, seat: int, lattice: int, others: np.uint64, landing: np.uint64, beside: np.uint64, out: Codes, n: int
) -> int:
    """One diagonal step to a free cell beside, or one or more jumps over others."""
    dice = s.dice[seat, lattice]
    jumpers = dice & touching(1 - lattice, others)
    while dice:
        die = first(dice)
        origin = lowest(die) + lattice * SHORE_PLACES
        n = list_targets(origin * PLACES + (1 - lattice) * SHORE_PLACES, touching(lattice, die) & beside, out, n)
        if die & jumpers:
            landed = jumps(lattice, die, others, landing)
            if lattice == SHORE and landed:
                landed &= ~closed(s, seat, s.dice[seat, SHORE] ^ die)
            n = list_targets(origin * PLACES + lattice * SHORE_PLACES, landed, out, n)
        dice ^= die
    return n


@rule
def list_targets(way: int, targets: np.uint64, out: Codes, n: int) -> int:
    """The ways from one cell to others of one lattice; ``way`` is the code of the way to the first cell there."""
    while targets:
        out[n] = way + lowest(targets)
        n += 1
        targets &= targets - ONE
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
def list_changes(s: Position, seat: int, out: Codes, n: int) -> int:
    """Up or down by one, within 1 to 6; a roll where the level allows it."""
    rolls = state.ROLLS[s.level]
    for lattice in range(2):
        for value in range(1, 7):
            dice = s.dice[seat, lattice] & s.faces[value, lattice]
            while dice:
                place = lowest(dice) + lattice * SHORE_PLACES
                dice &= dice - ONE
                if value > 1:
                    out[n] = state.CHANGE + place * 6 + value - 2
                    n += 1
                if value < 6:
                    out[n] = state.CHANGE + place * 6 + value
                    n += 1
                if rolls:
                    out[n] = state.ROLL + place
                    n += 1
    return n


@rule
def list_entries(s: Position, seat: int, out: Codes, n: int) -> int:
    """A die from the supply on a free cell of the own bank, showing 1 or a chosen value."""
    if supply(s, seat) == 0:
        return n
    free = BANKS[s.width, s.bank[seat]] & ~state.occupied(s, SHORE)
    values = 6 if s.entry_chosen else 1
    while free:
        place = lowest(free)
        free &= free - ONE
        for value in range(values):
            out[n] = state.ENTER + place * 6 + value
            n += 1
    return n


@rule
def supply(s: Position, seat: int) -> int:
    """How many dice a seat can still enter."""
    return state.DICE[s.level] - count(s.dice[seat, SHORE]) - count(s.dice[seat, STREAM])
