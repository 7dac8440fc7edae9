"""What ``match``, ``tournament`` and ``ladder`` have in common: games under way, figures, files."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import closing
from math import isfinite
from pathlib import Path
from typing import Any, Protocol

from rich.table import Table
from rich.text import Text

from ..core.registry import load
from ..search.match import Job, Match, Played, Setting
from ..search.score import Estimate
from ..search.workers import WorkerPool, worker_pool
from .console import Terminal
from .files import at_home, unwritable, write_whole
from .interrupts import interruptible
from .language import percent
from .play import pairs
from .progress import progress


class Event(Protocol):
    """A match or a tournament."""

    @property
    def games(self) -> int: ...
    @property
    def played(self) -> int: ...
    @property
    def settled(self) -> bool: ...
    def jobs(self) -> Any: ...
    def add(self, played: Played) -> list[Played]: ...


def setting_of(args: Namespace) -> Setting:
    """What the command line asks to be played."""
    game = load(args.game)
    return Setting.of(game.name, args.seats, args.opening, **game.parse_options(pairs(args.option)))


def worker_pool_of(args: Namespace) -> WorkerPool:
    return worker_pool(args.on, args.workers, call=interruptible)


def follow(terminal: Terminal, players: WorkerPool, event: Event, live: Callable[[], str], folder: Path | None) -> None:
    """Lets the games be played, shows how far they are, and keeps their records if somebody wants them."""
    with progress(terminal) as bar, closing(players.play(event.jobs())) as playing:
        task = bar.add_task(live(), total=event.games)
        for played in playing:
            for counted in event.add(played):
                _keep(folder, counted)
            bar.update(task, completed=event.played, description=live())
            if event.settled:
                break


def play_through(
    terminal: Terminal, args: Namespace, event: Event, live: Callable[[], str], tell: Callable[[], None]
) -> int:
    """One event from its first game to its result, which is told also if somebody stops it in between."""
    folder = prepare_files(args)
    try:
        with worker_pool_of(args) as players:
            follow(terminal, players, event, live, folder)
    except KeyboardInterrupt:  # what has been played is not lost
        if event.played:
            tell()
        raise
    tell()
    return 0


# Files


def prepare_files(args: Namespace) -> Path | None:
    """Makes the folder for records and looks whether figures can be written: before hours of games, not after."""
    if args.json not in (None, "-") and not at_home(args.json).absolute().parent.is_dir():
        raise unwritable(FileNotFoundError(), args.json)
    if args.save is None:
        return None
    folder = at_home(args.save)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise unwritable(problem, args.save) from problem
    return folder


def _keep(folder: Path | None, played: Played) -> None:
    if folder is None or played.record is None:
        return
    path = folder / file_name(played.job)
    try:
        path.write_text(played.record, "utf-8", newline="\n")
    except OSError as problem:
        raise unwritable(problem, path) from problem


def file_name(job: Job) -> str:
    """``GAME-2-greedy-random-00012-1.ludo``: seats, players, the number of the group and of the game within it."""
    setting = job.setting
    return f"{setting.game}-{setting.seats}-{'-'.join(job.players)}-{job.group:05}-{job.place}.ludo"


def hand_over(terminal: Terminal, args: Namespace, figures: object) -> bool:
    """Writes the figures for programs; tells whether people should still be told."""
    if args.json is None:
        return True
    text = json.dumps(figures, ensure_ascii=False, indent=2) + "\n"
    if args.json == "-":
        terminal.out.file.write(text)
        return False
    try:
        write_whole(at_home(args.json), text)
    except OSError as problem:
        raise unwritable(problem, args.json) from problem
    return True


# Figures


def setting_figures(setting: Setting, seed: int) -> dict[str, object]:
    return {
        "game": setting.game,
        "edition": load(setting.game).edition,
        "seats": setting.seats,
        "options": dict(setting.options),
        "opening": setting.opening,
        "seed": seed,
    }


def match_figures(match: Match) -> dict[str, object]:
    """Everything that is known about a match, for programs."""
    contest, score = match.contest, match.score
    figures = setting_figures(contest.setting, contest.seed) | {
        "players": list(contest.players),
        "games": match.played,
        "groups": score.groups,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "share": _estimate(score.share),
        "elo": _estimate(score.elo),
        "until_clear": match.until_clear,
        "clear": score.clear,
    }
    if score.means is not None:
        figures |= {"means": list(score.means), "lead": _estimate(score.lead)}
    return figures


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    """JSON knows no infinity."""
    return {name: value if isfinite(value) else None for name, value in estimate._asdict().items()}


def interval(terminal: Terminal, estimate: Estimate) -> str:
    """``55.1–69.3%``."""
    low, high = (percent(bound, terminal.lang) for bound in estimate[1:])
    return f"{low.rstrip('%' + chr(0x202F))}–{high}"


def signed(terminal: Terminal, value: float, digits: int = 0) -> str:
    if not isfinite(value):
        return "+∞" if value > 0 else "−∞"
    return ("−" if round(value, digits) < 0 else "+") + terminal.number(abs(value), digits)


# Tables


def heading(terminal: Terminal, setting: Setting) -> str:
    game = load(setting.game)
    return f"{game.title(terminal.lang)}, {game.write_options(setting.seats, setting.options)}"


def table(terminal: Terminal, heads: Sequence[str], rows: Sequence[Sequence[str]], *, words: int = 1) -> Table:
    """For the screen; the first columns, ``words`` of them, are words and the rest figures."""
    shown = Table(box=None, padding=(0, 3, 0, 0))
    for at, head in enumerate(heads):
        shown.add_column(head, justify="left" if at < words else "right")
    for row in rows:
        shown.add_row(*(Text(cell) for cell in row))
    return shown


def markdown(heads: Sequence[str], rows: Sequence[Sequence[str]], *, words: int = 1) -> str:
    """The same for a document."""
    rule = ["---" if at < words else "---:" for at in range(len(heads))]
    return "\n".join(f"| {' | '.join(line)} |" for line in (heads, rule, *rows))
