"""Planning of whole turns: legal, the same again, as good as trying everything, and told the truth about a sheet."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.games.number_drop import rules
from ludotheque.games.number_drop.search import learning, planner
from ludotheque.games.number_drop.search.fitting import MIRRORED, gradients, new_layers, to_layers, to_network
from ludotheque.games.number_drop.search.turns import planning
from ludotheque.games.number_drop.search.turns.desk import JUDGED, PLANS
from ludotheque.games.number_drop.search.turns.expectation import expectation
from ludotheque.games.number_drop.search.turns.features import FEATURES, MOST, sheet_features
from ludotheque.games.number_drop.search.turns.sheet import VIEW
from ludotheque.games.number_drop.tests.positions import GAME
from ludotheque.search.plans import Halving, analyse_plans

Array = np.ndarray[Any, np.dtype[Any]]

OPTIONS: list[dict[str, Any]] = [
    {},
    {"slide": True},
    {"order": "clockwise"},
    {"tiles": "large", "all_circled": "plays-on"},
]


def random_game(seats: int, seed: int, **options: Any) -> Iterator[lt.State]:
    """The positions of a random game in which somebody is to choose."""
    rng, state = random.Random(seed), GAME.new(seats, **options)
    while not state.over:
        if state.chance:
            state = state.draw(rng)
            continue
        yield state
        seat = rng.choice(state.actors)
        state = state.play(rng.choice(state.choices(seat)), seat)


def position(stage: int, seed: int = 1, seats: int = 1, least: int = 2) -> lt.State:
    """A position at a stage of a turn, late in a random game, with several choices."""
    found = [s for s in random_game(seats, seed) if s.fields.stage[s.actors[0]] == stage]
    return next(state for state in reversed(found) if len(state.legal(state.actors[0])) >= least)


def features_of(array: Array, seat: int) -> list[int]:
    out = np.zeros(MOST, np.int32)
    return [int(each) for each in out[: sheet_features(array[0], seat, np.zeros(VIEW, np.int8), out)]]


# What the network is told


@pytest.mark.parametrize("seats", [1, 2, 6])
def test_features_are_distinct_and_in_range(seats: int) -> None:
    for state in [*random_game(seats, seats)][::9]:
        found = features_of(state.array.copy(), seats - 1)
        assert len(set(found)) == len(found) and 0 <= min(found) <= max(found) < FEATURES


def mirrored_bits(bits: int) -> int:
    rows = [int(bits) >> 8 * row & 0x7F for row in range(8)]
    return sum(int(f"{row:07b}"[::-1], 2) << 8 * number for number, row in enumerate(rows))


def in_a_mirror(state: lt.State) -> Array:
    array = state.array.copy()
    for name in ("digits", "filled", "used"):
        field = array[name]
        field[...] = np.array([mirrored_bits(bits) for bits in field.ravel()], np.uint64).reshape(field.shape)
    array["heights"] = array["heights"][..., ::-1]
    return array


def test_a_sheet_in_a_mirror_is_told_alike() -> None:
    for state in [*random_game(2, 5)][::9]:
        found = [*MIRRORED[features_of(state.array.copy(), 0)]]
        assert sorted(found) == sorted(features_of(in_a_mirror(state), 0))


# Plans


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_plans_begin_with_legal_choices(seats: int, options: dict[str, Any]) -> None:
    stages = set()
    for state in random_game(seats, 7, **options):
        for seat in state.actors:
            plans = planner.open_plans(state, seat, 4, 1)
            assert set(plans.actions) <= set(plans.first) <= set(state.legal(seat))
            if state.fields.stage[seat] != rules.WRITE:  # a star need not be tried as every digit
                assert set(plans.first) == set(state.legal(seat))
            assert np.isfinite(plans.follow(np.arange(len(plans.actions)), 0)).all()
            stages.add(int(state.fields.stage[seat]))
    assert {rules.PUT, rules.WRITE, rules.COMBINE} <= stages


def test_the_same_seed_plans_the_same() -> None:
    state = position(rules.PUT)
    first, again = (lt.ComputerPlayer(8, seed=3, scale=0.02).think(state) for _ in range(2))
    assert first == again and len(first.choices) == len(state.choices())


def test_planning_leaves_the_position_alone() -> None:
    state = position(rules.PUT, seats=2)
    before = bytes(state)
    planner.open_plans(state, state.actors[0], 8, 1).follow(np.array([0, 1]), 3)
    assert bytes(state) == before


def ends_of(state: lt.State, seat: int) -> Iterator[lt.State]:
    """All positions in which the turn of a seat may end."""
    for text in state.choices(seat):
        after = state.play(text, seat)
        if after.chance or after.over:
            yield after
        else:
            yield from ends_of(after, seat)


def worth(state: lt.State) -> float:
    network = planner.network_for(1).copy()
    return expectation(state.array.copy()[0], 0, network, np.zeros(VIEW, np.int8), np.zeros(MOST, np.int32))


def test_the_best_plan_is_the_best_of_all_ways_through_the_turn() -> None:
    state = next(s for s in random_game(1, 11) if s.fields.stage[0] == rules.WRITE and len(s.choices()) == 3)
    plans = planner.open_plans(state, 0, 4, 1)
    assert max(plans.values) == pytest.approx(max(map(worth, ends_of(state, 0))), abs=1e-4)


def test_compiled_plans_are_the_ones_written() -> None:
    state = position(rules.WRITE)
    compiled = planner.open_plans(state, 0, 3, 1)
    desk, room, plans = planner.new_desk(GAME, planner.network_for(1), 3), np.zeros(3), np.arange(2)
    desk.states[0] = state.array[0]
    with np.errstate(over="ignore"):
        planning.work(desk, 0, plans, room, 1, 1, planning.OPEN)
        planning.work(desk, 0, plans, room, 1, 1, 0)
    assert desk.tags[PLANS:].tolist() == compiled.actions
    assert room[:2] == pytest.approx(compiled.follow(plans, 0), abs=1e-3)
    assert desk.numbers[JUDGED] == compiled.judged


def test_a_turn_ends_as_it_was_planned() -> None:
    """From the shape on a strong player never comes to less than what it saw in its first plan."""
    state, player = position(rules.PUT), lt.ComputerPlayer(8, seed=1, scale=0.02)
    seen = planner.open_plans(state, 0, 1, 1).values.max()
    while not state.chance and not state.over:
        state = state.play(player.choose(state))
    assert worth(state) > seen - 4.0


def test_more_samples_go_to_better_plans() -> None:
    halving = Halving(planner.open_plans(position(rules.PUT), 0, 8, 1))
    halving.run(20_000, lambda part: part)
    best = halving.order()[0]
    assert halving.samples[best] == halving.samples.max() > halving.samples.min() > 0


def test_the_time_ends_planning() -> None:
    state = position(rules.PUT)
    analysis = analyse_plans(planner, state, 0, 10**12, 1, lambda judged: 1.0)
    assert analysis.simulations < 100_000


def test_with_rivals_values_are_like_results() -> None:
    state = position(rules.PUT, seats=3)
    analysis = lt.ComputerPlayer(8, seed=1, scale=0.01).think(state, state.actors[0])
    for choice in analysis.choices:
        assert sum(choice.values) == pytest.approx(0.0, abs=1e-9) and max(map(abs, choice.values)) <= 1.0


# Learning


def test_a_network_keeps_its_layers() -> None:
    layers = new_layers(np.random.default_rng(1))
    assert all((a == b).all() for a, b in zip(layers, to_layers(to_network(layers)), strict=True))


def test_gradients_point_downhill() -> None:
    rng = np.random.default_rng(2)
    layers, rows = new_layers(rng), (rng.random((8, FEATURES)) < 0.05).astype(np.float32)
    targets = rng.normal(30.0, 5.0, 8)
    slopes, error = gradients(layers, rows, targets)
    assert gradients([a - 1e-3 * b for a, b in zip(layers, slopes, strict=True)], rows, targets)[1] < error


@pytest.mark.long  # it compiles games of the planner against itself
def test_learning_goes_on_where_it_stopped(tmp_path: Path) -> None:
    short = learning.Recipe(generations=2, sheets=20, epochs=1)
    for name in ("whole", "parts"):
        (tmp_path / name).mkdir()
    whole = learning.Learner(GAME, 0, short, tmp_path / "whole")
    said = [whole.learn() for _ in range(2)]
    learning.Learner(GAME, 0, short, tmp_path / "parts").learn()
    assert said[1] == learning.Learner(GAME, 0, short, tmp_path / "parts").learn()


@pytest.mark.long
def test_what_is_learned_in_a_hurry_is_a_file_for_the_planner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, int, int]] = []
    monkeypatch.setattr(learning, "QUICK", learning.Recipe(generations=1, more=1, sheets=20, epochs=1))
    learned = learning.learn(tmp_path, 1, True, lambda *step: told.append(step))
    assert np.load(learned).shape == np.load(planner.WEIGHTS).shape
    assert told == [("games", 0, 2), ("games", 1, 2), ("games", 2, 2)]
    assert len((tmp_path / "generations.txt").read_text("utf-8").splitlines()) == 2
