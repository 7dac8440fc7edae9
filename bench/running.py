"""Servers for measurements, as processes of their own, and who used the machine meanwhile."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Hall:
    port: int
    process: int

    @property
    def seconds(self) -> float:
        """What its threads, and those of its children, have computed so far."""
        return sum(seconds_of(process) for process in family(self.process))

    @property
    def megabytes(self) -> float:
        """What the system has given to it."""
        pages = int(Path(f"/proc/{self.process}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def seconds_of(process: int) -> float:
    tasks = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def family(process: int) -> list[int]:
    """A process, its children, and theirs."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(each for child in found for each in family(int(child)))]


@contextmanager
def hall(*options: str) -> Iterator[Hall]:
    """The server without rates, on a real disk: elsewhere may be memory."""
    with tempfile.TemporaryDirectory(dir=".", prefix=".bench-") as data:
        command = [sys.executable, "-m", "bench.hall", data, *options]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            yield Hall(port_of(process), process.pid)
        finally:
            process.kill()
            process.communicate()


def port_of(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
    assert found, "the server did not start"
    httpx.get(f"http://127.0.0.1:{found[1]}/", timeout=60)
    return int(found[1])


class Machine:
    """How busy the processors are, all in all and with whom, since it was made: 100 is one of them."""

    def __init__(self, halls: list[Hall]) -> None:
        self.halls, self.began, self.busy = halls, time.monotonic(), busy_seconds()
        self.served = sum(hall.seconds for hall in halls)

    def used(self, crowd: float) -> str:
        """In words; ``crowd`` is what the load generator has computed, in seconds."""
        wall = time.monotonic() - self.began
        served = sum(hall.seconds for hall in self.halls) - self.served
        rest = busy_seconds() - self.busy - served - crowd
        parts = (("server", served), ("load generator", crowd), ("all else", rest))
        return ", ".join(f"{name} {100 * max(0.0, seconds) / wall:.0f} %" for name, seconds in parts)


def busy_seconds() -> float:
    """Of all processors."""
    user, nice, system, _, _, *interrupts = map(int, Path("/proc/stat").read_text().split("\n")[0].split()[1:])
    return (user + nice + system + sum(interrupts[:2])) / TICKS
