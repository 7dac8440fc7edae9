"""Single keys from the keyboard, without waiting for Enter."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator

QUIET = "quiet"
ReadKey = Callable[[float | None], str]

NAMES = {
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1bOC": "right",
    "\x1bOD": "left",
    "\x1bOA": "up",
    "\x1bOB": "down",
    "\x1b[H": "home",
    "\x1b[F": "end",
    "\x1bOH": "home",
    "\x1bOF": "end",
    "\x1b[1~": "home",
    "\x1b[4~": "end",
    "\x1b[5~": "page-up",
    "\x1b[6~": "page-down",
    "\x1b": "escape",
    "\r": "enter",
    "\n": "enter",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\x04": "eof",
    "": "eof",
}
WINDOWS_NAMES = {"M": "right", "K": "left", "H": "up", "P": "down", "G": "home", "O": "end"}


if sys.platform == "win32":
    import msvcrt

    @contextlib.contextmanager
    def keyboard() -> Iterator[ReadKey]:
        """A function that waits for a key and names it, or says QUIET after so many seconds without one."""
        yield _read

    def _read(seconds: float | None) -> str:
        until = None if seconds is None else time.monotonic() + seconds
        while not msvcrt.kbhit():
            if until is not None and time.monotonic() > until:
                return QUIET
            time.sleep(0.02)
        typed = msvcrt.getwch()
        if typed == "\x03":
            raise KeyboardInterrupt
        return WINDOWS_NAMES.get(msvcrt.getwch(), "") if typed in "\0\xe0" else NAMES.get(typed, typed)

else:
    import select
    import termios
    import tty

    @contextlib.contextmanager
    def keyboard() -> Iterator[ReadKey]:
        """A function that waits for a key and names it, or says QUIET after so many seconds without one."""
        before = termios.tcgetattr(sys.stdin.fileno())
        try:
            tty.setcbreak(sys.stdin.fileno())  # Ctrl-C still interrupts
            yield _read
        finally:
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, before)

    def _read(seconds: float | None) -> str:
        file = sys.stdin.fileno()
        if not _is_waiting(file, seconds):
            return QUIET
        typed = os.read(file, 1)
        # An arrow key comes as several characters at once, which begin like the Escape key.
        while typed[:1] == b"\x1b" and not _is_complete(typed) and _is_waiting(file, 0.05):
            typed += os.read(file, 1)
        text = typed.decode("utf-8", "replace")
        return NAMES.get(text, text if len(text) == 1 else "")

    def _is_waiting(file: int, seconds: float | None) -> bool:
        return bool(select.select([file], [], [], seconds)[0])

    def _is_complete(sequence: bytes) -> bool:
        return len(sequence) > 2 and (sequence[-1:].isalpha() or sequence.endswith(b"~"))
