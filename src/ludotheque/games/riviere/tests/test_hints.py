"""What the hints for the search promise, and that the search plays well with them."""

from __future__ import annotations

import random

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.games.riviere.search import hints
from ludotheque.games.riviere.tests.positions import GAME, position
from ludotheque.search.players import make_player

PLAIN = """
. . .
. . .
. . .
. . .
{}
. . .
"""


def expectations(state: lt.State) -> list[float]:
    out = np.full(2, np.nan)
    hints.evaluate(state.array.copy()[0], out)
    return [float(value) for value in out]


def preferred(state: lt.State) -> int:
    """What a playout chooses."""
    codes = np.array(state.legal(state.actors[0]), np.int32)
    with np.errstate(over="ignore"):
        index = hints.policy(state.array[0], state.actors[0], codes, len(codes), np.array([1], np.uint64))
    return int(codes[index])


def random_positions() -> list[lt.State]:
    """Of a game by chance, while tiles are drawn too."""
    rng = random.Random(1)
    states = [GAME.new()]
    while not states[-1].over:
        state = states[-1]
        states.append(state.draw(rng) if state.chance else state.play(rng.choice(state.choices())))
    return states[:-1]


def test_expectations_are_like_results_and_evaluating_changes_nothing() -> None:
    for state in random_positions():
        copy = state.array.copy()
        values = np.zeros(2)
        hints.evaluate(copy[0], values)
        assert copy.tobytes() == bytes(state)
        assert -1.0 < values[0] < 1.0 and values[0] == -values[1]


def test_nobody_is_ahead_before_the_first_tile() -> None:
    assert expectations(GAME.new()) == [0.0, 0.0]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"rows": PLAIN.format(". . ."), "arrived": "R"}, {"rows": PLAIN.format(". . .")}),
        ({"rows": PLAIN.format(".:B . .")}, {"rows": PLAIN.format(". . .")}),  # on the way
        ({"rows": PLAIN.format(".:GB . .")}, {"rows": PLAIN.format(".:BG . .")}),  # on top of an enemy
        ({"rows": PLAIN.format("r . ."), "turn": 1}, {"rows": PLAIN.format("r . ."), "turn": 1, "arrived": "G"}),
    ],
)
def test_who_is_farther_ahead_expects_more(better: dict[str, str], worse: dict[str, str]) -> None:
    ahead, behind = (position(phase="push", **said) for said in (better, worse))  # type: ignore[arg-type]
    assert expectations(ahead)[0] > expectations(behind)[0]


def test_a_playout_travels_as_far_as_it_can() -> None:
    for state in random_positions():
        if not state.chance and not state.choices()[0].endswith(("^", "v")):
            seat = state.actors[0]
            assert hints.advance(seat, preferred(state)) == max(hints.advance(seat, code) for code in state.legal(seat))


@pytest.mark.parametrize("seed", range(3))
def test_the_search_beats_a_random_player(seed: int) -> None:
    rng, players = random.Random(seed), [make_player("5@100", seed), make_player("random", seed)]
    state = GAME.new()
    while not state.over:
        state = state.draw(rng) if state.chance else state.play(players[state.actors[0]].choose(state))
    assert state.result == (1.0, -1.0)


def test_the_computer_plays_with_every_compulsion() -> None:
    """Whatever the duty is, it finds a legal choice everywhere, and the win that is there."""
    for compulsion in ("advance", "move"):
        rows = "r .:R .\n. . .\n. . .\n. .:Y .\n. . .\n. . ."
        state = position(rows, arrived="RRBBB", compulsion=compulsion)
        assert lt.ComputerPlayer(level=1, seed=1).choose(state, 0) == "b6-off"
        state = position(". . .\n. . .\nr:G .:R .\n. . .\n. . .\n. . .", arrived="RRBBB", compulsion=compulsion)
        assert lt.ComputerPlayer(level=1, seed=1).choose(state, 0) in state.choices()
