"""What a network is told of positions of Drumlin: the same from both sides of the table, and from left and right."""

from __future__ import annotations

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.games.drumlin.rules.geometry import CELLS, COLUMNS
from ludotheque.games.drumlin.search import features as told
from ludotheque.games.drumlin.tests.positions import GAME, cells, lively_states, position, turned

MIRROR = told.symmetries()[1]


@pytest.fixture(scope="module")
def states() -> list[lt.State]:
    return lively_states(games=3, length=50)[::2]


def features(state: lt.State) -> list[int]:
    out = np.zeros(told.INPUTS, np.int32)
    found: list[int] = out[: told.features(state.array[0], out)].tolist()
    return found


def mirrored(state: lt.State) -> lt.State:
    """Left and right exchanged."""
    there = {"hgfedcba"["abcdefgh".index(cell[0])] + cell[1:]: text for cell, text in cells(state).items()}
    turn = "violet" if state.actors == (0,) else "pink"
    return position(" ".join(f"{cell}:{text}" for cell, text in there.items()), turn)


def as_drawn(state: lt.State) -> lt.State:
    """As the others come from a diagram: the choices made are no part of it."""
    return mirrored(mirrored(state))


def test_features_are_distinct_few_and_in_range(states: list[lt.State]) -> None:
    for state in states:
        found = features(state)
        assert len(set(found)) == len(found) < 70 and min(found) >= 0 and max(found) < told.INPUTS


def test_left_and_right_are_alike(states: list[lt.State]) -> None:
    for state in states:
        assert sorted(MIRROR[features(as_drawn(state))]) == sorted(features(mirrored(state))), state.diagram()


def test_both_sides_of_the_table_are_alike(states: list[lt.State]) -> None:
    """Half a turn with the colours exchanged; the cells are counted from the mover's side, so left and right differ."""
    for state in states:
        assert sorted(MIRROR[features(as_drawn(state))]) == sorted(features(turned(state))), state.diagram()


@pytest.mark.parametrize(
    ("text", "turn", "feature"),
    [
        ("d5:v* c10:v a1:p h3:p", "violet", told.PROSPECTS + told.ARRIVAL),
        ("d5:v* c10:v a1:p h3:p", "pink", told.PROSPECTS + told.A_SIDE_OF_PROSPECTS + told.ARRIVAL),
        ("d5:p*v d2:v a8:p h7:p", "violet", told.PROSPECTS + told.TAKEOVER),
        ("d5:* d2:v a8:p h7:p", "violet", told.PROSPECTS + told.SAFE_GRASP),
        ("d5:* d2:vv a8:p h7:p", "violet", CELLS + COLUMNS + 3),  # two elephants on d2
        ("d5:* d2:vv a8:p h7:p", "pink", told.SIDE + CELLS + 8 * COLUMNS + 3),
        ("d5:v*p d2:v a8:p", "pink", told.FORCES + told.A_SIDE_OF_FORCES + (told.MOST_FORCE + 1) + 1),
    ],
)
def test_what_matters_is_told(text: str, turn: str, feature: int) -> None:
    assert feature in features(position(text, turn))
    assert feature not in features(position("d5:* e2:v a8:p h7:p", turn))


def test_time_that_runs_out_is_told() -> None:
    def clock(made: int) -> int:
        return sum(feature >= told.FEW_LEFT for feature in features(position("d5:* e2:v a8:p", made=made)))

    assert [clock(made) for made in (10, 272, 335, 370, 396)] == [0, 1, 1, 3, 6]


def test_an_offer_is_told() -> None:
    start = GAME.new(placing="swap")
    offered = start.play("@d4")
    assert told.TO_BE_ANSWERED in features(start) and told.OFFERED in features(offered)
    assert not {told.TO_BE_ANSWERED, told.OFFERED} & {*features(offered.play("keep")), *features(GAME.new())}
