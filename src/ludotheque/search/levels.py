"""The levels of the computer players: how far each one sees, how much it thinks, and how surely it judges.

A level is a number of simulations, so that it plays alike on every machine; time is only a guard. Weaker levels see
fewer turns ahead, think less, and misjudge a little: to the value of each choice an error of about ``noise`` is added
(a win counts 1, a loss −1; alone, in parts of the points at stake), a smaller one where a game says that its choices
look alike (``grain`` in ``hooks.py``). They never choose at random.

How the numbers were found is in ``docs/strength.md``. A game's ``search/levels.toml`` may have a table of its
own, else the one beside this file counts: eight rows with the fields of :class:`Level`; and ``reach``, on which the
standard errors of analyses are built, found with ``bench/errors.py``.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from ..core.game import Game
from .think import Effort

# A guard against slow machines, not a measure of strength.
MOST_SECONDS = 4.0
COMMON = Path(__file__).with_name("levels.toml")


@dataclass(frozen=True)
class Level:
    """What makes a level."""

    simulations: int
    noise: float = 0.0
    sight: int = 1  #: turns looked through completely, if that takes no more than ``positions``
    positions: int = 20_000
    explore: float = 1.0
    learned: bool = True  #: whether a network judges, where the game has one; playouts are weaker, and gentler

    def scaled(self, factor: float) -> Level:
        """The same level with a part of its effort."""
        return replace(
            self, simulations=max(2, round(self.simulations * factor)), positions=round(self.positions * min(1, factor))
        )

    def effort(self, seconds: float = MOST_SECONDS) -> Effort:
        return Effort(self.simulations, seconds, self.sight, self.positions, self.explore, self.learned)


@cache
def level_of(game: Game, number: int) -> Level:
    """Level 1 to 8 of a game."""
    return Level(**_table(game)[str(number)])


def reach_of(game: Game) -> float:
    """How much further the value of a choice may yet go than it went when the effort was last doubled."""
    return float(_table(game)["reach"])


@cache
def _table(game: Game) -> dict[str, Any]:
    own = game.folder / "search" / "levels.toml"
    return tomllib.loads(COMMON.read_text("utf-8")) | (tomllib.loads(own.read_text("utf-8")) if own.exists() else {})
