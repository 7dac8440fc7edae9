"""What the network is told: the same from both sides, and as much about the left as about the right."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.core.options import Value

from ..rules.state import EMPTY, NONE, Position
from ..search import features as told

GAME = lt.load("riviere")
SAME, TURNED = (0, 1, 2, 3, 4), (2, 3, 0, 1, 4)


def positions() -> Iterator[lt.State]:
    """Of random games, all kinds of phases and rules."""
    rng = random.Random(3)
    settings: list[Mapping[str, Value]] = [*told.SETTINGS, {"stack_limit": 0}]
    for number, options in enumerate(settings):
        state = GAME.start(2, None, {**options, "max_choices": 150})
        while not state.over:
            if state.ply % 7 == number:
                yield state
            state = state.draw(rng) if state.chance else state.play(rng.choice(state.choices()))


def features(s: Position) -> set[int]:
    out = np.zeros(told.INPUTS, np.int32)
    return set(out[: told.features(s, out)].tolist())


def changed(state: lt.State, colours: Sequence[int], mirrored: bool = False) -> Position:
    """The same position with other colours, and so perhaps from the other side, or seen in a mirror."""
    old, new = state.array[0], state.array.copy()[0]
    turned = colours[0] > 1

    def cell(at: int) -> int:
        column, row = at >> 3, at & 7
        return 8 * (2 - column if mirrored else column) + (7 - row if turned else row)

    def cells(bits: int) -> int:
        return sum(1 << cell(at) for at in range(24) if int(bits) >> at & 1)

    for colour in range(5):
        new.tiles[colours[colour]] = cells(old.tiles[colour])
    for colour in range(4):
        new.tops[colours[colour]] = cells(old.tops[colour])
        new.home[colours[colour]], new.arrived[colours[colour]] = old.home[colour], old.arrived[colour]
    for at in range(24):
        new.stacks[cell(at)] = stack(int(old.stacks[at]), colours)
    new.moved, new.full = cells(old.moved), cells(old.full)
    new.spare = NONE if old.spare == NONE else colours[old.spare]
    new.banned = 2 - old.banned if mirrored and old.banned != NONE else old.banned
    new.turn = 1 - old.turn if turned and old.turn != NONE else old.turn
    return new  # type: ignore[no-any-return]


def stack(pawns: int, colours: Sequence[int]) -> int:
    return EMPTY if pawns == EMPTY else stack(pawns >> 2, colours) << 2 | colours[pawns & 3]


def test_both_sides_see_the_same() -> None:
    """Who has the other side of the same position is told the same."""
    begun = [state for state in positions() if state.fields.turn != NONE]
    assert len(begun) > 30 and {state.fields.turn for state in begun} == {0, 1}
    for state in begun:
        assert features(changed(state, TURNED)) == features(state.array[0])


WAYS: dict[tuple[int, tuple[int, ...]], int] = {
    (0, SAME): 0,
    (0, (0, 1, 3, 2, 4)): 1,
    (0, (1, 0, 2, 3, 4)): 2,
    (1, SAME): 4,
}


@pytest.mark.parametrize(("mirrored", "colours"), WAYS)
def test_symmetries_are_those_of_the_board(mirrored: int, colours: tuple[int, ...]) -> None:
    way = told.symmetries()[WAYS[mirrored, colours]]
    for state in positions():
        if state.fields.turn != 1:  # seen by seat 0: the first two colours are its own
            expected = {int(way[each]) for each in features(state.array[0])}
            assert features(changed(state, colours, bool(mirrored))) == expected


def test_a_tile_that_comes_to_light_and_a_pawn_that_moves_are_told() -> None:
    """No two positions after one another look alike."""
    state, rng = GAME.new(), random.Random(1)
    for _ in range(60):
        after = state.draw(rng) if state.chance else state.play(rng.choice(state.choices()))
        assert features(after.array[0]) != features(state.array[0]) or after.fields.turn != state.fields.turn
        state = after
