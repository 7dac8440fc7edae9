"""A player for lessons: it gives the same answer every time, at once, whether anything is compiled or not."""

from __future__ import annotations

import random

from ..core.state import State
from .exact import certain_values
from .players import worth_of

SIGHT = 2  # turns
POSITIONS = 300  # so few that uncompiled code looks through them in a moment


class SteadyPlayer:
    """Takes a win and avoids a loss that it sees within two turns, else what is worth most at once.

    Its effort is counted in positions, never in time, and what is equal is chosen by the position itself.

    >>> from ludotheque.search.steady import SteadyPlayer
    >>> SteadyPlayer().choose(lt.load("drivis").new())
    'h3-c3'
    """

    def choose(self, state: State, seat: int | None = None) -> str:
        """An event text for that seat, or for the only actor."""
        chooser = state.chooser(seat)
        certain = certain_values(state, chooser, POSITIONS, SIGHT)
        texts = state.choices(chooser)
        random.Random(bytes(state)).shuffle(texts)

        def worth(text: str) -> tuple[float, ...]:
            return certain.get(state.action(text, chooser), 0), *worth_of(state.play(text, chooser), chooser)

        return max(texts, key=worth)


def answer(state: State, seat: int) -> str:
    """What the others do in a lesson where it does not say so."""
    return SteadyPlayer().choose(state, seat)
