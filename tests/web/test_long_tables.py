"""Tables with thousands of entries: who was away, or comes for the first time, gets all of them, once and in order."""

from __future__ import annotations

import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from browser import HERE, People, Person, until
from playwright.sync_api import Browser
from serving import Client, Server, serving

from ludotheque.play.ports import Batch, Entry
from ludotheque.play.table import Table
from ludotheque.store.connect import connect

pytestmark = pytest.mark.long
MANY = 1_100  # more than one answer of the API holds, and than anybody reads
SAID = re.compile(r"line (\d+)")


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is stopped and started again."""
    with serving(tmp_path_factory.mktemp("long")) as running:
        yield running


def lengthen(server: Server, table: str, count: int = MANY) -> None:
    """Nobody may talk so much so fast; so it is written into the store, while the server is down."""
    server.stop()
    with closing(connect(server.data / "ludotheque.db")) as store:
        info, entries = store.info(table), store.entries(table)
        assert info is not None
        by, at = info.opener, entries[-1].at
        more = [Entry(len(entries) + i, at, "say", 0, f"line {i}", by) for i in range(count)]
        assert store.append([Batch(table, more, Table.empty(info).with_entries(entries).summary())]) == [True]
    server.start()


def shorten(server: Server, table: str, kept: int) -> None:
    """As somebody does who puts yesterday's backup in place of the store."""
    server.stop()
    with closing(sqlite3.connect(server.data / "ludotheque.db")) as store, store:
        store.execute("DELETE FROM entries WHERE table_id = ? AND number >= ?", (table, kept))
        store.execute("UPDATE cards SET length = ? WHERE id = ?", (kept, table))
    server.start()


@pytest.fixture(scope="module")
def anna(own: Server) -> Client:
    return Client(own, "Anna")


@pytest.fixture(scope="module")
def table(own: Server, anna: Client) -> str:
    id = str(anna.open("drivis", [{"who": "me"}, {"who": "here"}])["id"])
    lengthen(own, id)
    return id


# Programs


@pytest.mark.parametrize("seen", [-1, 0, 700])
def test_who_says_the_last_number_it_saw_misses_nothing(anna: Client, table: str, seen: int) -> None:
    last = anna.get(f"/api/tables/{table}")["number"]
    live = anna.live(table, seen=seen)
    assert live.welcome["last"] == last and not live.welcome["fresh"]
    live.until_number(last)
    assert [entry["number"] for entry in live.entries] == list(range(seen + 1, last + 1))


@pytest.mark.parametrize("seen", [10**6, "many", True, None, -2])
def test_who_says_a_number_that_is_not_there_gets_everything_again(anna: Client, table: str, seen: object) -> None:
    live = anna.live(table)
    live.until_number(live.welcome["last"])
    live.entries.clear()
    live.send(hello={"seen": seen})
    assert live.until("welcome")["welcome"]["fresh"]
    live.seen = -1
    live.until_number(live.welcome["last"])
    assert [entry["number"] for entry in live.entries] == list(range(live.welcome["last"] + 1))


def test_what_happens_meanwhile_comes_after_what_was_missed(anna: Client, table: str) -> None:
    live = anna.live(table)
    number = live.choose(anna.get(f"/api/tables/{table}")["choices"]["0"][0], "now")["number"]
    assert [entry["number"] for entry in live.entries] == list(range(number + 1))


def test_requests_lead_through_all_entries(anna: Client, table: str) -> None:
    found: list[int] = []
    while more := anna.get(f"/api/tables/{table}/entries?since={len(found)}"):
        assert len(more) <= 1_000
        found += [entry["number"] for entry in more]
    assert found == list(range(anna.get(f"/api/tables/{table}")["number"] + 1))


# Pages


@pytest.fixture
def person(browser: Browser, own: Server) -> Iterator[Person]:
    people = People(browser, own.url)
    yield people.new(expected=("WebSocket connection to", "net::ERR_"))
    people.close()


def lines(person: Person) -> list[int]:
    """Which of the many lines stand in the log."""
    return [int(found[1]) for line in person.log if (found := SAID.search(line))]


def test_the_log_of_a_page_that_was_away_has_no_hole(person: Person, own: Server) -> None:
    id = person.open("drivis", HERE)
    person.choose(random.Random(1))
    before = person.log
    lengthen(own, id)
    until(person.page, lambda: lines(person)[-1:] == [MANY - 1], "the last line is there", seconds=60)
    assert lines(person) == list(range(MANY)) and person.log[: len(before)] == before
    person.choose(random.Random(2))
    assert lines(person) == list(range(MANY)) and len(person.log) == len(before) + MANY + 1


def test_a_page_that_saw_more_than_there_is_begins_anew(person: Person, own: Server) -> None:
    id, chance = person.open("drivis", HERE), random.Random(3)
    for _ in range(4):
        person.choose(chance)
    before = person.log
    shorten(own, id, 4)  # two sat down, two choices
    until(person.page, lambda: person.log == before[:4], "only what is there stands in the log", seconds=60)
    person.choose(chance)
    assert len(person.log) == 5 and person.log[:4] == before[:4]
