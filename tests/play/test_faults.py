"""What goes wrong around a table, and what must not come of it."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from lobbies import ANNA, BEN, BOTH, at_home, choose_any, command, refused

from ludotheque.play import commands, store_threads, table
from ludotheque.play.commands import Command
from ludotheque.play.fair_executor import FairExecutor, Share
from ludotheque.play.lobby import Lobby
from ludotheque.play.ports import OVER, StoreUnavailable
from ludotheque.play.session import Session, Subscriber
from ludotheque.play.store_threads import StoreThreads
from ludotheque.play.table import COMPUTER, PERSON, Seat
from ludotheque.play.thinking import LocalThinkers
from ludotheque.store import connect

AGAINST_COMPUTER = [Seat(PERSON, ANNA, "Anna"), Seat(COMPUTER, level=1)]


async def until(true: Callable[[], Any], what: str) -> None:
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.01)
    assert true(), what


# The store


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """As a backup does that copies the whole file."""
    other = sqlite3.connect(path / "tables.sqlite", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite waits a moment for another process, not ten seconds."""
    monkeypatch.setattr(connect, "PRAGMAS", ("PRAGMA busy_timeout = 100", *connect.PRAGMAS[1:]))


@pytest.mark.usefixtures("hasty")
def test_a_computer_goes_on_after_a_write_that_failed(tmp_path: Path) -> None:
    async def story() -> None:
        async with at_home(tmp_path) as lobby:
            game = await lobby.open("drivis", {}, AGAINST_COMPUTER, ANNA)
            tried = threading.Event()
            append = lobby.committer.store.append

            def noted(batches: Any) -> list[bool]:
                try:
                    return append(batches)
                except StoreUnavailable:
                    tried.set()
                    raise

            await choose_any(game)
            lobby.committer.store.append = noted  # type: ignore[method-assign]
            with locked(tmp_path):
                await until(tried.is_set, "the computer's choice could not be written")
                assert game.table.ply == 1
            await until(lambda: game.table.ply >= 2, "the computer has chosen")

    asyncio.run(story())


@pytest.mark.usefixtures("hasty")
def test_a_person_hears_of_an_outage_and_can_try_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with at_home(tmp_path) as lobby:
            game = await lobby.open("drivis", {}, BOTH, ANNA)
            wish = Command("choose", ANNA, "k1", seat=0, text=game.table.state.choices(0)[0])
            with locked(tmp_path), pytest.raises(StoreUnavailable) as caught:
                await game.execute(wish)
            assert caught.value.text("en") != caught.value.text("fr")
            assert str(tmp_path) not in caught.value.text("en")
            number = await game.execute(wish)
            assert await game.execute(wish) == number, "the same request is done once"

    asyncio.run(story())


def test_who_waits_for_a_store_that_hangs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_threads, "MOST_WAITING", 3)

    async def story() -> None:
        threads, gate = StoreThreads(1), threading.Event()
        hanging = [asyncio.create_task(threads.run(gate.wait, patience=0.2)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(StoreUnavailable):
            await threads.run(int)
        told = await asyncio.gather(*hanging, return_exceptions=True)
        assert all(isinstance(each, StoreUnavailable) for each in told)
        gate.set()
        assert await threads.run(lambda: 7) == 7
        await until(lambda: threads.waiting == 0, "nobody waits any more")
        threads.close()

    asyncio.run(story())


@pytest.mark.usefixtures("hasty")
def test_news_of_another_server_are_read_when_the_store_answers_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with at_home(tmp_path) as here, at_home(tmp_path) as there:
            game = await here.open("drivis", {}, BOTH, ANNA)
            twin = await there.session(game.table.info.id)
            await choose_any(game)
            entries, failures = there.store.entries, iter([True, False])

            def failing(table: str, since: int = 0) -> Any:
                if next(failures, False):
                    raise StoreUnavailable("just now")
                return entries(table, since)

            there.store.entries = failing  # type: ignore[method-assign]
            await twin.refresh()
            assert twin.table.entries == game.table.entries

    asyncio.run(story())


def test_a_mistake_while_news_are_read_is_told(tmp_path: Path) -> None:
    """At the latest when they are read again; nobody waits for it to end."""
    told: list[str] = []

    async def mistaken() -> None:
        raise RuntimeError("a mistake of ours")

    async def story() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: told.append(str(context["exception"])))
        async with at_home(tmp_path) as lobby:
            game = await lobby.open("drivis", {}, BOTH, ANNA)
            game.catch_up = mistaken  # type: ignore[method-assign]
            for _ in range(2):
                await asyncio.wait([game.refresh()])
            gc.collect()
            assert told == ["a mistake of ours"]

    asyncio.run(story())


# One table, one session


def test_a_table_that_is_let_go_while_somebody_holds_it_has_one_session(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        held = await lobby.open("drivis", {}, BOTH, ANNA)
        lobby.forget(-1)
        assert not lobby.sessions
        assert await lobby.find(held.table.info.id) is held
        assert lobby.sessions[held.table.info.id] is held

    tell(story)


def test_a_table_that_nobody_holds_is_let_go_for_good(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        id = (await lobby.open("drivis", {}, BOTH, ANNA)).table.info.id
        lobby.forget(-1)
        gc.collect()
        assert id not in lobby.known
        assert (await lobby.session(id)).table.info.id == id

    tell(story)


def test_a_table_that_is_found_while_all_are_closed_breaks_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with at_home(tmp_path) as lobby:
            id = (await lobby.open("drivis", {}, BOTH, ANNA)).table.info.id
            lobby.forget(-1)
            gc.collect()
            first, second = [await lobby.open("drivis", {}, BOTH, ANNA) for _ in range(2)]
            close = first.close

            async def close_slowly() -> None:
                assert id not in lobby.known
                await lobby.session(id)
                await close()

            first.close = close_slowly  # type: ignore[method-assign]
        assert {first, second} < {*lobby.known.values()}

    asyncio.run(story())


async def finished(lobby: Lobby) -> Session:
    game = await lobby.open("drivis", {}, BOTH, ANNA)
    await command(game, "resign", BEN)
    assert game.table.status == OVER
    return game


def test_two_who_ask_for_a_rematch_on_two_servers_get_the_same(tmp_path: Path) -> None:
    async def story() -> None:
        async with at_home(tmp_path) as here, at_home(tmp_path) as there:
            game = await finished(here)
            twin = await there.session(game.table.info.id)
            asks = here.rematch(game, Command("rematch", ANNA)), there.rematch(twin, Command("rematch", BEN))
            one, other = await asyncio.gather(*asks)
            assert one == other
            assert len({listed.info.id for listed in here.store.tables_of(ANNA)}) == 2

    asyncio.run(story())


# Requests


def test_who_asks_again_and_again_cannot_freeze_a_game(tell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MOST_ASKED", 5)

    async def story(lobby: Lobby) -> None:
        game = await lobby.open("drivis", {}, BOTH, ANNA)
        for _ in range(5):
            await command(game, "ask-draw", BEN)
            await command(game, "no", BEN)
        assert await refused(command(game, "ask-draw", BEN)) == "asked-enough"
        assert await refused(command(game, "ask-hints", BEN)) == "asked-enough"
        await command(game, "ask-draw", ANNA)
        await command(game, "no", BEN)
        await choose_any(game)

    tell(story)


def test_choices_find_room_at_a_full_table(tell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(lobby: Lobby) -> None:
        game = await lobby.open("drivis", {}, AGAINST_COMPUTER, ANNA)
        monkeypatch.setattr(table, "MOST_ENTRIES", game.table.next)
        assert await refused(command(game, "say", ANNA, "one more")) == "full"
        await choose_any(game)
        await until(lambda: game.table.ply >= 2, "the computer answers at a full table, too")
        await command(game, "resign", ANNA)

    tell(story)


# Computers


def test_one_address_with_many_openers_keeps_nobody_waiting() -> None:
    order: list[str] = []

    async def story() -> None:
        executor, gate = FairExecutor(1), threading.Event()
        first = asyncio.create_task(executor.run(Share("eve-0", "10.0.0.1"), lambda: gate.wait()))
        many = [
            asyncio.create_task(executor.run(Share(f"eve-{n}", "10.0.0.1"), lambda: order.append("eve")))
            for n in range(60)
        ]
        alone = asyncio.create_task(executor.run(Share("zoe", "10.0.0.3", True), lambda: order.append("nobody")))
        await asyncio.sleep(0)
        one = asyncio.create_task(executor.run(Share("anna", "10.0.0.2"), lambda: order.append("anna")))
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(first, *many, one, alone)
        executor.close()

    asyncio.run(story())
    assert order == ["anna", *["eve"] * 60, "nobody"], "where only computers play, everybody else goes first"


def test_a_restart_thinks_for_nobody_until_somebody_comes(tmp_path: Path) -> None:
    async def story() -> None:
        async with at_home(tmp_path) as lobby:
            seats = [Seat(COMPUTER, level=1), Seat(PERSON, ANNA, "Anna")]
            waits = await lobby.open("drivis", {}, seats, ANNA)
            id = waits.table.info.id
            await waits.close()  # before it has chosen
        async with at_home(tmp_path) as lobby:
            await asyncio.sleep(0.1)
            assert not lobby.known, "nothing is taken up by itself"
            again = await lobby.session(id)
            again.subscribe(Subscriber(lambda: None, ANNA))
            await until(lambda: again.table.ply >= 1, "the computer begins")

    asyncio.run(story())


def test_what_computers_remember_is_given_back_when_nobody_is_there(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        assert isinstance(lobby.thinkers, LocalThinkers)
        game = await lobby.open("drivis", {}, AGAINST_COMPUTER, ANNA)
        here = Subscriber(lambda: None, ANNA)
        game.subscribe(here)
        await choose_any(game)
        await until(lambda: game.table.ply >= 2 and not game.thinking, "the computer has chosen")
        lobby.forget(1000)
        assert lobby.thinkers.memories, "somebody is there"
        game.unsubscribe(here)
        lobby.forget(1000)
        assert not lobby.thinkers.memories and game.table.info.id in lobby.sessions

    tell(story)


def test_what_computers_remember_is_given_back_with_every_table_that_is_let_go(tell: Any) -> None:
    """Also where somebody opens so many tables that idle ones have to go before anybody tidies up."""

    async def story(lobby: Lobby) -> None:
        assert isinstance(lobby.thinkers, LocalThinkers)
        game = await lobby.open("drivis", {}, AGAINST_COMPUTER, ANNA)
        await choose_any(game)
        await until(lambda: game.table.ply >= 2 and not game.thinking, "the computer has chosen")
        assert lobby.thinkers.memories
        lobby.let_go(-1)
        assert not lobby.thinkers.memories

    tell(story)
