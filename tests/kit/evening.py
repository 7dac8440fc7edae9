"""An evening with all games, as newcomers would spend it: ``python tests/kit/evening.py [GAME …]``.

Every game with its usual rules to its real end, from the shelf on, by touches only: against the computer at a desk in
English and on a phone in French, then with a friend in a second browser, one at a desk in French and one on a phone in
English. It takes about half an hour; the tests play shorter games the same way.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from browser import People, Person, a_browser, until
from playwright.sync_api import APIResponse, expect
from serving import serving

import ludotheque as lt

# Sitting down


def open_box(person: Person, game: str) -> None:
    """From the shelf to the game's page."""
    person.go("/")
    person.page.locator(f".label a[href='/games/{game}']").click()
    person.page.wait_for_url(f"**/games/{game}")


def set_end(person: Person, choices: int | None) -> None:
    """The option that ends a game earlier."""
    if choices is not None:
        person.page.locator("#setup .options summary").click()
        person.page.locator("#setup [data-option=max_choices] input").fill(str(choices))


def play_now(person: Person, game: str, level: int = 1) -> None:
    """Against the computer, with two clicks."""
    open_box(person, game)
    person.page.locator("#play-now select").select_option(str(level))
    person.page.locator("#play-now button").click()
    person.page.wait_for_url("**/t/*")


def play_computer(person: Person, game: str, choices: int | None, level: int = 1) -> None:
    """Against the computer, by the set-up."""
    open_box(person, game)
    person.page.locator("#setup [data-preset=computer]").click()
    person.page.locator("#setup .seat[data-seat='1'] select").select_option(str(level))
    set_end(person, choices)
    person.page.locator("#setup button[type=submit]").click()
    person.page.wait_for_url("**/t/*")


def invite(anna: Person, game: str, choices: int | None) -> str:
    """Opens a table for a friend by the set-up; the link is shown at once."""
    open_box(anna, game)
    anna.page.locator("#setup [data-preset=friend]").click()
    anna.page.locator("#setup .seat[data-seat='0'] input").fill("Anna")
    set_end(anna, choices)
    anna.page.locator("#setup button[type=submit]").click()
    expect(anna.part("invite")).to_be_visible()
    return anna.part("invite-link").input_value()


def meet(anna: Person, ben: Person, game: str, choices: int | None, name: str = "Ben") -> Pair:
    """By a link."""
    choose_everything(anna, ben)
    link = invite(anna, game, choices)
    ben.go(link.removeprefix(anna.home))
    ben.page.locator("#join [name=name]").fill(name)
    ben.page.locator("#join button[type=submit]").click()
    ben.page.wait_for_url("**/t/*")
    expect(anna.part("seats")).to_contain_text(name)
    anna.page.keyboard.press("Escape")
    return Pair(anna, ben)


def meet_at_once(anna: Person, ben: Person, game: str, choices: int) -> Pair:
    """Without the forms, which is quicker."""
    choose_everything(anna, ben)
    seats = [{"who": "me", "name": "Anna"}, {"who": "friend"}]
    table = anna.send("/api/tables", {"game": game, "seats": seats, "options": {"max_choices": choices}})
    invitation = table["invite_url"].rpartition("/")[2]
    ben.send(f"/api/tables/{table['id']}/join", {"invite": invitation, "name": "Ben"})
    for person in (anna, ben):
        person.go(table["url"])
    return Pair(anna, ben)


def choose_everything(*people: Person) -> None:
    """Also what has no alternative: where the line is cut, a choice that plays by itself would come at any moment."""
    for person in people:
        person.page.add_init_script("localStorage.setItem('ludotheque.settings', '{\"forced\": false}')")


# Playing


@dataclass
class Pair:
    """Two people at one table, each with a browser."""

    anna: Person
    ben: Person

    @property
    def both(self) -> tuple[Person, Person]:
        return self.anna, self.ben

    def acting(self) -> Person | None:
        """Whose turn it is by what the pages show; None at the end."""
        found: Person = until(self.anna.page, self.ready, "somebody can play")[0]
        return None if found.seen["phase"] == "over" else found

    def ready(self) -> list[Person]:
        return [person for person in self.both if can_choose(person) or person.seen["phase"] == "over"]

    def play(self, choices: int, chance: random.Random) -> None:
        for _ in range(choices):
            if (acting := self.acting()) is None:
                return
            acting.choose(chance)
            self.expect_same()

    def expect_same(self) -> None:
        """In the same words, where both read the same language."""
        page = self.anna.page
        until(page, lambda: len(self.anna.log) == len(self.ben.log), "both logs are of the same length")
        if self.anna.lang == self.ben.lang:
            until(page, lambda: self.anna.log == self.ben.log, "both logs say the same")
            until(page, lambda: self.ben.board == self.anna.board, "both boards show the same")


def can_choose(person: Person) -> bool:
    seen = person.seen
    return seen["phase"] == "running" and bool(seen["lit"] or seen["bar"])


@dataclass
class Mind:
    """Plays as a computer player of some level would, but with the hands of a person: touching what is on the page."""

    person: Person
    level: int = 1

    @cached_property
    def player(self) -> lt.ComputerPlayer:
        return lt.ComputerPlayer(self.level, seed=1)

    def choose(self) -> None:
        """Touches what the choice needs; where that could be the beginning of another one, a button ends it."""
        person, lines = self.person, self.person.ready()["lines"]
        for id in self.path():
            until(person.page, partial(self.is_lit, id), f"{id} is lit")
            person.touch(id)
        until(person.page, lambda: person.seen["lines"] > lines or person.seen["bar"], "it is told or can be ended")
        if person.seen["lines"] == lines:
            person.part("bar").locator("button.primary").first.click()
        until(person.page, lambda: person.seen["lines"] > lines, "the choice is told")

    def is_lit(self, id: str) -> bool:
        return id in self.person.seen["lit"]

    def path(self) -> tuple[str, ...]:
        state = lt.Record.parse(self.read("/record").text()).replay()
        seat = int(min(self.read("").json()["choices"]))
        return state.clicks(seat)[self.player.choose(state, seat)]

    def read(self, part: str) -> APIResponse:
        table = self.person.page.url.rpartition("/")[2]
        return self.person.page.request.get(f"{self.person.home}/api/tables/{table}{part}")


# A whole evening


def alone(person: Person, game: str) -> int:
    """Against the computer; how many choices a person made."""
    play_now(person, game)
    mind, choices = Mind(person), 0
    while person.ready()["phase"] != "over":
        mind.choose()
        choices += 1
    person.expect_the_end()
    return choices


def together(anna: Person, ben: Person, game: str) -> int:
    pair = meet(anna, ben, game, None)
    minds, choices = {id(each): Mind(each) for each in pair.both}, 0
    while (acting := pair.acting()) is not None:
        minds[id(acting)].choose()
        pair.expect_same()
        choices += 1
    for person in pair.both:
        person.expect_the_end()
    return choices


def evening(people: People, game: str) -> None:
    still: Any = {"reduced_motion": "reduce"}
    french, english = {"locale": "fr-FR", **still}, {"locale": "en-GB", **still}
    report(game, "computer, desk, en", lambda: alone(people.new(**english), game))
    report(game, "computer, phone, fr", lambda: alone(people.phone(**french), game))
    report(game, "friend, desk fr and phone en", lambda: together(people.new(**french), people.phone(**english), game))


def report(game: str, what: str, play: Callable[[], int]) -> None:
    start = time.monotonic()
    print(f"{game}, {what}: {play()} choices to the end, {time.monotonic() - start:.0f} s", flush=True)


def main(games: list[str]) -> None:
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as server, a_browser() as browser:
        for game in games or lt.games():
            people = People(browser, server.url)
            evening(people, game)
            people.close()


if __name__ == "__main__":
    main(sys.argv[1:])
