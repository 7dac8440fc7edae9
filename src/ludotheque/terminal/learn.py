"""``ludotheque learn``: a game learns to judge its positions by playing itself, and keeps only what wins."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from rich.progress import Progress, TaskID

from ..core.registry import load
from ..search.learning.pipeline import QUICK, Course, Outcome, Recipe
from ..search.learning.processes import processes
from ..search.precompile import prepare_search
from ..search.workers import cores
from .console import Terminal
from .contest import interval
from .files import at_home
from .interrupts import interruptible
from .language import percent
from .progress import progress

STAGES = ("games", "fit", "trial")


def run(terminal: Terminal, args: Namespace) -> int:
    game, workers = load(args.game), args.workers or cores()
    folder = at_home(args.folder) if args.folder else Path(f"learn-{game.name}")
    course = Course(game, folder, QUICK if args.quick else Recipe(), args.seed)
    interruptible(prepare_search, game)  # once, before all processes would do so
    with progress(terminal) as bar, processes(workers) as pool:
        shown = Stages(terminal, bar)
        for outcome in course.run(pool, workers, shown.watch):
            _tell(terminal, outcome)
    return _end(terminal, course, args.install)


class Stages:
    """One bar, which begins anew with every stage."""

    def __init__(self, terminal: Terminal, bar: Progress) -> None:
        self.terminal, self.bar = terminal, bar
        self.tasks: dict[str, TaskID] = {}

    def watch(self, stage: str, done: int, total: int) -> None:
        if done == 0:
            for task in self.tasks.values():
                self.bar.remove_task(task)
            self.tasks = {stage: self.bar.add_task(self.terminal.text(f"learn.{stage}"), total=total)}
        self.bar.update(self.tasks[stage], completed=done)


def _tell(terminal: Terminal, outcome: Outcome) -> None:
    terminal.say(
        "learn.accepted" if outcome.accepted else "learn.refused",
        number=outcome.generation + 1,
        positions=terminal.number(outcome.positions),
        error=terminal.number(outcome.error, 3),
        share=percent(outcome.share.value, terminal.lang),
        interval=interval(terminal, outcome.share),
        games=terminal.number(outcome.games),
    )


def _end(terminal: Terminal, course: Course, install: bool) -> int:
    best = course.folder / "best.npy"
    if not best.exists():
        terminal.say("learn.none")
    elif install:
        terminal.say("learn.installed", file=str(course.install()))
    else:
        terminal.say("learn.best", file=str(best))
    return 0
