"""``ludotheque learn``: a game learns to judge its positions by playing itself, and keeps only what wins."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from rich.progress import Progress, TaskID

from ..core.registry import load
from ..search.learning.pipeline import Course, Outcome
from ..search.learning.processes import workers_on
from ..search.learning.recipe import recipe_of
from ..search.network import network_of
from ..search.plans import Learning, learning_of
from ..search.precompile import prepare_search
from .console import Terminal
from .contest import interval
from .files import at_home
from .interrupts import interruptible
from .language import percent
from .progress import progress

STAGES = ("games", "fit", "trial")


def run(terminal: Terminal, args: Namespace) -> int:
    game = load(args.game)
    folder = at_home(args.folder) if args.folder else Path(f"learn-{game.name}")
    if own := learning_of(game):
        return _by_plans(terminal, own, folder, args)
    recipe = recipe_of(game, hurry=args.quick)
    course = Course(game, folder, replace(recipe, anew=recipe.anew or args.anew), args.seed)
    interruptible(prepare_search, game)  # once, before all processes would do so
    with progress(terminal) as bar, workers_on(args.on, args.workers) as (pool, workers):
        shown = Stages(terminal, bar)
        for outcome in course.run(pool, workers, shown.watch):
            _tell(terminal, outcome)
    return _end(terminal, course, args.install)


def _by_plans(terminal: Terminal, own: Learning, folder: Path, args: Namespace) -> int:
    """A game that plans whole turns has its own way to learn, on one core; no trial decides whether it is kept."""
    with progress(terminal) as bar:
        file = interruptible(own.learn, folder, args.seed, args.quick, Stages(terminal, bar).watch)
    if args.install:
        terminal.say("learn.installed", file=str(own.install(file)))
    else:
        terminal.say("learn.best", file=str(file))
    return 0


class Stages:
    """One bar, which begins anew with every stage."""

    def __init__(self, terminal: Terminal, bar: Progress) -> None:
        self.bar = bar
        self.names = {stage: terminal.text(f"learn.{stage}") for stage in STAGES}
        self.tasks: dict[str, TaskID] = {}

    def watch(self, stage: str, done: int, total: int) -> None:
        if done == 0:
            for task in self.tasks.values():
                self.bar.remove_task(task)
            self.tasks = {stage: self.bar.add_task(self.names[stage], total=total)}
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
    best, known = course.folder / "best.npy", len(network_of(course.game)) > 0
    if not best.exists():
        terminal.say("learn.none")
    elif install:
        terminal.say("learn.installed", file=str(course.install()))
    else:
        terminal.say("learn.best", file=str(best))
    if best.exists() and course.recipe.anew and known:
        terminal.say("learn.anew")
    return 0
