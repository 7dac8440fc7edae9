"""How a duel of two versions begins: at random, alike for both games of a pair, and fair where that is asked for."""

from __future__ import annotations

import random

import pytest
from bench import duel

import ludotheque as lt


def test_both_games_of_a_pair_begin_alike() -> None:
    start = lt.load("drivis").new()
    one, other, third = (duel.opened(start, random.Random(seed), 4, 0.0) for seed in (7, 7, 8))
    assert [each.last for each in one.history()] == [each.last for each in other.history()]
    assert one.ply == 4 and bytes(one) != bytes(third)


def test_chance_is_drawn_but_is_no_choice() -> None:
    start = lt.load("riviere").new()
    state = duel.opened(start, random.Random(1), 3, 0.0)
    assert sum(each.last is not None and each.last[0] >= 0 for each in state.history()) == 3


def test_openings_that_decide_the_game_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are drawn again until one is open."""
    judged: list[bytes] = []

    def third_time(state: lt.State, rng: random.Random, fair: float) -> bool:
        judged.append(bytes(state))
        return len(judged) == 3

    monkeypatch.setattr(duel, "is_open", third_time)
    state = duel.opened(lt.load("drivis").new(), random.Random(3), 3, 0.5)
    assert bytes(state) == judged[-1] and len(set(judged)) == 3


def test_what_is_over_is_not_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is over is decided; the beginning is open."""
    make = lt.ComputerPlayer
    monkeypatch.setattr(lt, "ComputerPlayer", lambda level, seed: make(4, seed))  # which takes less time
    start = lt.load("drivis").new()
    assert duel.is_open(start, random.Random(0), 0.9)
    over = start
    while not over.over:
        over = over.play(random.Random(over.ply).choice(over.choices()))
    assert not duel.is_open(over, random.Random(0), 1.0)


def test_placing_compares_every_seat_with_every_seat() -> None:
    assert duel.placed([30, 10], [20, 10]) == (1 + 1 + 0 + 0.5) / 4
    assert duel.placed([5], [7]) == 0.0
