"""The usual way to add entries, and what is not as usual, on every kind of database."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import event

from ludotheque.play.ports import OVER, RUNNING, WAITING, Batch, Entry, Player, StoreUnavailable, Summary, TableInfo
from ludotheque.store.connect import connect
from ludotheque.store.store import SqlStore

ANNA, BOTH = Summary(WAITING, frozenset({"anna"})), Summary(RUNNING, frozenset({"anna", "ben"}), moves=1)


def opened(store: SqlStore, *tables: str) -> None:
    for table in tables:
        store.open(TableInfo(table, "chess", 1, 2, {}, "i", 0, "anna"), batch(table, 0, summary=ANNA))
        assert store.append([batch(table, 1)]) == [True]


def batch(table: str, *numbers: int, key: str | None = None, summary: Summary = BOTH) -> Batch:
    return Batch(table, [Entry(number, 10 + number, "choose", 0, "x", "anna", key) for number in numbers], summary)


def statements_of(store: SqlStore, act: Callable[[], object]) -> list[str]:
    said: list[str] = []

    def note(*details: object) -> None:
        said.append(str(details[2]))

    event.listen(store.writer, "before_cursor_execute", note)
    try:
        act()
    finally:
        event.remove(store.writer, "before_cursor_execute", note)
    return [each for each in said if not each.startswith("BEGIN") and "notify" not in each]


def test_a_choice_is_two_statements(store: SqlStore) -> None:
    opened(store, "t", "u")
    said = statements_of(store, lambda: store.append([batch("t", 2)]))
    assert [each.split()[0] for each in said] == ["UPDATE", "INSERT"]
    said = statements_of(store, lambda: store.append([batch("t", 3), batch("u", 2, 3, 4)]))
    assert [each.split()[0] for each in said] == ["UPDATE", "INSERT"], "and so are those of many tables"
    assert [len(store.entries(table)) for table in "tu"] == [4, 5]


def test_the_summary_goes_with_it(store: SqlStore) -> None:
    opened(store, "t")
    end = Summary(OVER, BOTH.players, frozenset(), True, 7, (), (1.0, -1.0), (3, 4))
    assert store.append([batch("t", 2, 3, summary=end)]) == [True]
    [listed] = store.tables_of("ben")
    assert listed.summary == end and listed.changed == 13


def test_who_comes_and_goes_is_noted(store: SqlStore) -> None:
    opened(store, "t")
    assert [len(store.tables_of(player)) for player in ("anna", "ben", "carla")] == [1, 1, 0]
    assert store.append([batch("t", 2, summary=Summary(RUNNING, frozenset({"ben", "carla"})))]) == [True]
    assert [len(store.tables_of(player)) for player in ("anna", "ben", "carla")] == [0, 1, 1]


def test_what_is_unusual_is_found_out_and_nothing_of_it_stays(store: SqlStore) -> None:
    opened(store, "t", "u")
    assert store.append([batch("t", 2, key="k")]) == [True]
    for wrong in (batch("t", 2), batch("t", 4), batch("t", 3, 5), batch("t", 3, 4, key="l"), batch("t", 3, key="k")):
        assert store.append([wrong]) == [False]
        assert store.append([batch("u", len(store.entries("u"))), wrong]) == [True, False]
    assert store.append([batch("nowhere", 0)]) == [False]
    assert len(store.entries("t")) == 3 and len(store.entries("u")) == 7
    assert store.append([batch("t", 3)]) == [True]


def test_both_ways_come_to_the_same(store: SqlStore) -> None:
    """Random batches, right and wrong, to one table by the usual way and to its twin by the careful one."""
    rng = random.Random(5)
    opened(store, "a", "b")
    length = 2
    for _ in range(80):
        start, many = length + rng.choice((0, 0, 0, 1, -1)), rng.randint(1, 3)
        key, players = rng.choice((None, None, "k", "l")), rng.choice((BOTH, BOTH, ANNA))
        [usual] = store.append([batch("a", *range(start, start + many), key=key, summary=players)])
        write = batch("b", *range(start, start + many), key=key, summary=players)
        assert [usual] == careful(store, write)
        length += many if usual else 0
    one, other = (store.entries(table) for table in "ab")
    assert one == other and len(one) == length > 20
    tables = {listed.info.id: listed for listed in store.tables_of("anna")}
    assert tables["a"].summary == tables["b"].summary and tables["a"].changed == tables["b"].changed


def careful(store: SqlStore, write: Batch) -> list[bool]:
    """Something for the same table comes along, which takes the usual way out of question."""
    return store.append([write, batch(write.table, 10_000)])[:1]


def test_a_lock_that_is_gone_is_no_reason_to_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.store.connect.PRAGMAS", ("PRAGMA busy_timeout = 50",))
    store = connect(tmp_path / "games.db")
    opened(store, "t")
    hog = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    for number in range(2, 5):
        hog.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable):
            store.append([batch("t", number)])
        with pytest.raises(StoreUnavailable):
            store.add_player(Player("p", "Anna", 0))
        hog.execute("ROLLBACK")
        assert store.append([batch("t", number)]) == [True]
    hog.close()
    store.close()
