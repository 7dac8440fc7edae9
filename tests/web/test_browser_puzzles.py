"""Puzzles in a browser: by touch and by keyboard, wrong and right, at every width, in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from browser import DESKTOP, WINDOWS, Json, People, Person, until
from newcomer import Newcomer
from playwright.sync_api import expect

import ludotheque as lt
from ludotheque.core.puzzles import Puzzle, puzzles, reply, why
from ludotheque.web.texts import CATALOG

pytestmark = pytest.mark.slow
GAMES = [name for name in lt.games() if puzzles(lt.load(name))]


def puzzle_of(name: str, number: int = 1) -> Puzzle:
    """One in which the answer and a wrong choice take few touches."""
    return puzzles(lt.load(name))[number]


def choose(person: Person, puzzle: Puzzle, text: str) -> Json:
    """Touches what a choice consists of, one after the other; where it is complete before the end, that is said."""
    guest = Newcomer(person)
    for id in puzzle.state.clicks(puzzle.seat)[text]:
        touch(guest, id)
    done = CATALOG.say("js.done", person.lang)
    if done in guest.look()["bar"]:
        guest.press(done)
    until(person.page, lambda: guest.look()["outcome"] != "open", "an answer")
    return guest.look()


def touch(guest: Newcomer, id: str) -> None:
    """On a phone a first touch may only bring it closer."""
    for _ in range(3):
        before = guest.look()
        guest.touch(id)
        after = guest.change(before)
        if after["chosen"] != before["chosen"] or after["outcome"] != "open":
            return


def wrong_choice(puzzle: Puzzle) -> str:
    return next(text for text in puzzle.state.choices(puzzle.seat) if text not in puzzle.answers)


@pytest.mark.parametrize("name", [GAMES[0], *(pytest.param(name, marks=pytest.mark.long) for name in GAMES[1:])])
def test_a_puzzle_is_tried_tried_again_and_solved(people: People, name: str) -> None:
    """On a phone in French, on a large screen in English."""
    try_and_solve(people.phone(locale="fr-FR"), puzzle_of(name))
    try_and_solve(people.new(), puzzle_of(name))


def try_and_solve(person: Person, puzzle: Puzzle) -> None:
    person.go(f"/games/{puzzle.game.name}/puzzles/{puzzle.id}")
    wrong, lang = wrong_choice(puzzle), person.lang
    seen = choose(person, puzzle, wrong)
    assert seen["outcome"] == "wrong" and reply(puzzle, wrong).text(lang) in seen["said"]
    newcomer = Newcomer(person)
    newcomer.press(CATALOG.say("js.puzzle.again", lang))
    until(person.page, lambda: (seen := newcomer.look())["outcome"] == "open" and seen["lit"], "it can be tried again")
    seen = choose(person, puzzle, puzzle.answer)
    assert seen["outcome"] == "right" and reply(puzzle, puzzle.answer).text(lang) in seen["said"]
    person.page.get_by_role("button", name=CATALOG.say("js.puzzle.next", lang)).click()
    until(person.page, lambda: puzzle.id not in person.page.url, "another puzzle")
    assert Newcomer(person).look()["outcome"] == "open"


def test_the_solution_is_shown_and_the_way_there_again(person: Person) -> None:
    puzzle = puzzle_of(GAMES[0], -1)
    person.go(f"/games/{GAMES[0]}/puzzles/{puzzle.id}")
    Newcomer(person).look()
    person.page.get_by_role("button", name="Show the solution").click()
    until(person.page, lambda: Newcomer(person).look()["outcome"] == "shown", "the solution")
    assert why(puzzle).text("en") in Newcomer(person).look()["said"]
    person.page.go_back()


def test_a_puzzle_by_keyboard_alone(person: Person) -> None:
    name = GAMES[0]
    puzzle = puzzle_of(name)
    person.go(f"/games/{name}/puzzles/{puzzle.id}")
    Newcomer(person).look()
    for id in puzzle.state.clicks(puzzle.seat)[puzzle.answer]:
        seen = Newcomer(person).look()
        person.page.locator(f"#{id}").focus()
        person.page.keyboard.press("Enter")
        Newcomer(person).change(seen)
    if "Done" in Newcomer(person).look()["bar"]:
        person.page.get_by_role("button", name="Done").press("Enter")
    until(person.page, lambda: Newcomer(person).look()["outcome"] == "right", "solved")
    until(person.page, lambda: person.ask("document.activeElement.matches('.bar button')"), "the way on has focus")
    assert reply(puzzle, puzzle.answer).text("en") in person.part("talk").inner_text()
    person.page.keyboard.press("Enter")
    until(person.page, lambda: puzzle.id not in person.page.url, "the next one")


def test_puzzles_are_filtered_and_a_row_is_counted(person: Person) -> None:
    name = GAMES[0]
    person.go(f"/games/{name}/puzzles")
    grade = str(puzzles(lt.load(name))[0].grade)
    person.part("filters").locator("select").first.select_option(grade)
    until(person.page, lambda: len(person.page.url.split("/")[-1]) == 8, "a puzzle of that grade")
    for number in range(2):
        id = person.page.url.split("/")[-1]
        puzzle = next(each for each in puzzles(lt.load(name)) if each.id == id)
        assert str(puzzle.grade) == grade
        assert choose(person, puzzle, puzzle.answer)["outcome"] == "right"
        if not number:
            person.page.get_by_role("button", name="Next puzzle").click()
            until(person.page, lambda id=id: id not in person.page.url, "the next one")  # type: ignore[misc]
    expect(person.part("puzzle-standing")).to_contain_text("2 in a row at the first try")
    person.page.locator(".nav-lang").click()
    assert person.lang == "fr"
    expect(person.part("puzzle-standing")).to_contain_text("2 de suite au premier essai")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(person: Person, theme: Any) -> None:
    person.page.emulate_media(color_scheme=theme)
    name = GAMES[-1]
    puzzle = puzzle_of(name)
    for size in (DESKTOP, WINDOWS[2]):
        person.page.set_viewport_size(size)
        person.go(f"/games/{name}/puzzles/{puzzle.id}")
        expect_nothing(person)
        choose(person, puzzle, puzzle.answer)
        expect_nothing(person)


def expect_nothing(person: Person) -> None:
    found = Axe().run(person.page).response["violations"]
    assert not found, [(v["id"], [n["html"][:200] for n in v["nodes"][:2]]) for v in found]
    wide = person.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{wide} pixels stick out"


@pytest.mark.parametrize("size", WINDOWS[:4], ids=lambda size: f"{size['width']}x{size['height']}")
def test_the_board_is_whole_in_every_window(people: People, size: Any) -> None:
    person = people.new(viewport=size)
    person.go(f"/games/{GAMES[0]}/puzzles/{puzzle_of(GAMES[0]).id}")
    Newcomer(person).look()
    until(person.page, lambda: not Newcomer(person).look()["moving"], "nothing moves")
    box = person.ask("document.querySelector('[data-part=board] svg').getBoundingClientRect().toJSON()")
    assert box["left"] >= -1 and box["right"] <= size["width"] + 1 and box["width"] > 150
    task = person.part("status").bounding_box()
    assert task and task["y"] >= 0 and task["y"] + task["height"] <= size["height"]
