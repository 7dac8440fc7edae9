"""The computer players one can play against, by name. This table is the only place that knows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ..core.errors import GameError
from ..core.state import State
from .language import WORDS


class Opponent(Protocol):
    """Chooses an event text for a seat."""

    def choose(self, state: State, seat: int | None = None) -> str: ...


def _random(seed: int | None) -> Opponent:
    from ..search.players import RandomPlayer

    return RandomPlayer(seed)


_MAKERS: dict[str, Callable[[int | None], Opponent]] = {"random": _random}
NAMES: tuple[str, ...] = tuple(_MAKERS)


def opponent(name: str, seed: int | None = None) -> Opponent:
    """The computer player of that name; each has a sentence ``opponent.NAME`` in ``text.toml``."""
    if name not in _MAKERS:
        raise GameError(WORDS("play.unknown-opponent", name=name[:40], known=", ".join(NAMES)))
    return _MAKERS[name](seed)
