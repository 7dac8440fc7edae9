"""Keeps a game on disk, event by event, so that none is ever lost."""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from ..core.errors import GameError
from ..core.options import parse_whole
from ..core.record import Record
from ..core.state import State
from .files import games_folder, unwritable, write_whole

PLAYER = "player"


class Autosave:
    """One game on disk. ``path`` is where it is, ``problem`` why the last attempt to write it failed."""

    def __init__(self, opponents: Mapping[int, str], going_on: Record | None = None, path: Path | None = None) -> None:
        self.opponents = opponents
        self.going_on = going_on
        self.path = path
        self.problem: GameError | None = None

    def record(self, state: State) -> Record:
        """The record of the game, with who plays and with whatever else its file said."""
        record = state.record.dated()
        foreign: tuple[tuple[str, str], ...] = ()
        if self.going_on is not None:
            foreign = tuple(line for line in self.going_on.extra if line[0] != PLAYER)
            record = replace(record, date=self.going_on.date or record.date)
        players = tuple((PLAYER, f"{seat} {name}") for seat, name in sorted(self.opponents.items()))
        return replace(record, extra=foreign + players)

    def keep(self, state: State) -> bool:
        """Writes the game as it is now; never stops a game because the disk is full."""
        try:
            if self.path is None:
                self.path = _reserve(state.game.name)
            write_whole(self.path, str(self.record(state)))
            self.problem = None
        except OSError as problem:
            self.problem = unwritable(problem, self.path or games_folder())
        return self.problem is None


def _reserve(name: str) -> Path:
    """A new file named by game and time; created at once, so that no other process takes the name."""
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    now = f"{datetime.datetime.now():%Y-%m-%d-%H%M%S}"
    for path in (folder / f"{name}-{now}{suffix}.ludo" for suffix in _suffixes()):
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        except FileExistsError:
            continue
        return path
    raise AssertionError("suffixes never end")


def _suffixes() -> Iterator[str]:
    yield ""
    at = 2
    while True:
        yield f"-{at}"
        at += 1


def is_kept(path: Path) -> bool:
    """Whether a file is one of ours, which we may go on writing to."""
    return path.resolve().parent == games_folder().resolve()


def opponents_of(record: Record) -> dict[int, str]:
    """Seat -> name of the computer player, as the file says."""
    pairs = (value.partition(" ")[::2] for key, value in record.extra if key == PLAYER)
    seats = ((parse_whole(seat), name) for seat, name in pairs)
    return {seat: name for seat, name in seats if seat is not None and 0 <= seat < len(record.names)}


def unfinished() -> list[Path]:
    """The kept games that have no result yet, the latest first."""
    try:
        paths = sorted(games_folder().glob("*.ludo"), key=lambda path: path.stat().st_mtime, reverse=True)
        return [path for path in paths if _is_unfinished(path)]
    except OSError:
        return []


def _is_unfinished(path: Path) -> bool:
    with path.open(encoding="utf-8", errors="replace") as file:
        header = [line for line, _ in zip(iter(file.readline, "\n"), range(1000), strict=False)]
        return bool(header) and not any(line.startswith("result ") for line in header) and bool(file.readline())
