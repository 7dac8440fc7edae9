"""What the hints for the search promise, and that the search plays well with them."""

from __future__ import annotations

import random

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.games.number_drop.search import hints
from ludotheque.games.number_drop.tests.positions import GAME, at
from ludotheque.search.players import make_player


def expectations(state: lt.State) -> list[float]:
    out = np.full(state.seats, np.nan)
    hints.evaluate(state.array.copy()[0], out)
    return [float(value) for value in out]


def preferred(state: lt.State, seat: int = 0) -> str:
    """What a playout chooses."""
    codes = np.array(state.legal(seat), np.int32)
    with np.errstate(over="ignore"):
        index = hints.policy(state.array[0], seat, codes, len(codes), np.array([1], np.uint64))
    return GAME.display.notation.write(state, seat, int(codes[index]))


def random_positions(seats: int) -> list[lt.State]:
    rng = random.Random(seats)
    states = [GAME.new(seats)]
    while not states[-1].over:
        state = states[-1]
        if state.chance:
            states.append(state.draw(rng))
        else:
            seat = rng.choice(state.actors)
            states.append(state.play(rng.choice(state.choices(seat)), seat))
    return states[:-1]


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_expectations_are_like_results(seats: int) -> None:
    for state in random_positions(seats):
        values = expectations(state)
        assert all(-1 / (seats - 1) <= value <= 1.0 for value in values)
        assert sum(values) == pytest.approx(0.0, abs=1e-9)


def test_alone_they_are_points() -> None:
    for state in random_positions(1):
        assert -20.0 < expectations(state)[0] < 100.0


def test_evaluating_changes_nothing() -> None:
    for state in random_positions(3):
        copy = state.array.copy()
        hints.evaluate(copy[0], np.zeros(3))
        assert copy.tobytes() == bytes(state)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("X X X X . . .", "X . . . . . .\nX . . . . . .\nX . . . . . .\nX . . . . . ."),  # flat
        ("X X . . . . .\n1 2 . . . . .", "X X . . . . .\n1 . 2 . . . ."),  # without a hole
        ("3 3 3 3 . . .", "3 3 1 3 3 . ."),  # with a combination to validate
        ("\n".join(["X . . . . . ."] * 11), "\n".join(["X . . . . . ."] * 12)),  # below the line
    ],
)
def test_a_better_sheet_is_expected_to_score_more(better: str, worse: str) -> None:
    assert expectations(at(better))[0] > expectations(at(worse))[0]
    leading = expectations(at(better, worse))
    assert leading[0] > 0 > leading[1]


def test_a_validated_combination_is_worth_more_than_one_that_waits() -> None:
    validated = at("3'3'3'3'. . .", doing=("done",), zone=("id:4 run:-",), draw="n1")
    assert expectations(validated)[0] > expectations(at("3 3 3 3 . . ."))[0]


def test_a_playout_goes_for_large_combinations_and_low_stacks() -> None:
    assert preferred(at("3 3 3 3 . . .")) == "id4"
    assert preferred(at("1 2 3 4 5 6 .")) == "run6"
    assert preferred(at(". . . . . . .", doing=("put",), shape="I")) in ("put a1b1c1d1", "put d1e1f1g1")


def test_a_playout_writes_digits_beside_equal_ones() -> None:
    state = at("4 . . . . . .", doing=("put",), shape="I", dice="1 1 4 7").play("put b1c1d1e1")
    assert preferred(state) == "4"


def score(name: str, seed: int) -> float:
    rng, player = random.Random(seed), make_player(name, seed)
    state = GAME.new(1)
    while not state.over:
        state = state.draw(rng) if state.chance else state.play(player.choose(state))
    assert state.result is not None
    return state.result[0]


def test_the_search_scores_far_more_than_the_greedy_player() -> None:
    assert all(score("8@200", seed) > score("greedy", seed) + 15 for seed in range(3))


def result_against_random(seats: int, seed: int) -> float:
    players = [make_player("8@100", seed), *(make_player("random", 10 * seed + other) for other in range(1, seats))]
    rng, state = random.Random(seed), GAME.new(seats)
    while not state.over:
        seat = None if state.chance else state.actors[0]
        state = state.draw(rng) if seat is None else state.play(players[seat].choose(state, seat), seat)
    assert state.result is not None
    return state.result[0]


@pytest.mark.parametrize("seats", [2, 6])
def test_the_search_beats_random_players(seats: int) -> None:
    assert sum(result_against_random(seats, seed) == 1.0 for seed in range(5)) >= 4
