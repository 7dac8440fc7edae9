"""What a table takes: of memory while two people sit there and see every picture, and of disk for good.

Memory: what the system has given to the server's process, with many tables in use, less what it had before.
Disk: the showcase of each game, a game that was played to its end, kept many times by the real store in SQLite.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx

import ludotheque as lt
from ludotheque.core.state import CHANCE
from ludotheque.play.commands import Command, entry, new_id, numbered, sitting
from ludotheque.play.lobby import new_info
from ludotheque.play.ports import Batch, Entry
from ludotheque.play.session import batch
from ludotheque.play.table import PERSON, Seat, Table
from ludotheque.store.connect import connect
from ludotheque.store.store import SqlStore

from .crowd import new_players, sit_down
from .figures import Figure
from .running import Hall, hall

TABLES, KEPT = 300, 50


def of_the_sizes() -> Iterator[Figure]:
    with hall() as running:
        empty, full = asyncio.run(fill(running))
    yield Figure("memory of a server where nobody is", f"{empty:.0f} MB")
    yield Figure("… for each table with two people (Drivis)", f"{(full - empty) / TABLES * 1000:.0f} KB")
    for name in lt.games():
        record = showcase(name)
        yield Figure(f"disk, {name}, {len(record.events)} events", f"{kilobytes(record):.0f} KB")


async def fill(running: Hall) -> tuple[float, float]:
    """Megabytes before anybody comes, and with everybody there."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{running.port}", timeout=60) as web:
        tokens = await new_players(web)
        first = await sit_down(web, [running.port], tokens, 0, draw=True)  # loads the rules
        before = running.megabytes
        pairs = [await sit_down(web, [running.port], tokens, number + 1, draw=True) for number in range(TABLES)]
        after = running.megabytes
        for pair in (first, *pairs):
            for seat in pair.seats:
                seat.reading.cancel()
                seat.socket.transport.abort()
    return before, after


def showcase(name: str) -> lt.Record:
    path = lt.load(name).folder / "tests" / "records" / "showcase.ludo"
    return lt.Record.parse(path.read_text("utf-8"))


def kilobytes(record: lt.Record) -> float:
    """What one of many such games takes."""
    with tempfile.TemporaryDirectory() as folder:
        store = connect(Path(folder) / "sizes.db")
        for _ in range(KEPT):
            keep(store, record)
        store.close()
        return sum(path.stat().st_size for path in Path(folder).iterdir()) / KEPT / 1000


def keep(store: SqlStore, record: lt.Record) -> None:
    """As a server does, entry by entry."""
    people = [new_id() for _ in record.names]
    info = new_info(record.game.name, record.options, len(people), people[0], None)
    table = Table.empty(info)
    sat = [sitting(seat, Seat(PERSON, player, "Anna")) for seat, player in enumerate(people)]
    table = table.with_entries(numbered(table, sat))
    store.open(info, Batch(info.id, table.entries, table.summary()))
    for seat, text in record.events:
        after = table.with_entries(numbered(table, [event(people, seat, text)]))
        assert store.append([batch(table, after)]) == [True]
        table = after


def event(people: list[str], seat: int, text: str) -> Entry:
    if seat == CHANCE:
        return entry("chance", text=text)
    return entry("choice", Command("choose", people[seat], new_id()), seat=seat, text=text)
