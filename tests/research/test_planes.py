"""Planes say all that a seat to choose has to know, its own things first, and nothing that is always the same."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.core.game import RULES, Game, as_written
from ludotheque.research import planes
from ludotheque.research.batch import BatchedGames
from ludotheque.research.planes import board_of, draw_games, observe_planes, plane_names, planes_of_array, planes_shape
from ludotheque.research.simultaneous import seen_by
from ludotheque.skeleton import GAME as SKELETON

BEGUN = SKELETON.twin()
BEGUN.interpreted = frozenset({RULES})  # a game that is begun has not been compiled yet
GAMES: list[Game] = [*map(lt.load, lt.games()), BEGUN]
every_game_and_seats = pytest.mark.parametrize(
    ("game", "seats"),
    [pytest.param(game, seats, id=f"{game.name}-{seats}") for game in GAMES for seats in game.seats],
)


def choices(start: lt.State, n: int, seed: int = 1) -> Iterator[tuple[lt.State, int]]:
    """So many positions of random games, and who is to choose; of several seats any."""
    state, rng = start, random.Random(seed)
    for _ in range(n):
        while state.over or state.chance:
            state = start if state.over else state.draw(rng)
        seat = rng.choice(state.actors)
        yield state, seat
        state = state.play(rng.choice(state.choices(seat)), seat)


@every_game_and_seats
def test_planes_have_names_and_numbers_from_0_to_1(game: Game, seats: int) -> None:
    start = game.new(seats)
    names = plane_names(start)
    assert len(set(names)) == len(names) == planes_shape(start)[0]
    for state, seat in choices(start, 20):
        seen = observe_planes(state, seat)
        assert seen.shape == planes_shape(state) == planes_shape(start)
        assert seen.dtype == np.float32
        assert seen.min() >= 0 and seen.max() <= 1


@every_game_and_seats
def test_no_plane_is_always_the_same(game: Game, seats: int) -> None:
    """In the positions in which somebody chooses."""
    batch = BatchedGames(game, 4 if game is BEGUN else 64, 1, seats, observation="planes")
    first = batch.observations[:1].copy()
    changes = np.zeros(len(first[0]), np.bool_)
    for _ in range(500):
        changes |= (batch.observations != first).any(axis=(0, 2, 3))
        if changes.all():
            break
        batch.step(batch.random_actions())
    assert [name for name, is_seen in zip(plane_names(game.new(seats)), changes, strict=True) if not is_seen] == []


@every_game_and_seats
def test_own_planes_come_first(game: Game, seats: int) -> None:
    """What a seat sees as its own, those before it see as many seats further on."""
    start = game.new(seats)
    each = len(board_of(start).seat_planes)
    for state, _ in choices(start, 10):
        seen = [planes_of_array(state, state.array, seat) for seat in range(seats)]
        for seat in range(seats):
            for further in range(seats):
                block = seen[seat][each * further : each * (further + 1)]
                assert np.array_equal(block, seen[(seat + further) % seats][:each])


@every_game_and_seats
def test_positions_that_differ_look_different(game: Game, seats: int) -> None:
    """To the seat that is to choose next. Positions after one choice from the same one differ in little."""
    known: dict[tuple[int, bytes], bytes] = {}
    rng = random.Random(1)
    for before, seat in choices(game.new(seats), 240):
        texts = before.choices(seat)
        for text in rng.sample(texts, min(3, len(texts))):
            state = before.play(text, seat)
            for actor in state.actors[:1]:
                view = seen_by(state, actor).array.copy()
                view["choices"] = 0
                looks = observe_planes(state, actor)[:-1].tobytes()
                assert known.setdefault((actor, looks), view.tobytes()) == view.tobytes()
    assert len(known) > 40


@every_game_and_seats
def test_compiled_and_as_written_they_are_the_same(game: Game, seats: int) -> None:
    for state, seat in choices(game.new(seats), 2, seed=2):
        seen = planes._draw(as_written(draw_games), state, state.array, seat)
        assert np.array_equal(seen, planes_of_array(state, state.array, seat))


def test_options_decide_what_is_drawn() -> None:
    assert planes_shape(lt.load("derive").new(2, size=13))[1:] == (13, 13)
    assert "offer" in plane_names(lt.load("drumlin").new(placing="swap"))
    assert "colour 2 under 11 +1" in plane_names(lt.load("riviere").new(stack_limit=0))


def test_every_pawn_of_a_stack_is_drawn_once() -> None:
    start = lt.load("riviere").new()
    names = plane_names(start)
    for state, seat in choices(start, 200):
        seen = dict(zip(names, observe_planes(state, seat), strict=True))
        for colour in (1, 2):
            drawn = sum(plane.sum() for name, plane in seen.items() if re.match(rf"colour {colour} under \d \+0", name))
            gone = state.fields.home[2 * seat + colour - 1] + state.fields.arrived[2 * seat + colour - 1]
            assert drawn + gone == 3


def test_plates_of_the_seat_that_looks() -> None:
    """Rows count from the bottom and columns from a, whoever looks."""
    state = lt.load("drivis").new().play("c8-d8")
    for seat in range(2):
        own, other, made = observe_planes(state, seat)
        blue = own if seat == 0 else other
        assert blue[7, 3] == 1
        assert own.sum() + other.sum() == 12
        assert made[0, 0] == np.float32(1 / 300)
