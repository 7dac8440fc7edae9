"""``ludotheque show``: a position of a record, in the terminal or as a picture."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from ..core.errors import GameError
from ..core.state import State
from .console import Terminal
from .files import at_home, read_record, unwritable, write_whole
from .layout import game_view
from .picture import headline
from .texts import CATALOG


def run(terminal: Terminal, args: Namespace) -> int:
    with terminal.waiting("file.opening"):
        record = read_record(args.record)
    states = record.states()
    at = which(args.at, len(states) - 1)
    check_seat(states[at], args.seat)
    if args.svg is None:
        show(terminal, states, at, record.date)
        return 0
    svg = states[at].svg(args.seat, terminal.lang, theme=args.theme or "auto")
    if args.svg == "-":
        sys.stdout.write(f"{svg}\n")
    else:
        save_picture(at_home(args.svg), svg, args.force)
        terminal.say("show.svg", file=args.svg)
    return 0


def which(at: int | None, last: int) -> int:
    """The step to show: the last one unless asked otherwise, and −1 is the one before the last."""
    asked = last if at is None else at if at >= 0 else last + at
    if not 0 <= asked <= last:
        raise GameError(CATALOG("show.no-step", n=at, last=last))
    return asked


def check_seat(state: State, seat: int | None) -> None:
    if seat is not None and not 0 <= seat < state.seats:
        raise GameError(CATALOG("play.no-side", side=seat, known=", ".join(map(str, range(state.seats)))))


def show(terminal: Terminal, states: Sequence[State], at: int, date: str | None = None) -> None:
    title = headline(terminal, states[at])
    terminal.gap()
    terminal.tell(f"{title} · {date}" if date else title, "bold")
    terminal.say("show.step", "dim", n=at, last=len(states) - 1)
    terminal.gap()
    terminal.show(game_view(terminal, states[at], news=news(terminal, states[at])))
    terminal.gap()


def news(terminal: Terminal, state: State) -> str:
    """What led to this position, in a sentence."""
    if state.last is None or state.previous is None:
        return terminal.text("show.start")
    seat, text = state.last
    return f"{text}   {state.previous.describe(text, terminal.lang, seat)}"


def save_picture(path: Path, svg: str, force: bool) -> None:
    """An older picture is replaced; any other file only if that is wished for."""
    try:
        if path.is_file() and not force and not path.read_bytes().lstrip().startswith(b"<svg"):
            raise GameError(CATALOG("show.foreign", file=path))
        write_whole(path, f"{svg}\n")
    except OSError as problem:
        raise unwritable(problem, path) from problem
