"""Lets a crowd (``crowd.py``) loose on servers, and says how it went."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

from .figures import Figure
from .running import Hall, Machine


def run_crowd(
    halls: list[Hall],
    tables: int,
    seconds: int,
    draw: bool,
    pace: float = 1,
    ready: Callable[[], None] = lambda: None,
) -> dict[str, Any]:
    """``ready`` is called when all have sat down."""
    ports = ",".join(str(hall.port) for hall in halls)
    command = [sys.executable, "-m", "bench.crowd", ports, str(tables), str(seconds), str(int(draw)), str(pace)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n", "the crowd could not sit down"
        ready()
        machine = Machine(halls)
        tally: dict[str, Any] = json.loads(process.stdout.readline())
        return tally | {"machine": machine.used(tally["seconds"])}


def figures_of(name: str, tallies: list[dict[str, Any]], most: float | None) -> Iterator[Figure]:
    """Of several runs the one in the middle; and nothing may be lost in any."""
    middle = sorted(tallies, key=p99_of)[len(tallies) // 2]
    p99, median = p99_of(middle), statistics.median(middle["millis"])
    bad, good = sum(t["refused"] + t["lost"] for t in tallies), sum(len(t["millis"]) for t in tallies)
    target = ("", None) if most is None else (f"< {most:.0f} ms", p99 < most)
    yield Figure(f"{name}: p99", f"{p99:.0f} ms (median {median:.0f})", *target)
    yield Figure("… refused or lost", f"{bad} of {good + bad:,}", "0", bad == 0)
    yield Figure("… of a processor meanwhile", middle["machine"])


def p99_of(tally: dict[str, Any]) -> float:
    millis: list[float] = sorted(tally["millis"])
    return millis[int(len(millis) * 0.99)]
