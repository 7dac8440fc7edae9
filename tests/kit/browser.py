"""A real browser for the tests: people with a page each, who touch what is lit and read what is said.

``python tests/kit/browser.py`` finds a Chromium for the tests, or fetches one where that is possible.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, ViewportSize, expect, sync_playwright

Json = dict[str, Any]
PATIENCE = 30.0  # seconds; the machine may be busy
PAUSE = 50  # milliseconds between two looks; looking costs time of the machine, too
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MISSING = "no Chromium was found; `apt-get install chromium` or `.venv/bin/playwright install chromium` brings one"
PHONE: ViewportSize = {"width": 360, "height": 740}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
# From a small phone to a large screen, upright and turned; 640 × 360 is a window of 1280 × 720 at 200 % zoom
WINDOWS: tuple[ViewportSize, ...] = tuple(
    {"width": width, "height": height}
    for width, height in (
        (320, 568),
        (568, 320),
        (390, 844),
        (844, 390),
        (640, 360),
        (768, 1024),
        (1280, 720),
        (2560, 1440),
    )
)
HERE = ({"who": "me", "name": "Anna"}, {"who": "here", "name": "Ben"})
WAYS_ON = {"en": ("Play again", "Replay"), "fr": ("Rejouer", "Revoir la partie")}

expect.set_options(timeout=PATIENCE * 1000)


# The browser


@cache
def find_browser() -> str | None:
    """The program of a Chromium: the one that is asked for, any that is installed, or Playwright's own."""
    names = [name for name in (os.environ.get("CHROMIUM"), *PROGRAMS) if name]
    return next(filter(None, map(shutil.which, names)), None) or playwrights_own()


def playwrights_own() -> str | None:
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


@contextmanager
def a_browser() -> Iterator[Browser]:
    """Closed again at the end, so that tests with an event loop of their own can follow in this process."""
    program = find_browser()
    if program is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(MISSING)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield running
        running.close()


# Waiting: the page forbids `eval`, which Playwright's own wait_for_function needs


# What is worth knowing about a page on which something did not come
SHOWN = """() => {
  const parts = [...document.querySelectorAll(".status, .notice, .lost, .bar")];
  return [document.activeElement?.outerHTML.slice(0, 200), ...parts.map((e) => `${e.className}: ${e.textContent}`)];
}"""


def until(page: Page, true: Callable[[], Any], what: str, seconds: float = PATIENCE) -> Any:
    """Waits until something holds, while the page goes on."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, f"waited {seconds:g} s in vain: {what}\n{page.url} {page.evaluate(SHOWN)}"
        page.wait_for_timeout(PAUSE)
    return found


# What a page shows, asked in one go
LOOK = """() => {
  const part = (name) => document.querySelector(`[data-part="${name}"]`);
  const ids = (kind) => [...part("board").querySelectorAll(kind)].map((g) => g.id);
  const moving = part("board").getAnimations({ subtree: true }).filter((a) => a.playState === "running");
  const bar = [...part("bar").querySelectorAll("button.primary")].map((b) => b.textContent);
  const scale = Number(part("board").style.getPropertyValue("--zoom") || 1); // how many times larger than it fits
  return { phase: part("stage").dataset.phase, lit: ids(".lit"), chosen: ids(".is-chosen"), bar, moving: moving.length,
    scale, lines: part("log").children.length, status: part("status").textContent, lost: part("lost").textContent };
}"""

# A point where a touch means this element and no other that can be touched
POINT = """(id) => {
  const g = document.getElementById(id);
  if (!g) return null;
  g.scrollIntoView({ block: "nearest" });
  const box = (g.querySelector(":scope > .halo") ?? g).getBoundingClientRect();
  const at = (i, j) => [box.x + box.width * i, box.y + box.height * j];
  const parts = [0.5, 0.4, 0.6, 0.25, 0.75, 0.1, 0.9];
  const meant = ([x, y]) => document.elementsFromPoint(x, y).map((e) => e.closest("g[id]"))
    .find((e) => e?.matches(".lit, .is-chosen, .grip")) === g;
  return parts.flatMap((j) => parts.map((i) => at(i, j))).find(meant) ?? at(0.5, 0.5);
}"""


@dataclass
class Person:
    """Somebody with a browser of their own. Whatever goes wrong in it is remembered and fails the test at the end."""

    context: BrowserContext
    page: Page
    home: str
    taps: bool = False
    expected: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.on("console", lambda said: self.note(said.type in ("error", "warning"), said.text))
        self.page.on("pageerror", lambda error: self.note(True, str(error)))
        self.page.on("response", lambda answer: self.note(answer.status >= 400, f"{answer.status} {answer.url}"))
        self.page.on("requestfailed", lambda asked: self.fail(asked.url, asked.failure))

    def fail(self, url: str, why: str | None) -> None:
        """What is given up because another page is opened is no failure."""
        self.note(why != "net::ERR_ABORTED", f"{why} {url}")

    def note(self, is_problem: bool, what: str) -> None:
        if is_problem and not any(re.search(known, what) for known in self.expected):
            self.problems.append(what)

    # Going and seeing

    def go(self, path: str) -> None:
        self.page.goto(self.home + path)

    def part(self, name: str) -> Locator:
        return self.page.locator(f'[data-part="{name}"]')

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def ask(self, code: str, given: Any = None) -> Any:
        """Asks the page; if it is just being left, the one that comes answers."""
        try:
            return self.page.evaluate(code, given)
        except Error as error:
            if "context was destroyed" not in error.message:
                raise
        self.page.wait_for_load_state()
        return self.page.evaluate(code, given)

    @property
    def lang(self) -> str:
        found: str = self.ask("document.documentElement.lang")
        return found

    @property
    def seen(self) -> Json:
        found: Json = self.ask(LOOK)
        return found

    @property
    def board(self) -> list[str]:
        """What stands where, in words: the same from every side."""
        code = """() => [...document.querySelectorAll('[data-part="board"] g[id]:not(.spot)')]
          .map((g) => `${g.id} ${g.getAttribute("aria-label")}`).sort()"""
        found: list[str] = self.ask(code)
        return found

    @property
    def log(self) -> list[str]:
        lines: list[str] = self.part("log").locator("li").all_inner_texts()
        return [re.sub(r"^\d+\s*", "", line).strip() for line in lines]

    # Tables

    def open(self, game: str, seats: tuple[Json, ...] = HERE, **options: Any) -> str:
        """Opens a table and looks at it."""
        opened = self.send("/api/tables", {"game": game, "seats": list(seats), "options": options})
        self.go(opened["url"])
        return str(opened["id"])

    def send(self, path: str, command: Json) -> Json:
        """A request without the page, as the same person."""
        answer = self.context.request.post(self.home + path, data=command)
        told: Json = answer.json()
        assert answer.ok, told
        return told

    def touch(self, id: str) -> None:
        """A click with the mouse, or a tap where there is none: a second one if the first has brought it closer.
        What has no alternative may have been played by the page meanwhile, and be gone."""
        press = self.page.touchscreen.tap if self.taps else self.page.mouse.click
        before, at = self.seen, self.ask(POINT, id)
        if at is None:
            return
        press(*at)
        if self.is_closer_than(before):
            until(self.page, lambda: not self.seen["moving"], "it has come closer")
            press(*self.where(id))

    def is_closer_than(self, before: Json) -> bool:
        """Whether the board was enlarged, and nothing was chosen."""
        now = self.seen
        return bool(now["scale"] > before["scale"]) and all(now[k] == before[k] for k in ("lit", "chosen", "lines"))

    def where(self, id: str) -> tuple[float, float]:
        x, y = self.ask(POINT, id)
        return x, y

    def ready(self) -> Json:
        """Waits until nothing moves any more and there is something to do here, or the game is over."""

        def look() -> Json | None:
            seen = self.seen
            is_ready = seen["lit"] or seen["bar"] or seen["phase"] == "over"
            return seen if is_ready and not seen["moving"] else None

        found: Json = until(self.page, look, "something to touch")
        return found

    def step(self, chance: random.Random) -> Json:
        """Touches one thing of those that can be touched; the page must react."""
        before = self.ready()
        if before["phase"] == "over":
            return before
        if before["lit"] and not (before["bar"] and chance.random() < 0.3):
            self.touch(chance.choice(before["lit"]))
        else:
            self.button(chance.choice(before["bar"])).click()
        kept = ("phase", "chosen", "lines")
        until(self.page, lambda: any(self.seen[k] != before[k] for k in kept), f"the page reacts in {before}")
        return before

    def choose(self, chance: random.Random) -> None:
        """Touches until a choice is made and told; while it is sent, nothing is lit."""
        lines = self.ready()["lines"]

        def go_on() -> bool:
            seen = self.seen
            return bool(seen["lines"] > lines or seen["lit"])

        while self.seen["lines"] == lines:
            self.step(chance)
            until(self.page, go_on, "the choice goes on or is told")

    def play_to_the_end(self, seed: int = 0) -> int:
        """By touches only. Says how many it took."""
        chance, touches = random.Random(seed), 0
        while self.step(chance)["phase"] != "over":
            touches += 1
        return touches

    def expect_the_end(self) -> None:
        """It is said in words, to eyes and to ears, and there is a way to go on."""
        expect(self.part("stage")).to_have_attribute("data-phase", "over")
        headline, why = (self.part("ending").locator(what).first.inner_text().strip() for what in (".verdict", ".why"))
        assert len(headline.split()) > 1 and len(why.split()) > 3
        expect(self.part("talk")).to_contain_text(f"{headline} {why}")
        rematch, replay = WAYS_ON[self.lang]
        expect(self.button(rematch)).to_be_visible()
        expect(self.page.get_by_role("link", name=replay)).to_be_visible()
        assert not self.seen["lit"]


@dataclass
class People:
    """Makes people; at the end none of them may have met a problem."""

    browser: Browser
    home: str
    all: list[Person] = field(default_factory=list)

    def new(self, home: str | None = None, expected: tuple[str, ...] = (), **how: Any) -> Person:
        how = {"viewport": DESKTOP, "locale": "en-GB", **how}
        context = self.browser.new_context(**how)
        person = Person(context, context.new_page(), home or self.home, expected=list(expected))
        self.all.append(person)
        return person

    def phone(self, **how: Any) -> Person:
        person = self.new(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2, **how)
        person.taps = True
        return person

    def close(self) -> None:
        for person in self.all:
            person.context.close()
        problems = [problem for person in self.all for problem in person.problems]
        assert not problems, json.dumps(problems, indent=1, ensure_ascii=False)


# Before the tests


def fetch() -> str:
    """Tries to bring a browser, without being root and without failing where there is no network."""
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=600)
    except (OSError, subprocess.SubprocessError):
        return f"The tests in a browser will be skipped: {MISSING}."
    find_browser.cache_clear()
    return f"The tests in a browser use {find_browser()}." if find_browser() else MISSING


if __name__ == "__main__":
    print(f"The tests in a browser use {find_browser()}." if find_browser() else fetch())
