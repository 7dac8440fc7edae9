"""The analysis board in a browser: what people try there, at phone and desktop width, in both languages."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from browser import WINDOWS, People, Person, until
from playwright.sync_api import expect

import ludotheque as lt

pytestmark = pytest.mark.slow
GAME = "drivis"


def chips(person: Person) -> list[str]:
    """What was tried, as the tree shows it."""
    found: list[str] = (
        person.part("tree").locator(".chip").evaluate_all("all => all.map((e) => e.lastChild.textContent)")
    )
    return found


def current(person: Person) -> str:
    found = person.part("tree").locator("[aria-current]")
    return str(found.evaluate("e => e.lastChild.textContent")) if found.count() else ""


def touch(person: Person, *ids: str) -> None:
    """Touches these one after the other; a small screen may come closer first."""
    for id in ids:
        wait_until_lit(person, id)
        press = person.page.touchscreen.tap if person.taps else person.page.mouse.click
        press(*person.where(id))


def wait_until_lit(person: Person, id: str) -> None:
    until(person.page, lambda: id in lit(person), f"{id} can be touched")


def wait_until_at(person: Person, text: str) -> None:
    until(person.page, lambda: current(person) == text, f"it shows {text}")


def lit(person: Person) -> list[str]:
    return person.ask("[...document.querySelectorAll('[data-part=board] .lit')].map((g) => g.id)")  # type: ignore[no-any-return]


def path(state: lt.State, text: str) -> tuple[str, ...]:
    return state.clicks(state.actors[0])[text]


def wait_for_lines(person: Person) -> None:
    expect(person.part("lines").locator("li").first).to_be_visible()
    expect(person.part("values")).to_contain_text("±")


def test_variations_are_tried_kept_and_found_again(person: Person) -> None:
    """With the mouse, then with the keyboard: on, back, to the sibling, to the front, away."""
    start = lt.load(GAME).new()
    person.go(f"/analysis?game={GAME}")
    touch(person, *path(start, "c8-d8"))
    until(person.page, lambda: current(person) == "c8-d8", "it is tried")
    keys = person.page.keyboard
    keys.press("ArrowLeft")
    until(person.page, lambda: current(person) == "", "back at the start")
    touch(person, *path(start, "a6-a5"))
    until(person.page, lambda: chips(person) == ["c8-d8", "a6-a5"] and current(person) == "a6-a5", "two variations")
    for key, there in (("ArrowUp", "c8-d8"), ("ArrowDown", "a6-a5"), ("ArrowLeft", ""), ("ArrowRight", "a6-a5")):
        person.page.locator("body").press(key)
        wait_until_at(person, there)
    keys.press("p")
    until(person.page, lambda: chips(person) == ["a6-a5", "c8-d8"], "it stands in front")
    person.part("comment").fill("Why not?")
    person.part("comment").blur()
    expect(person.part("tree")).to_contain_text("Why not?")
    person.page.reload()
    until(person.page, lambda: chips(person) == ["a6-a5", "c8-d8"] and current(person) == "a6-a5", "nothing is lost")
    expect(person.part("tree")).to_contain_text("Why not?")
    person.part("delete").click()
    until(person.page, lambda: chips(person) == ["c8-d8"] and current(person) == "", "it is gone")


@pytest.mark.parametrize(("width", "lang"), [("phone", "fr"), ("desktop", "en")])
def test_from_a_finished_game_to_the_better_line_and_a_game_from_there(people: People, width: str, lang: str) -> None:
    """The end of a game, one touch to the analysis, a line tried on the board, and a table that begins there."""
    locale = {"fr": "fr-FR", "en": "en-GB"}[lang]
    person = people.phone(locale=locale) if width == "phone" else people.new(locale=locale)
    person.open(GAME, max_choices=4)
    person.play_to_the_end(2)
    person.page.get_by_role("link", name={"fr": "Analyser", "en": "Analyse"}[lang], exact=True).click()
    person.page.wait_for_url("**/analysis?*")
    person.part("previous").click()
    wait_for_lines(person)
    best = person.part("lines").locator("li").first.locator(".chip").first
    expect(person.page.locator(".hint-marks .ring").first).to_be_attached()
    before = len(chips(person))
    best.click()
    until(person.page, lambda: len(chips(person)) in (before, before + 1), "the line is tried")
    person.part("previous").click()
    person.part("play").click()
    person.part("begin-now").click()
    person.page.wait_for_url("**/t/*")
    assert person.ready()["phase"] == "running"


def test_a_study_is_saved_and_shared(people: People, person: Person) -> None:
    person.go(f"/analysis?game={GAME}&then=0 c8-d8;1 c1-d1")
    person.part("previous").click()
    until(person.page, lambda: current(person) == "c8-d8", "one back")
    touch(person, *path(lt.load(GAME).new().play("c8-d8"), "a3-a4"))
    until(person.page, lambda: current(person) == "a3-a4", "another answer")
    person.part("save").click()
    expect(person.part("saved")).to_be_visible()
    link = person.part("saved-link").input_value()
    other = people.new()
    other.page.goto(link)
    until(other.page, lambda: chips(other) == ["c8-d8", "c1-d1", "a3-a4"], "the other sees all of it")


def test_threats_and_draws_can_be_looked_at(person: Person) -> None:
    person.go("/analysis?game=derive")
    bar = person.part("bar").locator("button")
    expect(bar).to_have_count(3)  # draw, and each of the two who may begin
    bar.nth(1).click()
    until(person.page, lambda: current(person) == "first=0", "the draw was chosen")
    wait_for_lines(person)
    person.part("threats").click()
    expect(person.part("threats")).to_have_attribute("aria-pressed", "true")
    wait_for_lines(person)
    assert not lit(person), "nobody has passed: nothing can be chosen"
    person.part("threats").click()
    until(person.page, lambda: lit(person), "back to the position itself")


@pytest.mark.parametrize(("width", "lang"), [("phone", "fr"), ("desktop", "en")])
def test_a_position_is_put_together_and_analysed(people: People, width: str, lang: str) -> None:
    """A plate goes from one place to another; what cannot be is told; the rest is analysed. Also by the keyboard."""
    locale, problems = {"fr": "fr-FR", "en": "en-GB"}[lang], ("409",)
    person = (
        people.phone(locale=locale, expected=problems)
        if width == "phone"
        else people.new(locale=locale, expected=problems)
    )
    person.go(f"/editor?game={GAME}")
    pieces = person.part("tray").get_by_role("radio")
    pieces.last.click()
    put(person, "a1")
    until(person.page, lambda: "B b B b" not in person.part("diagram").input_value(), "it is taken away")
    pieces.first.click()
    put(person, "b8")
    expect(person.part("sentence")).to_have_attribute("data-wrong", "")
    put(person, "c3")
    expect(person.part("sentence")).not_to_have_attribute("data-wrong", "")
    person.part("undo").click()
    expect(person.part("diagram")).not_to_have_value(re.compile("3  y y b b"))
    pieces.first.focus()
    person.page.keyboard.press("ArrowRight")
    expect(pieces.nth(1)).to_be_focused()
    person.part("analyse").click()
    person.page.wait_for_url("**/analysis?*")
    wait_for_lines(person)


def put(person: Person, place: str) -> None:
    """Touches a place; a small screen may come closer first."""
    before = person.part("diagram").input_value(), person.part("sentence").inner_text()
    for _ in range(2):
        press = person.page.touchscreen.tap if person.taps else person.page.mouse.click
        press(*person.where(f"place-{place}"))
        person.page.wait_for_timeout(500)
        if (person.part("diagram").input_value(), person.part("sentence").inner_text()) != before:
            return


def test_who_plays_with_others_is_told_why_not(people: People) -> None:
    person, friend = people.new(expected=("403",)), people.new()
    table = person.send("/api/tables", {"game": GAME, "seats": [{"who": "me"}, {"who": "friend"}]})
    invite = table["invite_url"].rpartition("/")[2]
    friend.send(f"/api/tables/{table['id']}/join", {"invite": invite, "name": "Ben"})
    person.go(f"/analysis?game={GAME}")
    expect(person.page.locator("main")).to_contain_text("in the middle of a game")


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_everybody_can_use_it(people: People, lang: str) -> None:
    """No finding of axe, in the light and in the dark; nothing is wider than the window."""
    for scheme, window in (("light", WINDOWS[0]), ("dark", WINDOWS[-2])):
        person = people.new(locale={"fr": "fr-FR", "en": "en-GB"}[lang], viewport=window, color_scheme=scheme)
        person.go(f"/analysis?game={GAME}&then=0 c8-d8")
        wait_for_lines(person)
        person.part("engine").click()  # what is read stands still
        check_access(person)
        person.go(f"/editor?game={GAME}")
        check_access(person)


def check_access(person: Person) -> None:
    found = Axe().run(person.page)
    assert found.violations_count == 0, found.generate_report()
    assert person.ask("document.documentElement.scrollWidth <= innerWidth")
