"""A game is understood, as the person who lost it does that: from its end to the report, the better line on the board
and a game from there in three touches; and who was lucky among six, from their record. On a phone and at a desk, in
both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from browser import People, Person, a_browser, until
from playwright.sync_api import Browser, Locator, expect
from quick_reports import HURRY, a_game
from serving import Client, Server

import ludotheque as lt

pytestmark = pytest.mark.slow
GAME = "drivis"
OPENING = ("h3-h4", "c1-c6", "a1-d1", "c6-f6", "d1-d3", "c8-c5", "f1-f4")
BLUNDER = "a3-a4"
LEVEL = 2
EVERYWHERE = pytest.mark.parametrize(
    ("width", "lang"), [(w, lang) for w in ("phone", "desktop") for lang in ("fr", "en")]
)
WORDS = {
    "en": {"report": "Skill and luck", "try": "Try it on the board", "play": "Play from here", "resign": "Resign"},
    "fr": {
        "report": "Talent et chance",
        "try": "Essayer sur le plateau",
        "play": "Jouer d'ici",
        "resign": "Abandonner",
    },
}


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("understanding"), changed=HURRY).start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with a_browser() as running:
        yield running


@pytest.fixture
def crowd(browser: Browser, hurried: Server) -> Iterator[People]:
    people = People(browser, hurried.url)
    yield people
    people.close()


@pytest.fixture(scope="module")
def six(hurried: Server) -> str:
    """A record of six players, uploaded once."""
    return str(Client(hurried, "Uploader").post("/api/records", a_game("number-drop", 6))["id"])


def somebody(crowd: People, width: str, lang: str) -> Person:
    locale = {"fr": "fr-FR", "en": "en-GB"}[lang]
    return crowd.phone(locale=locale) if width == "phone" else crowd.new(locale=locale)


@dataclass
class Touches:
    """Counts what a finger or a mouse does."""

    person: Person
    n: int = 0

    def on(self, what: Locator) -> None:
        self.n += 1
        (what.tap if self.person.taps else what.click)()


def before_the_blunder() -> lt.State:
    state = lt.load(GAME).new()
    for text in OPENING:
        state = state.play(text)
    return lt.load(GAME).read(state.diagram())


def lose_to_the_computer(person: Person) -> None:
    """In the middle of a game: one bad choice on the board, an answer, and it is given up."""
    state = before_the_blunder()
    seats = [{"who": "computer", "level": LEVEL}, {"who": "me", "name": "Zoé"}]
    person.go(person.send("/api/tables", {"game": GAME, "seats": seats, "position": state.diagram()})["url"])
    for id in state.clicks(1)[BLUNDER]:
        until(person.page, lambda id=id: id in person.ready()["lit"], f"{id} can be touched")  # type: ignore[misc]
        person.touch(id)
    until(person.page, lambda: person.ready()["lines"] >= 2, "the computer has answered")
    resign = WORDS[person.lang]["resign"]
    person.button(resign).click()
    person.page.get_by_role("dialog").get_by_role("button", name=resign).click()
    expect(person.part("ending")).to_be_visible()


def is_shown(person: Person, state: lt.State) -> bool:
    """Whether the board shows this position, piece by piece, and nothing moves any more."""
    labels = re.findall(r'<g id="(plate-\d+)"[^>]*aria-label="([^"]+)"', state.svg(1, person.lang))
    there = [line for line in person.board if line.startswith("plate-")]
    return sorted(" ".join(plate) for plate in labels) == there and not person.seen["moving"]


def still(person: Person) -> Any:
    """What is seen once nothing moves."""
    until(person.page, lambda: not person.seen["moving"], "nothing moves")
    return person.seen


def is_not_wider(person: Person) -> bool:
    return bool(person.ask("document.documentElement.scrollWidth <= innerWidth"))


@EVERYWHERE
def test_three_touches_from_a_lost_game_to_a_better_one(crowd: People, width: str, lang: str) -> None:
    person = somebody(crowd, width, lang)
    lose_to_the_computer(person)
    words, touches, address = WORDS[lang], Touches(person), person.page.url
    touches.on(person.button(words["report"]))
    point = person.part("report").locator("article.point").filter(has=person.page.locator(".badge.blunder")).first
    point.scroll_into_view_if_needed()
    expect(point.locator(".better img")).to_be_visible()
    assert is_not_wider(person)

    touches.on(link := point.get_by_role("link", name=words["try"]))
    best = parse_qs(urlsplit(str(link.get_attribute("href"))).query)["then"][0].removeprefix("1 ")
    better = before_the_blunder().play(best)
    until(person.page, lambda: is_shown(person, better), f"{best} is made on the board")
    play = person.button(words["play"])
    expect(play).to_be_in_viewport()
    expect(person.part("board")).to_be_in_viewport(ratio=0.9)
    assert person.page.url == address, "all of it is on the same page"
    assert touches.n == 2 and is_not_wider(person)

    with person.page.expect_request(lambda asked: asked.method == "POST" and asked.url.endswith("/api/tables")) as sent:
        touches.on(play)
    begun = sent.value.post_data_json
    assert begun is not None
    assert begun["position"] == better.diagram()
    assert [seat["who"] for seat in begun["seats"]] == ["computer", "me"] and begun["seats"][0]["level"] == LEVEL
    person.page.wait_for_url(lambda url: "/t/" in url and url != address)
    assert touches.n == 3 and person.ready()["phase"] == "running"


def test_ideas_of_ones_own_and_back_again(crowd: People) -> None:
    """A step back and on, another choice on the same board, the whole analysis, and the report where it was left."""
    person = crowd.phone(locale="en-GB")
    lose_to_the_computer(person)
    at_the_end = person.board
    person.button("Skill and luck").tap()
    person.page.get_by_role("link", name="Try it on the board").first.tap()
    back, on = person.button("Previous event"), person.button("Next event")
    expect(back).to_be_enabled()
    back.tap()
    until(person.page, lambda: is_shown(person, before_the_blunder()), "before the choice")
    expect(back).to_be_disabled()
    for id in before_the_blunder().clicks(1)[BLUNDER]:
        until(person.page, lambda id=id: id in still(person)["lit"], f"{id} can be touched")  # type: ignore[misc]
        person.touch(id)
    until(person.page, lambda: is_shown(person, before_the_blunder().play(BLUNDER)), "another choice is tried")
    expect(on).to_be_disabled()
    there = str(person.part("bar").get_by_role("link", name="Analyse").get_attribute("href"))
    assert parse_qs(urlsplit(there).query)["then"] == [f"1 {BLUNDER}"]
    person.button("Back to the report").tap()
    until(person.page, lambda: person.board == at_the_end, "the game as it ended")
    expect(person.page.get_by_role("link", name="Try it on the board").first).to_be_focused()
    expect(person.part("report").locator("article.point").first).to_be_in_viewport()


@EVERYWHERE
def test_who_of_six_was_lucky(crowd: People, six: str, width: str, lang: str) -> None:
    person = somebody(crowd, width, lang)
    person.go(f"/records/{six}/report")
    expect(person.page.locator('[data-state="done"]')).to_be_visible()
    cards = person.page.locator(".report-seat")
    expect(cards).to_have_count(6)
    luck, said = {"fr": ("Chance", "plus de chance"), "en": ("Luck", "luck")}[lang]
    expect(person.page.locator(".report-lead")).to_contain_text(said)
    expect(person.page.locator(".report-lead")).to_be_in_viewport()
    told = {card.locator(".seat-name").inner_text(): card.inner_text() for card in cards.all()}
    assert list(told) == ["Zoé", "Basile", "Chloé", "David", "Émile", "Fanny"]
    assert all(luck in words for words in told.values())
    assert is_not_wider(person)
