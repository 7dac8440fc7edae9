"""``ludotheque perft``: how many ways a game can go, counted."""

from __future__ import annotations

import time
from argparse import Namespace

from rich.table import Table

from ..core.registry import load
from ..core.simulation import perft
from ..core.state import State
from ..search.precompile import prepare
from .console import Terminal
from .interrupts import interruptible
from .play import pairs
from .progress import progress


def run(terminal: Terminal, args: Namespace) -> int:
    game = load(args.game)
    interruptible(prepare, game)
    state = game.start(args.seats, None, game.parse_options(pairs(args.option)))
    interruptible(perft, state, 1)  # compiles, so that the time below is that of counting
    began = time.perf_counter()
    rows = _divide(terminal, state, args.depth) if args.divide else _depths(terminal, state, args.depth)
    seconds = time.perf_counter() - began
    terminal.show(_table(terminal, rows, args.divide))
    total = _total(rows) if args.divide else rows[-1][1]
    terminal.say("perft.done", "dim", n=terminal.number(total), seconds=terminal.number(seconds, 2))
    return 0


def _depths(terminal: Terminal, state: State, depth: int) -> list[tuple[str, int]]:
    """Every depth down to the one asked for: the shallow ones cost nothing."""
    return [(str(d), perft(state, d) if d < 3 else _total(_divide(terminal, state, d))) for d in range(depth + 1)]


def _total(rows: list[tuple[str, int]]) -> int:
    return sum(count for _, count in rows)


def _divide(terminal: Terminal, state: State, depth: int) -> list[tuple[str, int]]:
    """How many sequences begin with each first event."""
    if depth == 0:
        return []
    with progress(terminal) as bar:
        texts = events(state)
        task = bar.add_task(terminal.text("perft.depth", n=depth), total=len(texts))
        rows = []
        for text in texts:
            rows.append((text, interruptible(perft, _after(state, text), depth - 1)))
            bar.advance(task)
        return rows


def _after(state: State, text: str) -> State:
    return state.play(text, None if state.chance else state.actors[0])


def events(state: State) -> list[str]:
    """What may happen next, as perft counts it: draws once each, and of several actors only the lowest seat."""
    if state.over:
        return []
    return list(state.outcomes()) if state.chance else state.choices(state.actors[0])


def _table(terminal: Terminal, rows: list[tuple[str, int]], divided: bool) -> Table:
    table = Table(box=None, padding=(0, 3, 0, 0))
    table.add_column(
        terminal.text("perft.event" if divided else "perft.events"), justify="left" if divided else "right"
    )
    table.add_column(terminal.text("perft.sequences"), justify="right")
    for name, count in rows:
        table.add_row(name, str(count))  # plain digits: people compare and copy them
    return table
