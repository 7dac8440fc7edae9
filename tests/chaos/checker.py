"""Compares what was promised and seen with what the servers tell and what the database holds."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any

from sqlalchemy import select

import ludotheque as lt
from ludotheque.play.ports import Entry
from ludotheque.play.table import Table
from ludotheque.store.connect import connect
from ludotheque.store.models import cards
from ludotheque.store.store import SqlStore

from .ledger import Command, Json, Ledger, TableLedger
from .web import Person, World

PATIENCE = 90.0  # seconds until a server has caught up, or a table has gone on
# What a command adds to a table.
KINDS = {"choose": "choice", "ask-undo": "ask", "ask-draw": "ask", "yes": "answer", "no": "answer"}
AUDITOR = Person("auditor", "10.255.0.1")


# While it runs


async def look(world: World) -> None:
    """Every server tells what was seen and acknowledged, also what came since the last look."""
    tables = [table for table in world.ledger.tables.values() if table.checked < len(table.entries)]
    await asyncio.gather(*(look_at(world, table) for table in tables))


async def look_at(world: World, table: TableLedger) -> None:
    known = known_so_far(table)
    if not known:
        return
    told = await told_by_server(world, table, max(known))
    for number, digest in known.items():
        if told.get(number) != digest:
            world.ledger.complain(f"{table.id} entry {number} was {digest}, and the server tells {told.get(number)}")
    table.checked = max(table.checked, max(known) + 1)


def known_so_far(table: TableLedger) -> dict[int, Any]:
    return {number: digest for number, digest in table.entries.items() if number >= table.checked}


async def told_by_server(world: World, table: TableLedger, last: int) -> dict[int, Any]:
    """A server that has just come back may not have heard of the last ones from another; it will."""
    end, told = monotonic() + PATIENCE, {}
    while last not in told and monotonic() < end:
        path = f"/api/tables/{table.id}/entries?since={table.checked}"
        told = {entry["number"]: table.digest(entry) for entry in await world.ask(AUDITOR, "GET", path)}
        if last not in told:
            await asyncio.sleep(0.5)
    return told


async def recover(world: World) -> float:
    """Waits until every table that is played at has gone on; how many seconds that took."""
    healed = monotonic()
    waiting = [table for table in world.ledger.tables.values() if not table.is_over]
    while waiting := [table for table in waiting if not (table.is_over or table.grew > healed)]:
        if monotonic() - healed > PATIENCE:
            for table in waiting:
                told = "; ".join(watcher() for watcher in table.watchers)
                world.ledger.complain(f"nothing happens any more at {table.game} {table.id}: {told}")
            break
        await asyncio.sleep(0.05)
    return monotonic() - healed


# In the end


def audit(ledger: Ledger, where: str) -> None:
    """All that is on disk, without any server."""
    store = connect(where)
    try:
        for table in ledger.tables.values():
            audit_table(ledger, store, table)
        for id, text in ledger.records.items():
            audit_record(ledger, store, id, text)
        audit_openings(ledger, store)
    finally:
        store.close()


def audit_table(ledger: Ledger, store: SqlStore, table: TableLedger) -> None:
    info, entries = store.info(table.id), store.entries(table.id)
    if info is None:
        return ledger.complain(f"{table.id} was opened and is not there")
    for number, entry in enumerate(entries):
        if entry.number != number:
            return ledger.complain(f"{table.id} has an entry {entry.number} in the place of {number}")
    audit_promises(ledger, table, entries)
    try:
        replay(Table.empty(info).with_entries(entries))
    except (lt.GameError, ValueError, AssertionError) as problem:
        ledger.complain(f"{table.id} does not replay: {problem!r}")
    return None


def replay(table: Table) -> None:
    """The rules allow all of it, and the record says the same."""
    assert lt.Record.parse(str(table.record)).replay() == table.state or table.is_from_memory


def audit_promises(ledger: Ledger, table: TableLedger, entries: list[Entry]) -> None:
    stored = {number: table.digest(as_told(entry)) for number, entry in enumerate(entries)}
    for number, digest in table.entries.items():
        if stored.get(number) != digest:
            ledger.complain(f"{table.id} entry {number} was seen as {digest}, and is {stored.get(number)}")
    keys = {entry.key for entry in entries if entry.key}
    for (_, key), (number, command) in table.acknowledged.items():
        if not is_kept(entries, number, key, command):
            ledger.complain(f"{table.id} {command} was acknowledged as {number}, and is not there")
    for _, key in table.refused & {(who, key) for who, key in table.refused if key in keys}:
        ledger.complain(f"{table.id}: {key} was refused, and is there")


def as_told(entry: Entry) -> Json:
    return {"at": entry.at, "kind": entry.kind, "seat": entry.seat, "text": entry.text}


def is_kept(entries: list[Entry], number: int, key: str, command: Command) -> bool:
    """Once, under its number, and what was meant."""
    found = [entry for entry in entries if entry.key == key]
    kind = KINDS.get(command.do, command.do)
    meant = command.text if command.do in ("choose", "say") else None
    return [(entry.number, entry.kind) for entry in found] == [(number, kind)] and meant in (None, found[0].text)


def audit_record(ledger: Ledger, store: SqlStore, id: str, text: str) -> None:
    kept = store.record(id)
    if kept is None or lt.Record.parse(kept).replay() != lt.Record.parse(text).replay():
        ledger.complain(f"the record {id} was uploaded, and is not there")


def audit_openings(ledger: Ledger, store: SqlStore) -> None:
    """Whoever asked again under the same key, because an answer got lost, got the same table."""
    with store.reader.connect() as connection:
        every = connection.execute(select(cards.c.id)).scalars().all()
    ledger.counts["tables on disk"] = len(every)
    for id in set(every) - set(ledger.tables):
        ledger.complain(f"{id} was opened for nobody: a key has opened two tables")
