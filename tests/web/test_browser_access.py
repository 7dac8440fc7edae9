"""Every page for everybody: axe-core finds nothing, both languages are whole, nothing sticks out on a phone."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from browser import DESKTOP, PHONE, People, Person
from playwright.sync_api import Browser, expect
from screens import SIZES, THEMES, pictures, scenes
from serving import Server

import ludotheque as lt

WEB = Path(lt.__file__).parent / "web"
KEYS = {key for name in ("text", "js") for key in tomllib.loads((WEB / f"{name}.toml").read_text())}
OPEN = re.compile(r"(?<![/.])\{\w+[:}]|</?\w+>|&\w+;")  # a place in a sentence, or HTML that is shown as text
GAMES = lt.games()
KINDS = ("game", "table", "over", "replay")
PAGES = ["shelf", "me", "docs", "lost", "join", "waiting", *(f"{kind}-{name}" for kind in KINDS for name in GAMES)]


@dataclass
class Places:
    """Where the pages are, and the cookies of the one who has played there."""

    paths: dict[str, str]
    known: Any


@pytest.fixture(scope="module")
def places(browser: Browser, house: Server) -> Iterator[Places]:
    people = People(browser, house.url)
    opener = people.new()
    yield Places(scenes(opener), opener.context.storage_state())
    people.close()


def visit(people: People, places: Places, name: str, **how: Any) -> Person:
    """Somebody on that page; only a stranger can be invited."""
    who = {} if name == "join" else {"storage_state": places.known}
    person = people.new(expected=("404",) if name == "lost" else (), reduced_motion="reduce", **who, **how)
    person.go(places.paths[name])
    if name.startswith(("table", "over")):
        person.ready()
    return person


# axe-core


QUICK = ("shelf", "me", "docs", "lost", "join", "waiting", "game-drivis", "over-drivis", "replay-drivis")
SEEN = [pytest.param(name, marks=() if name in QUICK or "table" in name else pytest.mark.slow) for name in PAGES]


def expect_no_violation(person: Person) -> None:
    found = Axe().run(person.page).response["violations"]
    assert not found, "\n".join(f"{v['id']}: {v['help']}\n{[n['html'][:300] for n in v['nodes'][:3]]}" for v in found)


@pytest.mark.parametrize("name", SEEN)
def test_axe_finds_nothing(name: str, people: People, places: Places) -> None:
    expect_no_violation(visit(people, places, name))


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_in_the_dark(name: str, people: People, places: Places) -> None:
    expect_no_violation(visit(people, places, name, color_scheme="dark"))


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_on_a_phone(name: str, theme: str, people: People, places: Places) -> None:
    person = visit(people, places, name, color_scheme=theme, viewport=PHONE, has_touch=True, is_mobile=True)
    expect_no_violation(person)
    wide = person.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{wide} pixels stick out"


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
    texts: list[str] = person.page.evaluate(TEXTS)
    raw = [text for text in texts if any(key in text for key in KEYS if "." in key)]
    raw += [text for text in texts if (text in KEYS and "-" in text) or OPEN.search(text)]
    assert not raw
    return " ".join(texts)


@pytest.mark.parametrize("name", SEEN)
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


@pytest.mark.slow
def test_pictures_of_all_tables_can_be_made(people: People, tmp_path: Path) -> None:
    looks = list(itertools.product(SIZES, THEMES, ("fr",)))
    made = list(pictures(people, tmp_path, looks, ("shelf", "table", "over")))
    assert len(made) == len(looks) * (1 + 2 * len(GAMES)) and DESKTOP in SIZES
    assert all(file.stat().st_size > 10_000 for file in made)
