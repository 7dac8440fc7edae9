"""Where puzzles come from: the positions of strong and varied play."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from ...core.game import Game
from ...core.state import State
from ..computer import ComputerPlayer

STRONG = 8
# Parts of the effort of the strongest level, one for each player and game: so strong that positions make sense, so
# different that games are decided and there is something to find in them.
EFFORTS = (0.0005, 0.002, 0.008)
MOST_OPENING = 6  # choices at random before anybody thinks
SURPRISES = (0.0, 0.05, 0.2)  # how often a player does anything at all instead
LEAST_CHOICES = 4


def positions(
    game: Game, seats: int | None, options: Mapping[str, Any], seed: int, number: int, asides: int = 0
) -> Iterator[tuple[State, int]]:
    """Where somebody has to choose in game ``number``, and who; the same for the same seed.

    ``asides`` are positions after so many other choices, taken at random, as if somebody had erred there: looking at
    them costs less than playing on.
    """
    rng = random.Random(f"{game.name}/{seed}/{number}")
    state = game.start(seats, None, options)
    players = [ComputerPlayer(STRONG, rng.getrandbits(32), scale=rng.choice(EFFORTS)) for _ in range(state.seats)]
    surprises = [rng.choice(SURPRISES) for _ in players]
    opening, made = rng.randint(0, MOST_OPENING), 0
    while not state.over:
        if state.chance:
            state = state.draw(rng)
            continue
        seat = state.actors[0]
        if made > opening and len(state.legal(seat)) >= LEAST_CHOICES:
            yield state, seat
            yield from _aside(state, seat, asides, rng)
        at_random = made < opening or rng.random() < surprises[seat]
        text = rng.choice(state.choices(seat)) if at_random else players[seat].choose(state, seat)
        state, made = state.play(text, seat), made + 1


def _aside(state: State, seat: int, asides: int, rng: random.Random) -> Iterator[tuple[State, int]]:
    choices = state.choices(seat)
    for text in rng.sample(choices, min(asides, len(choices))):
        after = state.play(text, seat)
        if not after.over and not after.chance and len(after.legal(after.actors[0])) >= LEAST_CHOICES:
            yield after, after.actors[0]


def has_draws(game: Game, seats: int | None, options: Mapping[str, Any], games: int = 3) -> bool:
    """Whether chance takes part after the first choice. Nothing but the rules says so: some games are played."""
    return any(_draws(game.start(seats, None, options), random.Random(number)) for number in range(games))


def _draws(state: State, rng: random.Random) -> bool:
    chosen = False
    while not state.over:
        if state.chance and chosen:
            return True
        chosen = chosen or not state.chance
        state = (
            state.draw(rng) if state.chance else state.play(rng.choice(state.choices(state.actors[0])), state.actors[0])
        )
    return False
