"""One folder a game. A game imports ``core`` and ``scene``, never another game.

The public interface has a function ``ludotheque.games()``, and Python gives this package the same name. So the package
itself can be called.
"""

from __future__ import annotations

import sys
from types import ModuleType


class _CallablePackage(ModuleType):
    def __call__(self) -> list[str]:
        """The names of all games, sorted."""
        from ..core.registry import games

        return games()


sys.modules[__name__].__class__ = _CallablePackage
