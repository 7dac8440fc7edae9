"""Servers that share the thinking through PostgreSQL: two lobbies on one database, without their web pages."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from lobbies import ANNA, ONE_SCREEN, command
from sqlalchemy import text

import ludotheque as lt
from ludotheque.play import queued_thinkers, turn_workers
from ludotheque.play.lobby import Lobby
from ludotheque.play.ports import Claim, StoreUnavailable
from ludotheque.play.queued_thinkers import QueuedThinkers
from ludotheque.play.session import Session
from ludotheque.play.table import COMPUTER, Seat
from ludotheque.store.connect import connect
from ludotheque.store.rows import Found
from ludotheque.store.store import SqlStore
from ludotheque.store.turns import SqlTurns

NAME = "drivis"
ALONE = [ONE_SCREEN[0], Seat(COMPUTER, level=1)]

pytestmark = pytest.mark.slow


@pytest.fixture
def database(new_database: Callable[[], str]) -> str:
    return new_database()


@asynccontextmanager
async def lobbies(database: str, *thinkers: int) -> AsyncIterator[list[Lobby]]:
    """Servers with so many threads for thinking."""
    opened = [Lobby(connect(database), thinkers=number) for number in thinkers]
    for lobby in opened:
        await lobby.start()
    try:
        yield opened
    finally:
        for lobby in opened:
            await lobby.close()


def tell(story: Any, seconds: float = 60) -> None:
    asyncio.run(asyncio.wait_for(story, seconds))


async def until(is_so: Callable[[], object]) -> None:
    while not is_so():
        await asyncio.sleep(0.01)


async def until_ply(session: Session, ply: int) -> None:
    await until(lambda: session.table.ply == ply)


async def until_rows(lobby: Lobby, number: int) -> None:
    await until(lambda: len(rows(lobby)) == number)


async def choose(session: Session) -> None:
    await command(session, "choose", ANNA, session.table.state.choices()[0], seat=0)


def rows(lobby: Lobby) -> Sequence[Found]:
    assert isinstance(lobby.store, SqlStore)
    with lobby.store.reader.connect() as connection:
        return connection.execute(text("SELECT * FROM turns ORDER BY wanted_at")).all()


def queue_of(lobby: Lobby) -> SqlTurns:
    assert isinstance(lobby.thinkers, QueuedThinkers) and isinstance(lobby.thinkers.queue, SqlTurns)
    return lobby.thinkers.queue


async def claimed(lobby: Lobby) -> Claim:
    """The next turn, by somebody who thinks elsewhere."""
    while (claim := queue_of(lobby).claim("elsewhere", [turn_workers.rules_of(NAME)], 30)) is None:
        await asyncio.sleep(0.01)
    return claim


def test_computers_do_not_think_on_every_server_at_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every turn is known to both servers, and one of them thinks about it, whatever is said meanwhile."""
    thought: list[str] = []
    think = turn_workers.think_about

    def counted(claim: Claim) -> str:
        thought.append(claim.id)
        return think(claim)

    monkeypatch.setattr(turn_workers, "think_about", counted)

    async def story() -> None:
        async with lobbies(database, 1, 1) as (one, two):
            here = await one.open(NAME, {}, ALONE, ANNA)
            there = await two.session(here.table.info.id)
            for number in range(1, 6):
                await command(here, "say", ANNA, f"my choice number {number}")
                await choose((here, there)[number % 2])
                await command(there, "say", ANNA, "well?")
                await until_ply(here, 2 * number)
                await until_ply(there, 2 * number)
            assert [row.token for row in rows(one)] == [1] * 5

    tell(story())
    assert len(thought) == len({*thought}) == 5


def test_what_the_rules_do_not_allow_is_asked_again(database: str) -> None:
    async def story() -> None:
        async with lobbies(database, 0) as (lobby,):
            session = await lobby.open(NAME, {}, ALONE, ANNA)
            await choose(session)
            claim = await claimed(lobby)
            assert queue_of(lobby).answer("elsewhere", claim, "z9-z8")
            await until(lambda: rows(lobby)[0].answer is None)
            queue_of(lobby).release("elsewhere")
            with queue_of(lobby).engine.connect() as connection:  # as if the first lease had run out
                connection.execute(text("UPDATE turns SET until = 0"))
            again = await claimed(lobby)
            assert again.token == 2 and session.table.ply == 1
            queue_of(lobby).answer("elsewhere", again, session.table.state.choices()[0])
            await until_ply(session, 2)

    tell(story())


def test_what_was_taken_back_is_not_thought_about(database: str) -> None:
    async def story() -> None:
        async with lobbies(database, 0) as (lobby,):
            session = await lobby.open(NAME, {}, ALONE, ANNA)
            await choose(session)
            await until_rows(lobby, 1)
            await command(session, "undo", ANNA)
            await until(lambda: rows(lobby)[0].wanted_until == 0 and not session.thinking)
            await choose(session)
            await until_rows(lobby, 2)
            second = await claimed(lobby)
            assert second.id == rows(lobby)[1].id

    tell(story())


def test_nobody_is_named_to_those_who_think(database: str) -> None:
    async def story() -> None:
        async with lobbies(database, 0) as (lobby,):
            session = await lobby.open(NAME, {}, ALONE, "opener-of-it", address="203.0.113.7")
            await choose(session)
            await until_rows(lobby, 1)
            told = repr(rows(lobby))
            assert not any(word in told for word in ("Anna", ANNA, "opener", "203.0", session.table.info.id))

    tell(story())


def test_all_of_one_address_share(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten openers at one address wait behind one another; somebody from elsewhere is second."""

    async def story() -> None:
        async with lobbies(database, 0) as (lobby,):
            addresses = ["203.0.113.7"] * 10 + ["198.51.100.1"]
            for number, address in enumerate(addresses):
                session = await lobby.open(NAME, {}, ALONE, f"opener {number}", address=address)
                await choose(session)
                await until_rows(lobby, number + 1)
            assert [row.rank for row in rows(lobby)] == [*range(10), 0]
            order = [(await claimed(lobby)).id for _ in addresses]
            assert order.index(rows(lobby)[-1].id) == 1

    tell(story())


def test_an_answer_is_found_without_a_notification(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with lobbies(database, 1) as (lobby,):
            queue_of(lobby).close()  # nobody listens
            session = await lobby.open(NAME, {}, ALONE, ANNA)
            await choose(session)
            await until_ply(session, 2)

    tell(story())


def test_a_turn_that_is_no_longer_there_is_put_there_again(database: str) -> None:
    async def story() -> None:
        async with lobbies(database, 0) as (lobby,):
            session = await lobby.open(NAME, {}, ALONE, ANNA)
            await choose(session)
            await until_rows(lobby, 1)
            with queue_of(lobby).engine.connect() as connection:
                connection.execute(text("DELETE FROM turns"))
            claim = await claimed(lobby)
            queue_of(lobby).answer("elsewhere", claim, session.table.state.choices()[0])
            await until_ply(session, 2)

    tell(story())


def test_who_still_waits_says_so(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a turn would not be wanted any more, after a while, and be removed."""
    monkeypatch.setattr(queued_thinkers, "PUT_AGAIN", 0.1)

    async def story() -> None:
        async with lobbies(database, 0) as (lobby,):
            session = await lobby.open(NAME, {}, ALONE, ANNA)
            await choose(session)
            await until_rows(lobby, 1)
            before = rows(lobby)[0].wanted_until
            await until(lambda: rows(lobby)[0].wanted_until > before)

    tell(story())


def test_a_server_that_stops_gives_back_what_it_thinks_about(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    go = threading.Event()
    monkeypatch.setattr(turn_workers, "think_about", lambda claim: str(go.wait(30)))

    async def story() -> None:
        async with lobbies(database, 0, 1) as (lobby, other):
            session = await lobby.open(NAME, {}, ALONE, ANNA)
            await choose(session)
            await until(lambda: rows(lobby) and rows(lobby)[0].token == 1)
            closing = asyncio.create_task(other.thinkers.close())
            assert (await claimed(lobby)).token == 2
            go.set()
            await closing

    tell(story())


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["in order", "crash"])
def test_the_database_is_restarted_while_a_computer_thinks(
    how: signal.Signals, own_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thought is kept, or after a crash thought again; either way the choice is made, once."""
    go, begun, think = threading.Event(), threading.Event(), turn_workers.think_about

    def think_later(claim: Claim) -> str:
        begun.set()
        go.wait(30)
        return think(claim)

    monkeypatch.setattr(turn_workers, "think_about", think_later)

    async def story() -> None:
        async with lobbies(own_server.address, 1) as (lobby,):
            session = await lobby.open(NAME, {}, ALONE, ANNA)
            await choose(session)
            await until(begun.is_set)
            await asyncio.to_thread(own_server.restart, how)
            go.set()
            await until_ply(session, 2)
            entries = await lobby.threads.run(lobby.store.entries, session.table.info.id)
            assert [entry.seat for entry in entries if entry.kind == "choice"] == [0, 1]
            await choose(session)
            await until_ply(session, 4)

    tell(story(), 100)


@pytest.mark.long
def test_after_a_long_outage_somebody_thinks_at_once(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who doubles every pause would be away as long again as the database was; then a turn waits for its lease as
    well."""
    monkeypatch.setattr("ludotheque.play.backoff.random.uniform", lambda least, most: 1.0)

    async def story() -> None:
        async with lobbies(own_server.address, 1) as (lobby,):
            session = await lobby.open(NAME, {}, ALONE, ANNA)
            await asyncio.to_thread(own_server.crash)
            await asyncio.sleep(9)  # in the middle of a pause of 8 seconds
            await asyncio.to_thread(own_server.start)
            async with asyncio.timeout(4):
                await until_chosen(session)
                await until_ply(session, 2)

    tell(story())


async def until_chosen(session: Session) -> None:
    """As a page does, which tries again."""
    while session.table.ply < 1:
        with suppress(StoreUnavailable):
            await choose(session)


def test_without_several_servers_nothing_is_queued(tmp_path: Any) -> None:
    async def story() -> None:
        async with lobbies(f"{tmp_path}/games.db", 1) as (lobby,):
            session = await lobby.open(NAME, {}, ALONE, ANNA)
            await choose(session)
            await until_ply(session, 2)
            assert rows(lobby) == []

    tell(story())


def test_a_game_is_thought_about_when_it_is_loaded(database: str) -> None:
    """Before that its computer players would be weaker than they need to be."""

    async def story() -> None:
        async with lobbies(database, 1) as (lobby,):
            lobby.warming.looked[NAME] = asyncio.Event()
            assert isinstance(lobby.thinkers, QueuedThinkers) and lobby.thinkers.workers is not None
            assert not lobby.thinkers.workers.is_ready(NAME)
            lobby.warming.looked[NAME].set()
            assert lobby.thinkers.workers.is_ready(NAME)

    tell(story())
    assert lt.load(NAME).interpreted == frozenset()
