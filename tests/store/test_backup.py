"""A copy in one file: of one moment, from and to either kind of database, refused when it is not whole."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from ludotheque.play.ports import RUNNING, Batch, Entry, KeptDice, Player, Summary, TableInfo
from ludotheque.store.backup import NAME, backup, kept_tables, snapshot
from ludotheque.store.connect import connect
from ludotheque.store.errors import StoreError
from ludotheque.store.migrations import STEPS
from ludotheque.store.restore import restore
from ludotheque.store.store import SqlStore

BOTH = Summary(RUNNING, frozenset({"anna", "bob"}), frozenset({"bob"}), computers=True, moves=1)
MANY = 1_200  # more rows than are read or written at once


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def other(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Another empty place, of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "elsewhere" / "games.db")
    new: Callable[[], str] = request.getfixturevalue("new_database")
    return new()


def fill(store: SqlStore) -> None:
    store.secret()
    store.add_player(Player("anna", "Zoë \u2028 “Anna”", 2**40))
    store.add_dice(KeptDice("c", "root", 3, 6))
    store.add_record("r", 'a record\nof two lines "\\', "anna", 7)
    for table in ("t0", "t1"):
        info = TableInfo(
            table, "chess", 3, 2, {"teams": True}, "come-in", 5, "anna", "a diagram" if table == "t1" else None
        )
        info = replace(info, commitment="c") if table == "t1" else info
        store.open(info, Batch(table, [Entry(0, 5, "open", None, "", "anna", "k", {"x": [1.5, None]})], BOTH))
    store.append([Batch("t0", [Entry(n, n, "choice", 0, f"é{n}") for n in range(1, MANY)], BOTH)])


def content(where: str) -> dict[str, Any]:
    with snapshot(where) as (connection, version):
        rows = {
            table.name: sorted(map(tuple, connection.execute(select(table))), key=repr)
            for table in kept_tables(connection)
        }
    return {**rows, "version": version}


def test_everything_comes_back_in_either_kind(store: SqlStore, where: str, other: str, tmp_path: Path) -> None:
    fill(store)
    told: list[tuple[int, int]] = []
    header = backup(where, tmp_path / "copy", lambda done, total: told.append((done, total)))
    assert "turns" not in header.rows, "what was being thought about is asked again"
    assert header.rows["entries"] == MANY + 1 and told[-1] == (header.total, header.total)
    assert restore(other, tmp_path / "copy") == header
    assert content(other) == content(where)
    restored = connect(other)
    assert restored.secret() == store.secret() and restored.entries("t0") == store.entries("t0")
    assert restored.append([Batch("t0", [Entry(MANY, 9, "choice", 0, "on")], BOTH)]) == [True]
    restored.close()


def test_it_is_of_one_moment_and_nobody_waits(store: SqlStore, where: str, other: str, tmp_path: Path) -> None:
    """While it is being read, somebody adds to every table, and opens one."""
    fill(store)
    before, added = content(where), []

    def meanwhile(done: int, total: int) -> None:
        number = len(store.entries("t1"))
        added.extend(store.append([Batch("t1", [Entry(number, 9, "choice", 0, "late")], BOTH)]))
        store.add_player(Player(f"late {number}", "Late", 9))

    backup(where, tmp_path / "copy", meanwhile)
    assert len(added) > 3 and all(added)
    restore(other, tmp_path / "copy")
    assert content(other) == before


def test_nobody_else_may_read_it_and_nothing_is_left_of_half_of_one(tmp_path: Path) -> None:
    where = str(tmp_path / "games.db")
    store = connect(where)
    fill(store)

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        backup(where, tmp_path / "copy", stop)
    assert not list(tmp_path.glob("copy*"))
    backup(where, tmp_path / "copy")
    assert (tmp_path / "copy").stat().st_mode & 0o077 == 0
    store.close()


def refused(key: str, work: Callable[[], object]) -> None:
    with pytest.raises(StoreError) as error:
        work()
    assert error.value.key == key


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    where = str(tmp_path / "games.db")
    store = connect(where)
    fill(store)
    store.close()
    backup(where, tmp_path / "copy")
    return tmp_path / "copy"


def changed(copy: Path, lines: list[bytes]) -> Path:
    with gzip.open(copy, "wb") as packed:
        packed.writelines(lines)
    return copy


def lines_of(copy: Path) -> list[bytes]:
    with gzip.open(copy) as packed:
        return packed.readlines()


def test_what_is_not_whole_is_refused(copy: Path, where: str) -> None:
    whole, lines = copy.read_bytes(), lines_of(copy)
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 1
    for broken in (b"", whole[:-20], whole[: len(whole) // 2], bytes(flipped), b"Dear Anna, " * 100):
        copy.write_bytes(broken)
        refused("restore.damaged", lambda: restore(where, copy))
    for others in (lines[:-1], lines[:4] + lines[5:], [b'{"name": "letter"}\n', *lines[1:]], [b"[1]\n"]):
        refused("restore.damaged", partial(restore, where, changed(copy, others)))
    refused("backup.nothing", lambda: backup(where, copy.with_name("none")))
    copy.write_bytes(whole)
    restore(where, copy)


def test_what_is_newer_is_refused(copy: Path, where: str) -> None:
    lines = lines_of(copy)
    for name in ("format", "schema"):
        header = json.loads(lines[0])
        newer = json.dumps({**header, name: header[name] + 1}).encode() + b"\n"
        refused("newer", partial(restore, where, changed(copy, [newer, *lines[1:]])))


def test_only_an_empty_place_is_filled(copy: Path, where: str, store: SqlStore) -> None:
    before = content(where)
    refused("restore.occupied", lambda: restore(where, copy))
    refused("backup.exists", lambda: backup(where, copy))
    assert content(where) == before


def test_half_of_it_is_nothing(copy: Path, where: str) -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        restore(where, copy, stop)
    refused("backup.nothing", lambda: backup(where, copy.with_name("none")))
    restore(where, copy)
    assert content(where)["version"] == len(STEPS)


def test_a_database_that_was_not_upgraded_is_copied_as_it_is(copy: Path, where: str, tmp_path: Path) -> None:
    """Whoever upgrades takes a copy first, perhaps with the new version already."""
    old = tmp_path / "old.db"
    connect(old, STEPS[:1]).close()
    with sqlite3.connect(old) as database:
        database.execute("INSERT INTO players VALUES ('anna', 'Anna', 5)")
    assert backup(old, tmp_path / "old").schema == 1
    restore(where, tmp_path / "old")
    store = connect(where)
    assert store.player("anna") == Player("anna", "Anna", 5) and content(where)["version"] == len(STEPS)
    store.close()


def test_the_format_is_what_it_was(copy: Path) -> None:
    """Files of today are read for years: whoever changes the format gives it a new number and reads both."""
    lines = [json.loads(line) for line in lines_of(copy)]
    assert {**lines[0], "made": 0, "by": ""} == {
        "name": NAME,
        "format": 1,
        "schema": len(STEPS),
        "made": 0,
        "by": "",
        "rows": lines[0]["rows"],
    }
    assert lines[1].keys() == {"table", "columns"} and len(lines[2]) == len(lines[1]["columns"])
    assert list(lines[-1]) == ["sha256"]
