"""A lobby for tests of tables: on a real store, without a web server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.play.commands import Command
from ludotheque.play.lobby import Lobby
from ludotheque.play.ports import Store, TableInfo
from ludotheque.play.session import Session
from ludotheque.play.table import PERSON, Seat, Table
from ludotheque.store.connect import connect

ANNA, BEN, CARLA = "anna", "ben", "carla"
BOTH = [Seat(PERSON, ANNA, "Anna"), Seat(PERSON, BEN, "Ben")]
ONE_SCREEN = [Seat(PERSON, ANNA, "Anna"), Seat(PERSON, ANNA, "Ben")]
Story = Callable[[Lobby], Coroutine[Any, Any, None]]


@asynccontextmanager
async def at_home(path: Path) -> AsyncIterator[Lobby]:
    lobby = Lobby(connect(str(path / "tables.sqlite")))
    await lobby.start()
    try:
        yield lobby
    finally:
        await lobby.close()


async def command(session: Session, do: str, by: str, text: str = "", **more: Any) -> int:
    return await session.execute(Command(do, by, text=text, **more))


async def choose_any(session: Session, by: str | None = None) -> None:
    """The first possible choice of whoever is to act."""
    seat = session.table.actors[0]
    player = by or session.table.seats[seat].player
    assert player
    await command(session, "choose", player, session.table.state.choices(seat)[0], seat=seat)


def read_table(store: Store, info: TableInfo) -> Table:
    """As a server reads it that has just started."""
    return Table.empty(info).with_entries(store.entries(info.id))


def refused(act: Coroutine[Any, Any, Any]) -> Coroutine[Any, Any, str]:
    async def run() -> str:
        with pytest.raises(lt.GameError) as caught:
            await act
        assert caught.value.text("fr") != caught.value.text("en")
        return caught.value.sentence.key.removeprefix("refusal.")

    return run()
