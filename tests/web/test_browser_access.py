"""Every page for everybody: axe-core finds nothing, both languages are whole, nothing sticks out on a phone."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from browser import DESKTOP, PHONE, People, Person
from playwright.sync_api import Browser, ViewportSize, expect
from screens import SIZES, THEMES, Places, pictures
from serving import Server

import ludotheque as lt
from ludotheque.core.lessons import names
from ludotheque.web.texts import CATALOG

pytestmark = pytest.mark.slow
Theme = Literal["light", "dark"]
KEYS = {key.removeprefix("js.") for key in CATALOG.messages("en")}
OPEN = re.compile(r"(?<![/.])\{\w+[:}]|</?\w+>|&\w+;")  # a place in a sentence, or HTML that is shown as text
GAMES = lt.games()
KINDS = ("game", "table", "over", "replay")
LESSONS = [f"lesson-{name}" for name in GAMES if names(lt.load(name))]
TABLES = [f"{kind}-{name}" for kind in KINDS for name in GAMES]
UNUSUAL = ["over-solo", "over-lost", "table-six", "table-teams"]
PAGES = ["shelf", "me", "docs", "lost", "join", "waiting", *LESSONS, *TABLES, *UNUSUAL]

# The words around a board are the same in every game; those of the games are looked at elsewhere.
SOON = [name for name in PAGES if "-" not in name or name.endswith(("-drivis", "-number-drop")) or name in UNUSUAL]
ONE_OF_EACH = [name for name in PAGES if "-" not in name or name.endswith(f"-{GAMES[0]}") or name in LESSONS[:1]]


@pytest.fixture(scope="module")
def places(browser: Browser, lobby: Server) -> Iterator[Places]:
    people = People(browser, lobby.url)
    yield Places.made_by(people.new())
    people.close()


def visit(people: People, places: Places, name: str, **how: Any) -> Person:
    """Somebody on that page; only a stranger can be invited."""
    who = {} if name == "join" else {"storage_state": places.known}
    person = people.new(expected=("404",) if name == "lost" else (), **who, **how)
    person.go(places.paths[name])
    if name.startswith(("table", "over")):
        person.ready()
    return person


# axe-core


def expect_no_violation(person: Person, size: ViewportSize, theme: Theme) -> None:
    person.page.set_viewport_size(size)
    person.page.emulate_media(color_scheme=theme)
    found = Axe().run(person.page).response["violations"]
    assert not found, "\n".join(f"{v['id']}: {v['help']}\n{[n['html'][:300] for n in v['nodes'][:3]]}" for v in found)


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name in SOON else pytest.mark.long) for name in PAGES])
def test_axe_finds_nothing(name: str, people: People, places: Places) -> None:
    """In both colours and at both widths; what is most used, in all four ways."""
    person = visit(people, places, name)
    expect_no_violation(person, DESKTOP, "light")
    if name == "shelf" or name.startswith("table"):
        expect_no_violation(person, DESKTOP, "dark")
        expect_no_violation(person, PHONE, "light")
    expect_no_violation(person, PHONE, "dark")
    wide = person.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{wide} pixels stick out"


@pytest.mark.parametrize("name", [f"{kind}-{GAMES[0]}" for kind in ("table", "replay")])
def test_axe_finds_nothing_in_the_rules_beside_a_board(name: str, people: People, places: Places) -> None:
    person = visit(people, places, name)
    person.part("rules-open").click()
    expect(person.page.locator(".rules-text .now")).to_be_visible()
    person.part("rules-word").fill("di")
    expect(person.page.locator(".rules-text mark").first).to_be_visible()
    expect_no_violation(person, DESKTOP, "light")
    expect_no_violation(person, PHONE, "dark")


def test_axe_finds_nothing_in_settings_and_in_a_log_with_everything(people: People, places: Places) -> None:
    person = visit(people, places, "table-derive")
    person.part("settings-open").click()
    person.page.locator("[data-setting=notation]").check()
    expect_no_violation(person, PHONE, "dark")
    person.button("Close").click()
    person.page.locator(".log summary").click()
    expect(person.page.locator(".log .die").first).to_be_visible()
    expect(person.page.locator(".log .notation").first).to_be_visible()
    expect_no_violation(person, DESKTOP, "light")


def test_axe_finds_nothing_where_teams_are_set_up(people: People, places: Places) -> None:
    person = visit(people, places, "game-derive")
    person.page.locator("[name=count][value='4']").check(force=True)
    person.page.locator("#setup .options summary").click()
    person.page.locator("[name=option-teams][value=true]").check()
    expect(person.page.locator("#setup p.team").first).to_have_text("Team red and yellow")
    places_now = person.page.locator("#setup .place").all_inner_texts()
    assert places_now == ["Seat 1 · red", "Seat 3 · yellow", "Seat 2 · blue", "Seat 4 · green"]
    expect_no_violation(person, DESKTOP, "light")
    expect_no_violation(person, PHONE, "dark")
    person.page.locator("[name=option-teams][value=false]").check()
    expect(person.page.locator("#setup p.team").first).not_to_be_visible()
    assert person.page.locator("#setup .place").all_inner_texts() == [f"Seat {n}" for n in (1, 2, 3, 4)]


def test_a_page_with_a_long_log_is_not_longer_than_what_is_seen(people: People, places: Places) -> None:
    """What is only heard in it must not be scrolled to."""
    person = visit(people, places, "table-derive")
    person.page.set_viewport_size(PHONE)
    lowest = "document.querySelector('.side').getBoundingClientRect().bottom + scrollY"
    assert person.ask(f"document.documentElement.scrollHeight - ({lowest})") < 40


# Languages

# Everything that is read, except examples of code
TEXTS = """() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    if (!parentElement.closest("script, noscript, code, pre")) texts.push(data.trim());
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
    for (const name of ["aria-label", "title", "placeholder", "alt"]) texts.push(element.getAttribute(name) ?? "");
  }
  return texts.filter(Boolean);
}"""


def expect_whole(person: Person, lang: str) -> str:
    """No key stands where a sentence should be, and no place in a sentence is left open."""
    expect(person.page.locator("html")).to_have_attribute("lang", lang)
    person.page.wait_for_load_state()  # the first line of a page is there before the rest
    texts: list[str] = person.ask(TEXTS)
    raw = [text for text in texts if any(key in text for key in KEYS if "." in key)]
    raw += [text for text in texts if (text in KEYS and "-" in text) or OPEN.search(text)]
    assert not raw
    return " ".join(texts)


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_the_language_switch_works_on_every_page(name: str, people: People, places: Places) -> None:
    person = visit(people, places, name, locale="fr-FR")
    french = expect_whole(person, "fr")
    if name == "waiting":
        person.page.keyboard.press("Escape")
    person.page.locator(".nav-lang").click()
    english = expect_whole(person, "en")
    assert french != english
    person.go("/")
    expect(person.page.locator("html")).to_have_attribute("lang", "en")


# Colours and pictures


def test_colours_are_switched_and_remembered(person: Person) -> None:
    person.go("/")
    ground = (
        "getComputedStyle(document.documentElement).backgroundColor + getComputedStyle(document.body).backgroundColor"
    )
    seen = set()
    for theme in ("light", "dark", "auto"):
        person.page.locator(".theme-switch").click()
        expect(person.page.locator("html")).to_have_attribute("data-theme", theme)
        seen.add(person.page.evaluate(ground))
        person.page.reload()
        expect(person.page.locator("html")).to_have_attribute("data-theme", theme)
    assert len(seen) == 2, "auto is one of light and dark"


@pytest.mark.long
def test_pictures_of_all_tables_can_be_made(people: People, places: Places, tmp_path: Path) -> None:
    looks = list(itertools.product(SIZES, THEMES, ("fr",)))
    made = list(pictures(people, places, tmp_path, looks, ("shelf", "table")))
    tables = [name for name in PAGES if name.startswith("table")]
    assert len(made) == len(looks) * (1 + len(tables))
    assert all(file.stat().st_size > 10_000 for file in made)
