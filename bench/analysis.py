"""The analysis board: how soon the first lines come, and what others notice of it. Real processes and sockets.

- From asking until the first lines are read, in the middle of a game of each, with compiled code loaded: medians.
- A choice at a table of others, acknowledged, while nobody analyses and while several do, each in turn: medians and
  the slowest of a hundred, of all rounds together; and how many updates came meanwhile.
"""

from __future__ import annotations

import json
import random
import statistics
import threading
import time
from collections.abc import Iterator

import httpx

import ludotheque as lt

from .figures import Figure
from .running import hall

TRIES, CHOICES, ROUNDS, ANALYSTS = 9, 60, 5, 8
UPDATES, SLOWEST = 20, 0.25  # a second, to all of them; seconds, as in the bench of the server
FIRST = 0.3  # seconds
PAUSE = 0.3  # seconds, until what was asked for before has ended
CLIENT = httpx.Client(timeout=60, verify=False, trust_env=False)  # made once: that takes longer than asking


def of_the_analysis() -> Iterator[Figure]:
    with hall() as running:
        url = f"http://127.0.0.1:{running.port}"
        for name in lt.games():
            times = sorted(first_lines(url, name, seed) for seed in range(TRIES + 1))[:-1]  # one loads what is compiled
            middle = statistics.median(times)
            yield Figure(
                f"first lines of {name}", f"{1000 * middle:.0f} ms", f"< {1000 * FIRST:.0f} ms", middle < FIRST
            )
        yield from beside_analysts(url)


def middle_of(name: str, seed: int) -> dict[str, object]:
    state, rng = lt.load(name).new(), random.Random(seed)
    found = state
    while not state.over and found.ply < 12:
        found = state if state.actors else found
        seat = None if state.chance else state.actors[0]
        state = state.draw(rng) if state.chance else state.play(rng.choice(state.choices(seat)), seat)
    return {"game": name, "position": found.diagram()}


def first_lines(url: str, name: str, seed: int) -> float:
    asked = middle_of(name, seed)
    time.sleep(PAUSE)
    begun = time.perf_counter()
    with CLIENT.stream("POST", f"{url}/api/analysis/lines", json=asked) as answer:
        for line in answer.iter_lines():
            if line.startswith("data:") and json.loads(line[5:])["lines"]:
                return time.perf_counter() - begun
    return float("inf")


def beside_analysts(url: str) -> Iterator[Figure]:
    quiet, busy, updates = [], [], 0
    for number in range(ROUNDS):
        quiet += choices(url, number)
        ended = threading.Event()
        counts = [0] * ANALYSTS
        analysts = [threading.Thread(target=analyse, args=(url, at, counts, ended)) for at in range(ANALYSTS)]
        for analyst in analysts:
            analyst.start()
        busy += choices(url, 100 + number)
        ended.set()
        for analyst in analysts:
            analyst.join()
        updates += sum(counts)
    yield Figure("a choice of others, nobody analyses", told(quiet))
    yield Figure(f"a choice of others, {ANALYSTS} analyse", told(busy))
    rate, slow = updates / sum(busy), slowest(busy)
    yield Figure("updates to them a second", f"{rate:.1f}", f"≥ {UPDATES}", rate >= UPDATES)
    yield Figure(
        "the slowest of a hundred choices then",
        f"{1000 * slow:.0f} ms, {slow / slowest(quiet):.2f} times that without",
        f"< {1000 * SLOWEST:.0f} ms",
        slow < SLOWEST,
    )


def told(times: list[float]) -> str:
    return f"{1000 * statistics.median(times):.1f} ms, p99 {1000 * slowest(times):.1f} ms"


def slowest(times: list[float]) -> float:
    """Of a hundred."""
    return statistics.quantiles(times, n=100)[-1]


def choices(url: str, seed: int) -> list[float]:
    """How long each of some choices at one screen takes, one after the other."""
    with httpx.Client(base_url=url, timeout=60) as client:
        token = client.post("/api/players", json={"name": "Anna"}).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        times: list[float] = []
        rng = random.Random(seed)
        while len(times) < CHOICES:
            asked = {"game": "drivis", "seats": [{"who": "me"}, {"who": "here"}]}
            id = client.post("/api/tables", json=asked).json()["id"]
            state = lt.load("drivis").new()
            while not state.over and len(times) < CHOICES:
                text = rng.choice(state.choices())
                begun = time.perf_counter()
                client.post(f"/api/tables/{id}/do", json={"do": "choose", "seat": state.actors[0], "text": text})
                times.append(time.perf_counter() - begun)
                state = state.play(text)
        return times


def analyse(url: str, at: int, counts: list[int], ended: threading.Event) -> None:
    while not ended.is_set():
        asked = middle_of(lt.games()[at % len(lt.games())], counts[at])
        with CLIENT.stream("POST", f"{url}/api/analysis/lines", json=asked) as answer:
            for line in answer.iter_lines():
                counts[at] += line.startswith("data:")
                if ended.is_set():
                    return
