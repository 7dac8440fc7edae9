"""Where a game may help the search: the functions of its optional ``search/hints.py`` and ``search/features.py``.

Every hook has a plain meaning for all games; a function of the same name in a game's ``hints.py`` does it better.

``evaluate(s, out)``   what each seat can expect of a running position, like a result: between −1 and 1, alone the score
``evaluate_by_memory(s, memory, out)``   the same, sooner: ``memory`` is room for what was found out about a part of a
                       position that comes up again and again; every search has its own
``MEMORY``             how many numbers (uint64, at first 0) that room has
``policy(s, seat, codes, n, rng)``   which of the n actions in ``codes`` a playout takes; at random without it
``grain(s)``           how finely the values of choices differ here; 1 where nobody is ahead, less where they are alike
``milestone(s)``        a number that changes when something comes to pass that cannot be undone; 0 without it
``EVEN``               whether alpha-beta compares only positions in which the same seat is to act, where an evaluation
                       makes too much of that
``HORIZON``            after so many choices a playout is cut and the position evaluated
``AT_ONCE``            whether a position is expanded when it is first reached, and is worth what its best choice is

``features.py`` is for games of two seats that learn to judge positions (see ``network.py``). As soon as a network was
learned it counts, and no playout is made.

``features(s, out)``   writes the numbers of the features that hold, seen by one seat, and returns how many
``viewpoint(s)``       which seat that is; without it the one that is to act. A game with chance has to say it, because
                       positions are judged also where chance acts, and where nobody's turn has come
``fits(state)``        in Python: whether what was learned holds for this position, with its options; without it always
``LONGEST``            the choices after which a game that is learned from is drawn
``RECIPE``             what of ``learning/recipe.py`` is otherwise in this game
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload

from ..core.bits import lowest
from ..core.contract import Rules
from ..core.fields import Codes, Fields, Stream, UInt64Array, Values
from ..core.local import local_array, local_copy
from ..core.rule import CHANCE, WITHOUT_NRT, generic
from ..core.state import State
from ..core.verbs import (
    actors,
    apply,
    draw_any,
    legal,
    legal_room,
    play_any,
    result,
    rules_of,
    rules_of_type,
)
from .network import Network, forward

Implementation = Callable[..., object]  # of a hook, for one game
FOR_EVER = 1_000_000


def hints_of(rules: Rules[Any, Any]) -> ModuleType | None:
    """The ``hints.py`` beside a game's rules, if there is one."""
    return _module(f"{rules.__name__.rpartition('.')[0]}.search.hints")


def features_of(rules: Rules[Any, Any]) -> ModuleType | None:
    """The ``features.py`` beside them."""
    return _module(f"{rules.__name__.rpartition('.')[0]}.search.features")


@cache
def _module(name: str) -> ModuleType | None:
    return import_module(name) if find_spec(name) else None


def hint(rules: Rules[Any, Any], name: str) -> Any:
    """The game's own version of a hook, or None."""
    return getattr(hints_of(rules), name, None)


class Judge(NamedTuple):
    """What a search judges positions by: a network, and room to remember. Each search works in its own."""

    network: Network  # empty where none judges
    memory: UInt64Array


def judge_of(rules: Rules[Any, Any], network: Network) -> Judge:
    """A judge that has seen nothing yet."""
    return Judge(network.copy(), np.zeros(hint(rules, "MEMORY") or 0, np.uint64))


# What was learned


def has_learned(s: Fields, judge: Judge) -> bool:
    """Whether a network judges."""
    return features_of(rules_of(s)) is not None and len(judge.network) > 0


@overload(has_learned, inline="always")
def _has_learned(s: Fields, judge: Judge) -> Implementation:
    def never(s: Fields, judge: Judge) -> Any:
        return False

    def with_a_network(s: Fields, judge: Judge) -> Any:
        return len(judge.network) > 0

    return with_a_network if features_of(rules_of_type(s)) else never


def features(s: Fields, out: Codes) -> int:
    """Writes the numbers of the features that hold and returns how many; none in a game that names none."""
    own = features_of(rules_of(s))
    return int(own.features(s, out)) if own else 0


@overload(features)
def _features(s: Fields, out: Codes) -> Implementation:
    known = features_of(rules_of_type(s))
    own: Any = known and known.features

    def none(s: Fields, out: Codes) -> Any:
        return 0

    def as_the_game_says(s: Fields, out: Codes) -> Any:
        return own(s, out)

    return as_the_game_says if known else none


def viewpoint(s: Fields) -> int:
    """The seat by whose eyes a running position is seen: without a word of the game the one that is to act."""
    return viewpoint_by(rules_of(s), s)


def viewpoint_by(rules: Rules[Any, Any], s: Fields) -> int:
    """The same in Python where the rules are known: finding them takes longer than asking them."""
    own = getattr(features_of(rules), "viewpoint", None)
    return int(own(s)) if own else lowest(rules.actors(s))


@overload(viewpoint)
def _viewpoint(s: Fields) -> Implementation:
    own: Any = getattr(features_of(rules_of_type(s)), "viewpoint", None)

    def who_acts(s: Fields) -> Any:
        return lowest(actors(s))

    def as_the_game_says(s: Fields) -> Any:
        return own(s)

    return as_the_game_says if own else who_acts


def fits(state: State) -> bool:
    """Whether a network of this game knows such positions."""
    known = features_of(state.game.rules)
    own = getattr(known, "fits", None)
    return known is not None and state.seats == 2 and (own is None or bool(own(state)))


def ask_network(s: Fields, network: Network, codes: Codes, out: Values) -> None:
    """What each seat can expect as the network sees it, in a game of two."""
    seat = viewpoint(s)
    out[seat] = forward(network, codes, features(s, codes))
    out[1 - seat] = -out[seat]


@overload(ask_network)
def _ask_network(s: Fields, network: Network, codes: Codes, out: Values) -> Implementation:
    """Where there are no features there is nothing to compile."""

    def never_asked(s: Fields, network: Network, codes: Codes, out: Values) -> Any:
        nothing_known(out)

    def call(s: Fields, network: Network, codes: Codes, out: Values) -> Any:
        seat = viewpoint(s)
        out[seat] = forward(network, codes, features(s, codes))
        out[1 - seat] = -out[seat]

    return call if features_of(rules_of_type(s)) else never_asked


# What a game tells


def judges(s: Fields, judge: Judge) -> bool:
    """Whether a running position can be evaluated."""
    return hint(rules_of(s), "evaluate") is not None or has_learned(s, judge)


@overload(judges, inline="always")
def _judges(s: Fields, judge: Judge) -> Implementation:
    def always(s: Fields, judge: Judge) -> Any:
        return True

    def if_learned(s: Fields, judge: Judge) -> Any:
        return has_learned(s, judge)

    return always if hint(rules_of_type(s), "evaluate") else if_learned


def expands_at_once(s: Fields, judge: Judge) -> bool:
    """Whether a node gets its children at its first visit, and tells the value of the best one.

    A network's first value of a node is known when it is reached, and a visit that found it again was in vain. A game
    with an evaluation of its own says whether that pays.
    """
    return bool(hint(rules_of(s), "AT_ONCE")) or has_learned(s, judge)


@overload(expands_at_once, inline="always")
def _expands_at_once(s: Fields, judge: Judge) -> Implementation:
    def always(s: Fields, judge: Judge) -> Any:
        return True

    def if_learned(s: Fields, judge: Judge) -> Any:
        return has_learned(s, judge)

    return always if hint(rules_of_type(s), "AT_ONCE") else if_learned


@generic
def appraise(s: Fields, judge: Judge, codes: Codes, out: Values) -> None:
    """What each seat can expect of a running position: as it was learned, else as the game says."""
    if has_learned(s, judge):
        ask_network(s, judge.network, codes, out)
    else:
        evaluate_by_memory(s, judge.memory, out)


def evaluate(s: Fields, out: Values) -> None:
    """What each seat can expect of a running position; without a hint nobody is ahead."""
    own = hint(rules_of(s), "evaluate")
    if own:
        own(s, out)
    else:
        nothing_known(out)


@generic
def nothing_known(out: Values) -> None:
    for seat in range(len(out)):
        out[seat] = 0.0


@overload(evaluate, jit_options=WITHOUT_NRT)
def _evaluate(s: Fields, out: Values) -> Implementation:
    own = hint(rules_of_type(s), "evaluate")

    def unknown(s: Fields, out: Values) -> Any:
        nothing_known(out)

    def as_the_game_says(s: Fields, out: Values) -> Any:
        own(s, out)

    return as_the_game_says if own else unknown


def evaluate_by_memory(s: Fields, memory: UInt64Array, out: Values) -> None:
    """The same, sooner where a game knows how to use what it remembers."""
    own = hint(rules_of(s), "evaluate_by_memory")
    if own:
        own(s, memory, out)
    else:
        evaluate(s, out)


@overload(evaluate_by_memory, jit_options=WITHOUT_NRT)
def _evaluate_by_memory(s: Fields, memory: UInt64Array, out: Values) -> Implementation:
    own = hint(rules_of_type(s), "evaluate_by_memory")

    def without(s: Fields, memory: UInt64Array, out: Values) -> Any:
        evaluate(s, out)

    def as_the_game_says(s: Fields, memory: UInt64Array, out: Values) -> Any:
        own(s, memory, out)

    return as_the_game_says if own else without


def grain(s: Fields) -> float:
    """What differences between choices are measured in; without a hint the same everywhere."""
    own = hint(rules_of(s), "grain")
    return float(own(s)) if own else 1.0


@overload(grain, jit_options=WITHOUT_NRT)
def _grain(s: Fields) -> Implementation:
    own = hint(rules_of_type(s), "grain")

    def even(s: Fields) -> Any:
        return 1.0

    def as_the_game_says(s: Fields) -> Any:
        return own(s)

    return as_the_game_says if own else even


def milestone(s: Fields) -> int:
    """A number that changes when something comes to pass that cannot be undone; without a hint none does."""
    own = hint(rules_of(s), "milestone")
    return int(own(s)) if own else 0


@overload(milestone, jit_options=WITHOUT_NRT)
def _milestone(s: Fields) -> Implementation:
    own = hint(rules_of_type(s), "milestone")

    def unknown(s: Fields) -> Any:
        return 0

    def as_the_game_says(s: Fields) -> Any:
        return own(s)

    return as_the_game_says if own else unknown


def play_on(s: Fields, seat: int, rng: Stream, room: UInt64Array, codes: Codes) -> None:
    """A choice of a playout: the one that the game's policy takes, or without it any."""
    if hint(rules_of(s), "policy"):
        play_by_policy(s, seat, rng, codes)
    else:
        play_any(s, seat, rng, room, codes)


@overload(play_on, jit_options=WITHOUT_NRT)
def _play_on(s: Fields, seat: int, rng: Stream, room: UInt64Array, codes: Codes) -> Implementation:
    def any_of_them(s: Fields, seat: int, rng: Stream, room: UInt64Array, codes: Codes) -> Any:
        play_any(s, seat, rng, room, codes)

    def as_the_game_says(s: Fields, seat: int, rng: Stream, room: UInt64Array, codes: Codes) -> Any:
        play_by_policy(s, seat, rng, codes)

    return as_the_game_says if hint(rules_of_type(s), "policy") else any_of_them


@generic
def play_by_policy(s: Fields, seat: int, rng: Stream, codes: Codes) -> None:
    n = legal(s, seat, codes)
    apply(s, seat, codes[policy(s, seat, codes, n, rng)])


def policy(s: Fields, seat: int, codes: Codes, n: int, rng: Stream) -> int:
    """Which of the actions a playout takes: the index in ``codes``; only in games that have a policy."""
    return int(hint(rules_of(s), "policy")(s, seat, codes, n, rng))


@overload(policy, jit_options=WITHOUT_NRT)
def _policy(s: Fields, seat: int, codes: Codes, n: int, rng: Stream) -> Implementation:
    own = hint(rules_of_type(s), "policy")

    def as_the_game_says(s: Fields, seat: int, codes: Codes, n: int, rng: Stream) -> Any:
        return own(s, seat, codes, n, rng)

    return as_the_game_says


def horizon(s: Fields) -> int:
    """How many choices a playout makes at most, where no network judges."""
    own = hint(rules_of(s), "HORIZON")
    return FOR_EVER if own is None or hint(rules_of(s), "evaluate") is None else int(own)


@overload(horizon, inline="always")
def _horizon(s: Fields) -> Implementation:
    rules = rules_of_type(s)
    own = hint(rules, "HORIZON")
    most = own if own is not None and hint(rules, "evaluate") else FOR_EVER

    def call(s: Fields) -> Any:
        return most

    return call


@generic
def rollout(start: Fields, judge: Judge, rng: Stream, codes: Codes, outcome: Values) -> None:
    """Estimates a running position by a playout: to the end, or to the horizon, where it is evaluated.

    State and random numbers are local meanwhile, as in ``play_out``.
    """
    s, stream, room = local_copy(start), local_array(1, np.uint64), legal_room(start)
    stream[0] = rng[0]
    left = 0 if has_learned(s, judge) else horizon(s)
    acting = actors(s)
    while acting == CHANCE or (acting != 0 and left > 0):
        if acting == CHANCE:
            draw_any(s, stream, codes)
        else:
            play_on(s, lowest(acting), stream, room, codes)
            left -= 1
        acting = actors(s)
    rng[0] = stream[0]
    if acting == 0:
        result(s, outcome)
    else:
        appraise(s, judge, codes, outcome)
