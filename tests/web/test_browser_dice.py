"""Committed dice on the page: a quiet line, the reveal, and the page that checks them, also from disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from browser import People, Person
from playwright.sync_api import Browser, expect

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]


def play_alone(person: Person, lang: str) -> str:
    """A game for one, opened by the form of its page; the id of its table."""
    person.go(f"/games/number-drop?lang={lang}")
    person.page.locator("#setup input[name=count][value='1']").check(force=True)
    person.page.locator("#setup button[type=submit]").click()
    person.page.wait_for_url("**/t/*")
    return person.page.url.rpartition("/")[2]


def give_up(person: Person, words: str) -> None:
    person.page.get_by_role("button", name=words).click()
    person.page.locator("dialog[open]").get_by_role("button", name=words).click()


def test_from_the_promise_to_the_check(people: People, browser: Browser, tmp_path: Path) -> None:
    """On a phone, in French: the line, what the browser remembers, the end, and both ways to check."""
    person = people.phone(locale="fr-FR")
    page, table = person.page, play_alone(person, "fr")
    line = person.part("dice")
    expect(line.locator("summary")).to_contain_text("Les dés de cette table sont engagés")
    line.locator("summary").click()
    kept = json.loads(page.evaluate("localStorage.getItem('ludotheque.dice')"))[table]
    expect(line).to_contain_text(kept["commitment"])
    expect(line).to_contain_text(kept["nonces"][0])
    expect(line).to_contain_text("✓ Votre navigateur se souvient")
    give_up(person, "Arrêter la partie")
    expect(person.part("ending")).to_contain_text("Partie arrêtée")
    expect(line.locator("summary")).to_contain_text("Les dés de cette partie sont révélés")
    person.part("ending").get_by_role("link", name="Vérifier les dés").click()
    page.wait_for_url("**/check-dice**")
    expect(page.locator("#verdict")).to_have_attribute("data-fits", "yes")
    expect(page.locator("#verdict")).to_contain_text(kept["commitment"])
    expect(page.locator("#verdict")).to_contain_text("ludotheque verify")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
    record = page.locator("#text").input_value()
    with page.expect_download() as saving:
        page.locator("#download a").click()
    saving.value.save_as(tmp_path / "saved.html")
    from_disk(browser, tmp_path / "saved.html", record)


def from_disk(browser: Browser, file: Path, record: str) -> None:
    """Saved, without a server or a network: good dice, a die that was turned, and a language at a touch."""
    assert file.read_text("utf-8") == (ROOT / "docs" / "check-dice.html").read_text("utf-8")
    with browser.new_context(offline=True, locale="en-GB") as context:
        page = context.new_page()
        problems: list[object] = []
        page.on("pageerror", lambda problem: problems.append(problem))
        page.goto(file.as_uri())
        (file.parent / "game.ludo").write_text(record, "utf-8")
        page.locator("#file").set_input_files(file.parent / "game.ludo")
        expect(page.locator("#heading")).to_have_text("These dice fit.")
        assert page.locator("#draws tr").count() == record.count("\n* ")
        secret = record.partition("dice secret ")[2][:64]
        page.locator("#text").fill(record.replace(secret, secret[::-1]))
        page.locator("#form button").click()
        expect(page.locator("#heading")).to_have_text("These dice do not fit.")
        page.locator("[data-lang=fr]").click()
        expect(page.locator("h1")).to_have_text("Vérifier les dés d'une partie")
        assert problems == [] and not page.locator("#download").is_visible()


def test_a_promise_that_is_not_kept_is_told(people: People) -> None:
    """What the browser remembers is not what the table says."""
    person = people.new()
    page, table = person.page, play_alone(person, "en")
    expect(person.part("dice").locator("summary")).to_contain_text("are committed")
    other = json.dumps({table: {"commitment": "x", "nonces": []}})
    page.evaluate("(other) => localStorage.setItem('ludotheque.dice', other)", other)
    page.reload()
    person.part("dice").locator("summary").click()
    expect(person.part("dice")).to_contain_text("these are not the dice that were promised")
