"""Thinkers in processes of their own, on a real PostgreSQL: stopped, killed, revived, and with no more rights than
they need."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from serving import Client, serving
from sqlalchemy import text
from thinker import thinking

import ludotheque as lt
from ludotheque.play.ports import QueuedTurn
from ludotheque.play.positions import write_position
from ludotheque.play.turn_workers import rules_of
from ludotheque.store.connect import connect
from ludotheque.store.models import TABLES
from ludotheque.store.rows import Found
from ludotheque.store.store import SqlStore

NAME = "drivis"
SHORT = 1.0  # seconds of a lease, so that nobody waits long for somebody else to take over
LONG = 60.0  # seconds: longer than anybody here waits
SOON = 40.0

pytestmark = pytest.mark.slow


@pytest.fixture
def database(new_database: Callable[[], str]) -> str:
    return new_database()


@pytest.fixture
def store(database: str) -> Iterator[SqlStore]:
    store = connect(database)
    yield store
    store.close()


def put(store: SqlStore, id: str = "t") -> lt.State:
    state = lt.load(NAME).new()
    turns = store.turns()
    assert turns is not None
    turns.put(QueuedTurn(id, rules_of(NAME), 0, 1, write_position(state), "anna"))
    return state


def row(store: SqlStore) -> Found:
    """The only turn there is."""
    with store.reader.connect() as connection:
        return connection.execute(text("SELECT * FROM turns")).one()


def until(store: SqlStore, is_so: Callable[[Found], bool]) -> Found:
    end = time.monotonic() + SOON
    while not is_so(found := row(store)):
        assert time.monotonic() < end, found
        time.sleep(0.02)
    return found


@pytest.mark.long
def test_who_takes_over_from_a_killed_thinker_answers(store: SqlStore, database: str) -> None:
    with thinking(database, LONG, SHORT) as first:
        state = put(store)
        until(store, lambda turn: turn.token == 1)
        first.stop(signal.SIGKILL)
        with thinking(database):
            turn = until(store, lambda turn: turn.answer is not None)
    assert turn.token == 2 and turn.answer in state.choices()


def test_a_revived_thinker_cannot_finish_what_another_took_over(store: SqlStore, database: str) -> None:
    with thinking(database, 3.0, SHORT) as first:
        put(store)
        before = until(store, lambda turn: turn.token == 1)
        first.send(signal.SIGSTOP)
        with thinking(database):
            after = until(store, lambda turn: turn.answer is not None)
            first.send(signal.SIGCONT)
            assert first.process.stderr is not None
            complaint = first.process.stderr.readline()
    assert "the answer with token 1 is too late" in complaint
    assert after.token == 2 and after.holder != before.holder
    assert row(store) == after


@pytest.mark.long
def test_a_thinker_keeps_what_takes_it_longer_than_a_lease(store: SqlStore, database: str) -> None:
    """As long as its heart beats, nobody takes over."""
    with thinking(database, 12.0, 5.0):
        turns = store.turns()
        assert turns is not None
        put(store)
        until(store, lambda turn: turn.token == 1)
        turn = until(store, lambda turn: bool(turn.answer or turns.claim("another", [rules_of(NAME)], 5.0)))
    assert turn.token == 1 and turn.answer


@pytest.mark.parametrize("how", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.long)])
def test_who_is_stopped_gives_back_at_once(how: signal.Signals, store: SqlStore, database: str) -> None:
    with thinking(database, LONG) as thinker:
        put(store)
        until(store, lambda turn: turn.token == 1)
        assert thinker.stop(how) == (0, "")
    assert (row(store).holder, row(store).until, row(store).answer) == ("", 0, None)


# Rights


def make_role(database: str, name: str) -> subprocess.CompletedProcess[str]:
    words = ["think", "--lang", "en", "--database", database, "--make-role", name]
    return subprocess.run([sys.executable, "-m", "ludotheque", *words], capture_output=True, text=True, check=False)


@pytest.fixture
def role(database: str) -> Iterator[str]:
    """A name for a role, which are the same in all databases of a server."""
    name = "thinker-" + re.findall(r"test\d+$", database)[0]
    yield name
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(f'DROP OWNED BY "{name}"'.encode())
        connection.execute(f'DROP ROLE "{name}"'.encode())


def test_a_role_for_thinking_can_do_nothing_else(store: SqlStore, database: str, role: str) -> None:
    said = make_role(database, role)
    assert (said.stderr, said.returncode) == ("", 0)
    address = said.stdout.split("'")[1]
    with thinking(address):
        state = put(store)
        assert until(store, lambda turn: turn.answer is not None).answer in state.choices()
    others = set(TABLES.tables) - {"turns"}
    assert others >= {"settings", "players", "cards", "entries", "sittings", "records"}
    forbidden = [f"SELECT * FROM {table}" for table in sorted(others)]
    forbidden += ["SELECT value FROM settings", "DELETE FROM turns", "TRUNCATE turns", "UPDATE turns SET share = ''"]
    forbidden += ["INSERT INTO turns (id) VALUES ('x')", "CREATE TABLE mine (x integer)", "DROP TABLE turns"]
    with psycopg.connect(address, autocommit=True) as connection:
        for statement in forbidden:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement.encode())
    again = make_role(database, role)
    assert again.returncode == 0 and ":" not in again.stdout.partition("//")[2].partition("@")[0], "keeps its password"


def test_a_role_that_could_read_more_is_refused(store: SqlStore, database: str, role: str) -> None:
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(f'CREATE ROLE "{role}" LOGIN IN ROLE pg_read_all_data'.encode())
    said = make_role(database, role)
    assert said.returncode == 2 and role in said.stderr and "could also read" in said.stderr


def test_who_has_nothing_to_think_about_is_told(database: str, tmp_path: Path) -> None:
    """No server has been there yet; or it is no PostgreSQL at all."""
    said = make_role(database, "anybody")
    assert said.returncode == 2 and "ludotheque serve" in said.stderr
    words = [sys.executable, "-m", "ludotheque", "think", "--lang", "en", "--database"]
    for address, sentence in ((database, "ludotheque serve"), (f"sqlite:///{tmp_path}/x", "PostgreSQL")):
        done = subprocess.run([*words, address], capture_output=True, text=True, check=False)
        assert done.returncode == 2 and sentence in done.stderr


# Servers


@pytest.mark.long
def test_two_servers_and_a_thinker_think_about_each_turn_once(store: SqlStore, database: str, tmp_path: Path) -> None:
    with (
        serving(tmp_path, database, "--thinkers", "1") as one,
        serving(tmp_path, database, "--thinkers", "1") as two,
        thinking(database),
    ):
        anna = Client(one, "Anna")
        table = anna.open(NAME, [{"who": "me"}, {"who": "computer", "level": 1}], max_choices=12)
        here, there = anna.live(table["id"]), Client(two, "Anna", anna.token).live(table["id"])
        state = lt.load(NAME).new(max_choices=12)
        asked = 0
        while not state.over:
            live = (here, there)[asked % 2]  # now on one server, now on the other
            mine = state.choices()[0]
            number = live.choose(mine, f"choice {state.ply}")["number"]
            state = state.play(mine, 0)
            if is_answered := not state.over:  # a gentle player may have lost by now
                asked += 1
            for each in (here, there):
                each.until_number(number + is_answered)
            if is_answered:
                state = state.play(here.entries[-1]["text"], 1)
        here.close()
        there.close()
    with store.reader.connect() as connection:
        found = connection.execute(text("SELECT token, answer, holder FROM turns")).all()
    assert len(found) == asked > 0 and {turn.token for turn in found} == {1}
    assert all(turn.answer for turn in found)
