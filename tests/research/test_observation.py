"""An observation says all that a position holds, and says where."""

from __future__ import annotations

import random

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.research.observation import observation_fields, observation_size, observe, plan
from ludotheque.research.simultaneous import seen_by


def some_states(start: lt.State, seed: int = 1) -> list[lt.State]:
    states, rng = [start], random.Random(seed)
    while not states[-1].over:
        state = states[-1]
        if state.chance:
            states.append(state.draw(rng))
        else:
            seat = state.actors[0]
            states.append(state.play(rng.choice(state.choices(seat)), seat))
    return states


def test_fields_follow_one_another(start: lt.State) -> None:
    fields = observation_fields(start.game, start.seats)
    ends = [0, *(where.stop for _, where in fields)]
    assert [where.start for _, where in fields] == ends[:-1]
    assert ends[-1] == observation_size(start.game, start.seats) == len(observe(start, 0))
    assert {name for name, _ in fields} == {*(start.game.rules.LAYOUT.names or ()), "seat"}


def test_numbers_lie_between_0_and_1(start: lt.State) -> None:
    for state in some_states(start):
        seen = observe(state, 0)
        assert seen.dtype == np.float32
        assert seen.min() >= 0 and seen.max() <= 1


def test_every_byte_can_be_read_back(start: lt.State) -> None:
    """So nothing is lost: what is left out of the state is as at the beginning, which is the same for every game."""
    described = start.game.rules.LAYOUT.fields
    assert described is not None
    at = described["choices"][1]
    for state in some_states(start):
        seen = observe(state, start.seats - 1)
        places = plan(start.game, start.seats).places
        data = bytearray(bytes(start))
        for place, digits in zip(places, seen[: 8 * len(places)].reshape(-1, 8), strict=True):
            data[place] = int(digits @ (1 << np.arange(8)))
        made = round(float(seen[8 * len(places)]) * state.fields.max_choices)
        data[at : at + 4] = np.int32(made).tobytes()
        assert bytes(data) == bytes(seen_by(state, start.seats - 1))
        assert seen[-start.seats :].tolist() == [*[0] * (start.seats - 1), 1]


def test_a_set_is_one_number_a_place() -> None:
    state = lt.load("drivis").new()
    where = dict(observation_fields(state.game))["plates"]
    blue, yellow = observe(state, 0)[where].reshape(2, 64)
    assert np.flatnonzero(blue).tolist() == [k for k in range(64) if int(state.fields.plates[0]) >> k & 1]
    assert blue.sum() == yellow.sum() == 6


@pytest.mark.parametrize("name", lt.games())
def test_the_usual_number_of_seats(name: str) -> None:
    game = lt.load(name)
    assert observation_fields(game) == observation_fields(game, game.seats[0])
