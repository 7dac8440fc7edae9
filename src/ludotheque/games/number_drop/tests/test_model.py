"""The compiled rules and a slow model written from ``rules.md``, in lockstep."""

from __future__ import annotations

import copy
import itertools
import random
import re
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.core.options import write_value
from ludotheque.games.number_drop.tests.model import Model, Sheet
from ludotheque.games.number_drop.tests.positions import EMPTY, GAME, at

CHANCE = -1
SLIDE = "slide=true"


def agree(state: lt.State, model: Model, seats: tuple[int, ...]) -> None:
    """The same actors with the same choices or outcomes, the same points, and at the end the same result."""
    assert state.over == model.over
    assert list(state.scores or ()) == model.scores()
    assert list(state.actors) == model.actors()
    assert state.outcomes() == model.outcomes()
    for seat in seats:
        assert state.choices(seat) == model.choices(seat)
    if state.over:
        assert list(state.result or ()) == model.result()


def careful(choices: list[str], rng: random.Random) -> str:
    """A player who validates what he can and keeps shapes low, so that games get long and sheets full."""
    if "skip" in choices and len(choices) > 1:
        return rng.choice([text for text in choices if text != "skip"])
    if choices[0].startswith(("put", "drop")):
        low = sorted(choices, key=lambda text: sum(map(int, re.findall(r"\d+", text))))
        return rng.choice(low[:4])
    return rng.choice(choices)


def play_both(seats: int, seed: int, is_careful: bool, **options: Any) -> lt.State:
    state, model = GAME.new(seats, **options), Model(seats, **options)
    rng = random.Random(seed)
    while not state.over:
        seat = CHANCE if state.chance else rng.choice(state.actors)
        agree(state, model, state.actors if rng.random() < 0.1 or state.chance else (seat,))
        choices = list(state.outcomes()) if seat == CHANCE else state.choices(seat)
        text = careful(choices, rng) if is_careful else rng.choice(choices)
        state = state.play(text, seat)
        model.play(seat, text)
    agree(state, model, ())
    return state


@pytest.mark.parametrize("seats", [1, 2, *(pytest.param(n, marks=pytest.mark.slow) for n in (3, 4, 5, 6))])
@pytest.mark.parametrize("is_careful", [True, False], ids=["careful", "random"])
def test_random_games_agree_with_the_model(seats: int, is_careful: bool) -> None:
    for seed in range(3 // seats + 1):
        play_both(seats, seed, is_careful, tiles="large" if seed % 2 else "mixed")


OPTIONS = [
    dict(zip(("slide", "order", "all_circled"), values, strict=True))
    for values in itertools.product((False, True), ("together", "clockwise"), ("ends-turn", "plays-on"))
]


@pytest.mark.parametrize("options", OPTIONS[1:], ids=lambda options: "-".join(map(str, options.values())))
def test_all_combinations_of_options_agree_with_the_model(options: dict[str, Any]) -> None:
    for seats in (1, 2, 3):
        play_both(seats, seats, True, **options)


@pytest.mark.parametrize("cap", [1, 7, 40])
def test_capped_games_agree_with_the_model(cap: int) -> None:
    for seats in (1, 2, 4):
        play_both(seats, cap, is_careful=True, max_choices=cap)
        play_both(seats, cap, is_careful=True, max_choices=cap, order="clockwise")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_many_games_agree_with_the_model(seed: int) -> None:
    rng = random.Random(seed)
    cap = rng.choice([5000, 5000, 5000, rng.randrange(1, 200)])
    seats, is_careful, options = rng.choice([1, 1, 2, 2, 3, 4, 5, 6]), rng.random() < 0.7, rng.choice(OPTIONS)
    play_both(seats, seed, is_careful, tiles=rng.choice(["mixed", "large"]), max_choices=cap, **options)


def some_sheet(rng: random.Random) -> list[list[str]]:
    """A sheet that no game would reach: few different digits, so that there are large groups and long runs."""
    low, high = rng.choice([(0, 3), (2, 8), (0, 9), (3, 6), (6, 9)])
    rows = [[str(rng.randint(low, high)) for _ in range(7)] for _ in range(rng.randrange(2, 6))]
    for row in rows:
        for i in range(7):
            row[i] += " " if rng.random() < 0.8 else "'"
            row[i] = rng.choice([row[i]] * 6 + ["X ", ". "])
    return rows


def sheet_of(rows: list[list[str]]) -> Sheet:
    sheet = Sheet()
    for row, texts in enumerate(reversed(rows), 1):
        for column, text in enumerate(texts, 1):
            if text[0] != ".":
                sheet.cells[row, column] = "X" if text[0] == "X" else int(text[0])
            if text[1] == "'":
                sheet.used.add((row, column))
    return sheet


def is_tame(sheet: Sheet) -> bool:
    """Trying takes for ever in large groups; those are left to the tests of speed."""
    free = sheet.free_digits()
    seen: set[tuple[int, int]] = set()
    for cell in free:
        group, todo = {cell}, [cell]
        while todo:
            row, column = todo.pop()
            for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                if free.get(near) == free[cell] and near not in group:
                    group.add(near)
                    todo.append(near)
        if len(group) > 7 and cell not in seen:
            return False
        seen |= group
    return True


def test_combinations_on_arbitrary_sheets_agree_with_the_model() -> None:
    rng = random.Random(1)
    compared = 0
    while compared < 60:
        rows = some_sheet(rng)
        sheet = sheet_of(rows)
        if not is_tame(sheet):
            continue
        compared += 1
        state, model = at("\n".join("".join(row).rstrip() for row in rows)), Model(1)
        model.slots, model.draws = dict(zip("ABCDE", "ILTSO", strict=True)), []
        model.players[0].sheet, model.players[0].stage = sheet, "combine"
        while not state.chance and not state.over:
            assert state.choices() == model.choices(0)
            text = rng.choice([text for text in state.choices() if text != "skip"] or ["skip"])
            state = state.play(text)
            model.play(0, text)
        assert list(state.scores or ()) == model.scores()


def count(model: Model, depth: int) -> int:
    """Perft by the model: of several actors the lowest acts."""
    if depth == 0 or model.over:
        return int(depth == 0)
    seat = model.actors()[0] if model.actors() else CHANCE
    total = 0
    for text in model.outcomes() if seat == CHANCE else model.choices(seat):
        after = copy.deepcopy(model)
        after.play(seat, text)
        total += count(after, depth - 1)
    return total


@pytest.mark.parametrize(
    ("seats", "events", "options"),
    [
        *((1, 0, {}), (1, 13, {}), (1, 40, {}), (2, 12, {}), (2, 60, {}), (3, 100, {})),
        *((1, 60, {"slide": True}), (2, 80, {"slide": True}), (3, 90, {"order": "clockwise"})),
        (2, 100, {"order": "clockwise", "slide": True, "all_circled": "plays-on"}),
    ],
)
def test_perft_agrees_with_the_model(seats: int, events: int, options: dict[str, Any]) -> None:
    state, model, rng = GAME.new(seats, **options), Model(seats, **options), random.Random(events)
    for _ in range(events):
        seat = CHANCE if state.chance else rng.choice(state.actors)
        text = careful(list(state.outcomes()) if seat == CHANCE else state.choices(seat), rng)
        state = state.play(text, seat)
        model.play(seat, text)
    for depth in (1, 2):
        assert lt.perft(state, depth) == count(model, depth)


# Pushing on sheets full of caves, and DROPs that everybody has circled: random games seldom have either


def caves(rng: random.Random) -> list[list[str]]:
    """Half a sheet of X with many holes, so that there is much to push around."""
    share = rng.choice([0.3, 0.5, 0.7])
    return [["X " if rng.random() < share else ". " for _ in range(7)] for _ in range(rng.randrange(4, 14))]


@pytest.mark.parametrize("shape", "IOTLS*")
def test_pushing_among_caves_agrees_with_the_model(shape: str) -> None:
    rng = random.Random(shape)
    for _ in range(30):
        rows = caves(rng)
        sheet = sheet_of(rows)
        sheet.may_slide = True
        expected = sorted(f"put {text}" for text in sheet.placements(list("IOTLS") if shape == "*" else [shape]))
        drawn = "\n".join("".join(row).rstrip() for row in rows)
        if expected:
            assert at(drawn, doing=("put",), shape=shape, options=SLIDE).choices() == expected


@pytest.mark.parametrize("shape", ["I3", "L3", "T5", "U5", "X5"])
def test_drops_are_pushed_as_the_model_pushes_them(shape: str) -> None:
    rng = random.Random(shape)
    tiles = f"A={shape} B=I C=I D=I E=I"
    for _ in range(20):
        rows = caves(rng)[-11:]
        sheet = sheet_of(rows)
        sheet.may_slide = True
        drawn = "\n".join("".join(row).rstrip() for row in rows)
        state = at(drawn, EMPTY, doing=("drop", "drop"), tiles=tiles, falling="A", dice="1 2 3 *", options=SLIDE)
        assert state.choices(0) == sorted(f"drop {text}" for text in sheet.placements([shape]))


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(map(str, options.values())))
def test_a_letter_that_all_have_circled_agrees_with_the_model(options: dict[str, Any]) -> None:
    named = " ".join(f"{name}={write_value(value)}" for name, value in options.items())
    state = at(EMPTY, EMPTY, doing=("done",), zone=("id:35 run:35", "id:3 run:3"), draw="n1", options=named)
    model, rng = Model(2, **options), random.Random(1)
    model.slots, model.draws = dict(zip("ABCDE", "ILTSO", strict=True)), []
    model.next_roll()
    for player, letters in zip(model.players, ("AC", "A"), strict=True):
        player.sheet.circled = set(letters)
        sizes = {"AC": {3, 5}, "A": {3}}[letters]
        player.sheet.done = {"id": set(sizes), "run": set(sizes)}
    for forced in ("n1=*", "n2=1", "n3=2", "n4=3", "shape=T", *[""] * 40):
        agree(state, model, state.actors)
        seat = CHANCE if state.chance else rng.choice(state.actors)
        text = forced or rng.choice(list(state.outcomes()) if seat == CHANCE else state.choices(seat))
        state = state.play(text, seat)
        model.play(seat, text)
