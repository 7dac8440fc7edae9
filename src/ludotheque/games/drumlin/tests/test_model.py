"""The compiled rules against the slow model, event by event: what is legal, what it does, who wins."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import ludotheque as lt
from ludotheque.games.drumlin.tests.model import ALL_CELLS, Model

GAME = lt.load("drumlin")
Chooser = Callable[[lt.State, list[str], random.Random], str]


def cells_of(state: lt.State) -> dict[str, str]:
    rows = [row[3:].split() for row in state.diagram().split("\n")[:10]]
    return dict(zip(ALL_CELLS, [text for row in rows[::-1] for text in row], strict=True))


def compare(state: lt.State, model: Model) -> list[str]:
    """Both must agree on everything; returns the choices."""
    choices = state.choices()
    assert set(choices) == model.events(), state.diagram()
    assert len(choices) == len(set(choices))
    assert state.over == model.over, state.diagram()
    assert cells_of(state) == model.cells()
    if model.over:
        value = {"violet": 1.0, "pink": -1.0, None: 0.0}[model.winner]
        assert state.result == (value, -value), state.diagram()
    else:
        assert state.actors == (("violet", "pink").index(model.turn),)
    return choices


def play_both(state: lt.State, model: Model, rng: random.Random, choose: Chooser) -> lt.State:
    while choices := compare(state, model):
        text = choose(state, choices, rng)
        state = state.play(text)
        model.play(text)
    return state


def anything(state: lt.State, choices: list[str], rng: random.Random) -> str:
    return rng.choice(choices)


def lively(state: lt.State, choices: list[str], rng: random.Random) -> str:
    """Mostly events about the Drumlin and crowded cells: random games hardly ever come to them."""
    cells = cells_of(state)
    drumlin = next((cell for cell, text in cells.items() if "*" in text), "")
    rare = [text for text in choices if text[0] in "XR" or text.endswith("-" + drumlin)]
    rare += [text for text in choices if text[0] == "!" and cells.get(text[1:]) != "."]
    rare += [text for text in choices if text[0] == "!"][:2]
    crowding = [text for text in choices if text[0] in "ED" and cells[text.partition("-")[2]] != "."]
    pick = rng.random()
    return rng.choice((rare if pick < 0.5 else crowding if pick < 0.8 else choices) or choices)


@pytest.mark.parametrize("seed", range(3))
def test_random_games(seed: int) -> None:
    play_both(GAME.new(max_choices=120), Model.start(120), random.Random(seed), anything)


@pytest.mark.parametrize("seed", range(4))
def test_games_in_which_violet_keeps_or_swaps(seed: int) -> None:
    start = GAME.new(placing="swap", max_choices=60)
    play_both(start, Model.start(60, "swap"), random.Random(seed), lively)


@pytest.mark.parametrize("most", [1, 2, 3])
def test_the_cap_around_the_answer(most: int) -> None:
    play_both(GAME.new(placing="swap", max_choices=most), Model.start(most, "swap"), random.Random(most), anything)


def test_every_first_place_kept_and_swapped() -> None:
    start = GAME.new(placing="swap")
    for text in start.choices():
        for answer in ("keep", "swap"):
            model = Model.start(placing="swap")
            for event in (text, answer):
                model.play(event)
            compare(start.play(text).play(answer), model)


@pytest.mark.parametrize("seed", range(3))
def test_games_about_the_drumlin(seed: int) -> None:
    play_both(GAME.new(max_choices=150), Model.start(150), random.Random(seed), lively)


def random_position(rng: random.Random) -> str:
    """A few cells in a corner, often crowded, where all that is rare happens; it may be no position at all."""
    width, height = rng.choice([(2, 2), (2, 3), (3, 2), (4, 3), (8, 10), (8, 1), (1, 10)])
    corner = [c for c in ALL_CELLS if c[0] <= "abcdefgh"[width - 1] and int(c[1:]) <= height]
    cells = dict.fromkeys(ALL_CELLS, "")
    for cell in rng.sample(corner, min(len(corner), 9)):
        cells[cell] = random_pieces(rng, rng.choice([0, 1, 1, 2, 3, 4, 4, 5]))
    return draw(cells, rng, rng.choice(corner), rng.random() < 0.5)


def random_pieces(rng: random.Random, value: int) -> str:
    """Pieces that are worth so much together; only with a dragon can they be worth 5."""
    dragons = rng.randint(value // 5, value // 2)
    return "".join(rng.choices("VP", k=dragons) + rng.choices("vp", k=value - 2 * dragons))


def draw(cells: dict[str, str], rng: random.Random, drumlin: str, flipped: bool) -> str:
    """The diagram of these cells, the egg being the first elephant on the Drumlin's cell; or turned upside down."""
    order = {letter: i for i, letter in enumerate("VvPp")}
    texts = {cell: "".join(sorted(text, key=order.__getitem__)) for cell, text in cells.items()}
    elephants = [letter for letter in texts[drumlin] if letter in "vp"]
    if not texts[drumlin] or elephants:
        egg = rng.choice(elephants) if elephants else ""
        texts[drumlin] = egg + "*" + texts[drumlin].replace(egg, "", 1)
    values = [texts[cell] or "." for cell in (ALL_CELLS[::-1] if flipped else ALL_CELLS)]
    rows = [f"{y + 1:>2}  " + "".join(f"{text:<5}" for text in values[8 * y : 8 * y + 8]) for y in range(9, -1, -1)]
    turn = f"{rng.choice(['violet', 'pink'])} to act, {rng.randint(2, 9)} made"
    lines = [*(row.rstrip() for row in rows), "    a    b    c    d    e    f    g    h", turn]
    return "\n".join([*lines, f"seats=2 max_choices={rng.choice([12, 30])}"])


def positions(seed: int, n: int) -> list[lt.State]:
    """Random positions that can be read."""
    rng, found = random.Random(seed), list[lt.State]()
    while len(found) < n:
        try:
            found.append(GAME.read(random_position(rng)))
        except lt.GameError:
            continue
    return found


@pytest.mark.parametrize("seed", range(2))
def test_games_from_crowded_positions(seed: int) -> None:
    for number, state in enumerate(positions(seed, 15)):
        play_both(state, Model.of(state.diagram()), random.Random(number), lively)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 112))
def test_many_more_games(seed: int) -> None:
    test_games_about_the_drumlin(seed)
    test_games_from_crowded_positions(seed)
