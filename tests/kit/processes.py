"""Processes of ours: which ones they have started, and how large their files may become."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

UNLIMITED = "unlimited"


def descendants(pid: int) -> list[int]:
    """Those that a process started, and those that these started; only Linux tells."""
    found: list[int] = []
    with suppress(OSError):  # it has ended meanwhile
        for listed in Path(f"/proc/{pid}/task").glob("*/children"):
            found += map(int, listed.read_text().split())
    return [each for child in found for each in (child, *descendants(child))]


def limit_files(pids: Iterable[int], size: int | str, user: int | None = None) -> None:
    """From now on no file of theirs can grow beyond that, as on a full disk. Only their own user may always do that."""
    for pid in pids:  # some may have ended meanwhile
        subprocess.run(["prlimit", f"--pid={pid}", f"--fsize={size}:"], check=False, capture_output=True, user=user)
