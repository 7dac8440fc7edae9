"""Counting the actions and playing the n-th of them is the same as listing them and playing one, in every game.

And a draw that a game calls even is so by its weights.
"""

from __future__ import annotations

from functools import cache

import numba
import numpy as np
import pytest
from setups import Setup, each, random_game

import ludotheque as lt
from ludotheque.core import verbs
from ludotheque.core.fields import Codes, States
from ludotheque.core.rule import OPTIONS, Ours

every_setup = pytest.mark.parametrize("setup", each(12))


def play_each(states: States, after: States, seat: int, codes: Codes) -> int:
    """The positions after each of the actions that are counted in ``states[0]``; their number."""
    room = verbs.legal_room(states[0])
    n = verbs.count_legal(states[0], seat, room, codes)
    for i in range(n):
        after[i] = states[0]
        verbs.count_legal(states[0], seat, room, codes)
        verbs.apply_nth(after[i], seat, i, room, codes)
    return n


compiled = numba.njit(**OPTIONS)(play_each)
compiled.__class__ = Ours


@cache
def played(setup: Setup) -> tuple[lt.State, ...]:
    return tuple(random_game(setup.new(), 21, 300).history())


def reached(state: lt.State, seat: int, play: object = compiled) -> list[bytes]:
    game = state.game
    after, codes = game.empty(game.num_actions), np.empty(game.num_codes, np.int32)
    n = play(state._data, after, seat, codes)  # type: ignore[operator]
    return sorted(bytes(after[i]) for i in range(n))


def expected(state: lt.State, seat: int) -> list[bytes]:
    steps = [state._step(seat, action) for action in state.legal(seat)]
    return sorted(bytes(step) for step in steps if step is not None)


@every_setup
def test_counted_actions_are_the_legal_ones(setup: Setup) -> None:
    for state in played(setup):
        for seat in state.actors:
            assert reached(state, seat) == expected(state, seat), state.diagram()


@pytest.mark.parametrize("name", lt.games())
def test_they_are_so_uncompiled(name: str) -> None:
    *_, state = (each for each in random_game(lt.load(name).new(), 22, 40).history() if each.actors)
    with np.errstate(over="ignore"):
        assert reached(state, state.actors[0], play_each) == expected(state, state.actors[0])


@every_setup
def test_even_draws_have_equal_weights(setup: Setup) -> None:
    for state in played(setup):
        if state.chance and (n := verbs.even_outcomes(state.array[0])):
            assert state._weights() == [1] * n, state.diagram()
