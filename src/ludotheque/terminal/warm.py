"""``ludotheque warm``: compiles ahead of time, so that nobody waits later."""

from __future__ import annotations

import time
from argparse import Namespace

from rich.progress import Progress

from ..core.game import Game
from ..core.registry import games, load
from ..search.precompile import PARTS
from .console import Terminal
from .interrupts import interruptible
from .progress import progress


def run(terminal: Terminal, args: Namespace) -> int:
    chosen = [load(name) for name in args.games or games()]
    with progress(terminal) as bar:
        times = [_warm(game, terminal.lang, bar) for game in chosen]
    for game, seconds in zip(chosen, times, strict=True):
        terminal.say("warm.done", game=game.catalog("title"), seconds=terminal.number(seconds, 1))
    if len(chosen) > 1:
        terminal.say("warm.all", seconds=terminal.number(sum(times), 1))
    return 0


def _warm(game: Game, lang: str, bar: Progress) -> float:
    """Compiles all that a game may need; the seconds it took."""
    from ..search.compile_worker import compile_part  # loads the compiler

    began = time.perf_counter()
    task = bar.add_task(game.title(lang), total=None)
    for part in PARTS:
        interruptible(compile_part, game, part, lambda done, total: bar.update(task, completed=done, total=total))
    return time.perf_counter() - began
