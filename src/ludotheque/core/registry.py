"""The games there are: every folder of ``ludotheque.games``. Nothing else knows their names."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from pathlib import Path

from .errors import UnknownGame
from .game import Game
from .texts import CATALOG

GAMES = "ludotheque.games"


def games() -> list[str]:
    """The names of all games, sorted.

    >>> "drivis" in lt.games()
    True
    """
    folder = Path(__file__).parents[1] / "games"
    return sorted(found.name.replace("_", "-") for found in pkgutil.iter_modules([str(folder)]) if found.ispkg)


@cache
def load(name: str) -> Game:
    """The game of that name; an UnknownGame error lists the names there are.

    >>> lt.load("drivis")
    <Game drivis, edition 1>
    """
    if name not in games():
        raise UnknownGame(CATALOG("game.unknown", name=str(name)[:40], known=", ".join(games())))
    game = import_module(f"{GAMES}.{name.replace('-', '_')}").GAME
    assert isinstance(game, Game)
    return game
