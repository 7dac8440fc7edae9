"""The games in OpenSpiel, by OpenSpiel's own checks."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import mcts
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

import ludotheque as lt
from ludotheque.research import openspiel
from ludotheque.research.observation import observe


@pytest.fixture
def game(start: lt.State, setup: dict[str, Any]) -> Any:
    return openspiel.load(start.game.name, **setup)


def test_random_simulation(game: Any) -> None:
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_simulation_in_python(game: Any) -> None:
    """Clones, pickles of game, type and state, and utilities within their bounds."""
    np.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(game)


def check(base: type[unittest.TestCase], game: Any, name: str = "ours") -> None:
    """Runs the tests of one of OpenSpiel's classes on a game."""
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(type("Check", (base,), {"game": game, "game_name": name}))
    outcome = tests.run(unittest.TestResult())
    assert outcome.testsRun > 4
    assert outcome.wasSuccessful(), [text for _, text in (*outcome.failures, *outcome.errors)]


def test_interface_on_a_part_of_the_tree(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    sample = api_test.sample_some_states.sample_some_states
    random.seed(2)  # among other positions there may be none in which somebody knows what others do not
    monkeypatch.setattr(api_test.sample_some_states, "sample_some_states", lambda game, max_states: sample(game, 60))
    check(api_test.EnforceAPIOnPartialTreeBase, game)


@pytest.mark.parametrize("name", [name for name in lt.games() if not lt.load(name).num_outcomes])
def test_interface_on_the_whole_tree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game of a single choice; how many states there are is known from perft."""
    ends = lt.perft(lt.load(name).new(), 1)
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, "ours", (0, 1, ends))
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, "ours", 1)
    check(api_test.EnforceAPIOnFullTreeBase, openspiel.load(name, max_choices=1))


def test_lockstep_with_states(game: Any, start: lt.State) -> None:
    """The same events, their texts and probabilities, who is to act, what is seen, and the result."""
    rng, ours, theirs = random.Random(1), start, game.new_initial_state()
    while not ours.over:
        assert str(theirs) == ours.diagram()
        if ours.chance:
            codes, chances = zip(*theirs.chance_outcomes(), strict=True)
            total, weights = sum(ours.outcomes().values()), ours.outcomes()
            texts = [theirs.action_to_string(-1, code) for code in codes]
            assert dict(zip(texts, chances, strict=True)) == {text: w / total for text, w in weights.items()}
        else:
            assert theirs.current_player() == ours.actors[0]
            codes = tuple(theirs.legal_actions())
            assert list(codes) == sorted(ours.legal(ours.actors[0]))
            assert np.array_equal(theirs.observation_tensor(), observe(ours, ours.actors[0]))
        code = rng.choice(codes)
        ours = ours.play(theirs.action_to_string(code), None if ours.chance else ours.actors[0])
        theirs.apply_action(code)
    assert theirs.is_terminal()
    assert tuple(theirs.returns()) == ours.result


def test_draws_in_a_row_have_a_bound() -> None:
    """In games of full length too: what ``max_chance_nodes_in_history`` is made of."""
    for name in lt.games():
        for seats in lt.load(name).seats:
            state, rng, run, longest = lt.load(name).new(seats, max_choices=200), random.Random(1), 0, 0
            while not state.over:
                run = run + 1 if state.chance else 0
                longest = max(longest, run)
                seat = None if state.chance else state.actors[0]
                state = state.draw(rng) if state.chance else state.play(rng.choice(state.choices(seat)), seat)
            assert longest <= openspiel.MOST_DRAWS_IN_A_ROW


def test_names_and_parameters() -> None:
    openspiel.register()
    names = [name for name in pyspiel.registered_names() if name.startswith("ludotheque_")]
    assert names == [openspiel.short_name(lt.load(name)) for name in lt.games()]
    four = openspiel.load("derive", 4)
    assert (four.num_players(), four.max_game_length()) == (4, 1200)
    assert four.new_initial_state().position.first.options["size"] == 11
    assert pyspiel.load_game("ludotheque_derive(size=7,teams=False)").new_initial_state().position.array["width"] == 7
    solo = openspiel.load("number-drop")
    assert solo.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert (solo.min_utility(), solo.max_utility()) == (-15, 100)
    assert openspiel.load("number-drop", 2).get_type().utility == pyspiel.GameType.Utility.ZERO_SUM


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(lt.UnknownGame):
        openspiel.load("chess")
    with pytest.raises(lt.GameError, match="2, 3, 4"):
        openspiel.load("derive", 5)
    with pytest.raises(lt.GameError, match="four players"):
        pyspiel.load_game("ludotheque_derive(teams=True)")


def test_illegal_actions_are_refused() -> None:
    state = openspiel.load("drivis").new_initial_state()
    before = state.position
    with pytest.raises(ValueError, match="256 is not allowed here"):
        state.apply_action(256)
    assert state.position is before


def test_clones_share_their_position_and_go_apart() -> None:
    state = openspiel.load("drivis").new_initial_state()
    clone = state.clone()
    assert clone.position is state.position
    clone.apply_action(clone.legal_actions()[0])
    assert state.history() == [] and len(clone.history()) == 1
    assert str(state) != str(clone)
    again = pickle.loads(pickle.dumps(clone))
    assert str(again) == str(clone) and again.legal_actions() == clone.legal_actions()


def test_named_fields_of_an_observation() -> None:
    game = openspiel.load("drivis")
    seen = make_observation(game)
    seen.set_from(game.new_initial_state(), 1)
    assert seen.dict["plates"].sum() == 12
    assert seen.dict["seat"].tolist() == [0, 1]
    with pytest.raises(ValueError, match="parameters"):
        game.make_py_observer(params={"a": 1})


@pytest.mark.parametrize("name", lt.games())
def test_monte_carlo_search_runs(name: str) -> None:
    game, rng = openspiel.load(name, max_choices=12), np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 8, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert bot.step(state) in state.legal_actions()


@pytest.mark.slow
def test_the_process_ends_well() -> None:
    """OpenSpiel holds what was registered beyond Python's end."""
    code = "from ludotheque.research import openspiel; openspiel.load('drivis').new_initial_state()"
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)
