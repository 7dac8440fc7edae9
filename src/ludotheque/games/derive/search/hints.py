"""What a position of Dérive promises each seat, for the search.

Each seat has a *strength*, a weighted sum of what can be seen: about how many turns it needs to complete its chain, the
chain that it has, and which of its dice can be captured. The differences of strength say how likely each is to win.
"""

from __future__ import annotations

import math

import numpy as np

from ludotheque.core.fields import Int64Array, UInt64Array, Values, int64
from ludotheque.core.local import local_array
from ludotheque.core.rule import generic

from ..rules.state import NOTHING, Position, are_enemies, show, value_at
from . import terms as seen
from .terms import KEY, MOST_TURNS, SLOTS, TERMS, WORDS, look_at

HORIZON = 0
AT_ONCE = True
MEMORY = SLOTS * WORDS

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
RESTED, TIRING = 0.25, 0.35  # parts of all choices: before more than two begin to tire, and until they are tired out
FINEST = 0.03  # parts of a win in which a position may be measured, however far somebody is ahead

LOGARITHM = np.log2(np.arange(MOST_TURNS + 1) + 2.0)
MOST_SEATS = 4


@generic
def evaluate(s: Position, out: Values) -> None:
    memory = local_array(WORDS, np.uint64)
    memory[KEY] = 0
    evaluate_by_memory(s, memory, out)


@generic
def evaluate_by_memory(s: Position, memory: UInt64Array, out: Values) -> None:
    """While a die is rolled, the mean of a low and a high face: all six would take three times as long."""
    for seat in range(len(out)):
        out[seat] = 0.0
    if s.rolling == NOTHING:
        add_expectations(s, int64(s.turn), 0.98, memory, out)
        return
    place, after = int64(s.rolling), (int64(s.turn) + 1) % int64(s.seats)
    value = value_at(s, place)
    for face in (2, 5):
        show(s, place, face)
        add_expectations(s, after, 0.49, memory, out)
    show(s, place, value)


@generic
def add_expectations(s: Position, turn: int, part: float, memory: UInt64Array, out: Values) -> None:
    """Adds a part of what each seat can expect if it is the turn of ``turn``."""
    strengths, terms = local_array(MOST_SEATS, np.float64), local_array(TERMS, np.int64)
    near = 0.0
    for seat in range(int64(s.seats)):  # one call for all seats: Numba compiles it anew for every kind of argument
        strengths[seat] = strength(s, seat, turn, WEIGHTS, memory, terms)
        near = max(near, nearness(terms))
    if s.seats == 2:
        lead = strengths[0] - strengths[1]
        value = part * lead / (2.0 + abs(lead))
        out[0] += value
        out[1] -= value
    else:
        share_out(s, part, strengths, weariness(s) * (1.0 - near), out)


@generic
def nearness(terms: Int64Array) -> float:
    """How near a seat is to the end of the game: 1 if nobody stands in its way."""
    return 1.0 if terms[seen.LAST] else 1.0 / (1.0 + terms[seen.TURNS])


@generic
def weariness(s: Position) -> float:
    """How much three or four seats, each for itself, are tired of a game that does not end: from 0 to 1.

    Three can keep a fourth from its last die for ever, and each of them the others. So who hardly wins any more would
    at last rather see another win than nobody.
    """
    if s.seats == 2 or s.teams:
        return 0.0
    return min(1.0, max(0.0, (int64(s.choices) / int64(s.max_choices) - RESTED) / TIRING))


@generic
def share_out(s: Position, part: float, strengths: Values, weary: float, out: Values) -> None:
    """Three or four seats: a softmax of the strengths; a team has the chances of both its members.

    The more weary they are, the more it is for all like the end of a game that nobody wins, which counts −1.
    """
    seats, total = int64(s.seats), 0.0
    for seat in range(seats):
        strengths[seat] = math.exp(SURENESS * strengths[seat])
        total += strengths[seat]
    least = 1.0 if s.teams else 1.0 / (seats - 1)
    for seat in range(seats):
        chance = strengths[seat] / total
        if s.teams:
            chance += strengths[(seat + 2) % seats] / total
        out[seat] += part * ((1.0 - weary) * (chance * (1.0 + least) - least) - weary)


@generic
def grain(s: Position) -> float:
    """Where a seat is far ahead the curve is flat: what counted a tenth of a win before counts a hundredth there.

    A search that does not know that sees no difference between the ways to win, and wanders about.
    """
    values, best, total = local_array(MOST_SEATS, np.float64)[: int64(s.seats)], -1.0, 0.0
    evaluate(s, values)
    for seat in range(int64(s.seats)):
        best = max(best, values[seat])
        total += values[seat]
    weary = min(0.9, -total / int64(s.seats))  # who is not has as much to win as the others have to lose
    best = (best + weary) / (1.0 - weary)
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
def strength(s: Position, seat: int, turn: int, w: Values, memory: UInt64Array, terms: Int64Array) -> float:
    """Only differences between seats mean something. ``terms`` is room to work in."""
    look_at(s, seat, memory, terms)
    x = w[HOME] * terms[seen.HOME] + w[IN_PLAY] * terms[seen.IN_PLAY] + w[POWER] * terms[seen.POWER]
    x += w[TURNS] * terms[seen.TURNS] + w[HASTE] * LOGARITHM[terms[seen.TURNS]]  # the fewer, the more each counts
    x += chain_worth(terms, turn == seat, w)
    if turn == seat:
        x += w[MOVE]
    if turn >= 0 and are_enemies(s, seat, turn):
        return x + w[HANGING_NOW] * terms[seen.HANGING] + w[HANGING_VALUE] * terms[seen.HANGING_PIPS]
    return x + w[HANGING_LATER] * terms[seen.HANGING]


@generic
def chain_worth(terms: Int64Array, is_next: bool, w: Values) -> float:
    """What the anchored chain counts for a seat that is the next to choose, or is not."""
    if terms[seen.LENGTH] == 0:
        return 0.0
    x = w[LENGTH + min(terms[seen.LENGTH], 5)] + w[DISORDER] * terms[seen.EXCESS] + w[CRAMPED] * terms[seen.CRAMPED]
    x += w[OPEN_ENDS] * terms[seen.OPEN_ENDS] + w[READY] * terms[seen.READY]
    return x + (w[WIN] if is_next else w[LAST]) * terms[seen.LAST]
