"""What was opened when, and what is removed because nobody did; the same on every kind of database."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, text

from ludotheque.play import keeping
from ludotheque.play.commands import now
from ludotheque.play.keeping import DAY, Housekeeper, Keeping, Opened
from ludotheque.play.ports import RUNNING, Batch, Entry, Player, StoreUnavailable, Summary, TableInfo
from ludotheque.play.store_threads import StoreThreads
from ludotheque.store.connect import connect
from ludotheque.store.migrations import STEPS
from ludotheque.store.store import SqlStore

CARD = TableInfo("t", "chess", 1, 2, {}, "i", 1_000, "anna")
BOTH = Summary(RUNNING, frozenset({"anna", "ben"}))


def open_table(store: SqlStore, id: str, at: int) -> None:
    first = [Entry(0, at, "open"), Entry(1, at, "choose", 0, "a1")]
    store.open(replace(CARD, id=id, opened=at), Batch(id, first, BOTH))


def tables(store: SqlStore) -> list[str]:
    return sorted(listed.info.id for listed in store.tables_of("anna"))


# The store


def test_old_tables_go_with_all_their_parts(store: SqlStore) -> None:
    for id, at in (("old", 1_000), ("older", 500), ("new", 5_000)):
        open_table(store, id, at)
    assert store.remove_tables(2_000, 1) == 1 and tables(store) == ["new", "old"]
    assert store.remove_tables(2_000, 9) == 1 and store.remove_tables(2_000, 9) == 0
    assert tables(store) == ["new"] and store.info("old") is None and store.entries("old") == []
    assert store.append([Batch("old", [Entry(2, 9_000, "choose")], BOTH)]) == [False]
    assert len(store.entries("new")) == 2


def test_a_table_that_is_played_or_looked_at_stays(store: SqlStore) -> None:
    for id in ("played", "seen", "forgotten"):
        open_table(store, id, 1_000)
    store.append([Batch("played", [Entry(2, 9 * DAY, "choose")], BOTH)])
    store.note_opened(["seen", "nowhere"], [], 9 * DAY)
    assert store.remove_tables(8 * DAY, 9) == 1 and tables(store) == ["played", "seen"]


def test_old_records_go_and_what_was_opened_stays(store: SqlStore) -> None:
    for id, at in (("old", 1_000), ("opened", 1_000), ("new", 9 * DAY)):
        store.add_record(id, "é" * 10, "anna", at)
    assert store.size_of_records() == 60
    store.note_opened([], ["opened"], 9 * DAY)
    assert store.remove_records(8 * DAY, 9) == 1 and store.size_of_records() == 40
    assert store.record("old") is None and store.record("opened") == store.record("new") == "é" * 10


def test_what_somebody_writes_to_just_now_is_passed_over(store: SqlStore) -> None:
    """Only PostgreSQL lets two write at once; there it must not wait, and neither remove it."""
    if not store.notifies:
        pytest.skip("SQLite has one writer")
    open_table(store, "busy", 1_000)
    open_table(store, "old", 1_000)
    with store.writer.begin() as connection:
        connection.execute(text("SELECT id FROM cards WHERE id = 'busy' FOR UPDATE"))
        store.note_opened(["busy"], [], 9 * DAY)
        assert store.remove_tables(8 * DAY, 9) == 1
    assert tables(store) == ["busy"]


def test_a_removed_table_and_a_choice_do_not_meet_halfway(store: SqlStore) -> None:
    """Whoever comes first: there is a whole table, or none."""
    for number in range(20):
        open_table(store, f"t{number}", 1_000)
    kept: list[int] = []

    def play() -> None:
        one = Entry(2, 9 * DAY, "choose")
        kept.extend(number for number in range(20) if store.append([Batch(f"t{number}", [one], BOTH)]) == [True])

    player = threading.Thread(target=play)
    player.start()
    while store.remove_tables(8 * DAY, 2):
        pass
    player.join()
    while store.remove_tables(8 * DAY, 2):
        pass
    assert tables(store) == sorted(f"t{number}" for number in kept)
    assert all(len(store.entries(f"t{number}")) == (3 if number in kept else 0) for number in range(20))


def test_a_recovery_link_is_renewed_by_its_number(store: SqlStore) -> None:
    for id in ("anna", "ben"):
        store.add_player(Player(id, id, 5))
    store.renew_recovery("anna")
    store.add_player(Player("anna", "Änna", 5))  # a new name changes nothing about it
    assert [each and each.recovery for each in map(store.player, ("anna", "ben"))] == [1, 0]


# Databases from before


@pytest.fixture
def bare(where: str) -> Iterator[Engine]:
    engine = create_engine(
        where.replace("postgresql:", "postgresql+psycopg:") if "://" in where else f"sqlite:///{where}"
    )
    yield engine
    engine.dispose()


def test_what_is_there_from_before_counts_as_opened_now(where: str, bare: Engine) -> None:
    connect(where, STEPS[:2]).close()
    with bare.begin() as connection:
        connection.execute(text("INSERT INTO players VALUES ('anna', 'Anna', 5)"))
        connection.execute(text("INSERT INTO records VALUES ('r', 'éé', 'anna', 5)"))
        old = "'t', 'chess', 1, 2, '{}', 'i', 5, 'anna', NULL, 'running', '[]', '[]', false, 0, 5, 0, '[]', NULL, NULL"
        connection.execute(text(f"INSERT INTO cards VALUES ({old})"))
    store, today = connect(where), time.time_ns() // 1_000_000
    assert store.player("anna") == Player("anna", "Anna", 5, recovery=0) and store.size_of_records() == 4
    assert store.remove_records(today - DAY, 9) == store.remove_tables(today - DAY, 9) == 0
    assert store.record("r") == "éé" and store.info("t") is not None
    assert store.remove_records(today + DAY, 9) == store.remove_tables(today + DAY, 9) == 1
    store.close()


# In the background


def keep(store: SqlStore, monkeypatch: pytest.MonkeyPatch, story: Any, **kept: int) -> None:
    monkeypatch.setattr(keeping, "PAUSE", 0.0)

    async def run() -> None:
        threads = StoreThreads()
        try:
            await story(Housekeeper(store, threads, Opened(), Keeping(**kept), lambda: ["in-use"]))
        finally:
            threads.close()

    asyncio.run(run())


def filled(store: SqlStore) -> None:
    for number in range(25):
        open_table(store, f"t{number}", 1_000)
        store.add_record(f"r{number}", "x", "anna", 1_000)
    open_table(store, "in-use", 1_000)


def test_nothing_is_removed_unless_somebody_wishes_it(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(keeper: Housekeeper) -> None:
        await keeper.tidy()
        assert len(tables(store)) == 26 and store.size_of_records() == 25

    filled(store)
    keep(store, monkeypatch, story)


def test_all_that_is_old_goes_in_batches(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(keeper: Housekeeper) -> None:
        keeper.opened.records |= {"r3", "r4"}
        keeper.opened.tables.add("t7")
        await keeper.tidy()
        assert tables(store) == ["in-use", "t7"] and store.size_of_records() == 2
        assert not keeper.opened.tables and not keeper.opened.records

    filled(store)
    keep(store, monkeypatch, story, records=30, tables=30)


def test_a_clock_that_is_put_forward_removes_nothing(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(keeper: Housekeeper) -> None:
        today = now()
        monkeypatch.setattr(keeping, "now", lambda: today + 400 * DAY)
        await keeper.tidy()
        assert store.info("t") is not None

    store.open(replace(CARD, opened=now()), Batch("t", [], BOTH))
    keep(store, monkeypatch, story, tables=30)


def test_an_outage_only_puts_it_off(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(keeper: Housekeeper) -> None:
        def fails(*args: object) -> None:
            raise StoreUnavailable("gone fishing")

        keeper.opened.tables.add("t7")
        with monkeypatch.context() as broken:
            broken.setattr(store, "note_opened", fails)
            await keeper.attempt(keeper.tidy)
        assert len(tables(store)) == 26, "what was opened is not noted yet: nothing may be removed"
        await keeper.attempt(keeper.tidy)
        assert tables(store) == ["in-use", "t7"]

    filled(store)
    keep(store, monkeypatch, story, tables=30)
