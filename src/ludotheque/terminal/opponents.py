"""The computer players one can play against, by name."""

from __future__ import annotations

from ..core.errors import GameError
from ..play.computer_names import character
from ..search.players import LEVELS, Player, make_player
from .texts import CATALOG

# Each has a sentence ``opponent.NAME`` in the catalog.
NAMES: tuple[str, ...] = (*map(str, LEVELS), "random")


def opponent(name: str, seed: int | None = None) -> Player:
    """The computer player of that name."""
    if name not in NAMES:
        raise GameError(CATALOG("play.unknown-opponent", name=name[:40], known=", ".join(NAMES)))
    return make_player(name, seed)


def introduced(name: str, lang: str) -> str:
    """Which player that is; of a level also what it is like."""
    called = CATALOG.say(f"opponent.{name}", lang)
    return f"{called}\n    {character(int(name), lang)}" if name.isdigit() else called


def thinks(name: str) -> bool:
    """Whether this player needs the search."""
    return name != "random"
