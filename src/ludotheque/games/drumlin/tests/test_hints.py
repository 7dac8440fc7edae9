"""How the search values positions of Drumlin, and that it plays well with it."""

from __future__ import annotations

import random

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.games.drumlin.search.hints import evaluate
from ludotheque.games.drumlin.tests.positions import GAME, cells, lively_states, position, turned
from ludotheque.search.players import make_player


def values(state: lt.State) -> tuple[float, float]:
    out = np.zeros(2)
    evaluate(state.array[0], out)
    return float(out[0]), float(out[1])


@pytest.fixture(scope="module")
def states() -> list[lt.State]:
    return lively_states(games=6, length=50)


@pytest.mark.slow
def test_values_are_bounded_and_one_seat_gains_what_the_other_loses(states: list[lt.State]) -> None:
    for state in states:
        violet, pink = values(state)
        assert -1.0 < violet < 1.0 and violet == -pink, state.diagram()
    assert len({values(state) for state in states}) > 50


@pytest.mark.slow
def test_the_other_side_of_the_table_sees_the_same(states: list[lt.State]) -> None:
    kinds = {cells_kind(state) for state in states}
    assert kinds == {"hand", "alone", "egg"}
    for state in states:
        assert values(turned(state)) == pytest.approx(values(state)[::-1], abs=1e-12), state.diagram()


def cells_kind(state: lt.State) -> str:
    """Where the Drumlin is: in a hand, alone, or in an egg."""
    there = [text for text in cells(state).values() if "*" in text]
    return "hand" if not there else "alone" if there == ["*"] else "egg"


@pytest.mark.parametrize(
    ("better", "worse", "turn"),
    [
        ("d5:v* c10:v a1:p h3:p b2:v", "d5:v* c9:v a1:p h3:p b2:v", "violet"),  # wins at once
        ("d5:v* c10:v g2:p h3:p b2:v", "d5:v*p c10:v h3:p b2:v", "pink"),  # the egg is blocked
        ("d5:v* b2:v b3:v a1:p h3:p", "d5:p* b2:v b3:v a1:p h3:p", "pink"),  # whose egg it is
        ("d5:* d2:v b3:v a8:p h7:p", "d5:* c2:v b3:v a8:p h7:p", "violet"),  # the Drumlin can be fetched
        ("d5:* c2:v b3:v a8:p h7:p", "d5:* c2:v a8:p h7:p", "violet"),  # more elephants
        ("d5:p*v d2:v b3:v a8:p h7:p", "d5:p*v c2:v b3:v a8:p h7:p", "violet"),  # a takeover
    ],
)
def test_a_better_position_has_a_higher_value(better: str, worse: str, turn: str) -> None:
    assert values(position(better, turn))[0] > values(position(worse, turn))[0]


def test_a_threat_is_worth_more_to_the_one_who_is_to_act() -> None:
    """Violet arrives at once, or pink still has a move against it."""
    threat = "d5:v* c10:v d8:p a1:p b2:v"
    assert values(position(threat, "violet"))[0] > values(position(threat, "pink"))[0]


def test_who_can_arrive_has_nearly_won() -> None:
    assert values(position("d5:v* c10:v a1:p h3:p"))[0] > 0.9


@pytest.mark.parametrize("place", ["d4", "b9", "e7", "a1"])
def test_violet_takes_the_better_side_of_the_first_place(place: str) -> None:
    """Where violet may swap, it can expect what the better of the two sides can, and pink nothing at all."""
    start = GAME.new(placing="swap")
    offered = start.play("@" + place)
    kept, swapped = (values(offered.play(answer)) for answer in ("keep", "swap"))
    assert kept[0] == pytest.approx(-swapped[0])
    assert values(offered)[0] == pytest.approx(max(kept[0], swapped[0]))
    assert values(start) == (0.0, 0.0)


def test_the_computer_places_answers_and_plays_on() -> None:
    state, computer = GAME.new(placing="swap", max_choices=8), make_player("8@300", 1)
    texts = []
    while not state.over:
        texts.append(computer.choose(state))
        state = state.play(texts[-1])
    assert texts[0][0] == "@" and texts[1] in ("keep", "swap") and len(texts) == 8


def test_the_computer_swaps_what_is_better_for_pink() -> None:
    """A Drumlin that pink alone can fetch is kept away from it; one that violet can fetch safely is kept."""
    computer = make_player("7@2000", 1)  # level 8 judges otherwise, by what it has learned
    for place in ("e7", "d4"):
        offered = GAME.new(placing="swap").play("@" + place)
        kept, swapped = (values(offered.play(answer))[0] for answer in ("keep", "swap"))
        assert abs(kept - swapped) > 0.05
        assert computer.choose(offered) == ("keep" if kept > swapped else "swap")


def test_the_computer_beats_random_play() -> None:
    wins = 0
    for number in range(4):
        state, rng, me = GAME.new(), random.Random(number), number % 2
        computer = make_player("8@300", number)
        while not state.over:
            state = state.play(computer.choose(state) if state.actors == (me,) else rng.choice(state.choices()))
        assert state.result is not None
        wins += state.result[me] == 1.0
    assert wins == 4
