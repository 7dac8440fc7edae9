"""``ludotheque verify``: do the draws of a record fit what was committed to before them?"""

from __future__ import annotations

from argparse import Namespace

from ..core.errors import GameError
from ..core.verify import verify
from .console import Terminal
from .files import read_record, shown


def run(terminal: Terminal, args: Namespace) -> int:
    fits = [verify_file(terminal, name) for name in args.records]
    if any(fits):
        print(terminal.text("verify.proves"))
    return 0 if all(fits) else 1


def verify_file(terminal: Terminal, name: str) -> bool:
    """Says what was checked, or what does not fit. Plain lines, because other programs read them."""
    try:
        record = read_record(name)
    except GameError as problem:
        print(problem.text(terminal.lang))
        return False
    try:
        checked = verify(record)
    except GameError as problem:
        print(f"{shown(name)}: {problem.text(terminal.lang)}")
        return False
    print(f"{shown(name)}: {terminal.text('verify.fits')}")
    for sentence in checked:
        print(f"  {sentence.text(terminal.lang)}")
    return True
