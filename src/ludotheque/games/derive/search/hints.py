"""What a position of Dérive promises each seat, for the search.

Each seat has a *strength*, a weighted sum of what can be seen: about how many turns it needs to complete its chain, the
chain that it has, and which of its dice can be captured. The differences of strength say how likely each is to win.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.bits import ONE, count, lowest
from ludotheque.core.fields import Values, int64
from ludotheque.core.local import local_array
from ludotheque.core.rule import generic

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
from ..rules.state import CHAIN, DICE, NOTHING, PROTECTION, ROLLS, Position, are_enemies, occupied, show, value_at

DiceList = NDArray[np.int64]  # the places and the values of some dice, one a column

HORIZON = 0

# The weights.
NAMES = (
    "turns",  # each turn that is missing to a complete chain
    "haste",  # each doubling of these turns
    "move",  # to be the next to choose
    "dice",  # each die on the board
    "power",  # each pip on the board
    "home",  # each die on the own bank
    "hanging_now",  # each die that the enemy can capture at once
    "hanging_value",  # each pip of those
    "hanging_later",  # each die that it could capture if it were its turn
    "disorder",  # each die too many in an anchored chain
    "cramped",  # each value that has no room at either end of an ordered chain
    "open_ends",  # each end of the chain that can grow
    "ready",  # each end beside which the right die stands ready
    "last",  # the same when it would win, and the enemy is to choose
    "win",  # the same when the seat itself is to choose
    *(f"chain_{n}" for n in range(1, 6)),  # dice in order of the anchored chain
)
TURNS, HASTE, MOVE, IN_PLAY, POWER, HOME, HANGING_NOW, HANGING_VALUE, HANGING_LATER = range(9)
DISORDER, CRAMPED, OPEN_ENDS, READY, LAST, WIN = range(9, 15)
LENGTH = 14  # one place before the first of several
# Found by matches of variants; see docs/strength.md. One row serves all levels.
WEIGHTS = np.array(
    [-0.03, -1.0, 0.1, 0.1, 0.04, 0.0, -0.15, -0.025, -0.05, -0.1, -1.2, 0.15, 0.2, 1.0, 4.0, 0.6, 1.2, 2.0, 3.0, 4.0]
)
# How surely a lead in strength wins among more than two. A curve that is quite flat at its end would see no difference
# between the ways to win a game that is nearly won, and never finish it: so this is small, and two have no softmax.
SURENESS = 0.5
FINEST = 0.03  # parts of a win in which a position may be measured, however far somebody is ahead

# Steps between two places.
_AT = np.array([column_and_row(place) for place in range(PLACES)])
STEPS = np.abs(_AT[:, None, :] - _AT[None, :, :]).max(axis=2).astype(np.int8)
# Steps to the opposite bank, by width, own bank and place.
CROSSING = np.zeros((LARGEST + 1, 4, PLACES), np.int8)
for _size in SIZES:
    CROSSING[_size] = np.stack([_size - 1 - _AT[:, 1], _size - 1 - _AT[:, 0], _AT[:, 1], _AT[:, 0]])
LOGARITHM = np.log2(np.arange(256) + 2.0)
MOST_TURNS = 255
MOST_DICE = 10
DICE_LIST = 2 * MOST_DICE
MOST_SEATS = 4
PLACE, VALUE, USED = 0, 1, 0  # the rows of a list of dice, and a value that crosses one out
NEW = -1  # a die from the supply
IMPOSSIBLE = 99
REBUILT = 3  # turns to make room for a value
ROLLED = 3  # a roll or two bring a value that fits as soon as this


@generic
def evaluate(s: Position, out: Values) -> None:
    """While a die is rolled, the mean of a low and a high face: all six would take three times as long."""
    for seat in range(len(out)):
        out[seat] = 0.0
    if s.rolling == NOTHING:
        add_expectations(s, int64(s.turn), 0.98, out)
        return
    place, after = int64(s.rolling), (int64(s.turn) + 1) % int64(s.seats)
    value = value_at(s, place)
    for face in (2, 5):
        show(s, place, face)
        add_expectations(s, after, 0.49, out)
    show(s, place, value)


@generic
def add_expectations(s: Position, turn: int, part: float, out: Values) -> None:
    """Adds a part of what each seat can expect if it is the turn of ``turn``."""
    dice = local_array(DICE_LIST, np.int64).reshape(2, MOST_DICE)
    strengths = local_array(MOST_SEATS, np.float64)
    for seat in range(int64(s.seats)):  # one call for all seats: Numba compiles it anew for every kind of argument
        strengths[seat] = strength(s, seat, turn, WEIGHTS, dice)
    if s.seats == 2:
        lead = strengths[0] - strengths[1]
        value = part * lead / (2.0 + abs(lead))
        out[0] += value
        out[1] -= value
    else:
        share_out(s, part, strengths, out)


@generic
def share_out(s: Position, part: float, strengths: Values, out: Values) -> None:
    """Three or four seats: a softmax of the strengths; a team has the chances of both its members."""
    seats, total = int64(s.seats), 0.0
    for seat in range(seats):
        strengths[seat] = math.exp(SURENESS * strengths[seat])
        total += strengths[seat]
    least = 1.0 if s.teams else 1.0 / (seats - 1)
    for seat in range(seats):
        chance = strengths[seat] / total
        if s.teams:
            chance += strengths[(seat + 2) % seats] / total
        out[seat] += part * (chance * (1.0 + least) - least)


@generic
def grain(s: Position) -> float:
    """Where a seat is far ahead the curve is flat: what counted a tenth of a win before counts a hundredth there.

    A search that does not know that sees no difference between the ways to win, and wanders about.
    """
    values, best = local_array(MOST_SEATS, np.float64)[: int64(s.seats)], -1.0
    evaluate(s, values)
    for seat in range(int64(s.seats)):
        best = max(best, values[seat])
    slope = (1.0 - best) ** 2 if s.seats == 2 else slope_among_many(s, best)
    return min(1.0, max(FINEST, slope))


@generic
def slope_among_many(s: Position, best: float) -> float:
    """Of the softmax, compared with its slope where all have the same chance."""
    sides = 2 if s.teams else int64(s.seats)
    least = 1.0 / (sides - 1)
    chance = (best + least) / (1.0 + least)
    return chance * (1.0 - chance) * sides * sides * least


# How strong a seat is


@generic
def strength(s: Position, seat: int, turn: int, w: Values, dice: DiceList) -> float:
    """Only differences between seats mean something. ``dice`` is room for the dice of a seat."""
    shore, stream = s.dice[seat, SHORE], s.dice[seat, STREAM]
    x = w[HOME] * count(shore & BANKS[s.width, s.bank[seat]]) + w[IN_PLAY] * (count(shore) + count(stream))
    if turn == seat:
        x += w[MOVE]
    anchor = shore & goal(s, seat)
    if anchor == NONE:
        turns = turns_to_anchor(s, seat, dice)
    else:
        here, there = chain(s, seat, anchor)
        low, high, low_end, high_end, line_here, line_there = line(s, seat, anchor)
        n = list_dice(s, shore & ~line_here, stream & ~line_there, dice)
        length = high - low + 1
        excess = count(here) + count(there) - length
        turns = excess + turns_to_grow(s, seat, dice, n, low, high, low_end, high_end)
        x += w[LENGTH + min(length, 5)] + w[DISORDER] * excess
        if excess == 0 and is_ordered(s, here, there):
            cramped = without_room(s, seat, here, there, low, high, low_end, high_end)
            turns += REBUILT * cramped
            x += w[CRAMPED] * cramped
            x += growth(s, seat, here, there, low_end, low - 1, turn, w)
            x += growth(s, seat, here, there, high_end, high + 1, turn, w)
            if PROTECTION[s.level]:
                shore &= ~here
                stream &= ~there
    return x + pace(turns, w) + danger(s, seat, turn, shore, stream, w)


@generic
def pace(turns: int, w: Values) -> float:
    """The fewer turns are missing, the more each of them counts."""
    turns = min(turns, MOST_TURNS)
    return w[TURNS] * turns + w[HASTE] * LOGARITHM[turns]


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
def growth(
    s: Position, seat: int, here: np.uint64, there: np.uint64, place: int, value: int, turn: int, w: Values
) -> float:
    """The worth of an end of an ordered chain where a die of this value would fit; more if one is a step away."""
    if value == 0 or value == 7:
        return 0.0
    lattice, end = lattice_of(place), cell_of(place)
    others = (here if lattice == SHORE else there) ^ end
    free = BOARD[s.width, 1 - lattice] & ~occupied(s, 1 - lattice)
    if lattice == STREAM:
        free &= ~goal(s, seat)
    fitting = touching(lattice, end) & free & ~touching(lattice, others)
    if fitting == NONE:
        return 0.0
    if s.dice[seat, lattice] & ~others & s.faces[value, lattice] & touching(1 - lattice, fitting) == NONE:
        return w[OPEN_ENDS]
    if count(here) + count(there) + 1 < CHAIN[s.level]:
        return w[OPEN_ENDS] + w[READY]
    return w[WIN] if turn == seat else w[LAST]


# Captures


@generic
def danger(s: Position, seat: int, turn: int, shore: np.uint64, stream: np.uint64, w: Values) -> float:
    """What it counts that the enemy could capture some of these dice; and all pips of the seat."""
    strong_shore, strong_stream = NONE, NONE
    dice, pips, power = 0, 0, 0
    enemy_shore, enemy_stream = enemies(s, seat)
    for value in range(6, 0, -1):
        here, there = s.faces[value, SHORE], s.faces[value, STREAM]
        strong_shore |= enemy_shore & here
        strong_stream |= enemy_stream & there
        hanging = count(shore & here & touching(STREAM, strong_stream))
        hanging += count(stream & there & touching(SHORE, strong_shore))
        dice += hanging
        pips += hanging * value
        power += value * (count(s.dice[seat, SHORE] & here) + count(s.dice[seat, STREAM] & there))
    if turn >= 0 and are_enemies(s, seat, turn):
        return w[POWER] * power + w[HANGING_NOW] * dice + w[HANGING_VALUE] * pips
    return w[POWER] * power + w[HANGING_LATER] * dice


@generic
def enemies(s: Position, seat: int) -> CellSet:
    """All dice of the seat's enemies, by lattice."""
    shore, stream = NONE, NONE
    for enemy in range(int64(s.seats)):
        if are_enemies(s, seat, enemy):
            shore |= s.dice[enemy, SHORE]
            stream |= s.dice[enemy, STREAM]
    return shore, stream
