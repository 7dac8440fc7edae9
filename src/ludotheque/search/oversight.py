"""What a player fails to notice: weak levels overlook choices, as people do, and not just anything.

A person who is new to a game sees what is near and plain, and misses what is far, crooked or out of the usual
direction: a choice of one's own, and just as well a reply of the other side. So a weak level has an ``oversight``, a
share of what is hardest to see that it misses, and a game says how hard each choice is to see in its optional
``search/oversights.py``:

``hidden(s, seat, action)``   how easily this action is overlooked, from 0 (plain to see) to 100; 50 without it

What is plain is never missed, so nothing absurd is played for want of noticing. Whether an action is noticed depends
on the player, the moment and the action, on nothing else: during one choice it is noticed everywhere or nowhere, by
the search as well as by looking ahead. Draws of chance are not chosen, so they are never overlooked.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import numpy as np
from numba.extending import overload

from ..core.bits import random_below, seed_stream
from ..core.contract import Rules
from ..core.fields import Codes, Fields, Int64Array
from ..core.local import local_array
from ..core.rule import WITHOUT_NRT, generic
from ..core.verbs import rules_of, rules_of_type
from .hooks import Implementation

USUAL = 50  # how hidden a choice is where the game does not say
# What a glance is made of: a number for this moment, and the share missed of what is hardest to see, in hundredths.
MOMENT, SHARE = 0, 1
MOST_MISSED = 9_500  # of ten thousand
SEEDS = 2**62


def glance_of(seed: int, oversight: float) -> Int64Array:
    """How a player looks at a position: everything is noticed if ``oversight`` is 0."""
    return np.array([seed % SEEDS, round(100 * oversight)], np.int64)


def oversights_of(rules: Rules[Any, Any]) -> ModuleType | None:
    """The ``oversights.py`` of a game, if there is one."""
    return _module(f"{rules.__name__.rpartition('.')[0]}.search.oversights")


@cache
def _module(name: str) -> ModuleType | None:
    return import_module(name) if find_spec(name) else None


def hidden(s: Fields, seat: int, action: int) -> int:
    """How easily an action is overlooked, from 0 to 100."""
    own = oversights_of(rules_of(s))
    return int(own.hidden(s, seat, action)) if own else USUAL


@overload(hidden, jit_options=WITHOUT_NRT)
def _hidden(s: Fields, seat: int, action: int) -> Implementation:
    known = oversights_of(rules_of_type(s))
    own: Any = known and known.hidden

    def usual(s: Fields, seat: int, action: int) -> Any:
        return USUAL

    def as_the_game_says(s: Fields, seat: int, action: int) -> Any:
        return own(s, seat, action)

    return as_the_game_says if known else usual


@generic
def is_missed(s: Fields, seat: int, action: int, glance: Int64Array) -> bool:
    """Whether a player who looks like this overlooks an action."""
    if glance[SHARE] == 0:
        return False
    stream = local_array(1, np.uint64)
    seed_stream(stream, np.uint64(glance[MOMENT]), 16 * action + seat)
    return random_below(stream, 10_000) < min(MOST_MISSED, glance[SHARE] * hidden(s, seat, action))


@generic
def leave_noticed(s: Fields, seat: int, codes: Codes, n: int, glance: Int64Array) -> int:
    """Puts the actions that are noticed first and returns how many: one at least, the plainest."""
    kept = plainest = 0
    for i in range(n):
        if hidden(s, seat, codes[i]) < hidden(s, seat, codes[plainest]):
            plainest = i
        if not is_missed(s, seat, codes[i], glance):
            codes[kept], codes[i] = codes[i], codes[kept]
            kept += 1
    if kept == 0:
        codes[0], codes[plainest] = codes[plainest], codes[0]
    return max(kept, 1)
