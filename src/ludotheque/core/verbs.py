"""The verbs that every game's rules define, callable for any game from one piece of compiled code.

The record type of a state says which game it belongs to. In compiled code a verb is resolved when it is compiled, so it
costs no more than calling that game's function by name; uncompiled it is looked up in the same table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeGuard, cast

import numpy as np
from numba.core.errors import TypingError
from numba.extending import overload
from numba.np.numpy_support import from_dtype

from .bits import lowest, random_below, seed_stream
from .contract import CountingRules, EvenRules, Rules, ScoringRules
from .fields import Codes, Fields, Int64Array, States, Stream, UInt64Array, Values, int64
from .local import local_array, local_copy
from .rule import CHANCE, WITH_NRT, WITHOUT_NRT, generic, rule

# Numba's record type of a state -> the rules module of its game.
_RULES: dict[Any, Rules[Any, Any]] = {}


def register(rules: Rules[Any, Any]) -> None:
    """Makes the verbs work on states of this layout."""
    _RULES[from_dtype(rules.LAYOUT)] = rules
    _rules_of_layout.cache_clear()


def actors(s: Fields) -> int:
    """The bit mask of the seats that may choose now, CHANCE, or 0 when the game is over."""
    return rules_of(s).actors(s)


def legal(s: Fields, seat: int, out: Codes) -> int:
    """Writes the action codes open to ``seat`` into ``out`` and returns how many."""
    return rules_of(s).legal(s, seat, out)


def weights(s: Fields, out: Codes) -> int:
    """Writes the weight of each outcome 0 … n−1 into ``out`` and returns n; an impossible outcome has weight 0."""
    return rules_of(s).weights(s, out)


def apply(s: Fields, seat: int, action: int) -> None:
    """Plays a legal action of a seat, or of CHANCE a possible outcome."""
    rules_of(s).apply(s, seat, action)


def result(s: Fields, out: Values) -> None:
    """Writes one number a seat into ``out``; the game must be over."""
    rules_of(s).result(s, out)


def scores(s: Fields, out: Values) -> None:
    """Writes the points of each seat into ``out``; only for games that have points."""
    cast(ScoringRules[Any, Any], rules_of(s)).scores(s, out)


def count_legal(s: Fields, seat: int, room: UInt64Array, codes: Codes) -> int:
    """How many actions are open to ``seat``; what ``apply_nth`` needs to know of them is left in ``room``."""
    own = rules_of(s)
    return own.count_legal(s, seat, room) if counts_legal(own) else own.legal(s, seat, codes)


def apply_nth(s: Fields, seat: int, n: int, room: UInt64Array, codes: Codes) -> None:
    """Plays one of the actions that ``count_legal`` has just counted, from 0, in an order of the game's own."""
    own = rules_of(s)
    if counts_legal(own):
        own.apply_nth(s, seat, n, room)
    else:
        own.apply(s, seat, codes[n])


def even_outcomes(s: Fields) -> int:
    """How many outcomes chance has, if the game knows that all are equally likely; else 0."""
    own = rules_of(s)
    return own.even_outcomes(s) if knows_even(own) else 0


def legal_room(s: Fields) -> UInt64Array:
    """Room for ``count_legal``: local memory of the function that asks."""
    return np.zeros(room_size(rules_of(s)), np.uint64)


def counts_legal(rules: Rules[Any, Any]) -> TypeGuard[CountingRules[Any, Any]]:
    """Whether a game can count its actions without listing them."""
    return hasattr(rules, "count_legal")


def knows_even(rules: Rules[Any, Any]) -> TypeGuard[EvenRules[Any, Any]]:
    """Whether a game can tell that a draw is even without writing its weights."""
    return hasattr(rules, "even_outcomes")


def room_size(rules: Rules[Any, Any]) -> int:
    return rules.ROOM if counts_legal(rules) else 1


def rules_of(s: Fields) -> Rules[Any, Any]:
    """The rules of the game that a state belongs to."""
    return _rules_of_layout(s.dtype)


@cache
def _rules_of_layout(layout: np.dtype[np.void]) -> Rules[Any, Any]:
    """Kept, because Numba takes a quarter of a millisecond to find the type, and uncompiled every verb asks."""
    return _RULES[from_dtype(layout)]


def rules_of_type(kind: object) -> Rules[Any, Any]:
    """The same for compiled code, which knows the type of a state."""
    if kind not in _RULES:
        raise TypingError(f"no game has states of type {kind}")
    return _RULES[kind]


def _verb(kind: object, name: str) -> Callable[..., Any]:
    verb: Callable[..., Any] = getattr(rules_of_type(kind), name)
    return verb


# Numba wants the same signature outside and inside, so these cannot be made in a loop; what the outer one is given
# are the types of those arguments. Whatever kind of number is
# given, a rule is compiled for one kind: twice as many would take twice as long.


@overload(actors, jit_options=WITHOUT_NRT)
def _actors(s: Fields) -> Callable[..., object]:
    verb = _verb(s, "actors")

    def call(s: Fields) -> int:
        return verb(s)

    return call


@overload(legal, jit_options=WITHOUT_NRT)
def _legal(s: Fields, seat: int, out: Codes) -> Callable[..., object]:
    verb = _verb(s, "legal")

    def call(s: Fields, seat: int, out: Codes) -> int:
        return verb(s, int64(seat), out)

    return call


@overload(weights, jit_options=WITHOUT_NRT)
def _weights(s: Fields, out: Codes) -> Callable[..., object]:
    verb = _verb(s, "weights")

    def call(s: Fields, out: Codes) -> int:
        return verb(s, out)

    return call


@overload(apply, jit_options=WITHOUT_NRT)
def _apply(s: Fields, seat: int, action: int) -> Callable[..., object]:
    verb = _verb(s, "apply")

    def call(s: Fields, seat: int, action: int) -> None:
        return verb(s, int64(seat), int64(action))

    return call


@overload(result, jit_options=WITHOUT_NRT)
def _result(s: Fields, out: Values) -> Callable[..., object]:
    verb = _verb(s, "result")

    def call(s: Fields, out: Values) -> None:
        return verb(s, out)

    return call


@overload(scores, jit_options=WITHOUT_NRT)
def _scores(s: Fields, out: Values) -> Callable[..., object]:
    verb = _verb(s, "scores")

    def call(s: Fields, out: Values) -> None:
        return verb(s, out)

    return call


@overload(count_legal, jit_options=WITHOUT_NRT)
def _count_legal(s: Fields, seat: int, room: UInt64Array, codes: Codes) -> Callable[..., object]:
    rules = rules_of_type(s)
    verb: Callable[..., Any] = rules.count_legal if counts_legal(rules) else rules.legal

    def counted(s: Fields, seat: int, room: UInt64Array, codes: Codes) -> int:
        return verb(s, int64(seat), room)

    def listed(s: Fields, seat: int, room: UInt64Array, codes: Codes) -> int:
        return verb(s, int64(seat), codes)

    return counted if counts_legal(rules) else listed


@overload(apply_nth, jit_options=WITHOUT_NRT)
def _apply_nth(s: Fields, seat: int, n: int, room: UInt64Array, codes: Codes) -> Callable[..., object]:
    rules = rules_of_type(s)
    verb: Callable[..., Any] = rules.apply_nth if counts_legal(rules) else rules.apply

    def counted(s: Fields, seat: int, n: int, room: UInt64Array, codes: Codes) -> None:
        return verb(s, int64(seat), int64(n), room)

    def listed(s: Fields, seat: int, n: int, room: UInt64Array, codes: Codes) -> None:
        return verb(s, int64(seat), int64(codes[n]))

    return counted if counts_legal(rules) else listed


@overload(even_outcomes, jit_options=WITHOUT_NRT)
def _even_outcomes(s: Fields) -> Callable[..., object]:
    rules = rules_of_type(s)
    verb: Callable[..., Any] = rules.even_outcomes if knows_even(rules) else rules.actors

    def known(s: Fields) -> int:
        return int64(verb(s))

    def unknown(s: Fields) -> int:
        return int64(0)

    return known if knows_even(rules) else unknown


@overload(legal_room, inline="always", jit_options=WITH_NRT)
def _legal_room(s: Fields) -> Callable[..., object]:
    size = room_size(rules_of_type(s))

    def call(s: Fields) -> UInt64Array:
        return local_array(size, np.uint64)

    return call


# What Python asks of compiled code. Each function takes states as an array, because Numba recognises an array about ten
# times as fast as a single record. They are compiled for one game at a time by ``Game.compiled``.


def ask_actors(states: States) -> int:
    return actors(states[0])


def ask_legal(states: States, seat: int, codes: Codes) -> int:
    return legal(states[0], seat, codes)


def ask_weights(states: States, outcome_weights: Codes) -> int:
    return weights(states[0], outcome_weights)


def ask_result(states: States, values: Values) -> None:
    result(states[0], values)


def ask_scores(states: States, values: Values) -> None:
    scores(states[0], values)


def ask_step(states: States, after: States, seat: int, action: int, codes: Codes) -> bool:
    """Plays ``action`` into ``after`` if it is legal; otherwise changes nothing and returns False."""
    n = weights(states[0], codes) if seat == CHANCE else legal(states[0], seat, codes)
    if not is_offered(action, seat, codes, n):
        return False
    after[0] = states[0]
    apply(after[0], seat, action)
    return True


@generic
def is_offered(action: int, seat: int, codes: Codes, n: int) -> bool:
    if seat == CHANCE:
        return 0 <= action < n and codes[action] > 0
    for i in range(n):  # noqa: SIM110 - compiled code has no generator expressions
        if codes[i] == action:
            return True
    return False


@rule
def draw_outcome(rng: Stream, outcome_weights: Codes, n: int) -> int:
    """An outcome with the probability of its weight."""
    total = 0
    for i in range(n):
        total += outcome_weights[i]
    at, outcome, below = random_below(rng, total), 0, 0
    for i in range(n):  # to the end: a way out would be mispredicted
        below += outcome_weights[i]
        outcome += int64(at >= below)
    return outcome


@rule
def draw_any(s: Fields, rng: Stream, codes: Codes) -> None:
    """A draw at random."""
    n = even_outcomes(s)
    apply(s, CHANCE, random_below(rng, n) if n > 0 else draw_outcome(rng, codes, weights(s, codes)))


@rule
def play_any(s: Fields, seat: int, rng: Stream, room: UInt64Array, codes: Codes) -> None:
    """A choice at random."""
    apply_nth(s, seat, random_below(rng, count_legal(s, seat, room, codes)), room, codes)


@generic
def play_out(start: Fields, rng: Stream, codes: Codes, values: Values) -> int:
    """Random events from a position to the end of the game, whose result is written; the number of choices.

    The state that is played and the random numbers are local: the machine need not write them back after every step,
    and cores that play at the same time never wait for a cache line that they share.
    """
    s, stream, room = local_copy(start), local_array(1, np.uint64), legal_room(start)
    stream[0] = rng[0]
    choices = 0
    acting = actors(s)
    while acting != 0:
        if acting == CHANCE:
            draw_any(s, stream, codes)
        else:
            play_any(s, lowest(acting), stream, room, codes)
            choices += 1
        acting = actors(s)
    result(s, values)
    rng[0] = stream[0]
    return choices


def play_games(states: States, seed: np.uint64, first: int, codes: Codes, results: Values, lengths: Int64Array) -> None:
    """Random games from ``states[0]``; game number i depends on nothing but the seed and i."""
    play_each(states[0], seed, first, codes, results, lengths)


@generic
def play_each(start: Fields, seed: np.uint64, first: int, codes: Codes, results: Values, lengths: Int64Array) -> None:
    """An inner function: so nobody counts for every game who still needs its row of the results."""
    rng = local_array(1, np.uint64)
    for i in range(len(lengths)):
        seed_stream(rng, seed, first + i)
        lengths[i] = play_out(start, rng, codes, results[i])


@generic
def list_events(s: Fields, codes: Codes) -> int:
    """The events that may come next, for perft: one actor, or the possible outcomes of chance."""
    acting = actors(s)
    if acting == 0:
        return 0
    if acting != CHANCE:
        return legal(s, lowest(acting), codes)
    n, possible = weights(s, codes), 0
    for i in range(n):
        if codes[i] > 0:
            codes[possible] = i
            possible += 1
    return possible


def count_sequences(states: States, depth: int, codes: Codes) -> int:
    """Sequences of exactly ``depth`` events; ``states`` and ``codes`` hold one row a level."""
    left = np.zeros(depth, np.int64)
    total, level = 0, 0
    left[0] = list_events(states[0], codes[0])
    while level >= 0:
        if level == depth - 1:
            total += left[level]
            left[level] = 0
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        states[level + 1] = states[level]
        acting = actors(states[level])
        seat = CHANCE if acting == CHANCE else lowest(acting)
        apply(states[level + 1], seat, codes[level][left[level]])
        level += 1
        left[level] = list_events(states[level], codes[level])
    return total
