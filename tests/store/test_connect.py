"""Opening a database: new, old, newer, not ours, or not there at all."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, create_engine, inspect

from ludotheque.core.i18n import LANGUAGES
from ludotheque.play.ports import AGAIN, RUNNING, Batch, Entry, Notice, Player, StoreUnavailable, Summary, TableInfo
from ludotheque.store.connect import connect
from ludotheque.store.errors import StoreError
from ludotheque.store.migrations import STEPS
from ludotheque.store.models import TABLES


def refused(key: str, where: str | Path, *said: str) -> None:
    """Refused with that sentence, in both languages, which says what it should and no password."""
    with pytest.raises(StoreError) as error:
        connect(where)
    assert error.value.key == key
    for lang in LANGUAGES:
        sentence = error.value.text(lang)
        assert all(part in sentence for part in said) and "hunter2" not in sentence, sentence


@pytest.fixture
def database(where: str) -> Iterator[Engine]:
    """The bare database."""
    bare = where.replace("postgresql:", "postgresql+psycopg:") if "://" in where else f"sqlite:///{where}"
    engine = create_engine(bare)
    yield engine
    engine.dispose()


# Migrations


def limits(index: Any) -> list[str]:
    """Which rows an index is about, however the names are quoted."""
    return [str(limit).replace('"', "") for limit in index.get("dialect_options", {}).values()]


def shape(engine: Engine) -> dict[str, Any]:
    """Everything about the tables that matters, in an order of its own."""
    look = inspect(engine)

    def of(table: str) -> list[Any]:
        columns = [(c["name"], str(c["type"]), c["nullable"]) for c in look.get_columns(table)]
        indexes = [(i["name"], i["column_names"], bool(i["unique"]), limits(i)) for i in look.get_indexes(table)]
        keys = [(k["constrained_columns"], k["referred_table"]) for k in look.get_foreign_keys(table)]
        return [columns, look.get_pk_constraint(table)["constrained_columns"], sorted(indexes), keys]

    return {table: of(table) for table in look.get_table_names()}


def test_migrations_lead_to_the_tables_of_today(where: str, database: Engine) -> None:
    connect(where).close()
    migrated = shape(database)
    TABLES.drop_all(database)
    TABLES.create_all(database)
    assert shape(database) == migrated and set(migrated) == set(TABLES.tables)


def more_about_players(connection: Connection) -> None:
    connection.exec_driver_sql("ALTER TABLE players ADD COLUMN motto TEXT NOT NULL DEFAULT 'play'")


def fails(connection: Connection) -> None:
    connection.exec_driver_sql("CREATE TABLE half_way (x INTEGER)")
    connection.exec_driver_sql("CREATE TABLE cards (x INTEGER)")


def test_an_older_database_is_upgraded(where: str, database: Engine) -> None:
    old = connect(where)
    old.add_player(Player("p", "Anna", 5))
    old.close()
    for _ in range(2):  # the second time nothing is left to do
        new = connect(where, [*STEPS, more_about_players])
        assert new.player("p") is not None
        new.close()
    with database.connect() as connection:
        assert connection.exec_driver_sql("SELECT motto FROM players").scalar_one() == "play"
        assert connection.exec_driver_sql("SELECT version FROM schema_version").all() == [(len(STEPS) + 1,)]


def test_an_upgrade_that_fails_changes_nothing(where: str, database: Engine) -> None:
    connect(where).close()
    before = shape(database)
    with pytest.raises(StoreError):
        connect(where, [*STEPS, more_about_players, fails])
    assert shape(database) == before
    connect(where).close()


def test_a_newer_database_is_refused_and_left_alone(where: str, database: Engine) -> None:
    connect(where, [*STEPS, more_about_players]).close()
    before = shape(database), Path(where).read_bytes() if "://" not in where else None
    refused("newer", where, str(len(STEPS) + 1))
    assert (shape(database), Path(where).read_bytes() if "://" not in where else None) == before


def test_what_is_not_ours_is_left_alone(where: str, database: Engine) -> None:
    Path(where).parent.mkdir(exist_ok=True) if "://" not in where else None
    with database.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE players (shirt INTEGER)")
    before = shape(database)
    refused("foreign", where)
    assert shape(database) == before


def test_servers_may_start_at_once(where: str) -> None:
    for steps in (STEPS, [*STEPS, more_about_players]):
        threads = [threading.Thread(target=lambda steps=steps: connect(where, steps).close()) for _ in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()  # an error would be a warning, and a warning is an error here


@pytest.mark.slow
def test_processes_may_start_at_once(where: str) -> None:
    code = "import sys; from ludotheque.store.connect import connect; connect(sys.argv[1]).close()"
    children = [subprocess.Popen([sys.executable, "-c", code, where], stderr=subprocess.PIPE) for _ in range(3)]
    assert [child.communicate()[1] for child in children] == [b""] * 3


# VersionedFiles


def test_a_file_is_as_safe_as_it_should_be(tmp_path: Path) -> None:
    store = connect(tmp_path / "games.db")
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}
    store.secret()
    assert store.player("anna") is None  # a connection notices the journal when it reads
    for engine in (store.writer, store.reader):
        with engine.connect() as connection:
            found = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in wanted}
        assert found == wanted
    store.close()
    assert [path.name for path in tmp_path.iterdir()] == ["games.db"], "nothing is left in the journal"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_nobody_else_may_read_the_file(tmp_path: Path) -> None:
    store = connect(tmp_path / "new" / "games.db")
    store.secret()
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "new").iterdir()} == {0}
    store.close()


def test_addresses_of_files(tmp_path: Path) -> None:
    connect(f"sqlite:///{tmp_path}/games.db").close()
    connect(str(tmp_path / "games.db")).close()
    assert (tmp_path / "games.db").stat().st_size > 0


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    refused("folder", tmp_path / "file" / "games.db", str(tmp_path / "file"), "--data")
    refused("folder", tmp_path, str(tmp_path.parent))
    if os.geteuid() != 0:  # root may write everywhere
        (tmp_path / "locked").mkdir(mode=0o500)
        refused("folder", tmp_path / "locked" / "games.db", str(tmp_path / "locked"))


def test_a_file_that_is_something_else(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Anna, " * 100)
    refused("foreign", tmp_path / "letter.txt", "letter.txt")
    assert (tmp_path / "letter.txt").read_text().startswith("Dear Anna")


def test_a_full_disk_is_said_and_survived(tmp_path: Path) -> None:
    store = connect(tmp_path / "games.db")
    first = Batch("t", [Entry(0, 0, "open")], Summary(RUNNING))
    store.open(TableInfo("t", "chess", 1, 2, {}, "i", 0, "anna"), first)
    with store.writer.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreUnavailable, match="full"):
        store.append([Batch("t", [Entry(1, 1, "choose", text="x" * 100_000)], Summary(RUNNING))])
    assert store.append([Batch("t", [Entry(1, 1, "choose")], Summary(RUNNING))]) == [True]
    store.close()


def test_a_writer_that_never_ends_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.store.connect.PRAGMAS", ("PRAGMA busy_timeout = 50",))
    store = connect(tmp_path / "games.db")
    hog = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    hog.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable, match="locked"):
        store.add_player(Player("p", "Anna", 0))
    assert store.player("p") is None, "reading goes on"
    hog.execute("ROLLBACK")
    hog.close()
    store.close()


# Servers


def test_addresses_that_are_none() -> None:
    refused("address", "mysql://anna:hunter2@localhost/games", "mysql")
    refused("address", "sqlite://")
    refused("address", "post gres://x")


def test_a_server_that_does_not_answer(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    refused("unreachable", f"postgresql://anna:hunter2@/games?host={tmp_path}", "anna", "games")
    refused("unreachable", f"postgres://anna:hunter2@/games?host={tmp_path}")


def test_a_server_without_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    refused("driver", "postgresql://localhost/games", "ludotheque[postgres]")


@pytest.mark.slow
def test_listening_and_telling_go_on_when_the_connections_were_cut(new_database: Callable[[], str]) -> None:
    here, there = connect(address := new_database()), connect(address)
    heard: Queue[Notice] = Queue()
    here.listen(heard.put)
    there.tell("before", ["x"])
    assert heard.get(timeout=10) == Notice("before", there.server, ("x",))
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"
    with there.reader.connect() as connection:
        assert len(connection.exec_driver_sql(cut).all()) >= 2
    assert heard.get(timeout=10) == Notice(AGAIN, here.server), "something may have been missed"
    now = time.time_ns() // 1_000_000
    there.open(TableInfo("t", "chess", 1, 2, {}, "i", now, "anna"), Batch("t", [], Summary(RUNNING)))
    there.append([Batch("t", [Entry(0, now, "open")], Summary(RUNNING))])
    assert heard.get(timeout=10) == Notice("tables", there.server, ("t",)), "told as soon as that is possible"
    assert here.lengths(["t"]) == {"t": 1}, "the pool has recovered as well"
    here.close()
    there.close()
