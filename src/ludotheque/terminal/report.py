"""``ludotheque report``: what was skill and what was luck in a game."""

from __future__ import annotations

import sys
from argparse import Namespace

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..search.reports.report import Moment, Report
from ..search.reports.reporter import report as make_report
from ..search.reports.words import SIGNS, Words
from .console import Terminal
from .contest import table
from .files import read_record
from .picture import board, headline

MARGIN, LEAST_WORDS = 3, 30
TURNING_POINTS = 5
STYLES = {"good": "green", "inaccurate": "yellow", "mistake": "yellow bold", "blunder": "red bold"}


def run(terminal: Terminal, args: Namespace) -> int:
    with terminal.waiting("file.opening"):
        record = read_record(args.record)
    with terminal.counting(terminal.text("report.judging")) as tell:
        found = make_report(record, args.seed, quality=args.quality, progress=tell, threads=args.threads)
    if args.json:
        sys.stdout.write(f"{found.to_json()}\n")
    else:
        show(terminal, found)
    return 0


def show(terminal: Terminal, report: Report) -> None:
    words = Words(report, terminal.lang)
    terminal.gap()
    terminal.tell(headline(terminal, report.states[-1]), "bold")
    terminal.say("report.made", "dim", n=len(report.moments), quality=report.quality, seed=report.seed)
    terminal.gap()
    for sentence in words.summary():
        terminal.tell(sentence)
    terminal.gap()
    terminal.show(sums(terminal, words))
    terminal.say("report.points" if report.seats == 1 else "report.wins", "dim")
    for moment in report.turning_points(TURNING_POINTS):
        terminal.gap()
        terminal.show(turning_point(terminal, words, moment))
    terminal.gap()


def sums(terminal: Terminal, words: Words) -> Table:
    """How the result of each seat comes about, and its choices by their names."""
    report = words.report
    heads = ["player", "expectation", "own", "gifts", "luck", "result", "adjusted", "names"]
    rows = [
        [
            words.name(seat),
            words.number(report.expectation[seat], sign=True),
            words.number(report.own[seat], sign=True),
            words.number(report.gifts[seat], sign=True),
            words.number(report.luck[seat], sign=True),
            words.number(report.result[seat], sign=True),
            words.number(report.adjusted[seat], sign=True),
            "  ".join(f"{SIGNS[name]} {n}" for name, n in report.counts(seat).items()),
        ]
        for seat in range(report.seats)
    ]
    return table(terminal, [terminal.text(f"report.head.{head}") for head in heads], rows)


def turning_point(terminal: Terminal, words: Words, moment: Moment) -> RenderableType:
    """A small board, before the event for a choice and after it for a draw, with a caption beside or below it."""
    states = words.report.states
    state = states[moment.number if moment.seat is None else moment.number - 1]
    picture, caption = board(state, terminal.theme, terminal.lang), said(terminal, words, moment)
    room = terminal.out.width - 2 - max(line.cell_len for line in picture.split("\n")) - MARGIN
    if room < LEAST_WORDS:
        return Group(caption, Text(), picture)
    grid = Table.grid(padding=(0, MARGIN, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(width=room)
    grid.add_row(picture, caption)
    return grid


def said(terminal: Terminal, words: Words, moment: Moment) -> RenderableType:
    caption, lines = words.caption(moment), []
    sign = f"{SIGNS[moment.verdict]} " if moment.verdict else ""
    lines.append(Text(terminal.text("report.step", n=moment.number, total=len(words.report.moments)), "dim"))
    lines.append(Text(f"{sign}{caption.title}", STYLES.get(moment.verdict or "", "bold")))
    lines += [Text(), Text(caption.made)]
    if caption.better:
        lines += [Text(), Text(terminal.text("report.better", events=caption.better))]
    return Group(*lines)
