"""The rules beside the board, and what the quick button opens."""

from __future__ import annotations

import re

import pytest
from browser import DESKTOP, PHONE, People, Person, until
from playwright.sync_api import Locator, expect

pytestmark = pytest.mark.slow


def open_rules(person: Person) -> Locator:
    person.part("rules-open").click()
    until(person.page, lambda: person.part("rules-sections").locator("option").count() > 3, "the guide has come")
    return person.part("rules-text")


def shown(person: Person) -> str:
    """The section at the top of what is seen of the guide."""
    found: str = person.ask(
        """() => {
          const text = document.querySelector('[data-part="rules-text"]');
          const at = (section) => section.getBoundingClientRect().bottom - text.getBoundingClientRect().top;
          return [...text.querySelectorAll("section")].find((section) => at(section) > 8).dataset.topic;
        }"""
    )
    return found


def expect_shown(person: Person, topic: str) -> None:
    until(person.page, lambda: shown(person) == topic, f"the section {topic} is shown")


def fits(person: Person) -> str:
    """The section that is marked as fitting the moment."""
    expect(person.page.locator(".rules-text .now .now-badge")).to_be_visible()
    return person.page.locator(".rules-text .now").get_attribute("data-topic") or ""


def test_the_rules_open_at_the_moment_and_follow_it(person: Person) -> None:
    person.open("drivis", max_choices=1)
    open_rules(person)
    assert fits(person) == "turn"
    expect_shown(person, "turn")
    person.page.keyboard.press("F1")
    expect(person.part("rules")).to_be_hidden()
    person.page.keyboard.press("F1")
    expect(person.part("rules-heading")).to_be_focused()
    person.touch(person.ready()["lit"][0])
    person.touch(person.ready()["lit"][-1])
    expect(person.part("stage")).to_have_attribute("data-phase", "over")
    until(person.page, lambda: fits(person) == "end", "the end is marked")
    expect_shown(person, "end")


def test_a_reader_who_scrolls_is_left_alone_until_they_come_back(person: Person) -> None:
    person.open("drivis", max_choices=1)
    text = open_rules(person)
    expect_shown(person, "turn")
    expect(person.part("rules-follow")).to_be_hidden()
    text.hover()
    person.page.mouse.wheel(0, -20_000)
    until(person.page, lambda: shown(person) == "", "the reader is at the beginning")
    person.touch(person.ready()["lit"][0])
    person.touch(person.ready()["lit"][-1])
    until(person.page, lambda: fits(person) == "end", "the end is marked")
    assert shown(person) == ""
    person.part("rules-follow").click()
    expect_shown(person, "end")
    expect(text).to_be_focused()


def test_a_section_can_be_chosen(person: Person) -> None:
    person.open("drivis")
    open_rules(person)
    person.part("rules-sections").select_option("end")
    expect_shown(person, "end")
    assert fits(person) == "turn"
    expect(person.part("rules-follow")).to_be_visible()
    person.part("rules-sections").select_option("turn")
    expect(person.part("rules-follow")).to_be_hidden()


def test_words_are_found_with_or_without_accents(people: People) -> None:
    person = people.new(locale="fr-FR")
    person.open("drivis")
    text = open_rules(person)
    whole = text.locator("section:visible").count()
    person.part("rules-word").fill("DEPART")
    expect(person.part("rules-found")).to_contain_text("passage")
    marks = text.locator("mark")
    assert {mark.lower() for mark in marks.all_inner_texts()} == {"départ"}
    assert 0 < text.locator("section:visible").count() < whole
    for block in text.locator("section > p:visible").all_inner_texts():
        assert "départ" in block.lower()
    person.part("rules-word").fill("zzzz")
    expect(person.part("rules-found")).to_contain_text("n'est pas")
    person.page.keyboard.press("Escape")
    expect(person.part("rules-word")).to_have_value("")
    expect(text.locator("mark")).to_have_count(0)
    assert text.locator("section:visible").count() == whole
    person.page.keyboard.press("Escape")
    expect(person.part("rules")).to_be_hidden()
    expect(person.part("rules-open")).to_be_focused()


def test_they_stay_open_from_table_to_table(person: Person) -> None:
    person.open("drivis")
    expect(person.part("rules")).to_be_hidden()
    open_rules(person)
    person.open("drivis")
    expect(person.part("rules")).to_be_visible()
    assert not person.ask("document.querySelector('[data-part=rules]').contains(document.activeElement)")
    person.part("rules-close").click()
    person.page.reload()
    expect(person.part("rules-open")).to_have_attribute("aria-expanded", "false")
    expect(person.part("rules")).to_be_hidden()


def test_they_are_beside_the_board_or_below_it_and_hide_nothing_of_it(people: People) -> None:
    for size, is_beside in ((DESKTOP, True), (PHONE, False), ({"width": 844, "height": 390}, True)):
        person = people.new(viewport=size)
        person.open("drivis")
        open_rules(person)
        board, rules = person.part("board").bounding_box(), person.part("rules").bounding_box()
        assert board and rules
        assert (rules["x"] >= board["x"] + board["width"] - 1) == is_beside
        assert is_beside or rules["y"] >= board["y"] + board["height"]
        assert rules["x"] + rules["width"] <= size["width"] and rules["height"] > 150
        assert person.ask("document.documentElement.scrollWidth <= innerWidth")


def test_a_replay_has_them_too_for_every_position(person: Person) -> None:
    table = person.open("drivis", max_choices=1)
    person.touch(person.ready()["lit"][0])
    person.touch(person.ready()["lit"][-1])
    expect(person.part("stage")).to_have_attribute("data-phase", "over")
    person.go(f"/records/{table}")
    open_rules(person)
    assert fits(person) == "turn"
    person.part("rules-text").press("ArrowRight")  # a key for the reader, not for the game
    assert person.page.url.rstrip("/").endswith(table)
    person.part("last").click()
    until(person.page, lambda: fits(person) == "end", "the end is marked")


def test_a_link_leads_to_all_about_the_game(person: Person) -> None:
    person.open("drivis")
    person.page.locator(".about-game").get_by_role("link").click()
    person.page.wait_for_url("**/games/drivis")
    expect(person.page.get_by_role("heading", level=1)).to_have_text("Drivis")


def test_the_quick_button_offers_the_next_level(people: People) -> None:
    person = people.new(locale="fr-FR")
    person.go("/games/derive")
    expect(person.page.locator(".offer")).to_contain_text("Pour une première partie")
    person.button("Jouer contre l'ordinateur").click()
    person.page.wait_for_url(re.compile("/t/"))
    opened = person.context.request.get(
        person.home + "/api" + person.page.url.removeprefix(person.home).replace("/t/", "/tables/")
    )
    told = opened.json()
    assert told["options"]["level"] == "initiation"
    assert [seat["level"] for seat in told["seats"]] == [None, 1]
    person.send(f"/api/tables/{told['id']}/do", {"do": "resign"})
    person.go("/games/derive")
    expect(person.page.locator(".offer")).to_contain_text("Vous avez perdu")
    expect(person.page.locator("#play-now select[name=level]")).to_have_value("1")
