"""Analyses: equal effort for what is named, values before and after draws, and errors that are true."""

from __future__ import annotations

import math
import os
import random
import statistics
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from setups import random_event

import ludotheque as lt
from ludotheque.core.game import SEARCH
from ludotheque.core.state import CHANCE
from ludotheque.search.samples import Samples

every_game = pytest.mark.parametrize("name", lt.games())
with_chance = pytest.mark.parametrize("name", [name for name in lt.games() if lt.load(name).num_outcomes])


def positions(name: str, n: int, seed: int = 0) -> Iterator[lt.State]:
    """From random games, with something to choose."""
    rng, found = random.Random(seed), 0
    while found < n:
        state = lt.load(name).new(seats=next(seats for seats in lt.load(name).seats if seats > 1))
        for _ in range(rng.randrange(8, 60)):
            state = state if state.over else random_event(state, rng)
        while state.chance:
            state = state.draw(rng)
        if state.actors and len(state.legal(state.actors[0])) > 3:
            found += 1
            yield state


def before_a_draw(name: str) -> lt.State:
    state, rng = lt.load(name).new(), random.Random(4)
    while not (state.chance and len(state.outcomes()) > 1 and state.ply > 3):
        state = random_event(state, rng)
    return state


# Named choices


@every_game
def test_named_choices_get_equal_effort_and_no_other_is_looked_at(name: str) -> None:
    state = next(positions(name, 1))
    seat = state.actors[0]
    usual = lt.analyse(state, seat, simulations=800)
    texts = [usual.choices[0].text, usual.choices[-1].text, usual.choices[1].text]
    found = lt.analyse(state, seat, texts, simulations=800)
    assert {choice.text for choice in found.choices} == set(texts)
    visits = {choice.visits for choice in found.choices if not choice.proven}
    assert len(visits) <= 1 and all(800 / 3 - 8 <= n <= 800 / 3 for n in visits)
    values = [choice.values[seat] for choice in found.choices]
    assert values == sorted(values, reverse=True) and found.values == found.best.values


def test_a_weak_choice_is_known_better_when_it_is_named() -> None:
    unnamed, named = [], []
    for state in positions("riviere", 12):
        seat = state.actors[0]
        usual = lt.analyse(state, seat, simulations=4000)
        weak = usual.choices[-1]
        found = lt.analyse(state, seat, [usual.best.text, weak.text], simulations=4000).named(weak.text)
        if not weak.proven and weak.visits < 80 and not found.proven:
            assert found.visits == 2000
            unnamed.append(weak.error)
            named.append(found.error)
    assert len(named) > 3 and statistics.median(named) < statistics.median(unnamed)


def test_a_choice_that_is_named_twice_counts_once() -> None:
    state = lt.load("drivis").new()
    once, twice = (lt.analyse(state, only=only, simulations=100) for only in (["c8-d8"], ["c8-d8", "c8-d8"]))
    assert len(twice.choices) == 1 and once == twice


def test_the_order_in_which_choices_are_named_does_not_matter() -> None:
    state = lt.load("drivis").new()
    one, other = (lt.analyse(state, only=only, simulations=400) for only in (["c8-d8", "f1-e1"], ["f1-e1", "c8-d8"]))
    assert one == other


def test_what_cannot_be_named_is_refused_with_the_reason() -> None:
    state = lt.load("drivis").new()
    with pytest.raises(lt.IllegalEvent, match="“nonsense”"):
        lt.analyse(state, only=["c8-d8", "nonsense"], simulations=10)
    with pytest.raises(lt.IllegalEvent, match="c8"):
        lt.analyse(state, only=["c8-c8"], simulations=10)
    with pytest.raises(lt.GameError, match="at least one"):
        lt.analyse(state, only=[], simulations=10)
    draw = before_a_draw("riviere")
    with pytest.raises(lt.IllegalEvent, match="=X"):
        lt.analyse(draw, only=["=X"], simulations=10)


# Draws


@with_chance
def test_before_a_draw_the_value_is_the_mean_of_what_may_come(name: str) -> None:
    state = before_a_draw(name)
    found = lt.analyse(state, simulations=600)
    assert {choice.text: choice.weight for choice in found.choices} == state.outcomes()
    assert found.seat == CHANCE
    for seat in range(state.seats):
        values = [choice.values[seat] for choice in found.choices]
        mean = np.average(values, weights=[choice.weight for choice in found.choices])
        assert found.values[seat] == pytest.approx(mean)
    told = lt.analyse(state, only=[found.choices[-1].text], simulations=600, lines=0)
    assert told.choices == (replace(found.choices[-1], line=()),)
    assert told.values == found.values and told.error == found.error


def test_after_a_draw_it_is_worth_what_was_said_before() -> None:
    state = before_a_draw("riviere")
    found = lt.analyse(state, simulations=8000)
    for outcome in found.choices:
        after = lt.analyse(state.play(outcome.text), simulations=4000)
        assert abs(after.values[0] - outcome.values[0]) < 3 * math.hypot(after.error, outcome.error)


# Errors


@every_game
def test_every_choice_has_an_error_unless_it_is_certain(name: str) -> None:
    for state in positions(name, 3):
        seat = state.actors[0]
        for found in (lt.analyse(state, seat, simulations=600), lt.analyse(state, seat, simulations=20)):
            for choice in found.choices:
                assert (choice.error == 0.0) == choice.proven and math.isfinite(choice.error)
            assert found.error == found.best.error


@pytest.mark.long
def test_most_values_of_longer_thinking_lie_within_two_errors() -> None:
    """The table in docs/strength.md has more of this; a spread among trees alone would hold a tenth of them."""
    within: list[bool] = []
    for name in ("drivis", "riviere", "drumlin"):
        for state in positions(name, 4, seed=1):
            seat = state.actors[0]
            texts = random.Random(1).sample(state.choices(seat), 3)
            short = lt.analyse(state, seat, texts, simulations=3 * 400)
            long = lt.analyse(state, seat, texts, simulations=3 * 6400)
            within += [
                abs(choice.values[seat] - long.named(choice.text).values[seat]) <= 2 * choice.error
                for choice in short.choices
                if not choice.proven and not long.named(choice.text).proven
            ]
    assert len(within) > 15 and statistics.mean(within) > 0.7


def samples(values: list[list[float]], visits: list[int], settled: tuple[bool, ...]) -> Samples:
    """Of one tree: a row a stage, a column an action."""
    shape = (1, len(values), len(values[0]))
    counts = np.repeat(visits, shape[2]).reshape(shape)
    actions = tuple(range(7, 7 + shape[2]))
    return Samples(actions, counts, np.array(values).reshape(*shape, 1), np.array(settled), 4.0)


def test_a_difference_is_known_better_than_both_its_sides() -> None:
    """What moves both choices alike does not move what is between them."""
    found = samples([[0.5, 0.2], [0.4, 0.1], [0.2, -0.1]], [10, 20, 40], (False, False))
    assert found.errors()[:, 0] == pytest.approx([4.0 * math.sqrt((0.1**2 + 0.2**2) / 2)] * 2)
    apart = found.below(7)
    assert apart.means()[-1, 1, 0] == pytest.approx(0.3) and apart.errors()[1, 0] == pytest.approx(0.0)


def test_the_spread_among_trees_is_part_of_the_error() -> None:
    values = np.array([0.5, 0.3]).reshape(2, 1, 1, 1)
    found = Samples((7,), np.full((2, 1, 1), 100), values, np.array([False]), 4.0)
    assert found.errors()[0, 0] == found.spread()[0, 0] == pytest.approx(0.1)


def test_a_value_that_still_moves_has_an_error_without_any_spread() -> None:
    found = samples([[0.4], [0.2], [0.1]], [10, 20, 40], (False,))
    assert found.spread()[0, 0] == 0.0
    assert found.errors()[0, 0] == pytest.approx(4.0 * math.sqrt((0.1**2 + 0.2**2) / 2))


def test_what_is_proven_says_nothing_about_the_error_of_the_rest() -> None:
    found = samples([[0.0, 0.0], [-0.5, 0.2], [-1.0, 0.2]], [10, 20, 40], (True, False))
    assert found.errors()[1, 0] == pytest.approx(4.0 * math.sqrt(0.2**2 / 2))


def test_a_loss_is_the_difference_to_the_best() -> None:
    state = next(positions("riviere", 1))
    found = lt.analyse(state, state.actors[0], simulations=2000)
    seat, other = found.seat, found.choices[1]
    loss, error = found.loss(other.text)
    assert loss == found.best.values[seat] - other.values[seat] and error > 0
    assert found.loss(found.best.text) == (0.0, 0.0)
    assert found.loss(found.best.text, other.text)[0] == -loss


# The same answer everywhere


@every_game
def test_the_same_position_and_simulations_give_the_same_answer(name: str) -> None:
    state = next(positions(name, 1, seed=3))
    again = state.game.read(state.diagram())
    seat = state.actors[0]
    one, other = lt.analyse(state, seat, simulations=300), lt.analyse(again, seat, simulations=300, threads=2)
    assert one.choices == other.choices and one.values == other.values and one.simulations <= 300


def test_another_seed_gives_another_answer() -> None:
    """Where the search plays out: an evaluation says the same every time."""
    state = next(positions("riviere", 1, seed=3))
    one, other = (lt.analyse(state, state.actors[0], simulations=400, seed=seed) for seed in (0, 1))
    assert one.values != other.values


COMPARE = """
import random, sys, ludotheque as lt
state, rng, drawn = lt.load(sys.argv[1]).new(), random.Random(2), False
while state.ply < 12 or not state.actors:
    if state.chance and not drawn and len(state.outcomes()) > 1:
        drawn = True
        print([(c.text, c.visits, c.weight) for c in lt.analyse(state, simulations=40).choices])
    state = state.draw(rng) if state.chance else state.play(rng.choice(state.choices(state.actors[0])), state.actors[0])
seat = state.actors[0]
only = state.choices(seat)[:2]
for found in (lt.analyse(state, seat, simulations=24), lt.analyse(state, seat, only, simulations=24)):
    print([(c.text, c.visits, c.proven) for c in found.choices if c.visits])
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == "drivis" else pytest.mark.long) for name in lt.games()]
)
def test_uncompiled_an_analysis_is_the_same(name: str) -> None:
    def analyse(disable_jit: str) -> str:
        env = {**os.environ, "NUMBA_DISABLE_JIT": disable_jit}
        words = [sys.executable, "-c", COMPARE, name]
        return subprocess.run(words, check=True, capture_output=True, text=True, env=env).stdout

    assert analyse("0") == analyse("1")


def test_a_game_whose_search_is_not_compiled_yet_can_be_analysed() -> None:
    game = lt.load("drivis").twin()
    game.interpreted = frozenset({SEARCH})
    found = lt.analyse(game.new(), simulations=40)
    assert found == lt.analyse(lt.load("drivis").new(), simulations=40)
