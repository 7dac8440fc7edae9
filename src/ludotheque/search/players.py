"""Players that choose by themselves, and their names on a command line.

``random``, ``careful``, ``greedy``, or a level from 1 to 8. A level may be given another effort: ``8@2000`` makes 2,000
simulations a choice, ``8@0.5s`` thinks for half a second, ``8x0.1`` makes a tenth of its simulations.
"""

from __future__ import annotations

import random
import re
from typing import Protocol

from ..core.errors import GameError
from ..core.state import State
from .texts import CATALOG

LEVELS = range(1, 9)
NAMES = ("random", "careful", "greedy", *map(str, LEVELS))
_NUMBER = r"\d{1,9}(\.\d{1,6})?"
_LEVEL = re.compile(
    rf"(?P<level>[1-8])(@(?P<simulations>\d{{1,9}})|@(?P<seconds>{_NUMBER})s|x(?P<scale>{_NUMBER}))?", re.ASCII
)


class Player(Protocol):
    """Whatever can choose."""

    def choose(self, state: State, seat: int | None = None) -> str:
        """An event text for that seat, or for the only actor if no seat is named."""


class RandomPlayer:
    """Chooses any legal event with equal probability. The weakest opponent, and a yardstick for the others.

    >>> lt.RandomPlayer(seed=1).choose(lt.load("drivis").new())
    'c8-c3'
    """

    def __init__(self, seed: int | None = None) -> None:
        self.rng = random.Random(seed)

    def choose(self, state: State, seat: int | None = None) -> str:
        """An event text for that seat, or for the only actor."""
        return self.rng.choice(state.choices(seat))


class GreedyPlayer(RandomPlayer):
    """Takes what looks best after this one choice: a win, or what the game's evaluation says of the position.

    Where a game has no evaluation, the lead in points counts, if there are points; what is equal is chosen by chance.

    >>> lt.GreedyPlayer(seed=1).choose(lt.load("drivis").new())
    'c8-c3'
    """

    def choose(self, state: State, seat: int | None = None) -> str:
        """An event text for that seat, or for the only actor."""
        from .yardsticks import worth_after  # here and not above: it loads Numba

        chooser = state.chooser(seat)
        texts = state.choices(chooser)
        worth = worth_after(state, chooser, texts)
        return self.rng.choice([text for text, value in zip(texts, worth, strict=True) if value == max(worth)])


def worth_of(after: State, seat: int) -> tuple[float, float]:
    """Whether the game is won there, then the lead in points over the best of the others."""
    scores = after.scores or (0,) * after.seats
    others = [score for other, score in enumerate(scores) if other != seat]
    return (after.result[seat] if after.result else 0.0), scores[seat] - max(others, default=0)


def is_player(name: str) -> bool:
    """Whether :func:`make_player` knows that name."""
    return name in NAMES or _LEVEL.fullmatch(name) is not None


def make_player(name: str, seed: int | None = None) -> Player:
    """The player of that name; a GameError says which there are.

    >>> from ludotheque.search.players import make_player
    >>> make_player("8@2000").simulations
    2000
    """
    if name == "random":
        return RandomPlayer(seed)
    if name == "careful":
        return _careful(seed)
    if name == "greedy":
        return GreedyPlayer(seed)
    if found := _LEVEL.fullmatch(name):
        return _computer(found, seed)
    raise GameError(CATALOG("unknown-player", name=name[:40], known=", ".join(NAMES)))


def _careful(seed: int | None) -> Player:
    from .yardsticks import CarefulPlayer

    return CarefulPlayer(seed)


def _computer(found: re.Match[str], seed: int | None) -> Player:
    from .computer import ComputerPlayer  # here and not above: it loads Numba

    level, simulations, seconds, scale = found.group("level", "simulations", "seconds", "scale")
    return ComputerPlayer(
        int(level),
        seed,
        simulations=int(simulations) if simulations else None,
        seconds=float(seconds) if seconds else None,
        scale=float(scale or 1),
    )
