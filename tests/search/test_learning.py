"""Learning to judge positions: features, the network, fitting, the sequential trial, and the whole way at toy size."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.core.errors import GameError
from ludotheque.core.fields import Int64Array
from ludotheque.search import hooks
from ludotheque.search.learning import fit as fitting
from ludotheque.search.learning.pipeline import Course, Outcome, Recipe
from ludotheque.search.learning.self_play import Positions, SelfPlay, features_in, play_itself
from ludotheque.search.learning.trial import Pair, PlayedPair, Trial, play_pair
from ludotheque.search.network import NOTHING, Network, forward, inputs_of, network_of
from ludotheque.search.tree import Tree

LEARNERS = [name for name in lt.games() if hooks.features_of(lt.load(name).rules)]
learners = pytest.mark.parametrize("name", LEARNERS)
TOY = Recipe(generations=1, games=6, simulations=8, learned=8, epochs=2, batch=16, pairs=2, seconds=0.001)


def positions(name: str, games: int = 4) -> Iterator[lt.State]:
    """Running positions of random games over all set-ups to learn from."""
    game = lt.load(name)
    for number in range(games):
        rng = random.Random(number)
        settings = hooks.features_of(game.rules).SETTINGS  # type: ignore[union-attr]
        state = game.start(None, None, settings[number % len(settings)])
        while not state.over:
            yield state
            state = state.play(rng.choice(state.choices()))


def some_network(name: str) -> Network:
    """The game's own, or one that knows nothing."""
    known = network_of(lt.load(name))
    return known if len(known) else fitting.fresh(inputs(name), np.random.default_rng(1))


def inputs(name: str) -> int:
    return int(hooks.features_of(lt.load(name).rules).INPUTS)  # type: ignore[union-attr]


def features(state: lt.State) -> Int64Array:
    return np.asarray(features_in(state.game, state.array, inputs(state.game.name))[0])


@learners
def test_features_are_within_bounds_and_none_is_named_twice(name: str) -> None:
    for state in positions(name):
        found = features(state).tolist()
        assert len(set(found)) == len(found) and max(found) < inputs(name) == inputs_of(some_network(name))


@learners
def test_symmetries_form_a_group(name: str) -> None:
    """Each way moves every feature to a place of its own, two after each other are one of them, one does nothing."""
    ways = {tuple(way) for way in hooks.features_of(lt.load(name).rules).symmetries().tolist()}  # type: ignore[union-attr]
    assert tuple(range(inputs(name))) in ways
    assert all(sorted(way) == list(range(inputs(name))) for way in ways)
    assert all(tuple(one[at] for at in other) in ways for one in ways for other in ways)


@learners
def test_compiled_and_uncompiled_a_network_says_the_same(name: str) -> None:
    """To the last bit: otherwise a search would go another way."""
    network = some_network(name)
    for state in list(positions(name, 2))[::3]:
        compiled, plain = (Tree(state, state.actors[0], 2_000, 1, network) for _ in range(2))
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
    for state in positions(name):
        hooks.ask_network(state.array[0], network, codes, out)
        assert out[0] == -out[1] and -1 < out[0] < 1


@learners
def test_fitting_sees_the_network_as_the_search_does(name: str) -> None:
    network = some_network(name)
    for state in list(positions(name))[::5]:
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
    assert np.abs(one.results).max() == 1.0 and len(Positions.join([one, other])) == 2 * len(one)


@learners
def test_both_sides_of_a_trial_have_the_same_time(name: str) -> None:
    """On average; a game that is nearly over needs less."""
    network = some_network(name)
    play_pair(Pair(name, 0, 1, 0.001, network, NOTHING))
    played = play_pair(Pair(name, 0, 1, 0.01, network, NOTHING))
    assert 0.4 < played.seconds[0] / played.seconds[1] < 2.5


def learn(folder: Path) -> list[Outcome]:
    course = Course(lt.load(LEARNERS[0]), folder, TOY, 1)
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


def test_a_folder_belongs_to_one_recipe(tmp_path: Path) -> None:
    Course(lt.load(LEARNERS[0]), tmp_path, TOY, 1)
    with pytest.raises(GameError, match="other settings"):
        Course(lt.load(LEARNERS[0]), tmp_path, TOY, 2)


def test_a_game_without_features_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r"features\.py"):
        Course(lt.load("derive"), tmp_path, TOY, 1)
