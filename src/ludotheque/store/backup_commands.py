"""``ludotheque backup`` and ``ludotheque restore``."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from .backup import Header, Progress, backup
from .connect import read_place, shown, usual_place
from .restore import restore
from .texts import CATALOG


class Terminal(Protocol):
    """Where to say things, and to show how far something is."""

    lang: str

    def tell(self, words: str) -> None: ...

    def counting(self, words: str) -> AbstractContextManager[Progress]: ...


def run_backup(terminal: Terminal, args: Namespace) -> int:
    header = _work(terminal, "backup.working", backup, args)
    terminal.tell(CATALOG.say("backup.done", terminal.lang, file=args.file, **_counts(header)))
    return 0


def run_restore(terminal: Terminal, args: Namespace) -> int:
    header = _work(terminal, "restore.working", restore, args)
    made = f"{datetime.fromtimestamp(header.made / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
    place = shown(read_place(usual_place(args.data, args.database)))
    terminal.tell(CATALOG.say("restore.done", terminal.lang, place=place, made=made, **_counts(header)))
    return 0


def _work(terminal: Terminal, key: str, work: Callable[[str, Path, Progress], Header], args: Namespace) -> Header:
    with terminal.counting(CATALOG.say(key, terminal.lang)) as progress:
        return work(usual_place(args.data, args.database), Path(args.file), progress)


def _counts(header: Header) -> dict[str, int]:
    names = {"tables": "cards", "entries": "entries", "players": "players", "records": "records"}
    return {said: header.rows.get(name, 0) for said, name in names.items()}
