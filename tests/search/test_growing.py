"""An analysis that grows: soon there, better with time, and the same as ``lt.analyse`` in the end."""

from __future__ import annotations

import random

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.core.state import CHANCE
from ludotheque.search.growing import GrowingAnalysis

every_game = pytest.mark.parametrize("name", lt.games())


def positions(name: str, seed: int = 4) -> tuple[lt.State, lt.State | None]:
    """Where a seat is to choose, and where chance is to act, in the middle of a game."""
    rng, state = random.Random(seed), lt.load(name).new()
    choice: lt.State | None = None
    draw: lt.State | None = None
    while choice is None or (draw is None and state.game.num_outcomes and not state.over):
        if state.chance and state.ply > 20:
            draw = state
        if state.actors and state.ply > 4 and len(state.legal(state.actors[0])) > 1:
            choice = state
        seat = None if state.chance else state.actors[0]
        state = state.draw(rng) if state.chance else state.play(rng.choice(state.choices(seat)), seat)
    return choice, draw


@every_game
def test_it_finds_lines_for_every_seat_and_goes_on(name: str) -> None:
    state, _ = positions(name)
    growing = GrowingAnalysis(state, state.actors[0], lines=3)
    first, later = growing.grow(0.02), growing.grow(0.08)
    assert later.analysis.simulations > first.analysis.simulations or later.is_final
    for found in (first, later):
        assert 1 <= len(found.lines) <= 3 and found.analysis.seat == state.actors[0]
        for line in found.lines:
            assert len(line.choice.values) == len(line.errors) == state.seats
            assert all(error >= 0 for error in line.errors) and line.choice.line[0][1] == line.choice.text
            after = state
            for seat, text in line.choice.line:
                after = after.play(text, None if seat == CHANCE else seat)
        assert found.analysis.values == found.lines[0].choice.values


@every_game
def test_a_draw_is_worth_the_mean_of_its_outcomes(name: str) -> None:
    _, state = positions(name)
    if state is None:
        pytest.skip("no chance in it")
    found = GrowingAnalysis(state, CHANCE).grow(0.05)
    outcomes = state.outcomes()
    assert [line.choice.text for line in found.lines] == [*outcomes]
    weights = np.array([line.choice.weight for line in found.lines])
    assert weights.tolist() == [*outcomes.values()]
    mean = weights @ np.array([line.choice.values for line in found.lines]) / weights.sum()
    assert np.allclose(mean, found.analysis.values)


def test_with_time_a_draw_is_looked_at_ever_more() -> None:
    """Every outcome alike, and not only until the first stage was noted."""
    _, state = positions("derive")
    assert state is not None
    growing = GrowingAnalysis(state, CHANCE)
    before = growing.grow(0.03).analysis.simulations
    assert growing.grow(0.2).analysis.simulations > 2 * before


@every_game
def test_it_agrees_with_an_analysis_in_one_go(name: str) -> None:
    state, _ = positions(name)
    seat = state.actors[0]
    growing = GrowingAnalysis(state, seat)
    found, whole = growing.grow(0.3), lt.analyse(state, seat, seconds=0.3)
    line = found.lines[0]
    same = whole.named(line.choice.text)
    far = abs(line.choice.values[seat] - same.values[seat])
    assert far <= 5 * (line.errors[seat] + min(same.error, found.analysis.unit)) + 0.1 * found.analysis.unit


def test_what_is_certain_is_told_as_certain() -> None:
    state = lt.load("drivis").new()
    rng = random.Random(3)
    while not state.over:
        state = state.play(rng.choice(state.choices()))
    before = state.previous
    assert before is not None and before.last is not None and state.last is not None
    won = max(range(2), key=lambda seat: (state.result or (0, 0))[seat])
    found = GrowingAnalysis(before, before.actors[0]).grow(0.05)
    told = {line.choice.text: line for line in found.lines}.get(state.last[1])
    if told is not None:
        assert told.choice.proven and told.choice.values[won] == 1.0 and told.errors == (0.0, 0.0)
    assert found.is_final or not found.analysis.proven
