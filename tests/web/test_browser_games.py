"""Whole games on the page, by touching only, and what one can do at a table on one screen."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from browser import People, Person, until
from evening import meet, play_computer, play_now
from playwright.sync_api import expect

import ludotheque as lt

pytestmark = pytest.mark.slow
SHORTEST = "drivis"
# The others take so long that `make long` plays them.
EVERY_GAME = [pytest.param(name, marks=() if name == SHORTEST else pytest.mark.long) for name in lt.games()]
SOON = 10  # choices after which every game is over


# Whole games


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_whole_game_with_a_friend(name: str, people: People) -> None:
    """One at a desk in French, with the mouse; the other one on a phone in English, with a finger."""
    pair = meet(people.new(locale="fr-FR"), people.phone(), name, SOON)
    pair.play(SOON + 1, random.Random(2))
    for person in pair.both:
        person.expect_the_end()


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_whole_game_against_the_computer(name: str, people: People) -> None:
    """On a phone in French for every other game, at a desk in English for the rest; the shortest game in full."""
    on_phone = lt.games().index(name) % 2 == 0
    person = people.phone(locale="fr-FR") if on_phone else people.new()
    if name == SHORTEST:
        play_now(person, name)
    else:
        play_computer(person, name, SOON)
    person.play_to_the_end(3)
    person.expect_the_end()
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"


def test_from_the_shelf_through_the_set_up_to_the_end(person: Person) -> None:
    page = person.page
    person.go("/")
    page.get_by_role("link", name="Drivis", exact=True).click()
    page.locator("#setup [data-preset=here]").click()
    page.locator("#setup .seat[data-seat='0'] input").fill("Zoé")
    page.locator("#setup .seat[data-seat='1'] input").fill("Basile")
    page.locator("#setup details.options summary").click()
    page.locator("#setup [data-option=max_choices] input").fill("6")
    page.locator("#setup button[type=submit]").click()
    page.wait_for_url("**/t/*")
    expect(person.part("seats")).to_contain_text("Basile")
    person.play_to_the_end()
    person.expect_the_end()


def test_six_play_number_drop_on_one_screen(person: Person) -> None:
    """Everybody's sheet is small beside that of the one who writes, and can be enlarged."""
    seats = tuple({"who": "here", "name": f"P{n}"} for n in range(1, 6))
    person.open("number-drop", ({"who": "me", "name": "P0"}, *seats), max_choices=8)
    person.ready()
    person.page.locator("[data-part=seats] button[data-seat='4']").click()
    expect(person.part("bar")).to_contain_text("another seat")
    person.button("Back to mine").click()
    expect(person.part("bar")).not_to_contain_text("another seat")
    person.play_to_the_end()
    person.expect_the_end()


# Touching


@pytest.fixture
def table(person: Person) -> Person:
    """Somebody at a table where something can be taken up."""
    person.open("drivis")
    person.ready()
    return person


def take(person: Person) -> str:
    """Touches a piece that does not choose at once."""
    id: str = person.page.evaluate("document.querySelector('[data-part=board] .grip.lit').id")
    person.touch(id)
    until(person.page, lambda: person.seen["chosen"] == [id], "it is taken up")
    return id


def expect_let_go(person: Person, before: list[str]) -> None:
    until(person.page, lambda: not person.seen["chosen"], "it is let go")
    assert person.seen["lit"] == before and len(person.log) == 2


def test_a_half_made_choice_can_be_let_go(table: Person) -> None:
    before = table.seen["lit"]
    ways: list[Callable[[str], None]] = [
        lambda id: table.page.keyboard.press("Escape"),
        lambda id: table.part("status").click(),
        lambda id: table.touch(id),
        lambda id: table.button("Cancel").click(),
        lambda id: table.part("board").locator("svg").click(position={"x": 3, "y": 3}),
    ]
    for let_go in ways:
        let_go(take(table))
        expect_let_go(table, before)


def test_another_piece_can_be_taken_up_instead(table: Person) -> None:
    one = take(table)
    other = next(
        id for id in table.page.evaluate("[...document.querySelectorAll('.grip')].map(g => g.id)") if id != one
    )
    table.touch(other)
    until(table.page, lambda: table.seen["chosen"] == [other], "the other one is taken up")


def test_a_piece_is_dragged_with_the_mouse(table: Person) -> None:
    id = take(table)
    target = table.where(table.seen["lit"][0])
    table.page.keyboard.press("Escape")
    mouse = table.page.mouse
    mouse.move(*table.where(id))
    mouse.down()
    mouse.move(*target, steps=8)
    assert table.seen["chosen"] == [id]
    mouse.up()
    until(table.page, lambda: len(table.log) == 3, "the choice is told")
    assert "slides" in table.log[-1]


def test_a_piece_dropped_nowhere_goes_back(table: Person) -> None:
    before, where = table.seen["lit"], "document.querySelector('.grip').getBoundingClientRect().x"
    home = table.page.evaluate(where)
    box = table.part("board").bounding_box()
    assert box
    id = table.page.evaluate("document.querySelector('.grip').id")
    table.page.mouse.move(*table.where(id))
    table.page.mouse.down()
    table.page.mouse.move(box["x"] + 4, box["y"] + 4, steps=8)
    table.page.mouse.up()
    expect_let_go(table, before)
    until(table.page, lambda: table.page.evaluate(where) == pytest.approx(home, abs=1), "it is back in its place")


def test_a_choice_waits_to_be_confirmed(table: Person) -> None:
    table.part("settings-open").click()
    table.page.locator("[data-setting=confirm]").check()
    table.part("settings").locator("[data-close]").click()
    for answer in ("Cancel", "Play"):
        take(table)
        table.touch(table.seen["lit"][0])
        expect(table.button("Play")).to_be_visible()
        expect(table.part("bar")).to_contain_text("slides")
        assert len(table.log) == 2
        table.button(answer).click()
        expect(table.button("Play")).to_have_count(0)
        table.ready()
    assert len(table.log) == 3


ONE_WAY = ("a6-f6", "a3-a6", "f6-c6", "c1-d1", "c6-c3")  # after which yellow can only slide from f1 to f6


def test_what_has_no_alternative_plays_by_itself_and_is_taken_back_with_the_choice_before(person: Person) -> None:
    id = person.open("drivis")
    for n, text in enumerate(ONE_WAY):
        person.send(f"/api/tables/{id}/do", {"do": "choose", "seat": n % 2, "text": text})
    expect(person.part("log")).to_contain_text("Yellow slides from f1 to f6")
    person.button("Undo").click()
    expect(person.part("log").locator("li.undone")).to_have_count(2)
    expect(person.part("status")).to_contain_text("blue")


# Looking back


def test_undo_on_one_screen(table: Person) -> None:
    before, chance = table.board, random.Random(5)
    table.choose(chance)
    table.ready()
    assert table.board != before
    table.button("Undo").click()
    until(table.page, lambda: table.board == before, "the position is as before")
    expect(table.part("log")).to_contain_text("taken back")
    expect(table.part("log").locator("li.undone")).to_have_count(1)
    table.choose(chance)
    expect(table.part("log").locator("li.step:not(.undone)")).to_have_count(1)


def test_looking_back_through_the_log(table: Person) -> None:
    chance, boards = random.Random(7), []
    for _ in range(3):
        table.choose(chance)
        table.ready()
        boards.append(table.board)
    table.part("log").get_by_role("button").nth(0).click()
    until(table.page, lambda: table.board == boards[0], "the first position is shown")
    assert not table.seen["lit"], "nothing can be touched in the past"
    table.button("Next event").click()
    until(table.page, lambda: table.board == boards[1], "the second position is shown")
    table.button("Back to now").click()
    until(table.page, lambda: table.board == boards[2] and table.ready()["lit"], "it is now again")
    table.part("log").get_by_role("button").nth(0).click()
    until(table.page, lambda: table.board == boards[0], "the first position is shown")
    table.page.keyboard.press("Escape")
    until(table.page, lambda: table.board == boards[2] and table.ready()["lit"], "it is now again")


# Moving

WATCH = """() => { window.longest = 0; const look = () => {
  for (const a of document.getAnimations()) longest = Math.max(longest, a.effect.getComputedTiming().duration);
  requestAnimationFrame(look); }; look(); }"""


@pytest.mark.parametrize(("setting", "moves"), [("reduce", False), ("no-preference", True)])
def test_nothing_moves_for_those_who_asked_for_stillness(people: People, setting: str, moves: bool) -> None:
    person = people.new(reduced_motion=setting)
    person.open("riviere")
    person.ready()
    person.page.evaluate(WATCH)
    for seed in range(3):
        person.choose(random.Random(seed))
    person.ready()
    assert (person.page.evaluate("longest") > 50) == moves
