"""A duplicate match in the browser: opened by the form, both legs, the sum, and the dice of both checked."""

from __future__ import annotations

import json
from typing import Any

import pytest
from browser import People, Person
from playwright.sync_api import expect

pytestmark = pytest.mark.slow
WORDS: dict[str, dict[str, str]] = {
    "fr": {
        "resign": "Abandonner",
        "about": "Manche aller",
        "on": "Manche retour, côtés échangés",
        "second": "les dés sont ceux de l’aller",
        "sum": "gagne le match",
        "draws": "Les deux manches ont en commun",
        "check": "Vérifier les dés",
        "back": "La manche aller",
    },
    "en": {
        "resign": "Resign",
        "about": "First leg of two",
        "on": "Second leg, sides changed",
        "second": "the dice are those of the first one",
        "sum": "wins the match",
        "draws": "In both legs there",
        "check": "Check the dice",
        "back": "The first leg",
    },
}


def resign(person: Person, words: dict[str, str]) -> None:
    person.ready()
    person.page.get_by_role("button", name=words["resign"], exact=True).click()
    person.page.locator("dialog[open]").get_by_role("button", name=words["resign"]).click()
    expect(person.part("ending")).to_be_visible()


def said(person: Person, name: str) -> str:
    """With one kind of apostrophe, whichever typography has."""
    return person.part(name).inner_text().replace("'", "’").replace("\u202f", " ").replace("\xa0", " ")


def promised(person: Person) -> Any:
    kept = json.loads(person.page.evaluate("localStorage.getItem('ludotheque.dice')"))
    return kept[person.page.url.rpartition("/")[2]]


@pytest.mark.parametrize(("width", "lang"), [("phone", "fr"), ("desktop", "en")])
def test_a_match_in_two_legs(people: People, width: str, lang: str) -> None:
    words, locale = WORDS[lang], {"fr": "fr-FR", "en": "en-GB"}[lang]
    person = people.phone(locale=locale) if width == "phone" else people.new(locale=locale)
    person.go("/games/derive")
    offer = person.page.locator("#setup .duplicate")
    person.page.locator("#setup input[name=count][value='4']").check(force=True)
    expect(offer).not_to_be_visible()
    person.page.locator("#setup input[name=count][value='2']").check(force=True)
    offer.locator("input").check()
    person.page.locator("#setup button[type=submit]").click()
    person.page.wait_for_url("**/t/*")
    assert words["about"] in said(person, "match")
    before = promised(person)
    resign(person, words)
    assert not person.page.get_by_role("link", name=words["check"]).count()  # the second leg has the same dice
    first = person.page.url
    person.part("ending").get_by_role("button", name=words["on"]).click()
    person.page.wait_for_url(lambda url: "/t/" in url and url != first)
    assert words["second"] in said(person, "match")
    assert promised(person) == before
    person.part("dice").locator("summary").click()
    expect(person.part("dice")).to_contain_text("✓")
    resign(person, words)
    assert words["sum"] in said(person, "ending") and words["draws"] in said(person, "ending")
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
    fits(person, words)
    person.page.go_back()
    person.part("ending").get_by_role("link", name=words["back"]).click()
    person.page.wait_for_url(first)
    fits(person, words)


def fits(person: Person, words: dict[str, str]) -> None:
    person.part("ending").get_by_role("link", name=words["check"]).click()
    person.page.wait_for_url("**/check-dice**")
    expect(person.page.locator("#verdict")).to_have_attribute("data-fits", "yes")
