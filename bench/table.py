"""What a table costs as its game grows: a choice and a view after 30 entries and after 3,000; and the page of a long
record."""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator

import ludotheque as lt
from ludotheque.play.commands import Command, apply, opening
from ludotheque.play.lobby import Lobby
from ludotheque.play.ports import TableInfo
from ludotheque.play.table import PERSON, Seat, Table
from ludotheque.store.connect import connect
from ludotheque.web.records import Replay
from ludotheque.web.view import Viewer, view_of

from .figures import Figure

FEW, MANY = 30, 3_000  # entries
ROUNDS = 200
MOST = 1.3  # times as much after many entries as after few
# Two dice go to and fro: the same four positions again and again, with ever more entries behind them.
CIRCLE = ("a1-b2", "a9-b8", "b2-a1", "b8-a9")
EVENTS = 2_900  # about the longest record that is taken


def of_the_table() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        lobby = Lobby(connect(f"{folder}/tables.sqlite"))
        yield from growth(lobby)
        asyncio.run(lobby.close())
    yield from long_record()


def growth(lobby: Lobby) -> Iterator[Figure]:
    """Turn and turn about, so that what else the machine does disturbs both alike."""
    sessions = [lobby.session_of(played(entries)) for entries in (FEW, MANY)]
    viewer, spent = Viewer("anna", "en"), [[(0.0, 0.0)] * 0 for _ in sessions]
    for _ in range(ROUNDS):
        for session, times in zip(sessions, spent, strict=True):
            choice = cpu(lambda: setattr(session, "table", on(session.table)))  # noqa: B023 - called at once
            times.append((choice, cpu(lambda: view_of(session, viewer))))  # noqa: B023 - called at once
    few, many = ([statistics.median(kind) * 1e3 for kind in zip(*times, strict=True)] for times in spent)
    for name, short, long in zip(("a choice, without the disk", "a view of the table"), few, many, strict=True):
        yield Figure(f"{name}, after {FEW} entries", f"{short:.2f} ms")
        yield Figure(f"… after {MANY:,}, times that", f"{long / short:.2f}", f"≤ {MOST}", long / short <= MOST)


def played(entries: int) -> Table:
    start = lt.load("derive").new(2, max_choices=1_000_000).play("first=0").play("+a1").play("+a9")
    info = TableInfo("t", "derive", start.game.edition, 2, start.options, "", 0, "anna", start.diagram())
    table = opening(info, [Seat(PERSON, "anna", name) for name in ("Anna", "Ben")])
    while table.next < entries:
        table = on(table)
    return table


def on(table: Table) -> Table:
    return apply(table, Command("choose", "anna", text=CIRCLE[table.ply % len(CIRCLE)]))


def long_record() -> Iterator[Figure]:
    """All sentences of a random game, made and asked for again."""
    state, rng = lt.load("derive").new(2, max_choices=EVENTS), random.Random(1)
    while state.ply < EVENTS:
        state = state.draw(rng) if state.chance else state.play(rng.choice(state.choices()))
    replay = Replay("r", state.record, state.history())
    first, again = (cpu(lambda: replay.sentences("fr")) for _ in range(2))
    yield Figure(f"all sentences of a record of {EVENTS:,} events", f"{first:.2f} s")
    yield Figure("… asked for again, times that", f"{again / first:.3f}", "≤ 0.1", again <= 0.1 * first)


def cpu(act: Callable[[], object]) -> float:
    """Seconds of this process alone."""
    start = time.process_time()
    act()
    return time.process_time() - start
