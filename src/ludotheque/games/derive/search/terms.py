"""What can be seen of a seat at Dérive: about how many turns it needs to complete its chain, the chain that it has, and
which of its dice can be captured. Small whole numbers, from which ``hints.py`` and ``features.py`` judge a position.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.bits import ONE, count, lowest
from ludotheque.core.fields import Int64Array, UInt64Array, int64
from ludotheque.core.local import local_array
from ludotheque.core.rule import generic, rule

from ..rules.geometry import (
    BANKS,
    BOARD,
    LARGEST,
    NONE,
    PLACES,
    SHORE,
    SHORE_PLACES,
    SIZES,
    STREAM,
    CellSet,
    cell_of,
    column_and_row,
    first,
    lattice_of,
    touching,
)
from ..rules.groups import chain, goal, is_ordered
from ..rules.state import CHAIN, DICE, PROTECTION, ROLLS, Position, are_enemies, occupied

DiceList = NDArray[np.int64]  # the places and the values of some dice, one a column
Terms = Int64Array

# The terms of a seat. The first ones follow from its own dice alone.
TURNS = 0  # that are missing to a complete chain, about
IN_PLAY = 1  # dice on the board
POWER = 2  # pips on the board
HOME = 3  # dice on the own bank
LENGTH = 4  # dice in order of the anchored chain; 0 without an anchor
EXCESS = 5  # dice too many in an anchored chain
ORDERED = 6  # whether that chain is ordered and isolated; only then the following are counted
CRAMPED = 7  # values that have no room at either end of it
LOW, HIGH, LOW_END, HIGH_END = 8, 9, 10, 11  # its lowest and its highest value, and their places
OWN_TERMS = 12
HANGING = 12  # dice that an enemy could capture if it were its turn
HANGING_PIPS = 13  # the pips of those
OPEN_ENDS = 14  # ends that can grow
READY = 15  # of those, ends beside which the right die stands ready
LAST = 16  # ends beside which a die stands ready that would complete the chain
TERMS = 17

# What is remembered of the dice of one seat: a key, its anchored chain by lattice, and its own terms in one number.
KEY, CHAIN_SHORE, CHAIN_STREAM, PACKED, WORDS = 0, 1, 2, 3, 4
BITS = np.array([8, 4, 6, 3, 3, 4, 1, 3, 3, 3, 7, 7], np.uint64)  # of each term
SHIFT = np.cumsum(BITS, dtype=np.uint64) - BITS
LIMIT = (ONE << BITS) - ONE
SLOTS = 4096  # a power of two
MIX, LATER = np.uint64(0x9E37_79B9_7F4A_7C15), np.uint64(32)

# Steps between two places.
_AT = np.array([column_and_row(place) for place in range(PLACES)])
STEPS = np.abs(_AT[:, None, :] - _AT[None, :, :]).max(axis=2).astype(np.int8)
# Steps to the opposite bank, by width, own bank and place.
CROSSING = np.zeros((LARGEST + 1, 4, PLACES), np.int8)
for _size in SIZES:
    CROSSING[_size] = np.stack([_size - 1 - _AT[:, 1], _size - 1 - _AT[:, 0], _AT[:, 1], _AT[:, 0]])
MOST_TURNS = 255
MOST_DICE = 10
DICE_LIST = 2 * MOST_DICE
PLACE, VALUE, USED = 0, 1, 0  # the rows of a list of dice, and a value that crosses one out
NEW = -1  # a die from the supply
IMPOSSIBLE = 99
REBUILT = 3  # turns to make room for a value
ROLLED = 3  # a roll or two bring a value that fits as soon as this


@generic
def look_at(s: Position, seat: int, memory: UInt64Array, terms: Terms) -> None:
    """Writes the terms of a seat. ``memory`` is room for WORDS numbers, or for a power of two times as many; at first
    they are 0."""
    at = recall(s, seat, memory)
    for term in range(OWN_TERMS):
        terms[term] = int64(memory[at + PACKED] >> SHIFT[term] & LIMIT[term])
    for term in range(OWN_TERMS, TERMS):
        terms[term] = 0
    shore, stream = s.dice[seat, SHORE], s.dice[seat, STREAM]
    if terms[ORDERED]:
        here, there = memory[at + CHAIN_SHORE], memory[at + CHAIN_STREAM]
        look_at_end(s, seat, here, there, terms[LOW_END], terms[LOW] - 1, terms)
        look_at_end(s, seat, here, there, terms[HIGH_END], terms[HIGH] + 1, terms)
        if PROTECTION[s.level]:
            shore &= ~here
            stream &= ~there
    look_at_danger(s, seat, shore, stream, terms)


# The dice of a seat alone


@generic
def recall(s: Position, seat: int, memory: UInt64Array) -> int:
    """Where in the memory the seat's dice are, looked at if they were not before.

    What one seat does leaves the dice of the others as they are, and its own come back after every other reply.
    """
    key = key_of(s, seat)
    at = WORDS * int64(key >> LATER & np.uint64(len(memory) // WORDS - 1))
    if memory[at + KEY] != key:
        memory[at + KEY] = key
        look_at_own(s, seat, memory, at)
    return at


@rule
def key_of(s: Position, seat: int) -> np.uint64:
    """A number that tells these dice from all others, and is not 0: the bits of their values, of each lattice."""
    key = np.uint64(1 + int64(s.level) + 8 * seat) * MIX
    for lattice in range(2):
        dice = s.dice[seat, lattice]
        odd = (s.faces[1, lattice] | s.faces[3, lattice] | s.faces[5, lattice]) & dice
        middle = (s.faces[2, lattice] | s.faces[3, lattice] | s.faces[6, lattice]) & dice
        high = (s.faces[4, lattice] | s.faces[5, lattice] | s.faces[6, lattice]) & dice
        for part in (odd, middle, high):
            key = (key ^ part) * MIX
            key ^= key >> LATER
    return key | ONE


@generic
def look_at_own(s: Position, seat: int, memory: UInt64Array, at: int) -> None:
    """Writes down what follows from the dice of a seat alone."""
    dice = local_array(DICE_LIST, np.int64).reshape(2, MOST_DICE)
    terms = local_array(OWN_TERMS, np.int64)
    for term in range(OWN_TERMS):
        terms[term] = 0
    shore, stream = s.dice[seat, SHORE], s.dice[seat, STREAM]
    terms[HOME] = count(shore & BANKS[s.width, s.bank[seat]])
    terms[IN_PLAY] = count(shore) + count(stream)
    for value in range(1, 7):
        terms[POWER] += value * (count(shore & s.faces[value, SHORE]) + count(stream & s.faces[value, STREAM]))
    anchor = shore & goal(s, seat)
    if anchor == NONE:
        terms[TURNS] = turns_to_anchor(s, seat, dice)
    else:
        memory[at + CHAIN_SHORE], memory[at + CHAIN_STREAM] = look_at_chain(s, seat, anchor, dice, terms)
    terms[TURNS] = min(terms[TURNS], MOST_TURNS)
    memory[at + PACKED] = packed(terms)


@generic
def packed(terms: Terms) -> np.uint64:
    word = NONE
    for term in range(OWN_TERMS):
        word |= np.uint64(terms[term]) << SHIFT[term]
    return word


@generic
def look_at_chain(s: Position, seat: int, anchor: np.uint64, dice: DiceList, terms: Terms) -> CellSet:
    """The terms of an anchored chain; returns its dice."""
    here, there = chain(s, seat, anchor)
    low, high, low_end, high_end, line_here, line_there = line(s, seat, anchor)
    n = list_dice(s, s.dice[seat, SHORE] & ~line_here, s.dice[seat, STREAM] & ~line_there, dice)
    terms[LOW], terms[HIGH], terms[LOW_END], terms[HIGH_END] = low, high, low_end, high_end
    terms[LENGTH] = high - low + 1
    terms[EXCESS] = count(here) + count(there) - terms[LENGTH]
    terms[TURNS] = terms[EXCESS] + turns_to_grow(s, seat, dice, n, low, high, low_end, high_end)
    if terms[EXCESS] == 0 and is_ordered(s, here, there):
        terms[ORDERED] = 1
        terms[CRAMPED] = without_room(s, seat, here, there, low, high, low_end, high_end)
        terms[TURNS] += REBUILT * terms[CRAMPED]
    return here, there


@generic
def list_dice(s: Position, shore: np.uint64, stream: np.uint64, dice: DiceList) -> int:
    """Writes the place and the value of each of these dice; returns how many there are."""
    n = 0
    for value in range(1, 7):
        here, there = shore & s.faces[value, SHORE], stream & s.faces[value, STREAM]
        while here:
            dice[PLACE, n], dice[VALUE, n] = lowest(here), value
            n += 1
            here &= here - ONE
        while there:
            dice[PLACE, n], dice[VALUE, n] = lowest(there) + SHORE_PLACES, value
            n += 1
            there &= there - ONE
    return n


# How far it is to a complete chain


@generic
def turns_to_anchor(s: Position, seat: int, dice: DiceList) -> int:
    """About how many turns a seat without an anchor needs if nobody disturbs it: the die nearest to the opposite bank
    becomes the anchor, and the others follow."""
    n = list_dice(s, s.dice[seat, SHORE], s.dice[seat, STREAM], dice)
    nearest, turns = -1, int64(s.width)
    for i in range(n):
        steps = int64(CROSSING[s.width, s.bank[seat], dice[PLACE, i]])
        if steps < turns:
            nearest, turns = i, steps
    if nearest < 0:
        return turns + turns_to_grow(s, seat, dice, n, 1, 1, -1, -1)
    value = dice[VALUE, nearest]
    dice[VALUE, nearest] = USED
    return turns + turns_to_grow(s, seat, dice, n, value, value, -1, -1)


@generic
def turns_to_grow(
    s: Position, seat: int, dice: DiceList, n: int, low: int, high: int, low_end: int, high_end: int
) -> int:
    """The same with a line from low to high: dice are added one by one, at the end where it takes fewer turns."""
    left = int64(DICE[s.level]) - count(s.dice[seat, SHORE]) - count(s.dice[seat, STREAM])
    below, above, turns = low - 1, high + 1, 0
    down, down_with = cheapest(s, seat, dice, n, below, 1, low_end, left)
    up, up_with = cheapest(s, seat, dice, n, above, 1, high_end, left)
    for _ in range(int64(CHAIN[s.level]) - (high - low + 1)):
        is_down = down <= up
        used = down_with if is_down else up_with
        turns += min(down, up)
        if used == NEW:
            left -= 1
        else:
            dice[VALUE, used] = USED
        below -= is_down
        above += not is_down
        if is_down or down_with == used:
            down, down_with = cheapest(s, seat, dice, n, below, low - below, low_end, left)
        if not is_down or up_with == used:
            up, up_with = cheapest(s, seat, dice, n, above, above - high, high_end, left)
    return turns


@generic
def cheapest(
    s: Position, seat: int, dice: DiceList, n: int, value: int, slot: int, end: int, left: int
) -> tuple[int, int]:
    """The fewest turns to bring a die with this value to that slot behind an end, and which die that is."""
    least, best = 30, NEW
    if value < 1 or value > 6:
        return IMPOSSIBLE, NEW
    most = ROLLED if ROLLS[s.level] else 5
    if left > 0:
        least = max(1, int64(s.width) - slot) + (0 if s.entry_chosen else min(most, value - 1))
    for i in range(n):
        if dice[VALUE, i] != USED:
            place = dice[PLACE, i]
            far = int64(CROSSING[s.width, s.bank[seat], place]) if end < 0 else int64(STEPS[place, end])
            cost = min(most, abs(dice[VALUE, i] - value)) + max(0, far - slot)
            if cost < least:
                least, best = cost, i
    return least, best


# The anchored chain


@generic
def line(s: Position, seat: int, anchor: np.uint64) -> tuple[int, int, int, int, np.uint64, np.uint64]:
    """The line of consecutive values through the anchor: lowest and highest value, their places, all its dice."""
    value = 1
    while not s.faces[value, SHORE] & anchor:
        value += 1
    high, high_end, here, there = climb(s, seat, anchor, value, 1)
    low, low_end, more_here, more_there = climb(s, seat, anchor, value, -1)
    return low, high, low_end, high_end, here | more_here, there | more_there


@generic
def climb(s: Position, seat: int, die: np.uint64, value: int, step: int) -> tuple[int, int, np.uint64, np.uint64]:
    """Goes from a die on the shore to a neighbour whose value is one step on, and so forth."""
    here, there = die, NONE
    while True:
        beside = touching(SHORE, die) & s.dice[seat, STREAM] & s.faces[value + step, STREAM]
        if beside == NONE:
            return value, lowest(die), here, there
        stream = first(beside)
        there |= stream
        value += step
        beside = touching(STREAM, stream) & s.dice[seat, SHORE] & s.faces[value + step, SHORE]
        if beside == NONE:
            return value, lowest(stream) + SHORE_PLACES, here, there
        die = first(beside)
        here |= die
        value += step


@generic
def without_room(
    s: Position, seat: int, here: np.uint64, there: np.uint64, low: int, high: int, low_end: int, high_end: int
) -> int:
    """How many values an ordered chain will lack however long it waits: who does not see that waits for ever."""
    lowest_value = 1 if has_room(s, seat, here, there, low_end) else low
    highest_value = 6 if has_room(s, seat, here, there, high_end) else high
    return max(0, int64(CHAIN[s.level]) - (highest_value - lowest_value + 1))


@generic
def has_room(s: Position, seat: int, here: np.uint64, there: np.uint64, place: int) -> bool:
    """Whether a die could stand behind an end of a chain. Whoever stands there now will move; the chain will not."""
    lattice, end = lattice_of(place), cell_of(place)
    own, beyond = (here, there) if lattice == SHORE else (there, here)
    room = BOARD[s.width, 1 - lattice] & ~beyond
    if lattice == STREAM:
        room &= ~goal(s, seat)
    return bool(touching(lattice, end) & room & ~touching(lattice, own ^ end) != NONE)


@generic
def look_at_end(
    s: Position, seat: int, here: np.uint64, there: np.uint64, place: int, value: int, terms: Terms
) -> None:
    """An end of an ordered chain where a die of this value would fit: whether it is open, and one is a step away."""
    if value == 0 or value == 7:
        return
    lattice, end = lattice_of(place), cell_of(place)
    others = (here if lattice == SHORE else there) ^ end
    free = BOARD[s.width, 1 - lattice] & ~occupied(s, 1 - lattice)
    if lattice == STREAM:
        free &= ~goal(s, seat)
    fitting = touching(lattice, end) & free & ~touching(lattice, others)
    if fitting == NONE:
        return
    is_ready = s.dice[seat, lattice] & ~others & s.faces[value, lattice] & touching(1 - lattice, fitting) != NONE
    if is_ready and terms[LENGTH] + 1 >= CHAIN[s.level]:
        terms[LAST] += 1
    else:
        terms[OPEN_ENDS] += 1
        terms[READY] += int64(is_ready)


# Captures


@generic
def look_at_danger(s: Position, seat: int, shore: np.uint64, stream: np.uint64, terms: Terms) -> None:
    """Which of these dice an enemy could capture."""
    enemy_shore, enemy_stream = enemies(s, seat)
    shore &= touching(STREAM, enemy_stream)
    stream &= touching(SHORE, enemy_shore)
    if shore | stream == NONE:
        return  # the usual case
    strong_shore, strong_stream = NONE, NONE
    for value in range(6, 0, -1):
        here, there = s.faces[value, SHORE], s.faces[value, STREAM]
        strong_shore |= enemy_shore & here
        strong_stream |= enemy_stream & there
        hanging = count(shore & here & touching(STREAM, strong_stream))
        hanging += count(stream & there & touching(SHORE, strong_shore))
        terms[HANGING] += hanging
        terms[HANGING_PIPS] += hanging * value


@generic
def enemies(s: Position, seat: int) -> CellSet:
    """All dice of the seat's enemies, by lattice."""
    shore, stream = NONE, NONE
    for enemy in range(int64(s.seats)):
        if are_enemies(s, seat, enemy):
            shore |= s.dice[enemy, SHORE]
            stream |= s.dice[enemy, STREAM]
    return shore, stream
