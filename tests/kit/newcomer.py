"""A first evening with a game, of somebody who knows no rules: ``python tests/kit/newcomer.py FOLDER [GAME …]``.

From the shelf through all lessons to a first whole game with hints and tutor, by what the pages show and their buttons
offer, at phone and desktop width, light and dark, in French and English. A picture of every new kind of screen is kept
in the folder, to be looked at. The tests spend the same evening.
"""

from __future__ import annotations

import itertools
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from browser import Json, People, Person, a_browser, until
from playwright.sync_api import Error, Locator, expect
from screens import LOADED
from serving import serving

import ludotheque as lt
from ludotheque.web.texts import CATALOG

LOCALES = {"en": "en-GB", "fr": "fr-FR"}
TOUCHES = 60  # in one lesson, after which it must be done
ASKED_WHY = 12  # choices for which all three stages of a hint are read
BY_HAND = 12  # choices of which every other one is made by touching what a hint has numbered
OWN_IDEAS = (1, 4, 5)  # choices that are made without asking anybody
A_MOMENT = 0.2  # seconds for which the server thinks about a hint, where a whole game is played by them
SOON = 2000  # milliseconds, for a button that may have gone
# What a lesson or a table shows, asked in one go
LOOK = """() => {
  const part = (name) => document.querySelector(`[data-part="${name}"]`);
  const board = part("board");
  const words = (place) => (place?.checkVisibility() ? place.textContent : "");
  const buttons = (place) => [...(place?.querySelectorAll("button") ?? [])].filter(words).map(words);
  const moving = board.getAnimations({ subtree: true }).filter((a) => a.playState === "running").length;
  const { outcome = "", lesson = "", phase = "" } = part("stage").dataset;
  return { outcome, lesson, phase, moving, lit: [...board.querySelectorAll(".lit")].map((g) => g.id),
    chosen: board.querySelectorAll(".is-chosen").length, title: words(part("lesson-title")),
    said: [...part("bar").querySelectorAll("span")].map(words).join(" "),
    bar: buttons(part("bar")), steps: part("log")?.querySelectorAll(".step").length ?? 0,
    done: part("pieces")?.querySelectorAll(".done").length ?? 0, scale: board.style.getPropertyValue("--zoom"),
    hint: words(part("hint-words")), more: words(part("hint-more")), offered: buttons(part("hint-buttons")),
    thinks: part("hint")?.matches(".thinking") ?? false, sure: !part("hint")?.matches(".doubt") };
}"""
OVER = ("missed", "reached", "wrong", "right", "shown")  # of a lesson, or of a puzzle
RINGS = "() => document.querySelectorAll('.hint-marks.path .ring').length"
# The middle of a ring of a hint; on an enlarged board it is brought into view
RING = """(number) => {
  const ring = document.querySelectorAll(".hint-marks.path .ring")[number];
  ring?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const { x, y, width, height } = ring?.getBoundingClientRect() ?? {};
  return ring ? [x + width / 2, y + height / 2] : null;
}"""
# What changed was also measured and drawn: now everything is where it will be touched
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


@dataclass
class Newcomer:
    """Touches what is lit, presses what is offered, and keeps a picture of what was not seen before."""

    person: Person
    chance: random.Random = field(default_factory=lambda: random.Random(3))
    folder: Path | None = None  # for the pictures
    met: list[str] = field(default_factory=list)  # kinds of screens, in order
    choices: int = 0  # of the whole game

    def word(self, key: str, **params: Any) -> str:
        """What stands on a button."""
        return CATALOG.say(f"js.{key}", self.person.lang, **params)

    def see(self, kind: str, whole: bool = False) -> None:
        """A new kind of screen. What is below the window is seen only in a whole one."""
        if kind in self.met:
            return
        self.met.append(kind)
        if self.folder is not None:
            self.person.page.evaluate(LOADED)
            self.person.page.screenshot(path=self.folder / f"{len(self.met):02}-{kind}.png", full_page=whole)

    # Eyes and hands

    @property
    def seen(self) -> Json:
        found: Json = self.person.ask(LOOK)
        return found

    def look(self) -> Json:
        """When nothing moves and there is something to do."""

        def ready() -> Json | None:
            seen = self.seen
            is_over = seen["phase"] == "over" or seen["outcome"] in OVER
            is_open = seen["lit"] or self.word("done") in seen["bar"] or not seen["sure"]
            is_busy = seen["moving"] or seen["thinks"] or self.word("sending") in seen["said"]
            return seen if (is_over or is_open) and not is_busy else None

        found: Json = until(self.person.page, ready, "something to do")
        self.person.ask(DRAWN)
        return found

    def change(self, before: Json) -> Json:
        """After something was touched."""
        until(self.person.page, lambda: self.seen != before, f"the page reacts in {before}")
        return self.look()

    def touch(self, id: str) -> None:
        self.tap(*self.person.where(id))

    def tap(self, x: float, y: float) -> None:
        page = self.person.page
        (page.touchscreen.tap if self.person.taps else page.mouse.click)(x, y)

    def press(self, name: str, place: str = "bar") -> Json:
        before = self.look()
        self.person.part(place).get_by_role("button", name=name, exact=True).click()
        return self.change(before)

    # Learning

    def open_lessons(self, game: str) -> None:
        """The only address that is ever typed in is that of the house."""
        page = self.person.page
        self.person.go("/")
        self.see("shelf")
        page.locator(f".label a[href='/games/{game}']").click()
        page.wait_for_url(f"**/games/{game}")
        self.see("page")
        first: Locator = page.locator("main").locator("a.button, button").first
        expect(first).to_have_text(CATALOG.say("game.learn", self.person.lang))
        first.click()
        page.wait_for_url("**/learn*")

    def finish_lesson(self) -> Json:
        """Touches anything that is lit; tries again; after some wrong tries, lets the page show a way."""
        seen = self.look()
        self.see(f"lesson-{seen['lesson']}")
        for _ in range(TOUCHES):
            if seen["outcome"] == "reached":
                self.see(f"lesson-{seen['lesson']}-done")
                expect(self.person.part("talk")).to_contain_text(seen["said"])
                return seen
            seen = self.try_again(seen) if seen["outcome"] == "missed" else self.try_something(seen)
        raise AssertionError(f"this lesson is not finished: {seen}")

    def try_again(self, seen: Json) -> Json:
        self.see(f"lesson-{seen['lesson']}-missed")
        show = self.word("lesson.show")
        if show not in seen["bar"]:
            return self.press(self.word("lesson.again"))
        seen = self.press(show)
        self.see(f"lesson-{seen['lesson']}-shown")
        return seen

    def try_something(self, seen: Json) -> Json:
        done = self.word("done")
        if done in seen["bar"] and (not seen["lit"] or self.chance.random() < 0.3):
            return self.press(done)
        self.touch(self.chance.choice(seen["lit"]))
        seen = self.change(seen)
        if seen["chosen"]:
            self.see(f"lesson-{seen['lesson']}-touched" if seen["lesson"] else "touched")
        return seen

    def learn(self) -> list[Json]:
        """All lessons, up to the button that offers the first whole game. Says what was seen when each was done."""
        seen = [self.finish_lesson()]
        while (on := self.word("lesson.next")) in seen[-1]["bar"]:
            self.press(on)
            seen.append(self.finish_lesson())
        self.person.button(CATALOG.say("learn.whole", self.person.lang)).click()
        self.person.page.wait_for_url("**/t/*")
        return seen

    # Playing

    def play(self) -> int:
        """A whole game. Says how many choices were made."""
        self.choices = 0
        self.look()
        self.see("table")
        while (seen := self.look())["phase"] != "over":
            self.answer(seen)
        self.see("end")
        self.see("end-whole", whole=True)
        return self.choices

    def answer(self, seen: Json) -> None:
        """Does one thing, whatever the page shows: it may have gone on by itself, as where there was no alternative."""
        if not seen["sure"]:
            self.take_back()
        elif seen["offered"] and self.is_enough(seen):
            self.carry_out()
        elif self.choices in OWN_IDEAS or self.word("hint") not in seen["bar"]:
            self.follow_an_idea(seen)
        else:
            self.ask_for_help()

    def take_back(self) -> None:
        """What the tutor doubts; something better is asked for instead."""
        self.see("doubt")
        self.try_to_press(self.word("tutor.better"))
        self.see("better")
        self.choices += 1

    def is_enough(self, seen: Json) -> bool:
        """At first all three stages are read."""
        return self.choices >= ASKED_WHY or not seen["more"]

    def ask_for_help(self) -> None:
        seen = self.try_to_press(self.word("hint"), "bar")
        if seen["hint"]:
            self.see("hint-look" if not seen["offered"] else "hint-choice" if seen["more"] else "hint-why")

    def carry_out(self) -> None:
        """Sometimes by the button, sometimes by touching what is numbered on the board."""
        self.choices += 1
        if self.choices > BY_HAND or self.choices % 2:
            self.try_to_press(self.word("hint.play"))
            return
        steps = self.seen["steps"]
        for number in range(self.person.ask(RINGS)):
            self.follow_ring(number)
        seen = self.look()
        assert seen["sure"], f"the tutor doubts what was advised: {seen['hint']}"
        if seen["steps"] == steps and self.word("done") in seen["bar"]:
            self.try_to_press(self.word("done"), "bar")

    def follow_ring(self, number: int) -> None:
        """A second touch if the first has only brought it closer."""
        for _ in range(2):
            before, ring = self.look(), self.person.ask(RING, number)
            if ring is None:
                return
            self.tap(*ring)
            if self.change(before)["scale"] == before["scale"]:
                return

    def follow_an_idea(self, seen: Json) -> None:
        steps, seen = seen["steps"], self.try_something(seen)
        if not seen["chosen"] and seen["sure"]:
            self.see("played")
        self.choices += seen["steps"] > steps

    def try_to_press(self, name: str, place: str = "hint") -> Json:
        """In vain if the game has gone on meanwhile: others may choose at the same time."""
        before = self.look()
        try:
            self.person.part(place).get_by_role("button", name=name, exact=True).click(timeout=SOON)
            until(self.person.page, lambda: self.seen != before, "a press is answered", SOON / 1000)
        except (Error, AssertionError):
            pass  # whatever is seen now is answered next
        return self.look()


def first_evening(newcomer: Newcomer, game: str) -> int:
    """From the shelf to the end of the first whole game. Says how many choices that one took."""
    newcomer.open_lessons(game)
    newcomer.learn()
    return newcomer.play()


def expect_an_ending(person: Person) -> None:
    """Said large, with the reason and the ways on; without scrolling."""
    expect(person.part("ending").locator(".verdict")).to_be_in_viewport()
    person.expect_the_end()


# All of them


def newcomer(people: People, lang: str, on_phone: bool, folder: Path | None = None, **how: Any) -> Newcomer:
    how = {"locale": LOCALES[lang], "reduced_motion": "reduce", **how}
    return Newcomer(people.phone(**how) if on_phone else people.new(**how), folder=folder)


def spend(people: People, game: str, look: tuple[str, bool, str], folder: Path) -> None:
    lang, on_phone, theme = look
    name = "-".join([game, "phone" if on_phone else "desk", theme, lang])
    (folder / name).mkdir(parents=True, exist_ok=True)
    start, guest = time.monotonic(), newcomer(people, lang, on_phone, folder / name, color_scheme=theme)
    try:
        choices = first_evening(guest, game)
    except AssertionError:
        guest.see("stuck")
        raise
    print(f"{name}: {choices} choices in the whole game, {time.monotonic() - start:.0f} s", flush=True)


def main(folder: str, *games: str) -> None:
    looks = [("fr", True, "light"), ("en", False, "light"), ("en", True, "dark"), ("fr", False, "dark")]
    with tempfile.TemporaryDirectory() as data, serving(Path(data), thinks=A_MOMENT) as server, a_browser() as browser:
        for look, game in itertools.product(looks, games or lt.games()):
            people = People(browser, server.url)
            spend(people, game, look, Path(folder))
            people.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
