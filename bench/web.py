"""The server: how soon, how light, how quick, and how many at once. Real processes and sockets on this machine.

- From the start of the process to the first page, from cache.
- The weight of a page: it, its scripts with all they import, its styles and pictures, as they go over the wire.
- From asking for a table to its board in a browser; without a browser, to the last file of the page.
- A choice at an otherwise quiet table: from its sending until it is acknowledged and told to the other player. Beside
  it, in turn and in the same round: a bare WebSocket echo in the same process, and a bare commit of one row to SQLite
  (write-ahead log, synchronous FULL) on the same disk. A round gives the ratio of its medians; the figure is the median
  of all rounds. Beside it, what such a choice costs the server's process.
- A crowd (``crowd.py``): 200 tables with two connected players, a choice a second each, with every picture drawn for
  everybody, as pages want it; and fewer tables while eight computer players of level 8 think. Of several whole runs the
  one in the middle, and what used the processors meanwhile.
"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import httpx
from websockets.asyncio.client import connect

import ludotheque as lt

from .crowd import Pair, new_players, sit_down
from .crowds import figures_of, run_crowd
from .figures import Figure
from .running import Hall, hall, port_of

CHOICES, CHOICE_ROUNDS, ROUNDS = 150, 11, 3
QUIET = 0.01  # seconds until nothing of a choice is left to do
TABLES, SECONDS = 200, 10
TABLES_BESIDE, COMPUTERS = 50, 8


def of_the_server() -> Iterator[Figure]:
    yield from starting()
    with hall() as running:
        yield from weights(running.port)
        yield from first_board(running.port)
        yield from one_choice(running)
    yield from many_tables()
    yield from beside_computers()


# Starting


def starting() -> Iterator[Figure]:
    seconds = statistics.median(start_once() for _ in range(ROUNDS))
    yield Figure("from the start to the first page, from cache", f"{seconds:.2f} s", "< 2 s", seconds < 2)


def start_once() -> float:
    with tempfile.TemporaryDirectory(dir=".", prefix=".bench-") as data:
        command = [sys.executable, "-m", "ludotheque", "serve", "--lang", "en", "--port", "0", "--data", data]
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            port_of(process)
            return time.perf_counter() - start
        finally:
            process.kill()
            process.communicate()


# Pages


def weights(port: int) -> Iterator[Figure]:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as web:
        table = open_table(web)
        pages = ["/", "/me", "/docs", f"/t/{table}", f"/records/{table}", *(f"/games/{name}" for name in lt.games())]
        weigh = {page: sum(parts_of(web, page).values()) / 1000 for page in pages}
    heaviest = max(weigh, key=lambda page: weigh[page])
    named = {"/": "the shelf", f"/t/{table}": "a table"}
    for page in dict.fromkeys([*named, heaviest]):
        name = f"weight of {named.get(page, page)}" + (", the heaviest page" if page == heaviest else "")
        yield Figure(name, f"{weigh[page]:.0f} KB", "< 150 KB", weigh[page] < 150)


def open_table(web: httpx.Client) -> str:
    command = {"game": "drivis", "seats": [{"who": "me"}, {"who": "here"}]}
    return str(web.post("/api/tables", json=command).raise_for_status().json()["id"])


LINKED = re.compile(r"""<(?:script|img)[^>]*\ssrc="([^"]+)"|<link[^>]*\shref="([^"]+)\"""")
IMPORTED = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']+)["']""")


def parts_of(web: httpx.Client, page: str) -> dict[str, int]:
    """The bytes of everything that a browser fetches for a page."""
    weighed: dict[str, int] = {}
    waiting = [page]
    while waiting:
        path = waiting.pop()
        if path in weighed or path.startswith("data:"):
            continue
        with web.stream("GET", path, headers={"Accept": "text/html,*/*"}) as answer:
            answer.read()
        weighed[path] = answer.num_bytes_downloaded + sum(len(a) + len(b) + 4 for a, b in answer.headers.raw)
        waiting += [urljoin(path, found) for found in references(path, answer)]
    return weighed


def references(path: str, answer: httpx.Response) -> list[str]:
    kind = answer.headers.get("content-type", "")
    if "html" in kind:
        return [one or other for one, other in LINKED.findall(answer.text)]
    return IMPORTED.findall(answer.text) if "javascript" in kind else []


def first_board(port: int) -> Iterator[Figure]:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as web:
        table = open_table(web)
        parts_of(web, f"/t/{table}")
        fetched = statistics.median(timed_fetch(web, f"/t/{table}") for _ in range(ROUNDS))
    yield Figure("a table with all its files", f"{fetched * 1e3:.0f} ms", "< 1 s", fetched < 1)
    drawn = None
    with suppress(Exception):  # no browser here
        drawn = board_in_browser(f"http://127.0.0.1:{port}/t/{table}")
    if drawn is not None:
        yield Figure("… to its board in a browser", f"{drawn:.0f} ms", "< 1 s", drawn < 1000)


def timed_fetch(web: httpx.Client, page: str) -> float:
    start = time.perf_counter()
    parts_of(web, page)
    return time.perf_counter() - start


def board_in_browser(url: str) -> float:
    """Milliseconds from asking for the page, nothing of it known before."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        try:
            return statistics.median(one_visit(browser, url) for _ in range(ROUNDS))
        finally:
            browser.close()


def one_visit(browser: Any, url: str) -> float:
    page = browser.new_context().new_page()
    page.goto(url, wait_until="commit")
    page.wait_for_selector("[data-part='board'] svg", state="visible")
    millis: float = page.evaluate("performance.now()")
    page.wait_for_load_state()
    page.context.close()
    return millis


# One choice


def one_choice(running: Hall) -> Iterator[Figure]:
    rounds = [asyncio.run(measure_choice(running.port)) for _ in range(CHOICE_ROUNDS)]
    told, drawn, echo, commit = (statistics.median(each) for each in zip(*rounds, strict=True))
    yield Figure("a bare echo, and a bare commit, medians", f"{echo:.2f} + {commit:.2f} ms")
    yield Figure("a choice acknowledged and told, median", f"{told:.2f} ms")
    times, drawn_times = ([each[i] / (each[2] + each[3]) for each in rounds] for i in (0, 1))
    ratio, span = statistics.median(times), f"{min(times):.1f}–{max(times):.1f}"
    yield Figure(f"… times echo and commit, {CHOICE_ROUNDS} rounds", f"{ratio:.2f} ({span})", "≤ 3", ratio <= 3)
    yield Figure("… and drawn for both, median", f"{drawn:.2f} ms, {statistics.median(drawn_times):.1f} times")
    for draw, how in ((False, "told"), (True, "drawn for both")):
        yield Figure(f"… what it costs the server, {how}", f"{asyncio.run(cost(running, draw)):.2f} ms of a core")


async def measure_choice(port: int) -> tuple[float, ...]:
    """Medians in milliseconds: a choice told, a choice drawn, an echo, a commit; turn and turn about."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as web:
        tokens = await new_players(web)
        plain, drawing = [Table(web, port, tokens, draw) for draw in (False, True)]
        times: dict[str, list[float]] = {"told": [], "drawn": [], "echo": [], "commit": []}
        async with connect(f"ws://127.0.0.1:{port}/echo") as socket:
            with bare_database() as commit:
                for number in range(CHOICES):
                    times["told"].append(await plain.choose())
                    times["echo"].append(await timed(lambda: echo(socket)))
                    times["commit"].append(commit(number))
                    times["drawn"].append(await drawing.choose())
    return tuple(statistics.median(each) for each in times.values())


async def cost(running: Hall, draw: bool) -> float:
    """Milliseconds of a core that one choice takes, one after the other."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{running.port}", timeout=60) as web:
        table, spent = Table(web, running.port, await new_players(web), draw), 0.0
        for _ in range(CHOICES):
            await table.ready()
            before = running.seconds
            await table.choose()
            await asyncio.sleep(QUIET)
            spent += running.seconds - before
    return spent / CHOICES * 1000


class Table:
    """Always a table at which one can choose: after a game's end another one."""

    def __init__(self, web: httpx.AsyncClient, port: int, tokens: list[str], draw: bool) -> None:
        self.asked = (web, [port], tokens, 1, draw)
        self.pair: Pair | None = None

    async def ready(self) -> Pair:
        if self.pair is None or self.pair.state.over:
            self.pair = await sit_down(*self.asked)
        return self.pair

    async def choose(self) -> float:
        pair = await self.ready()
        actor = pair.state.actors[0]
        text = pair.rng.choice(pair.state.choices(actor))
        pair.state = pair.state.play(text, actor)
        return await timed(lambda: pair.send(actor, text))


async def echo(socket: Any) -> None:
    await socket.send(json.dumps({"do": "choose", "id": "c1", "seat": 0, "text": "c8-d8", "at": 1}))
    await socket.recv()


async def timed(act: Callable[[], Awaitable[None]]) -> float:
    start = time.perf_counter()
    await act()
    return (time.perf_counter() - start) * 1000


@contextmanager
def bare_database() -> Iterator[Callable[[int], float]]:
    """Times the commit of one row."""
    with tempfile.TemporaryDirectory(dir=".", prefix=".bench-") as folder:
        database = sqlite3.connect(Path(folder) / "bare.db", isolation_level=None)
        for pragma in ("journal_mode = WAL", "synchronous = FULL"):
            database.execute(f"PRAGMA {pragma}")
        database.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, text TEXT)")

        def commit(number: int) -> float:
            start = time.perf_counter()
            database.execute("BEGIN IMMEDIATE")
            database.execute("INSERT INTO entries VALUES (?, ?)", (number, "c8-d8"))
            database.execute("COMMIT")
            return (time.perf_counter() - start) * 1000

        yield commit
        database.close()


# Many


def many_tables() -> Iterator[Figure]:
    for draw, how in ((False, "told"), (True, "drawn")):
        name = f"{TABLES} tables, a choice a second each, {how}"
        yield from middle_crowd(name, TABLES, draw, 250, lambda port: None)


def beside_computers() -> Iterator[Figure]:
    name = f"{TABLES_BESIDE} tables, drawn, while {COMPUTERS} computers think"
    yield from middle_crowd(name, TABLES_BESIDE, True, 500, let_computers_think)


def middle_crowd(name: str, tables: int, draw: bool, most: float, ready: Callable[[int], None]) -> Iterator[Figure]:
    """Of a few rounds the one in the middle; and nothing may be lost in any."""
    tallies: list[dict[str, Any]] = []
    while len(tallies) < ROUNDS:
        with hall() as running:
            port = running.port
            tallies.append(run_crowd([running], tables, SECONDS, draw, ready=lambda: ready(port)))  # noqa: B023
    yield from figures_of(name, tallies, most)


def let_computers_think(port: int) -> None:
    """Computers of level 8 that begin: they think for seconds, one after the other, as long as we measure."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as web:
        seats = [{"who": "computer", "level": 8}, {"who": "me"}]
        for number in range(COMPUTERS):
            game = ("derive", "drumlin")[number % 2]
            web.post("/api/tables", json={"game": game, "seats": seats}).raise_for_status()
