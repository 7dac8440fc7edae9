"""Playing without a mouse: Tab, arrows, Enter and Escape are enough, and the focus never gets lost."""

from __future__ import annotations

import random

import pytest
from browser import Json, People, Person, until
from evening import meet_at_once
from playwright.sync_api import expect

import ludotheque as lt

pytestmark = pytest.mark.slow
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
FOCUS = """() => {
  const e = document.activeElement;
  const [lit, board] = [".lit", "[data-part=board] g"].map((kind) => e.matches(kind));
  return { id: e.id, lit, board, label: e.getAttribute("aria-label") };
}"""


def tab_to(person: Person, selector: str, most: int = 80) -> None:
    for _ in range(most):
        if person.ask("(s) => document.activeElement.matches(s)", selector):
            return
        person.page.keyboard.press("Tab")
    pytest.fail(f"{selector} is not reached by Tab")


def focus(person: Person) -> Json:
    found: Json = person.ask(FOCUS)
    return found


def press(person: Person, key: str) -> None:
    """No more than that: the key may lead to another page."""
    person.page.keyboard.press(key)


def choose(person: Person, chance: random.Random) -> None:
    """Arrows to something, Enter, until a choice is told. The focus stays on what can be touched, or comes back to it:
    what has no alternative may be played by the page between two keys."""
    lines = person.ready()["lines"]
    while person.seen["lines"] == lines:
        until(person.page, lambda: focus(person)["lit"], "the focus is on something to touch")
        for _ in range(chance.randrange(3)):
            press(person, chance.choice(ARROWS))
        until(person.page, lambda: focus(person)["board"] or person.seen["lines"] > lines, "the focus is on the board")
        on = focus(person)
        if person.seen["lines"] > lines:
            return
        assert on["board"] and on["label"], on
        press(person, "Enter")
        until(person.page, lambda: person.seen["lines"] > lines or person.seen["lit"], "Enter does something")


def test_from_a_games_page_to_the_end(person: Person) -> None:
    page = person.page
    person.go("/games/drivis")
    tab_to(person, "[data-preset=here]")
    press(person, "Space")
    tab_to(person, ".options summary")
    press(person, "Enter")
    tab_to(person, "[data-option=max_choices] input")
    page.keyboard.type("4")
    press(person, "Enter")
    page.wait_for_url("**/t/*")
    person.ready()
    tab_to(person, "[data-part=board] g.lit")
    escape_lets_go(person)
    chance = random.Random(2)
    for _ in range(4):
        choose(person, chance)
    person.expect_the_end()
    tab_to(person, "[data-part=ending] .button.primary")


def escape_lets_go(person: Person) -> None:
    """And says so, and the focus goes back to where it began."""
    before = focus(person)
    press(person, "Enter")
    assert person.seen["chosen"] == [before["id"]]
    expect(person.part("talk")).to_contain_text(f"Chosen: {before['label']}")
    until(person.page, lambda: focus(person)["lit"], "the focus goes on")
    press(person, "Escape")
    assert person.seen["chosen"] == [] and focus(person)["id"] == before["id"]


@pytest.mark.parametrize("name", lt.games())
def test_every_game_by_keyboard(name: str, person: Person) -> None:
    person.open(name, max_choices=6)
    person.ready()
    tab_to(person, "[data-part=board] g.lit")
    chance = random.Random(3)
    while person.ready()["phase"] != "over":
        choose(person, chance)
    person.expect_the_end()


def test_arrows_reach_everything_that_is_lit(person: Person) -> None:
    person.open("drivis")
    lit = set(person.ready()["lit"])
    tab_to(person, "[data-part=board] g.lit")
    chance, reached = random.Random(1), set()
    for _ in range(300):
        press(person, chance.choice(ARROWS))
        reached.add(focus(person)["id"])
        if reached == lit:
            return
    pytest.fail(f"not reached: {lit - reached}")


def test_a_focus_that_came_by_tab_stays_on_the_board(person: Person) -> None:
    """Also when the choice is made elsewhere, here in a second window, and other things can be touched then."""
    person.open("drivis")
    lines = person.ready()["lines"]
    tab_to(person, "[data-part=board] g.lit")
    other = person.page.context.new_page()
    other.goto(person.page.url)
    while person.seen["lines"] == lines:
        other.locator("[data-part=board] g.lit").first.click()
    until(person.page, lambda: focus(person)["lit"], "the focus is on something to touch")


def test_the_focus_stays_where_it_is_while_another_chooses(people: People) -> None:
    """Both choose at the same time; the picture changes, what can be touched does not."""
    pair = meet_at_once(people.new(), people.new(), "number-drop", 12)
    pair.anna.ready()
    tab_to(pair.anna, "[data-part=board] g.lit")
    press(pair.anna, "ArrowRight")
    before, lines = focus(pair.anna), pair.anna.seen["lines"]
    pair.ben.choose(random.Random(5))
    until(pair.anna.page, lambda: pair.anna.seen["lines"] > lines, "Anna reads what Ben chose")
    pair.anna.ready()
    assert before["lit"] and focus(pair.anna) == before


def test_the_skip_link_leads_to_the_board(person: Person) -> None:
    person.open("drivis")
    person.ready()
    press(person, "Tab")
    assert focus(person)["id"] == ""
    press(person, "Enter")
    assert focus(person)["id"] == "main"
    tab_to(person, "[data-part=board] g.lit", most=5)


def test_a_question_is_answered_by_keyboard(person: Person) -> None:
    """A dialog takes the focus, Escape closes it, and the focus goes back."""
    person.open("drivis")
    person.ready()
    tab_to(person, "[data-part=settings-open]")
    press(person, "Enter")
    expect(person.part("settings")).to_be_visible()
    assert person.ask("!!document.activeElement.closest('dialog')")
    press(person, "Escape")
    expect(person.part("settings")).not_to_be_visible()
    assert person.ask("document.activeElement.matches('[data-part=settings-open]')")


def test_the_focus_stays_when_what_is_around_the_board_is_made_anew(person: Person) -> None:
    """A computer's last turn is watched again; then the game goes on meanwhile (nobody can win so soon)."""
    table = person.open("derive", ({"who": "me"}, {"who": "computer", "level": 1}))
    play(person, table)
    tab_to(person, ".seats .again")
    press(person, "Enter")
    until(person.page, lambda: person.button("Back to now").count(), "an earlier position is shown")
    until(person.page, lambda: not person.button("Back to now").count(), "the game is shown as it stands")
    expect(person.page.locator(".seats .again")).to_be_focused()
    for selector in (".seats .again", ".seats .chip.me", "[data-part=buttons] button"):
        tab_to(person, selector)
        play(person, table)
        expect(person.page.locator(selector)).to_be_focused()


def play(person: Person, table: str) -> None:
    """A choice without the page, and the computer's answer to it; both are shown."""
    lines = person.ready()["lines"]
    choices = person.context.request.get(f"{person.home}/api/tables/{table}").json()["choices"]["0"]
    text = sorted(choices)[len(choices) // 2]
    person.send(f"/api/tables/{table}/do", {"do": "choose", "seat": 0, "text": text})
    until(person.page, lambda: person.seen["lines"] >= lines + 2 and person.seen["lit"], "the computer has answered")
