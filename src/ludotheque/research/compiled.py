"""The compiled part: observations, and many games stepped at once. Every function serves any game."""

from __future__ import annotations

import numpy as np

from ..core.bits import lowest, random_below, seed_stream
from ..core.fields import BoolArray, Codes, Fields, Float32Array, Int64Array, States, Stream, UInt8Array, Values, int64
from ..core.rule import CHANCE, generic
from ..core.verbs import actors, apply, draw_any, is_offered, legal, result, weights

# DIGITS[b]: the eight binary digits of a byte, the lowest first.
DIGITS = np.array([[byte >> digit & 1 for digit in range(8)] for byte in range(256)], np.float32)
# Streams of random numbers for the choices of ``random_actions``; those below are for the draws of the games.
FIRST_CHOICE_STREAM = 1 << 40


@generic
def observe(s: Fields, raw: UInt8Array, places: Int64Array, seat: int, out: Float32Array) -> None:
    """What ``seat`` sees: the digits of the bytes at ``places``, the share of choices made, and which seat it is."""
    n = 0
    for place in places:
        digits = DIGITS[raw[place]]
        for digit in range(8):
            out[n + digit] = digits[digit]
        n += 8
    out[n] = s.choices / s.max_choices
    for place in range(n + 1, len(out)):
        out[place] = place == n + 1 + seat


def observe_state(states: States, raw: UInt8Array, places: Int64Array, seat: int, out: Float32Array) -> None:
    """The same for ``states[0]``, asked from Python."""
    observe(states[0], raw, places, seat, out)


@generic
def list_codes(s: Fields, codes: Codes) -> tuple[int, int]:
    """Who is to act, the lowest of several seats, and how many actions, or weights of outcomes, are in ``codes``."""
    acting = int64(actors(s))
    if acting == 0:
        return acting, int64(0)
    if acting == CHANCE:
        return acting, int64(weights(s, codes))
    return acting, int64(legal(s, lowest(acting), codes))


def look(states: States, codes: Codes) -> tuple[int, int]:
    """The same for ``states[0]``, asked from Python."""
    return list_codes(states[0], codes)


def go_on(states: States, after: States, seat: int, action: int, codes: Codes) -> tuple[int, int]:
    """Plays a legal event from ``states[0]`` into ``after[0]`` and looks at it; (0, −1) refuses an illegal one."""
    acting, n = list_codes(states[0], codes)
    if acting == 0 or not is_offered(action, seat, codes, n):
        return int64(0), int64(-1)
    after[0] = states[0]
    apply(after[0], seat, action)
    return list_codes(after[0], codes)


@generic
def draw_all(s: Fields, stream: Stream, codes: Codes) -> int:
    """Plays the draws that are due; says who is to act then."""
    acting = int64(actors(s))
    while acting == CHANCE:
        draw_any(s, stream, codes)
        acting = int64(actors(s))
    return acting


@generic
def list_actions(s: Fields, acting: int, codes: Codes, mask: BoolArray) -> tuple[int, int]:
    """Writes what the seat to act may choose; returns that seat and the number of its actions."""
    seat = int64(lowest(acting))
    n = int64(legal(s, seat, codes))
    for k in range(n):
        mask[codes[k]] = True
    return seat, n


def observe_games(
    states: States,
    raw: UInt8Array,
    views: States,
    raw_views: UInt8Array,
    choosing: Int64Array,
    places: Int64Array,
    seats_to_act: Int64Array,
    observations: Float32Array,
) -> None:
    """What the seat to act sees in every game; while others choose at the same time, its own view."""
    for i in range(len(states)):
        seat = seats_to_act[i]
        if choosing[i]:
            observe(views[i, seat], raw_views[i, seat], places, seat, observations[i])
        else:
            observe(states[i], raw[i], places, seat, observations[i])


@generic
def begin_views(s: Fields, acting: int, views: States) -> int:
    """Where several seats begin to choose, all know this position; returns who they are, 0 if they are not several.

    See ``simultaneous.py``, which does the same for one game.
    """
    if acting <= 0 or acting & (acting - 1) == 0:
        return int64(0)
    for seat in range(len(views)):
        views[seat] = s
    return acting


@generic
def follow_views(s: Fields, acting: int, views: States, choosing: int, seat: int, action: int) -> int:
    """After a choice that led to ``s``: only its seat knows of it; returns who has not finished choosing."""
    if choosing != 0:
        apply(views[seat], seat, action)
        if not int64(actors(views[seat])) >> seat & 1:
            choosing &= ~(int64(1) << seat)
    return choosing if choosing != 0 else begin_views(s, acting, views)


@generic
def is_listed(action: int, codes: Codes, n: int) -> bool:
    found = False
    for k in range(n):  # to the end: without a way out the machine compares many at once
        found |= codes[k] == action
    return found


def start_games(
    states: States,
    start: States,
    seed: np.uint64,
    streams: Stream,
    codes: Codes,
    counts: Int64Array,
    masks: BoolArray,
    seats_to_act: Int64Array,
    views: States,
    choosing: Int64Array,
) -> None:
    """Every game from its beginning to its first choice. Game i depends on nothing but the seed and i."""
    for i in range(len(states)):
        seed_stream(streams[i, 0], seed, i)
        seed_stream(streams[i, 1], seed, FIRST_CHOICE_STREAM + i)
        states[i] = start[0]
        acting = draw_all(states[i], streams[i, 0], codes[i])
        choosing[i] = begin_views(states[i], acting, views[i])
        seats_to_act[i], counts[i] = list_actions(states[i], acting, codes[i], masks[i])


def step_games(
    states: States,
    start: States,
    actions: Int64Array,
    streams: Stream,
    codes: Codes,
    counts: Int64Array,
    masks: BoolArray,
    seats_to_act: Int64Array,
    views: States,
    choosing: Int64Array,
    rewards: Values,
    ended: BoolArray,
    values: Values,
) -> int:
    """Plays one action in every game, or in none: then the number of the first game that refuses, else −1."""
    for i in range(len(states)):
        if not is_listed(actions[i], codes[i], counts[i]):
            return i
    for i in range(len(states)):
        for k in range(counts[i]):  # quicker than clearing a mask of thousands
            masks[i, codes[i, k]] = False
        apply(states[i], seats_to_act[i], actions[i])
        acting = int64(actors(states[i]))
        if acting > 0:
            choosing[i] = follow_views(states[i], acting, views[i], choosing[i], seats_to_act[i], actions[i])
        else:
            acting = draw_all(states[i], streams[i, 0], codes[i])
            choosing[i] = begin_views(states[i], acting, views[i])
        ended[i] = acting == 0
        for seat in range(len(values)):
            rewards[i, seat] = 0
        if acting == 0:
            result(states[i], values)
            for seat in range(len(values)):
                rewards[i, seat] = values[seat]
            states[i] = start[0]
            acting = draw_all(states[i], streams[i, 0], codes[i])
            choosing[i] = begin_views(states[i], acting, views[i])
        seats_to_act[i], counts[i] = list_actions(states[i], acting, codes[i], masks[i])
    return -1


def choose_at_random(codes: Codes, counts: Int64Array, streams: Stream, actions: Int64Array) -> None:
    for i in range(len(counts)):
        actions[i] = codes[i, random_below(streams[i, 1], counts[i])]
