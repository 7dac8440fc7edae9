"""``ludotheque simulate`` and ``bench``: what many random games say about a game, and how fast they are."""

from __future__ import annotations

import os
import time
from argparse import Namespace
from collections.abc import Iterator
from math import sqrt
from typing import Any

import numpy as np
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..core.game import Game
from ..core.registry import games, load
from ..core.simulation import Simulation, simulate
from ..core.state import State
from .console import Terminal
from .interrupts import interruptible
from .language import percent
from .play import pairs
from .progress import progress

# Games are simulated in pieces of about this long, so that the bar moves and Ctrl-C works.
PIECE_SECONDS = 0.2
BENCH_SECONDS = 0.6
CONFIDENCE = 1.96  # standard errors to either side: 95 %


class Tally:
    """What is remembered of the games played: the same room for ten games and for a thousand million."""

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.seconds = 0.0
        self.won, self.drawn, self.total, self.squares = (np.zeros(seats) for _ in range(4))
        self.least, self.most = np.full(seats, np.inf), np.full(seats, -np.inf)
        self.lengths = np.zeros(1, np.int64)

    def add(self, played: Simulation, seconds: float) -> None:
        results = played.results
        self.games += len(results)
        self.seconds += seconds
        self.won += (results > 0).sum(0)
        self.drawn += (results == 0).sum(0)
        self.total += results.sum(0)
        self.squares += (results**2).sum(0)
        self.least = np.minimum(self.least, results.min(0))
        self.most = np.maximum(self.most, results.max(0))
        self._add_lengths(np.bincount(played.lengths))

    def _add_lengths(self, counts: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
        size = max(len(counts), len(self.lengths))
        self.lengths = np.pad(self.lengths, (0, size - len(self.lengths)))
        self.lengths[: len(counts)] += counts

    @property
    def choices(self) -> int:
        return int(self.lengths @ np.arange(len(self.lengths)))

    def length_at(self, share: float) -> int:
        """The length that this share of the games do not exceed."""
        return int(np.searchsorted(np.cumsum(self.lengths), max(1, share * self.games)))

    def mean(self, seat: int) -> float:
        return float(self.total[seat] / self.games)

    def deviation(self, seat: int) -> float:
        return sqrt(max(0.0, float(self.squares[seat]) / self.games - self.mean(seat) ** 2))

    def margin(self, seat: int) -> float:
        """Half the width of the 95 % confidence interval of the mean result."""
        return CONFIDENCE * self.deviation(seat) / sqrt(self.games)


def run_simulate(terminal: Terminal, args: Namespace) -> int:
    game = load(args.game)
    options = game.parse_options(pairs(args.option))
    seats, settled = game.settle(args.seats, options)
    tally = Tally(seats)
    with progress(terminal) as bar:
        task = bar.add_task(game.title(terminal.lang), total=args.n)
        for played, seconds in pieces(game, args.n, args.seed, seats, args.threads or _threads(), settled):
            tally.add(played, seconds)
            bar.update(task, completed=tally.games)
    terminal.gap()
    terminal.tell(f"{game.title(terminal.lang)}, {game.write_options(seats, settled)}", "bold")
    terminal.say("simulate.done", n=tally.games, shown=terminal.number(tally.games), seed=args.seed)
    terminal.gap()
    terminal.show(report(terminal, game.start(seats, None, settled), tally))
    terminal.gap()
    return 0


def _threads() -> int:
    return os.cpu_count() or 1


def pieces(
    game: Game, n: int, seed: int, seats: int, threads: int, options: dict[str, Any]
) -> Iterator[tuple[Simulation, float]]:
    """The games and the seconds they took, piece by piece; together they are the same games as in one go."""
    interruptible(lambda: simulate(game, 1, seed, seats=seats, **options))  # compiles, so that it is not measured
    done, size = 0, 256
    while done < n:
        size = min(size, n - done)
        began = time.perf_counter()
        played = simulate(game, size, seed, seats=seats, threads=threads, first=done, **options)
        seconds = time.perf_counter() - began
        yield played, seconds
        done += size
        size = max(1, min(int(size * PIECE_SECONDS / seconds), 8 * size))


# The report


def report(terminal: Terminal, start: State, tally: Tally) -> RenderableType:
    """Results, lengths, the first seat's advantage and the speed."""
    seats = len(tally.won)
    parts: list[RenderableType] = [_scores(terminal, tally) if seats == 1 else _results(terminal, start, tally), Text()]
    parts.append(_facts(terminal, start, tally))
    return Group(*parts)


def _results(terminal: Terminal, start: State, tally: Tally) -> Table:
    table = _table(terminal, "seat", "wins", "draws", "losses")
    for seat in range(len(tally.won)):
        won, drawn = tally.won[seat] / tally.games, tally.drawn[seat] / tally.games
        shares = (percent(share, terminal.lang, 2) for share in (won, drawn, 1 - won - drawn))
        table.add_row(start.seat_name(seat, terminal.lang), *shares)
    return table


def _scores(terminal: Terminal, tally: Tally) -> Table:
    """Alone at the table, the result is the score."""
    table = _table(terminal, "mean", "spread", "least", "most")
    figures = (tally.mean(0), tally.deviation(0), tally.least[0], tally.most[0])
    table.add_row(*(terminal.number(float(figure), 1) for figure in figures))
    return table


def _table(terminal: Terminal, *heads: str) -> Table:
    table = Table(box=None, padding=(0, 3, 0, 0))
    for at, head in enumerate(heads):
        table.add_column(terminal.text(f"simulate.{head}"), justify="left" if head == "seat" and not at else "right")
    return table


def _facts(terminal: Terminal, start: State, tally: Tally) -> Table:
    table = Table.grid(padding=(0, 3))
    table.add_column(style="bold")
    table.add_column()
    table.add_row(terminal.text("simulate.lengths"), _lengths(terminal, tally))
    if len(tally.won) > 1:
        table.add_row(terminal.text("simulate.advantage"), _advantage(terminal, start, tally))
    table.add_row(terminal.text("simulate.speed"), _speed(terminal, tally))
    return table


def _lengths(terminal: Terminal, tally: Tally) -> str:
    return terminal.text(
        "simulate.length-figures",
        mean=terminal.number(tally.choices / tally.games, 1),
        least=tally.length_at(0),
        median=tally.length_at(0.5),
        most=len(tally.lengths) - 1,
    )


def _advantage(terminal: Terminal, start: State, tally: Tally) -> str:
    mean, margin = tally.mean(0), tally.margin(0)
    key = "none" if abs(mean) <= margin else "good" if mean > 0 else "bad"
    interval = ((mean - margin), (mean + margin))
    low, high = (_signed(terminal, bound) for bound in interval)
    verdict = terminal.text(f"simulate.advantage-{key}", side=start.seat_name(0, terminal.lang))
    return terminal.text(
        "simulate.advantage-figures", mean=_signed(terminal, mean), low=low, high=high, verdict=verdict
    )


def _signed(terminal: Terminal, value: float) -> str:
    sign = "−" if value < 0 else "+"
    return sign + terminal.number(abs(value), 4)


def _speed(terminal: Terminal, tally: Tally) -> str:
    speeds = (terminal.number(count / tally.seconds) for count in (tally.games, tally.choices))
    return terminal.text("simulate.speed-figures", **dict(zip(("games", "choices"), speeds, strict=True)))


# The quick measure


def run_bench(terminal: Terminal, args: Namespace) -> int:
    threads = _threads()
    table = Table(box=None, padding=(0, 3, 0, 0))
    table.add_column(terminal.text("bench.game"))
    table.add_column(terminal.text("bench.one"), justify="right")
    table.add_column(terminal.text("bench.all", n=threads), justify="right")
    chosen = [load(name) for name in args.games or games()]
    with progress(terminal) as bar:
        task = bar.add_task(terminal.text("bench.measuring"), total=2 * len(chosen))
        for game in chosen:
            speeds = []
            for count in (1, threads):
                speeds.append(terminal.number(speed(game, count)))
                bar.advance(task)
            table.add_row(game.title(terminal.lang), *speeds)
    terminal.gap()
    terminal.say("bench.title", "bold")
    terminal.gap()
    terminal.show(table)
    terminal.gap()
    return 0


def speed(game: Game, threads: int) -> float:
    """Choices a second in random games, measured for a moment."""
    seats, settled = game.settle(None, {})
    tally = Tally(seats)
    for played, seconds in pieces(game, 1_000_000_000, 0, seats, threads, settled):
        tally.add(played, seconds)
        if tally.seconds > BENCH_SECONDS:
            break
    return tally.choices / tally.seconds
