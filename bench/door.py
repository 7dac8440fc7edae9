"""The first visit: how long a newcomer waits. Every figure is the median of whole runs, each with a server, a cache and
a browser of its own that know nothing yet; processes that compile run beside it, as they do for a newcomer.

- From the start of the server to its first page.
- From the first click, on a game's own page, to a table that is drawn and can take a move; in a browser.
- From the moment a computer of level 3 is to move to its first move, nothing being compiled.
- From the start of the server until everything is compiled: rules, search and what research needs, of all games.
- From the platform wheel: from the start of the server to the first move of a computer of level 8.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

import ludotheque as lt
from ludotheque.search.precompile import PARTS

from .figures import Figure

ROUNDS = 3
ROOT = Path(__file__).parents[1]
PLAYABLE = "[data-part='board'] .lit, [data-part='bar'] button.primary"


def of_the_door() -> Iterator[Figure]:
    pages = [first_page() for _ in range(ROUNDS)]
    yield seconds("from the start to the first page, nothing compiled", pages, 2)
    for game in lt.games():
        with suppress(ImportError):  # no browser here
            yield seconds(f"{game}: from the click to a table that can be played", rounds(click_to_table, game), 3)
    for game in lt.games():
        yield seconds(f"{game}: first reply at level 3", rounds(first_reply, game), 3)
    yield seconds("everything compiled", [everything_compiled() for _ in range(ROUNDS)], 90)
    yield from from_the_wheel()


def rounds(measure: Any, game: str) -> list[float]:
    return [measure(game) for _ in range(ROUNDS)]


def seconds(name: str, measured: list[float], most: float) -> Figure:
    middle = statistics.median(measured)
    return Figure(name, f"{middle:.2f} s ({min(measured):.2f}–{max(measured):.2f})", f"< {most} s", middle < most)


# A server that knows nothing


@contextmanager
def new_server(**env: str) -> Iterator[tuple[str, Path, float]]:
    """Its address, its cache, and when it was started."""
    with tempfile.TemporaryDirectory(dir=".", prefix=".bench-", ignore_cleanup_errors=True) as folder:
        home = Path(folder).absolute()
        command = [sys.executable, "-P", "-m", "ludotheque", "serve", "--lang", "en", "--port", "0"]
        environment = {**os.environ, "LUDOTHEQUE_CACHE": str(home / "cache"), **env}
        started = time.perf_counter()
        process = subprocess.Popen(
            [*command, "--data", str(home / "data")], env=environment, stdout=subprocess.PIPE, text=True
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+:\d+", process.stdout.readline())
            assert found, "the server did not start"
            yield found[0], home / "cache", started
        finally:
            process.terminate()
            process.communicate()


def first_page() -> float:
    with new_server() as (url, _, started):
        httpx.get(url, timeout=60).raise_for_status()
        return time.perf_counter() - started


def click_to_table(game: str) -> float:
    from playwright.sync_api import sync_playwright

    with new_server() as (url, _, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_context(locale="en-GB").new_page()
        page.goto(f"{url}/games/{game}")
        started = time.perf_counter()
        page.click("#play-now button")
        page.wait_for_url("**/t/*")
        page.wait_for_selector(PLAYABLE, state="visible")
        took = time.perf_counter() - started
        browser.close()
        return took


def chromium() -> str | None:
    return next((path for path in ("/usr/bin/chromium", "/usr/bin/google-chrome") if Path(path).exists()), None)


def first_reply(game: str, level: int = 3) -> float:
    with new_server() as (url, _, _):
        return reply(url, game, level)


def reply(url: str, game: str, level: int) -> float:
    """Seconds from when the computer, which sits first, is to move until it has moved."""
    with httpx.Client(base_url=url, timeout=60) as me:
        seats = [{"who": "computer", "level": level}, {"who": "me"}]
        asked = time.perf_counter()
        table = me.post("/api/tables", json={"game": game, "seats": seats}).raise_for_status().json()["id"]
        while True:
            told = me.get(f"/api/tables/{table}/entries").json()
            if any(entry["kind"] == "choice" and entry["seat"] == 0 for entry in told):
                return time.perf_counter() - asked
            view = me.get(f"/api/tables/{table}").json()
            if view["mine"]:
                command = {"do": "choose", "seat": 1, "text": view["choices"]["1"][0]}
                me.post(f"/api/tables/{table}/do", json=command).raise_for_status()
                asked = time.perf_counter()
            time.sleep(0.02)


def everything_compiled() -> float:
    with new_server() as (_, cache, started):
        while len([*cache.glob("compiled/*/*.ready")]) < len(lt.games()) * len(PARTS):
            time.sleep(0.1)
        return time.perf_counter() - started


# The wheel


def from_the_wheel() -> Iterator[Figure]:
    """As installed by pip, which writes bytecode."""
    subprocess.run(["make", "wheel"], cwd=ROOT, check=True, capture_output=True)
    [wheel] = (path for path in (ROOT / "dist").glob("*.whl") if "none-any" not in path.name)
    size = wheel.stat().st_size / 1e6
    yield Figure("size of the platform wheel", f"{size:.1f} MB", "< 60 MB", size < 60)
    with tempfile.TemporaryDirectory() as folder:
        zipfile.ZipFile(wheel).extractall(folder)
        subprocess.run([sys.executable, "-m", "compileall", "-q", folder], check=True)
        for game in lt.games():
            measured = [start_to_reply(game, folder) for _ in range(ROUNDS)]
            yield seconds(f"{game}: from the start to a reply of level 8, from the wheel", measured, 3)


def start_to_reply(game: str, installed: str) -> float:
    with new_server(PYTHONPATH=installed) as (url, _, started):
        reply(url, game, 8)
        return time.perf_counter() - started
