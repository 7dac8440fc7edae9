"""Databases of earlier versions: opened, upgraded, every table as it was, and played on.

``old/v0.1.0.db`` was written by the server of version 0.1.0 itself, see ``old/make.py``.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from lobbies import choose_any, read_table
from serving import Client, serving
from sqlalchemy import MetaData, Table, create_engine

from ludotheque.play.lobby import Lobby
from ludotheque.play.ports import OVER, RUNNING
from ludotheque.store.backup import snapshot
from ludotheque.store.connect import connect
from ludotheque.store.migrations import STEPS, take_steps

OLD = Path(__file__).parent / "old"
TOLD: dict[str, Any] = json.loads((OLD / "v0.1.0.json").read_text("utf-8"))


@pytest.fixture
def old(where: str) -> str:
    """The database of version 0.1.0, in either kind: PostgreSQL gets its rows in the tables of that version."""
    if "://" not in where:
        Path(where).parent.mkdir()
        return str(shutil.copy(OLD / "v0.1.0.db", where))
    kept = sqlite3.connect(OLD / "v0.1.0.db")
    engine, found = create_engine(where.replace("postgresql:", "postgresql+psycopg:")), MetaData()
    with engine.begin() as connection:
        take_steps(connection, 0, STEPS[:1])
        found.reflect(connection)
        for table in found.sorted_tables:
            if table.name != "schema_version":
                connection.execute(table.insert(), rows_of(kept, table))
    engine.dispose()
    kept.close()
    return where


def rows_of(kept: sqlite3.Connection, table: Table) -> list[dict[str, Any]]:
    names = table.columns.keys()
    found = kept.execute(f"SELECT {', '.join(names)} FROM {table.name}").fetchall()
    rows = [dict(zip(names, row, strict=True)) for row in found]
    for row in rows if "computers" in names else []:
        row["computers"] = bool(row["computers"])  # SQLite keeps a truth as a number
    return rows


def test_it_is_of_that_version() -> None:
    with snapshot(OLD / "v0.1.0.db") as (_, version):
        assert version == 1
    games = {told["game"] for told in TOLD["tables"].values()}
    assert len(games) == 5 and {told["phase"] for told in TOLD["tables"].values()} == {"waiting", RUNNING, OVER}


def events(record: str) -> str:
    """Since then computers have got names and games more options, which stand above."""
    return record.partition("\n\n")[2]


def test_every_table_is_as_it_was(old: str) -> None:
    store = connect(old)
    for id, told in TOLD["tables"].items():
        info = store.info(id)
        assert info is not None
        table = read_table(store, info)
        found = [{"number": e.number, "kind": e.kind, "seat": e.seat, "text": e.text} for e in table.entries]
        assert found == told["entries"] and table.status == told["phase"]
        assert table.ply == told["position"]
        if not table.is_from_memory:  # its record is told when it is over
            assert events(str(table.record)) == events(told["record"])
    for person in TOLD["people"]:
        player = store.player(person["id"])
        assert player is not None and player.name == person["name"] and store.tables_of(player.id)
    for id, text in TOLD["records"].items():
        assert store.record(id) == text
    store.close()
    with snapshot(old) as (_, version):
        assert version == len(STEPS)


def test_it_is_played_on(old: str) -> None:
    """At every table where somebody can choose."""

    async def story() -> None:
        lobby = Lobby(connect(old))
        await lobby.start()
        running = [id for id, told in TOLD["tables"].items() if told["phase"] == RUNNING]
        for id in running:
            session = await lobby.session(id)
            while session.thinking:  # a computer was to choose when that server stopped
                await asyncio.sleep(0.05)
            before = session.table.next
            if session.table.actors and session.table.seats[session.table.actors[0]].player:
                await choose_any(session)
                assert session.table.next > before
        assert len(running) >= 5
        await lobby.close()

    asyncio.run(story())


@pytest.mark.slow
def test_people_come_back_with_what_they_were_given(tmp_path: Path) -> None:
    """Their tokens are good, their tables are listed, their records are at the same addresses."""
    shutil.copy(OLD / "v0.1.0.db", tmp_path / "ludotheque.db")
    with serving(tmp_path) as server:
        for person in TOLD["people"]:
            client = Client(server, person["name"], person["token"])
            mine = client.get("/api/me/tables")
            assert {table["id"] for table in mine} <= TOLD["tables"].keys() and len(mine) >= 5
            table = next(t["id"] for t in mine if t["status"] == RUNNING and t["my_turn"])
            seat, choices = next(iter(client.get(f"/api/tables/{table}")["choices"].items()))
            assert client.do(table, "choose", choices[0], seat=int(seat))["number"] >= len(
                TOLD["tables"][table]["entries"]
            )
        for id in TOLD["records"]:
            assert client.request("GET", f"/records/{id}", 200)
