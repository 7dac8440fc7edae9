"""Compiles what a game at the table needs before somebody sits there."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from ..core import cache as kept
from ..core.game import Game
from ..core.state import State
from .players import LEVELS

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


@cache
def prepare_search(game: Game) -> None:
    """Everything that computer players need, compiled: lets one choose, twice in a row, so that it also remembers."""
    from .computer import ComputerPlayer

    player = ComputerPlayer(max(LEVELS), seed=0, simulations=200)
    state, rng = game.new(max_choices=ENOUGH), random.Random(0)
    for _ in range(2):
        while state.chance:
            state = state.draw(rng)
        seat = state.actors[0]
        state = state.play(player.choose(state, seat), seat)


def is_ready(game: Game) -> bool:
    """Whether everything was compiled before, with just these sources."""
    return _mark(game).exists()


def mark_ready(game: Game) -> None:
    _mark(game).touch()


def _mark(game: Game) -> Path:
    folder = kept.own_root() / kept.name(game.folder, Path(__file__).parent)
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "ready"
