"""A server that has not heard yet what another one added, when somebody comes who has seen it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from lobbies import BOTH, choose_any, command

from ludotheque.play.lobby import Lobby
from ludotheque.store.connect import connect

pytestmark = pytest.mark.slow


def test_who_has_seen_more_is_believed(new_database: Callable[[], str]) -> None:
    """A player whose connection moves from one server to another chooses in the position that they see."""

    async def story() -> None:
        where = new_database()
        one, other = Lobby(connect(where)), Lobby(connect(where))  # neither listens: each hears nothing of the other
        here = await one.open("drivis", {}, BOTH, "anna")
        there = await other.session(here.table.info.id)
        for _ in range(2):
            await choose_any(here)
        assert there.table.next < here.table.next
        seat, seen = here.table.actors[0], here.table.next - 1
        player = here.table.seats[seat].player
        assert player
        number = await command(there, "choose", player, here.table.state.choices(seat)[0], seat=seat, at=seen)
        assert number == seen + 1 == there.table.next - 1
        await here.read_up_to(number)
        assert here.table.state == there.table.state
        await asyncio.gather(one.close(), other.close())

    asyncio.run(story())
