"""A lock between processes: the system takes it back when its holder ends, however that happens.

The file itself means nothing. It stays where it is, may be copied or be old, and blocks nobody.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    FAR = 1 << 30  # what is locked on Windows cannot be read, so that is a byte far behind what is written

    def _lock(file: int) -> None:
        os.lseek(file, FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """Held by one process at most, which may leave a note for the others."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = None

    def take(self) -> bool:
        """Whether it is ours now; False if another process has it. OSError where the disk knows no locks."""
        if self._file is not None:
            return True
        file = os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600)  # no child inherits it, so none keeps it
        try:
            _lock(file)
        except (BlockingIOError, PermissionError):
            os.close(file)
            return False
        except BaseException:
            os.close(file)
            raise
        self._file = file
        return True

    def leave_note(self, text: str) -> None:
        assert self._file is not None
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, text.encode())

    def note(self) -> str:
        """What its holder has left there, or the one before."""
        with suppress(OSError):
            return self.path.read_text("utf-8", "replace")
        return ""

    def give_back(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
