"""One SQLite file has one server: two would not hear each other. Who only reads, as a backup does, asks nobody."""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..core.file_lock import FileLock
from .connect import make_folder, sqlite_path
from .errors import StoreError

SUFFIX = ".server"  # of the file beside the database
PATIENCE = 1.0  # seconds until who took the lock has said who it is
log = logging.getLogger("ludotheque")


@contextmanager
def only_server(where: str | Path, address: str) -> Iterator[None]:
    """Within this no other process serves the same file; a StoreError names the one that does."""
    path = sqlite_path(where)
    if path is None:
        yield  # PostgreSQL is for several
        return
    lock = _take(path.resolve(), address)
    try:
        yield
    finally:
        lock.give_back()


def _take(path: Path, address: str) -> FileLock:
    make_folder(path)
    lock = FileLock(path.with_name(path.name + SUFFIX))
    try:
        if not lock.take():
            pid, first = _holder(lock)
            raise StoreError("served", place=str(path), pid=pid, address=first)
        lock.leave_note(json.dumps({"pid": os.getpid(), "address": address}) + "\n")
    except OSError as problem:
        log.warning("%s cannot be locked (%s): make sure that no other server uses it", path, problem)
    return lock


def _holder(lock: FileLock) -> tuple[str, str]:
    """The process and the address of who has it. It may just be about to write that."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            note = json.loads(lock.note())
            return str(note["pid"]), str(note["address"])
        except (ValueError, KeyError, TypeError):
            if time.monotonic() > until:
                return "?", "?"
            time.sleep(0.05)
