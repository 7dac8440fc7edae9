"""The figures of one game."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import ludotheque as lt

# Choices a second in random play, compiled: at least so many times the same rules uncompiled.
RATIO = {"drivis": 50}
# Choices a second on one core, and seconds to compile everything from nothing, where a game has a figure of its own.
RATE = {"drivis": 10_000_000}
COMPILE = {"drivis": 10.0}


@dataclass(frozen=True)
class Figure:
    name: str
    measured: str
    target: str = ""
    good: bool | None = None


def of_the_game(name: str) -> Iterator[Figure]:
    for measure in (compiling, random_play, from_python, memory):
        yield from measure(name)


def compiling(name: str) -> Iterator[Figure]:
    """starting cold and warm"""
    with tempfile.TemporaryDirectory() as cache:
        total = timed_process(EVERYTHING.format(name=name), LUDOTHEQUE_CACHE=cache)
        warm = timed_process(FIRST_GAME.format(name=name), LUDOTHEQUE_CACHE=cache)
    most = COMPILE.get(name, 20.0)
    yield Figure("cold compile of everything, the search included", f"{total:.1f} s", f"< {most:.0f} s", total < most)
    yield Figure("from cache to the first random game", f"{warm:.2f} s", "< 1 s", warm < 1)


FIRST_GAME = "import ludotheque as lt; lt.simulate({name!r}, 1, 1)"
EVERYTHING = """
import ludotheque as lt
from ludotheque.search.precompile import PARTS, make_ready
for part in PARTS:
    make_ready(lt.load({name!r}), part)
"""


# As installed for playing: Numba would load SciPy if it found it, which comes with the tools for research only. What
# was asked for ends the measurement, not the tidying up after it.
TIMED = "import os, sys; sys.modules['scipy'] = None\n{}\nos._exit(0)"


def timed_process(code: str, **environment: str) -> float:
    code, start = TIMED.format(code), time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, **environment})
    return time.perf_counter() - start


RATE_CODE = """
import time, ludotheque as lt
n, total, start = {n}, 0, 0.0
lt.simulate({name!r}, 1, 1)
start = time.perf_counter()
while (spent := time.perf_counter() - start) < {seconds}:
    total += int(lt.simulate({name!r}, n, total, threads={threads}).lengths.sum())
print(total / (time.perf_counter() - start))
"""


def choices_a_second(name: str, *, n: int, threads: int = 1, seconds: float = 1.0, jit: bool = True) -> float:
    code = RATE_CODE.format(name=name, n=n, threads=threads, seconds=seconds)
    env = {**os.environ, "NUMBA_DISABLE_JIT": "0" if jit else "1"}
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=env)
    return float(done.stdout)


def games_for(name: str, seconds: float) -> int:
    """How many random games take about so long."""
    lt.simulate(name, 1, 1)
    start = time.perf_counter()
    lt.simulate(name, 20, 1)
    return max(2, int(20 * seconds / (time.perf_counter() - start)))


def random_play(name: str) -> Iterator[Figure]:
    """random play, compiled and not"""
    n = games_for(name, 0.4)
    # Turn and turn about, and the best of each: what else the machine does then disturbs both alike.
    rounds = [(choices_a_second(name, n=n), choices_a_second(name, n=n, threads=2)) for _ in range(5)]
    one, two = (max(rates) for rates in zip(*rounds, strict=True))
    slow = choices_a_second(name, n=1, seconds=2.0, jit=False)
    rate, least = RATE.get(name), RATIO.get(name, 100)
    yield Figure(
        "random play, choices a second", f"{one:,.0f}", f"≥ {rate:,}" if rate else "", one >= rate if rate else None
    )
    yield Figure("… times uncompiled", f"{one / slow:,.0f}", f"≥ {least}", one / slow >= least)
    yield Figure("… two threads, times one", f"{two / one:.2f}", "≥ 1.8", two / one >= 1.8)


def from_python(name: str) -> Iterator[Figure]:
    """playing from Python"""
    lists, plays = zip(*timed_choices(name, 2000), strict=True)
    play, choices = statistics.median(plays) * 1e6, statistics.median(lists) * 1e6
    limits = (20, 30) if name in RATE else (None, None)
    yield below("state.play, fresh state, median", play, limits[0])
    yield below("state.choices, fresh state, median", choices, limits[1])
    yield Figure("… the longest of 2,000", f"{max(lists) * 1e3:.2f} ms")


def below(name: str, micros: float, limit: int | None) -> Figure:
    return Figure(name, f"{micros:.1f} µs", f"< {limit} µs" if limit else "", micros < limit if limit else None)


def timed_choices(name: str, n: int) -> Iterator[tuple[float, float]]:
    """Seconds for listing the choices and for playing one, each on a state that has answered nothing yet."""
    start = lt.load(name).new()
    state, player = start, lt.RandomPlayer(1)
    while n:
        if state.over:
            state = start
        elif state.chance:
            state = state.draw()
        else:
            seat, again = state.actors[0], fresh(state)
            listing = timed(lambda: again.choices(seat))  # noqa: B023 - called at once
            text, again = player.choose(state, seat), fresh(state)
            yield listing, timed(lambda: again.play(text, seat))  # noqa: B023 - called at once
            state = state.play(text, seat)
            n -= 1


def fresh(state: lt.State) -> lt.State:
    """The same state, played anew."""
    if state.previous is None or state.last is None:
        return state.game.start(state.seats, None, state.options)
    return state.previous.play(state.last[1], state.last[0])


def timed(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def memory(name: str) -> Iterator[Figure]:
    """a million states"""
    game = lt.load(name)
    size, whole = game.rules.LAYOUT.itemsize, game.empty(1_000_000).nbytes
    yield Figure("a million states", f"{whole:,} bytes", f"{size * 1_000_000:,}", whole == size * 1_000_000)
