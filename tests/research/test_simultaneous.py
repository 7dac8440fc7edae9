"""Who chooses at the same time as others does not see what they choose."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from itertools import groupby, islice, pairwise
from typing import Any

import numpy as np
import pyspiel
import pytest

import ludotheque as lt
from ludotheque.research import openspiel, pettingzoo
from ludotheque.research.fast_state import FastState
from ludotheque.research.gym import GameEnvironment
from ludotheque.research.observation import observe, observe_array

GAME = lt.load("number-drop")  # the only one in which several seats choose at the same time
SEATS = [seats for seats in GAME.seats if seats > 1]
every_number_of_seats = pytest.mark.parametrize("seats", SEATS)


def phase(state: lt.State, seat: int, own: random.Random, others: random.Random) -> Iterator[lt.State]:
    """All choose in any order until chance is to act or the game is over; ``own`` chooses for one seat."""
    while state.actors:
        yield state
        who = others.choice(state.actors)
        state = state.play((own if who == seat else others).choice(state.choices(who)), who)
    yield state


def beginnings(seats: int, **options: Any) -> Iterator[lt.State]:
    """The positions of a random game in which seats begin to choose."""
    state, rng = GAME.new(seats, **options), random.Random(seats)
    while not state.over:
        if state.chance:
            state = state.draw(rng)
        else:
            yield state
            *_, state = phase(state, 0, rng, rng)


@every_number_of_seats
@pytest.mark.parametrize("order", ["together", "clockwise"])
def test_a_seat_sees_the_same_whatever_others_choose_at_the_same_time(seats: int, order: str) -> None:
    seen = 0
    for number, begin in enumerate(islice(beginnings(seats, order=order), 5)):
        if len(begin.actors) > 1:
            seat = begin.actors[number % len(begin.actors)]
            one, other = (list(phase(begin, seat, random.Random(7), random.Random(seed))) for seed in (1, 2))
            assert one[-1] != other[-1]
            assert shown(one, seat) == shown(other, seat)
            seen += 1
    assert seen


def shown(states: list[lt.State], seat: int) -> list[bytes]:
    """What a seat sees while it is choosing, each time that it changes."""
    seen = (observe(state, seat).tobytes() for state in states if seat in state.actors)
    return [each for each, _ in groupby(seen)]


@every_number_of_seats
def test_own_choices_are_seen_at_once_and_all_when_all_have_chosen(seats: int) -> None:
    for begin in islice(beginnings(seats), 4):
        for before, after in pairwise(phase(begin, 0, random.Random(1), random.Random(1))):
            assert after.last is not None
            for seat in range(seats):
                is_seen = observe(before, seat).tobytes() != observe(after, seat).tobytes()
                assert is_seen == (seat == after.last[0] or not after.actors)
            if not after.actors:
                assert np.array_equal(observe(after, 0), observe_array(GAME, after.array, seats, 0))


@every_number_of_seats
def test_the_adapters_hide_the_same(seats: int) -> None:
    """PettingZoo and OpenSpiel share their positions; a pickle in the middle forgets nothing."""
    state, rng = GAME.new(seats), random.Random(1)
    fast = FastState.of(state)
    for _ in range(40 * seats):
        who = None if state.chance else state.actors[0]
        code = rng.choice(fast.legal())
        state = state.play(GAME.display.notation.write(state, -1 if who is None else who, code), who)
        fast = fast.after(code)
        if rng.random() < 0.1:
            fast = pickle.loads(pickle.dumps(fast))
        for seat in range(seats):
            assert np.array_equal(fast.observation(seat), observe(state, seat))
        if state.over:
            break


def test_agents_see_nothing_but_the_state_shows_all() -> None:
    """The state is there for what learns with the knowledge of all; agents do not have it."""
    seen, whole = [], []
    for choice in (0, 1):
        env = pettingzoo.env("number-drop", 2)
        env.reset(seed=1)
        env.step(int(np.flatnonzero(env.observe("seat_0")["action_mask"])[choice]))
        seen.append(env.observe("seat_1")["observation"].tobytes())
        whole.append(env.unwrapped.state().tobytes())
    assert seen[0] == seen[1] and whole[0] != whole[1]


class Always:
    """Chooses by number, and remembers what it saw."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.saw: list[bytes] = []

    def choose(self, state: lt.State, seat: int | None = None) -> str:
        assert seat is not None
        self.saw.append(observe_array(GAME, state.array, state.seats, seat).tobytes())
        return state.choices(seat)[self.number]


def test_the_learner_does_not_see_opponents_choose() -> None:
    envs = [GameEnvironment("number-drop", 2, seat=1, opponents=Always(number)) for number in (0, -1)]
    one, other = (env.reset(seed=1)[0] for env in envs)
    assert np.array_equal(one, other)
    assert envs[0].state != envs[1].state


def test_opponents_do_not_see_the_learner_choose() -> None:
    opponents = Always(0), Always(0)
    for opponent, number in zip(opponents, (0, -1), strict=True):
        env = GameEnvironment("number-drop", 2, opponents=opponent)
        env.reset(seed=1)
        env.step(env.state.legal(0)[number])
    assert opponents[0].saw[0] == opponents[1].saw[0]


def test_information_states_of_openspiel() -> None:
    game = openspiel.load("number-drop", 2)
    assert game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    state, rng = game.new_initial_state(), random.Random(1)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    ways = [state.child(action) for action in state.legal_actions()[:2]]
    for told in (lambda state: state.information_state_string(1), lambda state: state.observation_string(1)):
        assert told(ways[0]) == told(ways[1]) == told(state)  # type: ignore[no-untyped-call]
        one, other = (way.child(way.legal_actions()[0]) for way in ways)
        assert told(one) != told(other)  # type: ignore[no-untyped-call]
    assert ways[0].information_state_string(0) != ways[1].information_state_string(0)


def test_private_information_of_openspiel() -> None:
    """What is not public yet: nobody's, a player's own, or everybody's."""
    game = openspiel.load("number-drop", 2)
    state, kinds = game.new_initial_state(), pyspiel.PrivateInfoType
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    after = state.child(state.legal_actions()[0])
    own = str(after.history()[-1])
    for kind, private, is_seen in (
        (kinds.NONE, "", False),
        (kinds.SINGLE_PLAYER, own, True),
        (kinds.ALL_PLAYERS, own, True),
    ):
        observers = [wanted(game, is_public, kind) for is_public in (True, False)]
        assert (observers[0].string_from(after, 0) != observers[0].string_from(state, 0)) == is_seen
        assert observers[1].string_from(after, 0) == private
        assert observers[1].string_from(state, 0) == ""
    assert wanted(game, False, kinds.SINGLE_PLAYER).string_from(after, 1) == ""


def wanted(game: Any, public: bool, private: Any) -> Any:
    kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=False, private_info=private)
    return game.make_py_observer(kind)
