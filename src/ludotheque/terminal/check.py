"""``ludotheque check``: are these files good records?"""

from __future__ import annotations

from argparse import Namespace

from ..core.errors import GameError
from ..core.record import Record
from .console import Terminal
from .files import read_record, shown


def run(terminal: Terminal, args: Namespace) -> int:
    good = [check(terminal, name, args.quiet) for name in args.records]
    return 0 if all(good) else 1


def check(terminal: Terminal, name: str, quiet: bool) -> bool:
    """Says whether a file is good; if not, the line and the reason. Plain lines, because other programs read them."""
    try:
        record = read_record(name)
    except GameError as problem:
        print(problem.text(terminal.lang))
        return False
    if not quiet:
        print(f"{shown(name)}: {_summary(terminal, record)}")
    return True


def _summary(terminal: Terminal, record: Record) -> str:
    title, status = record.game.catalog("title"), record.replay().status(terminal.lang)
    return terminal.text("check.good", game=title, n=len(record.events), status=status)
