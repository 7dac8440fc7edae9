"""``ludotheque warm``: compiles ahead of time, so that nobody waits later."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Callable

from ..core.bulk import perft, simulate
from ..core.game import Game
from ..core.shelf import games, load
from ..search.ready import mark_ready, prepare, prepare_search
from .console import Terminal
from .interrupts import interruptible
from .patience import progress


def run(terminal: Terminal, args: Namespace) -> int:
    chosen = [load(name) for name in args.games or games()]
    with progress(terminal) as bar:
        task = bar.add_task("", total=len(chosen) * len(STEPS))
        times = []
        for game in chosen:
            bar.update(task, description=game.title(terminal.lang))
            times.append(_warm(game, lambda: bar.advance(task)))
    for game, seconds in zip(chosen, times, strict=True):
        terminal.say("warm.done", game=game.words("title"), seconds=terminal.number(seconds, 1))
    if len(chosen) > 1:
        terminal.say("warm.all", seconds=terminal.number(sum(times), 1))
    return 0


def _warm(game: Game, advance: Callable[[], object]) -> float:
    """Compiles all that a game may need; the seconds it took."""
    began = time.perf_counter()
    for step in STEPS:
        interruptible(step, game)
        advance()
    return time.perf_counter() - began


STEPS: tuple[Callable[[Game], object], ...] = (
    prepare,
    prepare_search,
    lambda game: simulate(game, 1, 0),
    lambda game: perft(game.new(), 2),
    mark_ready,
)
