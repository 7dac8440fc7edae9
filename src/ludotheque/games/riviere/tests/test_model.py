"""The compiled rules against the plain model, event by event, in random games of all options."""

from __future__ import annotations

import random
from copy import deepcopy
from itertools import product
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.games.riviere.tests.model import Model

SETUPS = list(product(("advance", "move"), (3, 0), ("either", "away"), (1000, 25)))


def play_both(seed: int, compulsion: str, stack_limit: int, push: str, max_choices: int) -> None:
    rng = random.Random(seed)
    options: dict[str, object] = {
        "compulsion": compulsion,
        "stack_limit": stack_limit,
        "push": push,
        "max_choices": max_choices,
    }
    state = lt.load("riviere").start(2, None, options)
    model = Model(**options)  # type: ignore[arg-type]
    while not model.over:
        assert state.outcomes() == model.outcomes()
        assert state.choices() == model.choices()
        outcomes = model.outcomes()
        text = rng.choices(list(outcomes), list(outcomes.values()))[0] if outcomes else rng.choice(model.choices())
        if not outcomes:
            assert state.actors == (model.turn,)
        state = state.play(text)
        model.play(text)
    assert state.over and state.result == model.result


@pytest.mark.parametrize(("compulsion", "stack_limit", "push", "max_choices"), SETUPS)
def test_games_agree(compulsion: str, stack_limit: int, push: str, max_choices: int) -> None:
    for seed in range(5):
        play_both(seed, compulsion, stack_limit, push, max_choices)


@pytest.mark.slow
@pytest.mark.parametrize(("compulsion", "stack_limit", "push", "max_choices"), SETUPS)
def test_many_games_agree(compulsion: str, stack_limit: int, push: str, max_choices: int) -> None:
    for seed in range(100, 140):
        play_both(seed, compulsion, stack_limit, push, max_choices)


def count(model: Model, depth: int) -> int:
    """Perft by the model."""
    if depth == 0:
        return 1
    total = 0
    for text in [*model.outcomes(), *model.choices()]:
        after = deepcopy(model)
        after.play(text)
        total += count(after, depth - 1)
    return total


@pytest.mark.parametrize("name", ["showcase", "high-stacks", "red-blue-wins-pushing-away", "climbs-freely"])
def test_perft_agrees(name: str) -> None:
    """Positions spread over a golden game, counted by both."""
    record = lt.Record.parse((Path(__file__).parent / "records" / f"{name}.ludo").read_text("utf-8"))
    options = {key: record.options[key] for key in ("compulsion", "stack_limit", "push", "max_choices")}
    model = Model(**options)  # type: ignore[arg-type]
    for number, (state, (_, text)) in enumerate(zip(record.states(), record.events, strict=False)):
        if number % 24 == 20:
            assert [lt.perft(state, depth) for depth in (1, 2, 3)] == [count(model, depth) for depth in (1, 2, 3)]
        model.play(text)


def test_perft_of_the_set_up() -> None:
    start = lt.load("riviere").new()
    assert [lt.perft(start, depth) for depth in (1, 2, 3, 4)] == [count(Model(), depth) for depth in (1, 2, 3, 4)]
