"""Help at the table in a browser: three presses, a tutor who warns, by mouse, by keyboard and for screen readers."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from blunders import BLUNDER, POSITION, WINNING
from browser import DESKTOP, HERE, PHONE, People, Person, until
from evening import meet_at_once
from playwright.sync_api import Browser, expect
from serving import serving

import ludotheque as lt
from ludotheque.web.texts import CATALOG

pytestmark = pytest.mark.slow
TURNED: Any = {"width": 740, "height": 360}
START = lt.load("drivis").read(POSITION)


def open_at(person: Person, query: str = "") -> None:
    table = person.send("/api/tables", {"game": "drivis", "seats": list(HERE), "position": POSITION})
    person.go(table["url"] + query)
    person.ready()


def marks(person: Person) -> list[list[str]]:
    """What is drawn over the board: the kind of each group of marks, and its numbers."""
    code = """() => [...document.querySelectorAll(".hint-marks")].map((g) =>
      [g.classList.item(2), ...[...g.querySelectorAll("text")].map((t) => t.textContent)])"""
    found: list[list[str]] = person.ask(code)
    return found


def touch_all(person: Person, event: str) -> None:
    for id in START.clicks(0)[event]:
        until(person.page, partial(is_lit, person, id), f"{id} is lit")
        person.touch(id)


def is_lit(person: Person, id: str) -> bool:
    return id in person.seen["lit"]


def expect_no_violation(person: Person) -> None:
    found = Axe().run(person.page).response["violations"]
    assert not found, [(v["id"], [n["html"][:300] for n in v["nodes"][:3]]) for v in found]


def stuck_out(person: Person) -> int:
    found: int = person.ask("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return found


# Three presses


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_help_shows_where_then_what_then_why_and_plays_it(people: People, lang: str) -> None:
    def js(key: str, **params: Any) -> str:
        return CATALOG.say(f"js.{key}", lang, **params)

    person = people.new(locale={"en": "en-GB", "fr": "fr-FR"}[lang])
    open_at(person)
    press, panel, words = person.button(js("hint")), person.part("hint"), person.part("hint-words")
    expect(panel).not_to_be_visible()
    press.click()
    expect(person.part("hint-more")).to_have_text(js("hint.more.choice"))
    first = START.clicks(0)[WINNING][0]
    label = person.page.locator(f"#{first}").get_attribute("aria-label")
    expect(words).to_have_text(js("hint.look", label=label))
    expect(person.part("talk")).to_contain_text(js("hint.look", label=label))
    until(person.page, lambda: not person.seen["moving"], "the glow comes to rest")
    assert marks(person) == [["glow"]] and not panel.get_by_role("button", name=js("hint.play")).count()
    expect_no_violation(person)
    press.click()
    expect(words).to_have_text(START.describe(WINNING, lang))
    assert marks(person) == [["path", "1", "2"]] and person.seen["lit"], "one may still choose oneself"
    press.click()
    expect(person.part("hint-more")).not_to_be_visible()
    assert marks(person) == [["path", "1", "2"]] and len(words.inner_text().split(".")) > 1
    expect_no_violation(person)
    person.page.reload()
    expect(panel).to_be_visible()
    panel.get_by_role("button", name=js("hint.play")).click()
    expect(panel).not_to_be_visible()
    until(person.page, lambda: START.describe(WINNING, lang) in person.log, "it is played")
    assert marks(person) == []


def test_who_waits_is_told_and_a_hint_that_comes_too_late_goes_without_a_word(person: Person) -> None:
    """A new game is thought about as long as that is allowed."""
    table = person.open("drivis")
    person.ready()
    person.button("Help me").click()
    expect(person.part("hint-words")).to_have_text("Let me think…")
    person.send(f"/api/tables/{table}/do", {"do": "choose", "text": lt.load("drivis").new().choices()[0]})
    expect(person.part("hint")).not_to_be_visible()
    person.button("Help me").click()
    expect(person.part("hint-more")).to_be_visible()
    expect(person.part("notice")).not_to_be_visible()
    assert sum("hint" in line for line in person.log) == 1


def test_a_hint_can_be_closed_and_goes_with_the_position(person: Person) -> None:
    open_at(person)
    press, panel = person.button("Help me"), person.part("hint")
    press.click()
    expect(person.part("hint-more")).to_be_visible()
    panel.get_by_role("button", name="Close").click()
    expect(panel).not_to_be_visible()
    assert marks(person) == []
    press.click()
    expect(panel).to_be_visible()
    assert marks(person) == [["glow"]], "once more, the same"
    touch_all(person, WINNING)
    expect(panel).not_to_be_visible()
    person.button("Undo").click()
    until(person.page, lambda: person.seen["lit"], "it is blue's turn again")
    expect(panel).not_to_be_visible()


def test_without_a_mouse(person: Person) -> None:
    open_at(person)
    page = person.page
    person.button("Help me").focus()
    for more in ("“Help me” again shows the move.", "“Help me” again says why.", ""):
        page.keyboard.press("Enter")
        expect(person.part("hint-more")).to_have_text(more)
        expect(person.button("Help me")).to_be_focused()
    page.keyboard.press("Tab")
    while not person.ask("document.activeElement.closest('[data-part=hint-buttons]') !== null"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    until(page, lambda: START.describe(WINNING, "en") in person.log, "it is played")


# The tutor


def test_the_tutor_warns_of_a_blunder_and_shows_what_is_better(person: Person) -> None:
    open_at(person, "?tutor=1")
    panel = person.part("hint")
    assert "tutor" not in person.page.url
    touch_all(person, BLUNDER)
    expect(panel).to_contain_text("Are you sure?")
    assert [kind for kind, *_ in marks(person)] == ["path", "reply"]
    expect(person.part("talk")).to_contain_text("The tutor asks Anna (blue) to think again")
    expect(person.button("Choose again")).to_be_focused()
    expect_no_violation(person)
    person.page.keyboard.press("Escape")
    expect(panel).not_to_be_visible()
    assert person.seen["lit"] and not person.seen["chosen"] and marks(person) == []
    touch_all(person, BLUNDER)
    expect(panel).to_contain_text("Are you sure?")
    person.button("Show me a better move").click()
    expect(panel).to_contain_text(START.describe(WINNING, "en"))
    touch_all(person, BLUNDER)
    person.button("Play it anyway").click()
    until(person.page, lambda: START.describe(BLUNDER, "en") in person.log, "it is played")
    assert sum("tutor" in line for line in person.log) == 1, "the same is not told twice"


def test_a_good_choice_goes_through_and_the_tutor_can_be_sent_away(person: Person) -> None:
    open_at(person, "?tutor=1")
    touch_all(person, WINNING)
    until(person.page, lambda: START.describe(WINNING, "en") in person.log, "it is played")
    person.part("settings-open").click()
    tick = person.page.locator("[data-setting=tutor]")
    assert tick.is_checked()
    tick.uncheck()
    person.button("Close").click()
    open_at(person)
    touch_all(person, BLUNDER)
    until(person.page, lambda: START.describe(BLUNDER, "en") in person.log, "it is played at once")
    expect(person.part("hint")).not_to_be_visible()


@pytest.mark.long
def test_nobody_waits_for_a_tutor_who_is_late(browser: Browser, tmp_path: Path) -> None:
    """The choice is sent, and what the tutor would have said of the position before is not told."""
    with serving(tmp_path, thinks=4) as server:
        people = People(browser, server.url)
        person = people.new()
        table = person.send("/api/tables", {"game": "drivis", "seats": list(HERE)})
        person.go(table["url"] + "?tutor=1")
        person.choose(random.Random(3))
        person.page.wait_for_timeout(4000)
        assert not person.part("notice").inner_text()
        people.close()


# With others


def test_with_somebody_else_both_must_agree_and_both_are_told(people: People) -> None:
    pair = meet_at_once(people.new(), people.new(), "drivis", 12)
    anna, ben = pair.both
    anna.ready()
    expect(anna.button("Help me")).to_have_count(0)
    anna.button("Ask to allow hints").click()
    ben.button("Agree").click()
    anna.button("Help me").click()
    expect(anna.part("hint-more")).to_be_visible()
    pair.expect_same()
    assert "Anna (blue) asks for a hint." in ben.log and "Hints are allowed for the rest of this game." in ben.log
    expect(ben.part("hint")).not_to_be_visible()
    expect(ben.button("Help me")).to_have_count(0)


# Every window


@pytest.mark.parametrize("game", lt.games())
def test_every_game_has_help_that_fits_a_phone(game: str, people: People) -> None:
    person = people.phone()
    person.open(game, ({"who": "me", "name": "Anna"}, {"who": "computer", "level": 1}))
    person.ready()
    for expected in ("glow", "path"):
        person.button("Help me").click()
        expect(person.page.locator(f".hint-marks.{expected}")).to_have_count(1)
    for size in (PHONE, TURNED, DESKTOP):
        person.page.set_viewport_size(size)
        expect(person.part("hint")).to_be_in_viewport(ratio=0.9)
        assert stuck_out(person) <= 0
    before = person.seen["lines"]
    person.part("hint").get_by_role("button", name="Play it").click()
    until(person.page, lambda: person.seen["lines"] > before, "it is played")
