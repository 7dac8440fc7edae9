"""On whose account computers think: the table knows its opener and address, and whether people play there."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from lobbies import ANNA, BEN, BOTH, choose_any

import ludotheque as lt
from ludotheque.play.fair_executor import FairExecutor, Share
from ludotheque.play.lobby import Lobby
from ludotheque.play.queued_thinkers import describe
from ludotheque.play.session import Subscriber
from ludotheque.play.table import COMPUTER, Seat
from ludotheque.play.thinking import Turn

ROBOT = Seat(COMPUTER, level=1)


@pytest.fixture
def shares(monkeypatch: pytest.MonkeyPatch) -> set[Share]:
    """All that somebody thought for."""
    noted: set[Share] = set()
    turn = FairExecutor.turn

    async def note(executor: FairExecutor, share: Share) -> None:
        noted.add(share)
        await turn(executor, share)

    monkeypatch.setattr(FairExecutor, "turn", note)
    return noted


def test_a_table_thinks_for_its_opener_at_their_address(tell: Any, shares: set[Share]) -> None:
    async def story(lobby: Lobby) -> None:
        game = await lobby.open("drivis", {}, [BOTH[0], ROBOT], ANNA, address="192.0.2.7")
        await choose_any(game)
        async with asyncio.timeout(30):
            while not shares:
                await asyncio.sleep(0.01)

    tell(story)
    assert shares == {Share(ANNA, "192.0.2.7", is_unattended=False)}


def test_where_only_computers_play_it_is_whoever_watches(tell: Any, shares: set[Share]) -> None:
    async def story(lobby: Lobby) -> None:
        game = await lobby.open("drivis", {}, [ROBOT, ROBOT], BEN)
        game.subscribe(Subscriber(lambda: None, address="192.0.2.8"))
        async with asyncio.timeout(30):
            while not shares:
                await asyncio.sleep(0.01)

    tell(story)
    assert shares == {Share(BEN, "192.0.2.8", is_unattended=True)}


@pytest.mark.parametrize("is_unattended", [True, False])
def test_others_who_think_hear_whether_people_play_there(is_unattended: bool) -> None:
    turn = Turn("table", 1, 0, 1, lt.load("drivis").new(), Share(ANNA, "192.0.2.7", is_unattended))
    assert describe(turn, b"key").is_unattended == is_unattended
