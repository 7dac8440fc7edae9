"""Lessons in a browser: who knows no rules finishes them with what the page shows, and then sits down to play."""

from __future__ import annotations

import random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from browser import DESKTOP, WINDOWS, Json, People, Person, until
from newcomer import Newcomer
from playwright.sync_api import expect

import ludotheque as lt
from ludotheque.core.lessons import lessons, names

pytestmark = pytest.mark.slow
GAMES = [name for name in lt.games() if names(lt.load(name))]
GAME = GAMES[0]
COURSE = names(lt.load(GAME))


def test_a_touch_is_answered_in_the_words_of_the_game(person: Person) -> None:
    """At a table as in a lesson."""
    asks = {text for key, text in lt.load(GAME).catalog.messages("en").items() if key.startswith("ask.")}
    person.go(f"/games/{GAME}/learn/{COURSE[0]}")
    seen = Newcomer(person).look()
    Newcomer(person).touch(seen["lit"][0])
    assert any(ask in Newcomer(person).change(seen)["said"] for ask in asks)
    person.open(GAME)
    person.touch(person.ready()["lit"][0])
    assert any(ask in person.part("bar").inner_text() for ask in asks)
    assert any(ask in person.part("talk").inner_text() for ask in asks)


def test_one_goes_back_and_forth_and_finds_everything_again(person: Person) -> None:
    person.go(f"/games/{GAME}/learn")
    Newcomer(person, random.Random(1)).finish_lesson()
    pieces = person.part("pieces").locator("a")
    pieces.nth(2).click()
    person.page.wait_for_url(f"**/learn/{COURSE[2]}")
    until(person.page, lambda: Newcomer(person).look()["lesson"] == "3", "the third lesson")
    expect(pieces.nth(2)).to_have_attribute("aria-current", "step")
    person.page.go_back()
    until(person.page, lambda: Newcomer(person).look()["lesson"] == "1", "the first lesson again")
    person.go(f"/games/{GAME}/learn")
    until(person.page, lambda: Newcomer(person).look()["lesson"] == "2", "it goes on after what is done")
    expect(pieces.first).to_have_accessible_name(
        f"Lesson 1: {lessons(lt.load(GAME))[0].sentence('title').text('en')} (done)"
    )
    person.page.locator(".nav-lang").click()
    assert person.lang == "fr" and Newcomer(person).look()["lesson"] == "2"


def wrong_ways(person: Person, times: int) -> Json:
    """Misses the second lesson of the game so often."""
    chance, missed = random.Random(5), 0
    person.go(f"/games/{GAME}/learn/{COURSE[1]}")
    seen = Newcomer(person).look()
    while missed < times:
        Newcomer(person).touch(chance.choice(seen["lit"]))
        seen = Newcomer(person).change(seen)
        if seen["outcome"] == "missed":
            missed += 1
        if seen["outcome"] == "reached" or (seen["outcome"] == "missed" and missed < times):
            seen = Newcomer(person).press(seen["bar"][-1] if seen["outcome"] == "reached" else "Try again")
    return seen


def test_a_wrong_try_gets_a_kind_answer_and_a_way_is_shown_after_two(person: Person) -> None:
    lesson = lessons(lt.load(GAME))[1]
    once = wrong_ways(person, 1)
    assert lesson.sentence("wrong").text("en") in once["said"] and "Show me" not in once["bar"]
    person.go("/")
    twice = wrong_ways(person, 2)
    assert "Show me" in twice["bar"]
    seen = Newcomer(person).press("Show me")
    while seen["outcome"] == "open":
        assert len(seen["lit"]) == 1, "only what leads there is lit"
        Newcomer(person).touch(seen["lit"][0])
        seen = Newcomer(person).change(seen)
    assert seen["outcome"] == "reached"


def test_lessons_by_keyboard_alone(person: Person) -> None:
    person.go(f"/games/{GAME}/learn")
    Newcomer(person).look()
    person.part("board").locator("g.lit").first.focus()
    for number in range(1, 3):
        for _ in range(40):
            seen = Newcomer(person).look()
            if seen["outcome"] == "reached":
                break
            until(person.page, lambda: person.ask("document.activeElement.matches('.lit, .bar button')"), "a focus")
            if seen["outcome"] == "missed" and "Show me" in seen["bar"]:
                while person.ask("document.activeElement.textContent") != "Show me":
                    person.page.keyboard.press("Tab")
            person.page.keyboard.press("Enter")
            Newcomer(person).change(seen)
        assert Newcomer(person).look()["done"] == number
        until(person.page, lambda: person.ask("document.activeElement.matches('.bar button')"), "the way on has focus")
        person.page.keyboard.press("Enter")
        title = lessons(lt.load(GAME))[number].sentence("title").text("en")
        expect(person.part("lesson-title")).to_have_text(title)


def test_what_was_brought_closer_stays_there_for_the_next_touch(people: People) -> None:
    """Although what stands around the board moves with it, and comes under the finger."""
    guest = Newcomer(people.phone())
    guest.person.go("/games/number-drop/learn/star")
    for prefix in ("die", "digit"):
        seen = guest.look()
        id = next(id for id in reversed(seen["lit"]) if id.startswith(prefix))
        guest.touch(id)
        closer = guest.change(seen)
    assert float(closer["scale"]) > 1 and closer["chosen"] == seen["chosen"]
    guest.touch(id)
    assert guest.change(closer)["outcome"] != "open"


def test_a_server_that_does_not_answer_costs_nothing(people: People) -> None:
    person = people.new(expected=("500", "Failed to load"))
    person.go(f"/games/{GAME}/learn")
    seen = Newcomer(person).look()
    person.page.route("**/api/games/**", lambda route: route.fulfill(status=500, body="{}"))
    while not seen["said"].startswith("The server does not answer"):
        Newcomer(person).touch(seen["lit"][0])
        seen = Newcomer(person).change(seen)
    assert seen["lit"] and seen["outcome"] == "open"
    person.page.unroute("**/api/games/**")
    assert Newcomer(person, random.Random(2)).finish_lesson()["outcome"] == "reached"


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_axe_finds_nothing_on_the_way(person: Person, theme: Any) -> None:
    person.page.emulate_media(color_scheme=theme)
    for size in (DESKTOP, WINDOWS[2], WINDOWS[3]):
        person.page.set_viewport_size(size)
        wrong_ways(person, 2)
        expect_nothing(person)
        Newcomer(person, random.Random(4)).finish_lesson()
        expect_nothing(person)


def expect_nothing(person: Person) -> None:
    found = Axe().run(person.page).response["violations"]
    assert not found, [(v["id"], [n["html"][:200] for n in v["nodes"][:2]]) for v in found]
    wide = person.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{wide} pixels stick out"


@pytest.mark.parametrize("size", WINDOWS, ids=lambda size: f"{size['width']}x{size['height']}")
def test_the_board_is_whole_in_every_window(people: People, size: Any) -> None:
    person = people.new(viewport=size)
    person.go(f"/games/{GAME}/learn/{COURSE[1]}")
    Newcomer(person).look()
    until(person.page, lambda: not Newcomer(person).look()["moving"], "nothing moves")
    box = person.ask("document.querySelector('[data-part=board] svg').getBoundingClientRect().toJSON()")
    assert box["left"] >= -1 and box["right"] <= size["width"] + 1 and box["width"] > 150
    task = person.part("status").bounding_box()
    assert task and task["y"] >= 0 and task["y"] + task["height"] <= size["height"]
