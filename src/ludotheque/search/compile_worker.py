"""A process that compiles: ``python -m ludotheque.search.compile_worker GAME PART …``.

It writes how far it is, ``rules 17 52``, and when a part is finished, ``rules 52 52``. It steps back behind everything
else on the machine: people play meanwhile.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from numba.core import event

from ..core import cache
from ..core.game import Game
from ..core.registry import load
from ..core.rule import Inner
from .precompile import files_of, make_ready

LEAST_PRIORITY = 19
Tell = Callable[[int, int], object]


class Progress(event.Listener):
    """Counts the functions of a part that are compiled, of those there are."""

    def __init__(self, game: Game, part: str, tell: Tell) -> None:
        self.left, self.tell = functions_of(game, part), tell
        self.total = len(self.left) + 1  # and writing it down

    def on_start(self, event: Any) -> None: ...

    def on_end(self, event: Any) -> None:
        function = event.data["dispatcher"].py_func
        if function in self.left:
            self.left.remove(function)
            self.tell(self.total - 1 - len(self.left), self.total)


def functions_of(game: Game, part: str) -> set[Callable[..., Any]]:
    """What is still to be compiled for a part; of what the rules offer, it may leave out a little."""
    modules = map(import_module, compiled_modules(game, part))
    functions = (made for module in modules for made in vars(module).values() if isinstance(made, Inner))
    return {function.py_func for function in functions if not function.overloads}


def compiled_modules(game: Game, part: str) -> list[str]:
    """The modules that have something to compile for a part of a game."""
    sources = filter(cache.compiles, cache.sources(game.folder, *files_of(game, part)))
    return [".".join(path.relative_to(cache.PACKAGE.parent).with_suffix("").parts) for path in sorted(sources)]


def compile_part(game: Game, part: str, tell: Tell) -> None:
    """Compiles a part and tells how far it is, in the end that all of it is done."""
    progress = Progress(game, part, tell)
    with event.install_listener("numba:compile", progress):
        make_ready(game, part)
    tell(progress.total, progress.total)


def main(name: str, *parts: str) -> None:
    if hasattr(os, "nice"):
        os.nice(LEAST_PRIORITY)
    for part in parts:
        compile_part(load(name), part, partial(print, part, flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
