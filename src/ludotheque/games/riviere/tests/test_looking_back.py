"""Positions of a running game from memory, looked at again: only the ends of a journey are drawn."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.games.riviere.tests.positions import position

STRAIGHT = ". r .\n. r .\n. r .\n. r .\n. r .\n. r ."  # a way for red from home to the far bank


def some_events_later(state: lt.State) -> lt.State:
    for _ in range(4):  # enough for a push, which moves tiles
        state = state.draw() if state.chance else state.play(state.choices(state.actors[0])[-1], state.actors[0])
    return state


@pytest.mark.parametrize("seat", [0, 1])
def test_a_journey_from_home_to_the_far_bank_is_drawn(seat: int) -> None:
    then = position(STRAIGHT, spare="b", memory=True).play("R@off")
    looked_at = then.seen_from(some_events_later(then))
    assert "trail" in looked_at.scene(seat, "en").svg()
