"""A clock that can be set for one process: a small library in front of the system's, where there is a C compiler."""

from __future__ import annotations

import shutil
import struct
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("clock.c")


class Clock:
    """Programs started with ``env`` see the time of day wrong by as much as it is set."""

    def __init__(self, home: Path, name: str) -> None:
        self.file = home / f"{name}.clock"
        self.library = home / "clock.so"
        self.set(0)
        if not self.library.exists():
            command = [compiler() or "cc", "-shared", "-fPIC", "-O2", "-o", str(self.library), str(SOURCE), "-ldl"]
            subprocess.run(command, check=True, capture_output=True)

    @property
    def env(self) -> dict[str, str]:
        return {"LD_PRELOAD": str(self.library), "CHAOS_CLOCK": str(self.file)}

    def set(self, seconds: float) -> None:
        """In place: the programs look at this very file."""
        with self.file.open("r+b" if self.file.exists() else "w+b") as file:
            file.write(struct.pack("=q", int(seconds * 1e9)))


def compiler() -> str | None:
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
