"""What a network is told: the same of a position and of its mirror image, by whoever is to act."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.games.derive.search import features as told
from ludotheque.games.derive.search import terms as seen
from ludotheque.games.derive.tests.positions import GAME, begun, position

DICE = "g9=r3 f8=r4 e7=r5 d6=r6 i5=r2 a3=r1 c1=r4 e3=r6 a9=y1 c9=y6 b8=y1 d8=y1 h8=y2 i7=y6 b6=y5 d4=y4"


def features(state: lt.State) -> list[int]:
    out = np.full(told.INPUTS, -1, np.int32)
    return [int(number) for number in out[: told.features(state.array.copy()[0], out)]]


def mirrored(dice: str) -> str:
    """Left and right exchanged."""
    return re.sub(r"\b[a-i](?=\d)", lambda found: "ihgfedcba"["abcdefghi".index(found[0])], dice)


def turned(dice: str) -> str:
    """By half a turn, and the colours exchanged."""
    dice = re.sub(r"(?<=[a-i])\d", lambda found: str(10 - int(found[0])), mirrored(dice))
    return dice.translate(str.maketrans("ry", "yr"))


def term(state: lt.State, side: int, number: int) -> int:
    """What is told of a term of the seat to act (0) or the other one."""
    begin = told.TERMS_AT + side * told.TERMS_OF_SEAT + int(told.TERM_AT[number])
    return sum(each - begin + 1 for each in features(state) if begin <= each < begin + told.MOST[number])


@pytest.mark.parametrize("level", ["classic", "advanced"])
@pytest.mark.parametrize("turn", [0, 1])
def test_who_is_to_act_sees_the_same_from_either_bank(level: str, turn: int) -> None:
    here, there = position(DICE, turn=turn, level=level), position(turned(DICE), turn=1 - turn, level=level)
    assert sorted(features(here)) == sorted(features(there))


def test_the_mirror_image_has_the_features_that_the_symmetry_names() -> None:
    same, other = told.symmetries()
    assert list(same) == list(range(told.INPUTS)) and sorted(other) == list(same)
    assert sorted(other[features(position(DICE))]) == sorted(features(position(mirrored(DICE))))


def test_a_die_that_is_rolled_is_told_to_who_rolls() -> None:
    before = position(DICE)
    rolling, mirror_image = before.play("e3?"), position(mirrored(DICE)).play("e3?")
    assert told.viewpoint(rolling.array[0]) == told.viewpoint(before.array[0]) == 0
    assert len({*features(rolling)} - {*features(before)}) == 1
    assert sorted(told.symmetries()[1][features(rolling)]) == sorted(features(mirror_image))
    assert told.IN_CHAIN_AT in features(before.play("f8?")) and told.IN_CHAIN_AT not in features(rolling)


def test_terms_are_told() -> None:
    state = position(DICE)
    assert term(state, 0, seen.LENGTH) == 4 and term(state, 0, seen.ORDERED) == 1
    assert term(state, 1, seen.LENGTH) == 0 and term(state, 1, seen.TURNS) > term(state, 0, seen.TURNS) > 0


@pytest.mark.parametrize("level", ["classic", "advanced"])
def test_all_numbers_are_different_and_known(level: str) -> None:
    rng, state = random.Random(1), GAME.new(level=level, max_choices=120)
    for _ in range(150):
        if state.over:
            break
        numbers = features(state)
        assert len({*numbers}) == len(numbers) and min(numbers) >= 0 and max(numbers) < told.INPUTS
        state = state.draw(rng) if state.chance else state.play(rng.choice(state.choices()))
    assert state.over


def test_the_network_is_asked_where_it_was_taught() -> None:
    assert all(told.fits(begun(level=level)) for level in ("classic", "advanced"))
    others: list[dict[str, Any]] = [
        {"level": "blitz"},
        {"level": "blitz-classic"},
        {"size": 11},
        {"facing": "adjacent"},
    ]
    assert not any(told.fits(begun(**options)) for options in others)
