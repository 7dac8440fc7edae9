"""Compiles what a game at the table needs before somebody sits there."""

from __future__ import annotations

import random
from functools import cache

from ..core.game import Game
from ..core.state import State

# Every game can be capped; so many choices show every kind of event.
ENOUGH = 40


@cache
def prepare(game: Game) -> None:
    """Everything that a game at the table needs, compiled: plays a short one through, as people do."""
    rng = random.Random(0)
    state = game.new(max_choices=ENOUGH)
    while not state.over:
        _ = state.status()
        state = _any_event(state, rng)
    _ = state.result, state.scores, state.status(), state.diagram(), state.scene()


def _any_event(state: State, rng: random.Random) -> State:
    if state.chance:
        return state.draw(rng)
    seat = state.actors[0]
    text = rng.choice(state.choices(seat))
    state.describe(text, seat=seat)
    return state.play(text, seat)
