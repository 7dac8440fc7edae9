"""The compiled rules against the plain model, in lockstep: choices, outcomes, diagrams and results."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.games.derive.tests.model import LEVELS, Die, Model

GAME = lt.load("derive")


def random_options(rng: random.Random) -> tuple[int, dict[str, Any]]:
    """Small boards more often: there is more contact."""
    seats = rng.choice((2, 3, 4))
    options: dict[str, Any] = {"level": rng.choice(list(LEVELS)), "size": rng.choice((7, 7, 7, 9, 11, 13))}
    if seats == 2:
        options["facing"] = rng.choice(("opposite", "adjacent"))
    if seats == 4:
        options["teams"] = rng.choice((True, False))
    if rng.random() < 0.4:
        options["entry"] = rng.choice(("one", "chosen"))
    return seats, options


def same(state: lt.State, model: Model) -> None:
    assert state.diagram() == model.diagram()
    assert state.over == model.is_over() and state.chance == model.is_chance()
    assert state.outcomes() == model.outcomes()
    assert state.choices() == model.choices(), state.diagram()
    if state.result is not None:
        assert state.result == pytest.approx([float(value) for value in model.result()])


@pytest.mark.parametrize("seed", range(24))
def test_games_in_lockstep(seed: int) -> None:
    rng = random.Random(seed)
    seats, options = random_options(rng)
    options["max_choices"] = rng.choice((1, 7, 60, 90))
    state, model = GAME.new(seats, **options), Model(seats, **options)
    eager = rng.random()
    while not state.over:
        same(state, model)
        text = rng.choice(state.choices() or list(state.outcomes()))
        if rng.random() < eager:  # more moves than anything else, so that dice get across
            text = rng.choice([t for t in state.choices() if "-" in t] or [text])
        state, model = state.play(text), model.play(text)
    same(state, model)


@pytest.mark.parametrize("seed", range(60))
def test_crowded_positions(seed: int) -> None:
    check_position(random.Random(seed))


@pytest.mark.slow
def test_many_crowded_positions() -> None:
    for seed in range(1000, 1600):
        check_position(random.Random(seed))


def check_position(rng: random.Random) -> None:
    """A random position with chains on the opposite banks, and a few choices from there."""
    model = random_position(rng)
    state = GAME.read(model.diagram())
    same(state, model)
    for text in rng.sample(state.choices(), min(4, len(state.choices()))):
        after, model_after = state.play(text), model.play(text)
        if after.chance:
            roll = f"={rng.randint(1, 6)}"
            after, model_after = after.play(roll), model_after.play(roll)
        same(after, model_after)


def random_position(rng: random.Random) -> Model:
    while True:
        seats, options = random_options(rng)
        made = rng.choice((3, 49))
        model = Model(seats, **options, max_choices=50, turn=rng.randrange(seats), made=made)
        for seat in range(seats):
            if rng.random() < 0.7:
                add_chain(model, rng, seat)
            add_dice(model, rng, seat)
        if all(len(model.own(seat)) <= model.dice_each and not model.has_won(seat) for seat in range(seats)):
            return model


def add_chain(model: Model, rng: random.Random, seat: int) -> None:
    """A chain from the opposite bank inwards, mostly of consecutive values."""
    free = [cell for cell in model.cells() if model.is_on_goal(cell, seat) and cell not in model.dice]
    value, step = rng.randint(1, 6), rng.choice((1, -1))
    for _ in range(rng.randint(1, 5)):
        if not free or not 1 <= value <= 6:
            return
        cell = rng.choice(free)
        model.dice[cell] = Die(seat, value)
        value += step if rng.random() < 0.85 else rng.choice((1, -1, 2))
        inside = range(2, model.size)
        free = [c for c in model.neighbours(cell) if c not in model.dice and c[0] in inside and c[1] in inside]


def add_dice(model: Model, rng: random.Random, seat: int) -> None:
    for _ in range(rng.randint(0, 6)):
        cell = rng.choice(model.cells())
        if cell not in model.dice:
            model.dice[cell] = Die(seat, rng.randint(1, 6))
            if not all(model.may_stand(seat, own, own) for own in model.own(seat)):
                del model.dice[cell]


def test_perft_agrees_at_small_depth() -> None:
    def count(model: Model, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(count(model.play(text), depth - 1) for text in model.choices() or model.outcomes())

    setups: list[tuple[int, dict[str, Any], int]] = [
        (2, {"size": 7}, 4),
        (2, {"level": "advanced", "size": 7}, 3),
        (3, {"level": "blitz", "size": 7}, 4),
        (4, {"level": "initiation", "size": 7, "teams": True}, 4),
    ]
    for seats, options, depth in setups:
        assert lt.perft(GAME.start(seats, None, options), depth) == count(Model(seats, **options), depth)
