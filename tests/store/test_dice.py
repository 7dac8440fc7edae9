"""The secrets of dice, in every kind of database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest
from lobbies import ANNA, ONE_SCREEN, choose_any, command

import ludotheque as lt
from ludotheque.play.lobby import Lobby
from ludotheque.play.ports import RUNNING, Batch, DiceTaken, KeptDice, Store, Summary, TableExists, TableInfo
from ludotheque.store.connect import connect
from ludotheque.store.store import SqlStore

DICE = KeptDice("c0ffee", "the root", 2, 1_000)
CARD = TableInfo("t", "chess", 1, 2, {}, "i", 5_000, "anna", commitment=DICE.commitment)


def opened(store: Store, info: TableInfo) -> None:
    store.open(info, Batch(info.id, [], Summary(RUNNING)))


def test_dice_come_back_as_they_were(store: SqlStore, where: str) -> None:
    store.add_dice(DICE)
    store.add_dice(replace(DICE, root="another"))  # the first stays
    assert store.dice("c0ffee") == DICE and store.dice("tea") is None and store.dice("t\0ea") is None
    opened(store, CARD)
    assert store.info("t") == CARD
    other = connect(where)  # another process serves the same table
    assert other.info("t") == CARD and other.dice("c0ffee") == DICE
    other.close()


def test_dice_are_for_one_table(store: SqlStore) -> None:
    store.add_dice(DICE)
    opened(store, CARD)
    with pytest.raises(DiceTaken):
        opened(store, replace(CARD, id="u"))
    with pytest.raises(TableExists):
        opened(store, CARD)
    assert store.info("u") is None
    opened(store, replace(CARD, id="v", commitment=None))
    opened(store, replace(CARD, id="w", commitment=None))


def test_unused_dice_are_removed(store: SqlStore) -> None:
    for number in range(5):
        store.add_dice(KeptDice(f"c{number}", "r", 0, 1_000 + number))
    opened(store, replace(CARD, commitment="c1"))
    assert store.remove_dice(1_003, 1) == 1 and store.remove_dice(1_003, 9) == 1 and store.remove_dice(1_003, 9) == 0
    assert [store.dice(f"c{number}") is None for number in range(5)] == [True, False, True, False, False]


def test_a_table_is_removed_with_its_dice(store: SqlStore) -> None:
    store.add_dice(DICE)
    opened(store, CARD)
    opened(store, replace(CARD, id="old", commitment=None))
    assert store.remove_tables(10_000, 5) == 2
    assert store.dice("c0ffee") is None


@pytest.mark.slow
def test_two_servers_draw_for_one_table(new_database: Callable[[], str]) -> None:
    """Whoever is asked draws the next number, and either can reveal."""

    async def story() -> None:
        where = new_database()
        one, other = Lobby(connect(where)), Lobby(connect(where))
        for lobby in (one, other):
            await lobby.start()
        id = (await one.open("number-drop", {}, ONE_SCREEN, ANNA)).table.info.id
        for turn in range(12):
            session = await (one, other)[turn % 2].session(id)
            await session.refresh()
            await choose_any(session)
        drawn = session.table.draws
        await session.refresh()
        await command(session, "resign", ANNA, seat=0)
        record = session.table.record
        assert drawn >= 8 and record.dice is not None and len(record.dice.draws) == drawn and lt.verify(record)
        for lobby in (one, other):
            await lobby.close()

    asyncio.run(story())
