"""How much of everything a course of learning takes: in general, in a hurry, and where a game says otherwise."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ...core.game import Game
from ..hooks import features_of


@dataclass(frozen=True)
class Recipe:
    """How much of everything."""

    generations: int = 3
    games: int = 4_000  #: of self-play, a generation
    simulations: int = 300  #: for a choice in them, while there is no network
    learned: int = 100  #: the same with a network, where each looks at all that may follow
    deep: int = 0  #: where there is a network and this is not 0, alpha-beta plays, with so many positions for a choice
    window: int = 3  #: so many generations are learned from
    epochs: int = 8
    last_epochs: int = 0  #: passes of the last fit, where they are not as many as before
    going_on: bool = False  #: a fit goes on from the network that played; fewer passes will do then
    batch: int = 512
    trust: float = 0.5  #: how much the result of a game counts; the rest is what the search expected
    td_lambda: float = 1.0  #: below 1, what the search expected later stands for the result, the sooner the more
    discount: float = 1.0  #: below 1, what comes later counts less: so waiting costs something (alpha-beta only)
    stray: int = 0  #: one choice in so many is made at random, so that games do not wait for ever (alpha-beta only)
    anew: bool = False  #: begin without the network that the game has, and meet what plays without it
    pairs: int = 100  #: of games in a trial, at most
    seconds: float = 0.02  #: of the processor, for a choice in a trial

    def passes(self, generation: int) -> int:
        """Over all positions, in the fit of this generation."""
        return self.last_epochs if self.last_epochs and generation == self.generations - 1 else self.epochs


# For --quick: from nothing, as what was learned thoroughly will not be beaten in minutes.
QUICK: dict[str, Any] = {"generations": 2, "games": 3_000, "simulations": 200, "learned": 60}
QUICK |= {"anew": True, "epochs": 6, "last_epochs": 0, "pairs": 60, "seconds": 0.01}
LEAST_GAMES = 40


def recipe_of(game: Game, hurry: bool = False) -> Recipe:
    """The recipe for a game; ``RECIPE`` in its ``features.py`` says what is otherwise than usual.

    In a hurry a game whose generations are smaller than usual has smaller ones in the same proportion.
    """
    own = getattr(features_of(game.rules), "RECIPE", {})
    usual = replace(Recipe(), **own)
    if not hurry:
        return usual
    games = max(LEAST_GAMES, int(QUICK["games"] * usual.games / Recipe.games))
    return replace(usual, **{**QUICK, "games": games})
