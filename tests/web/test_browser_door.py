"""The first visit: an empty cache, an empty browser, a slow machine, and a server that asks for patience."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import People, Person, until
from playwright.sync_api import Browser, Route, expect
from serving import Server, serving

import ludotheque as lt

pytestmark = pytest.mark.slow


@pytest.fixture
def new_lobby(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that has nothing compiled yet and one core for itself and for compiling."""
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path / "cache"))
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    with serving(tmp_path / "data") as running:
        if cores:
            assert running.process is not None
            os.sched_setaffinity(running.process.pid, {min(cores)})
        yield running


@pytest.fixture
def strangers(browser: Browser, new_lobby: Server) -> Iterator[People]:
    known = People(browser, new_lobby.url)
    yield known
    known.close()


def rows(server: Server, table: str) -> int:
    with sqlite3.connect(server.data / "ludotheque.db") as database:
        found: int = database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return found


def play_a_choice(person: Person, chance: random.Random) -> None:
    """Chooses until the computer has answered."""
    replied = "() => document.querySelector('[data-part=log]').children.length"
    person.choose(chance)
    lines = person.ask(replied)
    until(person.page, lambda: person.ask(replied) > lines or person.seen["lit"] or person.seen["bar"], "a reply")


@pytest.mark.long
def test_every_game_can_be_played_at_once(strangers: People, new_lobby: Server) -> None:
    """Each one by somebody new, who presses the first button; the computer answers although nothing is compiled."""
    for name in lt.games():
        person = strangers.new()
        person.go(f"/games/{name}")
        person.button("Play against the computer").click()
        person.page.wait_for_url("**/t/*")
        person.ready()
        play_a_choice(person, random.Random(1))
    assert (rows(new_lobby, "players"), rows(new_lobby, "cards")) == (5, 5)


def test_the_table_says_that_the_computer_is_warming_up(strangers: People) -> None:
    person = strangers.new(locale="fr-FR")
    person.open("drivis", ({"who": "me"}, {"who": "computer", "level": 8}))
    expect(person.part("warming")).to_contain_text("L'ordinateur s'échauffe")
    seen: set[float] = set()

    def it_moves() -> bool:
        seen.add(person.ask("() => document.querySelector('[data-part=warmth]').value"))
        return len(seen) > 3

    until(person.page, it_moves, "more is compiled")


def test_whoever_is_asked_for_patience_gets_a_table_in_the_end(people: People, lobby: Server) -> None:
    """Too fast, too busy, a lost answer: it asks again by itself, and what it asked for is made once."""
    person = people.new(expected=("429", "503", "Failed to load", "ERR_FAILED"))
    told: list[str] = []
    before = rows(lobby, "players"), rows(lobby, "cards")

    def trouble(route: Route) -> None:
        told.append(route.request.post_data or "")
        if len(told) == 1:
            route.fulfill(status=429, headers={"Retry-After": "1"}, json={"error": "That is a little fast."})
        elif len(told) == 2:
            route.fulfill(status=503, json={"error": "One moment."})
        elif len(told) == 3:
            route.fetch()  # it arrives, and the answer is lost
            route.abort("failed")
        else:
            route.continue_()

    person.page.route("**/api/tables", trouble)
    person.go("/games/drivis")
    person.button("Play against the computer").click()
    person.page.wait_for_url("**/t/*")
    assert len(told) == 4 and len(set(told)) == 1
    assert (rows(lobby, "players"), rows(lobby, "cards")) == (before[0] + 1, before[1] + 1)


def test_what_is_refused_leaves_a_way_on(people: People) -> None:
    person = people.new(expected=("409", "Failed to load"))
    answer = {"error": "No such option."}
    person.page.route("**/api/tables", lambda route: route.fulfill(status=409, json=answer), times=1)
    person.go("/games/drivis")
    play = person.button("Play against the computer")
    play.click()
    expect(person.page.locator("#play-now .answer")).to_have_text("No such option.")
    play.click()
    person.page.wait_for_url("**/t/*")
