"""Learning to judge positions: features, the network, fitting, the sequential trial, and the whole way at toy size."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.core.errors import GameError
from ludotheque.core.state import CHANCE
from ludotheque.search import hooks
from ludotheque.search.learning import fit as fitting
from ludotheque.search.learning import pipeline, trial
from ludotheque.search.learning.deep_play import play_itself_deep
from ludotheque.search.learning.fit import Numbers
from ludotheque.search.learning.pipeline import Course, Outcome
from ludotheque.search.learning.processes import in_order, workers_on
from ludotheque.search.learning.recipe import QUICK, Recipe, recipe_of
from ludotheque.search.learning.self_play import (
    Positions,
    SelfPlay,
    drawn,
    features_in,
    longest,
    opened,
    play_itself,
    returns,
)
from ludotheque.search.learning.trial import Pair, PlayedPair, Trial, play_pair
from ludotheque.search.network import LEARNED, NOTHING, Network, forward, inputs_of, network_of
from ludotheque.search.tree import Tree

LEARNERS = [name for name in lt.games() if hooks.features_of(lt.load(name).rules)]
learners = pytest.mark.parametrize("name", LEARNERS)
TOY = Recipe(generations=1, games=6, simulations=8, learned=8, epochs=2, batch=16, pairs=2, seconds=0.001)


def positions(name: str, games: int = 4) -> Iterator[lt.State]:
    """Running positions of random games over all set-ups to learn from, also those in which chance acts."""
    game = lt.load(name)
    for number in range(games):
        rng = random.Random(number)
        settings = hooks.features_of(game.rules).SETTINGS  # type: ignore[union-attr]
        state = game.start(2, None, settings[number % len(settings)])
        while not state.over:
            yield state
            state = state.draw(rng) if state.chance else state.play(rng.choice(state.choices()))


def some_network(name: str) -> Network:
    """The game's own, or one that knows nothing."""
    known = network_of(lt.load(name))
    return known if len(known) else fitting.fresh(inputs(name), np.random.default_rng(1))


def inputs(name: str) -> int:
    return int(hooks.features_of(lt.load(name).rules).INPUTS)  # type: ignore[union-attr]


def features(state: lt.State) -> Numbers:
    return np.asarray(features_in(state.game, state.array, inputs(state.game.name))[0])


def some(states: list[lt.State], most: int = 24) -> list[lt.State]:
    return states[:: max(1, len(states) // most)]


def acting(state: lt.State) -> int:
    return CHANCE if state.chance else state.actors[0]


@learners
def test_features_are_within_bounds_and_none_is_named_twice(name: str) -> None:
    assert inputs_of(some_network(name)) == inputs(name)
    for state in positions(name):
        found = features(state).tolist()
        assert len(set(found)) == len(found) and max(found) < inputs(name)


@learners
def test_symmetries_form_a_group(name: str) -> None:
    """Each way moves every feature to a place of its own, two after each other are one of them, one does nothing."""
    ways = {tuple(way) for way in hooks.features_of(lt.load(name).rules).symmetries().tolist()}  # type: ignore[union-attr]
    assert tuple(range(inputs(name))) in ways
    assert all(sorted(way) == list(range(inputs(name))) for way in ways)
    assert all(tuple(one[at] for at in other) in ways for one in ways for other in ways)


@pytest.mark.long
@learners
def test_compiled_and_uncompiled_a_network_says_the_same(name: str) -> None:
    """To the last bit: otherwise a search would go another way."""
    network = some_network(name)
    for state in some(list(positions(name, 2)))[::3]:
        compiled, plain = (Tree(state, acting(state), 2_000, 1, network) for _ in range(2))
        twin = lt.load(name).twin()
        twin.interpreted = frozenset({"search"})
        plain.state = twin.from_bytes(bytes(state), None, **state.options)
        for tree in (compiled, plain):
            tree.search(2, 1.0)
        assert np.array_equal(compiled.values, plain.values)


@learners
def test_what_one_seat_can_expect_the_other_must_fear(name: str) -> None:
    out, codes = np.zeros(2), np.zeros(1000, np.int32)
    network = some_network(name)
    for state in some(list(positions(name, 2))):
        hooks.ask_network(state.array[0], network, codes, out)
        assert out[0] == -out[1] and -1 < out[0] < 1


@learners
def test_fitting_sees_the_network_as_the_search_does(name: str) -> None:
    network = some_network(name)
    for state in some(list(positions(name))):
        found = features(state)
        (predicted,) = fitting.predict(network, fitting.dense(found[None], inputs(name)))
        assert predicted == pytest.approx(forward(network, found.astype(np.int32), len(found)), abs=1e-5)


def test_the_gradient_is_the_slope_of_the_error() -> None:
    rng = np.random.default_rng(3)
    network: Any = fitting.fresh(10, rng).astype(np.float64)
    rows: Any = rng.integers(0, 2, (32, 10)).astype(np.float64)
    targets: Any = rng.uniform(-1, 1, 32)
    slope = np.zeros_like(network)
    fitting.gradient(network, rows, targets, slope)
    for at in rng.choice(np.flatnonzero(slope), 40):
        errors = []
        for step in (-1e-6, 1e-6):
            moved = network.copy()
            moved[at] += step
            errors.append(np.mean((fitting.predict(moved, rows) - targets) ** 2))
        assert slope[at] == pytest.approx((errors[1] - errors[0]) / 2e-6, rel=1e-3, abs=1e-7)


def test_what_can_be_learned_is_learned() -> None:
    """The first feature decides, wherever a symmetry puts it: two features change places."""
    rng = np.random.default_rng(1)
    features = np.array([rng.choice(np.arange(2, 12), 3, replace=False) for _ in range(2_000)])
    features[::2, 0] = rng.integers(0, 2, 1_000)
    targets = np.where((features < 2).any(1), 0.8, -0.8).astype(np.float32)
    ways = np.array([range(12), [1, 0, *range(2, 12)]])
    network = fitting.fresh(12, rng)
    *_, last = fitting.fit(network, fitting.Samples(features, targets, 12), ways, 8, 64, rng)
    assert last < 0.02


def test_a_trial_takes_a_winner_and_refuses_the_others() -> None:
    def tried(*shares: float) -> Trial:
        trial = Trial(40)
        for share in shares:
            trial.add(PlayedPair((share, share), (1.0, 1.0)))
            if trial.settled:
                break
        return trial

    assert tried(*[1.0] * 40).accepted and tried(*[1.0] * 40).score.groups < 15
    assert not tried(*[0.0] * 40).accepted and tried(*[0.0] * 40).settled
    assert not tried(*[0.0, 1.0] * 20).accepted and tried(*[0.0, 1.0] * 20).settled
    assert not tried(*[1.0] * 3).settled


@learners
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    job = SelfPlay(name, 3, 1, 20, NOTHING)
    one, other = play_itself(job), play_itself(job)
    assert bytes(one.states) == bytes(other.states) and np.array_equal(one.values, other.values)
    assert np.abs(one.results).max() <= 1.0 and len(Positions.join([one, other])) == 2 * len(one)


def test_what_was_expected_later_may_stand_for_the_result() -> None:
    values, seats = np.array([0.0, 0.5, -0.2], np.float32), np.array([0, 1, 0])
    assert returns(values, seats, np.array([1.0, -1.0]), 1.0).tolist() == [1.0, -1.0, 1.0]
    assert returns(values, seats, np.array([1.0, -1.0]), 0.0).tolist() == pytest.approx([-0.5, 0.2, 1.0])
    half = returns(values, seats, np.array([1.0, -1.0]), 0.5).tolist()
    assert half == pytest.approx([0.5 * -0.5 + 0.5 * 0.4, -0.4, 1.0])


def test_what_comes_late_counts_less_and_what_followed_a_stray_choice_nothing() -> None:
    values, seats = np.array([0.1, 0.5, -0.2], np.float32), np.array([0, 1, 0])
    won = np.array([1.0, -1.0])
    assert returns(values, seats, won, 1.0, 0.5).tolist() == [0.25, -0.5, 1.0]
    assert returns(values, seats, won, 1.0, 1.0, [False, True, False]).tolist() == [-0.5, 0.5, 1.0]


@learners
def test_both_sides_of_a_trial_have_the_same_time(name: str) -> None:
    """On average; a game that is nearly over needs less."""
    network = some_network(name)
    play_pair(Pair(name, 0, 1, 0.001, network, NOTHING))
    played = play_pair(Pair(name, 0, 1, 0.004, network, NOTHING))
    assert 0.4 < played.seconds[0] / played.seconds[1] < 2.5


def learn(folder: Path, name: str = LEARNERS[0]) -> list[Outcome]:
    course = Course(lt.load(name), folder, TOY, 1)
    with ThreadPoolExecutor(1) as pool:
        return list(course.run(pool, 1, lambda stage, done, total: None))


def test_from_games_to_a_verdict_and_on_from_there(tmp_path: Path) -> None:
    (told,) = learn(tmp_path)
    assert told.positions > 10 and told.games <= 4
    kept = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert learn(tmp_path) == [told]
    (tmp_path / "outcome-00.json").unlink()  # as if it had been interrupted in the trial
    learn(tmp_path)
    for name in ("positions-00.npz", "network-00.npy", "recipe.json"):
        assert (tmp_path / name).read_bytes() == kept[name], name


@learners
def test_a_trial_shares_its_luck(name: str) -> None:
    """The same beginning and the same seed: what is drawn in turn is the same for both games of a pair."""
    game, rng = lt.load(name), random.Random(4)
    start = opened(game, {}, rng, 3)
    assert not start.over and not start.chance
    one, other = (drawn(start.play(start.choices()[0]), random.Random(5)) for _ in range(2))
    assert one.history()[-1].last == other.history()[-1].last


@learners
def test_a_network_judges_only_what_fits(name: str) -> None:
    """Never more than two seats, and never positions that its game keeps from it."""
    network = some_network(name)
    for seats in lt.load(name).seats:
        state = lt.load(name).start(seats, None, {})
        assert len(Tree(state, acting(state), 1_000, 1, network).network) == len(network) * hooks.fits(state)
        assert seats == 2 or not hooks.fits(state)


DEEP = [name for name in LEARNERS if recipe_of(lt.load(name)).deep]


@pytest.mark.long
@pytest.mark.parametrize("name", DEEP)
def test_alpha_beta_plays_whole_games(name: str) -> None:
    """Each position follows from the one before, the last one ends the game, and who won is known for each."""
    game = lt.load(name)
    one, other = (play_itself_deep(SelfPlay(name, 3, 1, 30, some_network(name))) for _ in range(2))
    assert one.states.tobytes() == other.states.tobytes() and np.array_equal(one.values, other.values)
    assert (np.abs(one.values) <= 1).all()
    states = [game.from_bytes(state.tobytes(), max_choices=longest(game)) for state in one.states]
    n = next(i for i in range(1, len(states) + 1) if i == len(states) or made(states[i]) <= made(states[i - 1]))
    for before, after in pairwise(states[:n]):
        assert bytes(after) in what_follows(before)
    ends = [end for text in states[n - 1].choices() if (end := states[n - 1].play(text)).over]
    results = one.results[n - 1], -one.results[n - 1]
    assert any(end.result and end.result[states[n - 1].chooser()] == results[0] for end in ends)
    assert one.results[:n].tolist() == [results[state.chooser() != states[n - 1].chooser()] for state in states[:n]]
    assert 0 < len(states) - n <= n
    for aside in states[n:]:  # beside the game, one choice away
        assert not aside.over and any(bytes(aside) in what_follows(state) for state in states[:n])
    assert np.array_equal(one.values[n:], one.results[n:])


@pytest.mark.parametrize("name", DEEP)
def test_a_game_strays_where_it_is_told_to(name: str) -> None:
    """With every second choice at random it is another game, and again the same with the same seed."""
    steady = SelfPlay(name, 3, 1, 30, some_network(name))
    one, other, straight = (play_itself_deep(job) for job in (*[replace(steady, stray=2)] * 2, steady))
    assert one.states.tobytes() == other.states.tobytes() != straight.states.tobytes()
    assert np.array_equal(one.results, other.results)


def made(state: lt.State) -> int:
    return int(state.fields.choices)


def what_follows(state: lt.State) -> set[bytes]:
    return {bytes(state.play(text)) for text in state.choices()}


@pytest.mark.parametrize("name", DEEP)
def test_a_trial_searches_as_the_network_will(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By alpha-beta with a network, with the tree without one, for about the same time."""
    deep, trees = Mock(wraps=trial.deeply), Mock(wraps=trial.think)
    monkeypatch.setattr(trial, "deeply", deep)
    monkeypatch.setattr(trial, "think", trees)
    pair = Pair(name, 0, 1, 0.004, some_network(name), NOTHING, True)
    play_pair(pair)
    played = play_pair(pair)
    assert deep.called and all(len(call.args[2]) for call in deep.call_args_list)
    assert trees.called and not any(len(call.args[2]) for call in trees.call_args_list)
    assert 0.4 < played.seconds[0] / played.seconds[1] < 2.5
    deep.reset_mock()
    play_pair(replace(pair, deep=False, seconds=0.001))
    assert not deep.called


@pytest.mark.parametrize("going_on", [False, True])
def test_a_fit_may_go_on_from_the_network_before(going_on: bool, tmp_path: Path) -> None:
    """Without a pass it is the same one then, and otherwise one that knows nothing."""
    recipe = replace(TOY, going_on=going_on, epochs=0)
    course = Course(lt.load(DEEP[0]), tmp_path, recipe, 1)
    with ThreadPoolExecutor(1) as pool:
        list(course.run(pool, 1, lambda stage, done, total: None))
    fitted, before = np.load(tmp_path / "network-00.npy"), network_of(course.game)
    assert np.array_equal(fitted, before[LEARNED:]) == going_on


def test_a_recipe_in_a_hurry_is_smaller() -> None:
    for name in LEARNERS:
        usual, hurried = recipe_of(lt.load(name)), recipe_of(lt.load(name), hurry=True)
        assert hurried.games < usual.games and hurried.pairs <= QUICK["pairs"] and hurried.generations <= 2
        assert hurried.anew and not usual.anew and not hurried.last_epochs


def test_the_last_fit_may_be_more_thorough() -> None:
    recipe = Recipe(generations=3, epochs=4, last_epochs=9)
    assert [recipe.passes(generation) for generation in range(3)] == [4, 4, 9]
    assert [replace(recipe, last_epochs=0).passes(generation) for generation in range(3)] == [4, 4, 4]


@learners
def test_who_begins_anew_begins_without_a_network(name: str, tmp_path: Path) -> None:
    game = lt.load(name)
    assert len(Course(game, tmp_path / "on", TOY, 1).best) == len(network_of(game))
    assert not len(Course(game, tmp_path / "anew", replace(TOY, anew=True), 1).best)


def test_a_folder_belongs_to_one_recipe(tmp_path: Path) -> None:
    Course(lt.load(LEARNERS[0]), tmp_path, TOY, 1)
    with pytest.raises(GameError, match="other settings"):
        Course(lt.load(LEARNERS[0]), tmp_path, TOY, 2)


def test_a_game_without_features_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "features_of", lambda rules: None)
    with pytest.raises(GameError, match=r"features\.py"):
        Course(lt.load(LEARNERS[0]), tmp_path, TOY, 1)


def test_work_is_done_here_too_and_nowhere_else() -> None:
    with workers_on("here", None) as (pool, workers):
        assert list(in_order(pool, abs, [-1, -2, 3], workers)) == [1, 2, 3]
    with pytest.raises(GameError, match="ray://HOST:PORT"), workers_on("the moon", None):
        pass


@pytest.mark.long
def test_work_can_be_done_on_ray() -> None:
    pytest.importorskip("ray")
    with workers_on("ray", 1) as (pool, workers):
        assert list(in_order(pool, abs, [-1, -2, 3], workers)) == [1, 2, 3]
