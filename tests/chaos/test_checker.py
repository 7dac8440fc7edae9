"""Whether the checker of `make chaos` notices a broken promise: each of them is broken here, in a real store."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from lobbies import BOTH, choose_any, command
from sqlalchemy import Connection, create_engine, delete, update
from tests.chaos.checker import AUDITOR, as_told, audit
from tests.chaos.house import House, Plan
from tests.chaos.ledger import Command, Ledger, TableLedger
from tests.chaos.players import Player
from tests.chaos.web import World

from ludotheque.play.lobby import Lobby
from ludotheque.store.connect import connect
from ludotheque.store.models import cards, entries

SAID = Command("k", "say", "Bonjour", copies=1)


@pytest.fixture
def where(tmp_path: Path) -> str:
    return str(tmp_path / "games.db")


@pytest.fixture
def ledger(where: str) -> Ledger:
    """What two players saw of a short game, and one of them was promised."""

    async def story() -> Ledger:
        lobby = Lobby(connect(where))
        session = await lobby.open("drivis", {}, BOTH, "anna")
        for _ in range(3):
            await choose_any(session)
        number = await command(session, "say", "anna", SAID.text, key=SAID.key)
        table = TableLedger(session.table.info.id, "drivis", {}, 2)
        known = Ledger({table.id: table})
        known.promise(table, "anna", SAID, number)
        for entry in session.table.entries:
            known.observe(table, "Anna", {"number": entry.number, **as_told(entry)})
        await lobby.close()
        return known

    return asyncio.run(story())


def changed(where: str, change: Callable[[Connection], object]) -> None:
    engine = create_engine(f"sqlite:///{where}")
    with engine.begin() as connection:
        change(connection)
    engine.dispose()


def test_what_was_kept_is_found(ledger: Ledger, where: str) -> None:
    audit(ledger, where)
    assert ledger.complaints == []


LAST, SECOND = entries.c.kind == "say", entries.c.number == 3
BROKEN = {
    "an entry is lost": delete(entries).where(LAST),
    "an entry has left a gap": delete(entries).where(SECOND),
    "an entry is another": update(entries).where(LAST).values(text="Bonsoir"),
    "a choice is another, which the rules do not allow": update(entries).where(SECOND).values(text="a1-a1"),
    "an entry has another key": update(entries).where(LAST).values(key="other"),
    "an entry came at another time": update(entries).where(SECOND).values(at=1),
    "a table is lost": delete(cards),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_broken_is_noticed(ledger: Ledger, where: str, what: str) -> None:
    changed(where, lambda connection: connection.execute(BROKEN[what]))
    audit(ledger, where)
    assert ledger.complaints


def test_a_table_that_nobody_was_told_of_is_noticed(ledger: Ledger, where: str) -> None:
    ledger.tables.clear()
    audit(ledger, where)
    assert "a key has opened two tables" in ledger.complaints[0]


def test_what_was_refused_and_done_is_noticed(ledger: Ledger, where: str) -> None:
    (table,) = ledger.tables.values()
    table.acknowledged.clear()
    ledger.refuse(table, "anna", SAID)
    audit(ledger, where)
    assert "was refused, and is there" in ledger.complaints[0]


def test_a_record_that_is_not_there_is_noticed(ledger: Ledger, where: str) -> None:
    ledger.note_record("nowhere", "ludo 1")
    audit(ledger, where)
    assert ledger.complaints == ["the record nowhere was uploaded, and is not there"]


def test_two_answers_that_differ_are_noticed(ledger: Ledger) -> None:
    (table,) = ledger.tables.values()
    ledger.promise(table, "anna", SAID, 99)
    ledger.observe(table, "Ben", {"number": 0, "at": 0, "kind": "say", "seat": 0, "text": "another"})
    ledger.note_rematch(table, "one")
    ledger.note_rematch(table, "two")
    assert len(ledger.complaints) == 3


def test_who_reads_late_opens_no_table_again(ledger: Ledger, tmp_path: Path) -> None:
    """Else everybody would wait for something to happen where all is over."""
    (table,) = ledger.tables.values()
    rng = random.Random(1)
    world = World(House(tmp_path, Plan(), rng), ledger, rng, httpx.AsyncClient())
    late = Player(world, AUDITOR, table, rng, draws=True, seen=3)
    table.is_over = True
    late.hear({"view": {"number": 3, "final": True, "over": False}})
    assert table.is_over and not late.is_over
