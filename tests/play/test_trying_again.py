"""A computer's choice that cannot be written: it waits, longer and longer, and is given up when nobody wants it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from lobbies import ANNA, BOTH, choose_any, command

from ludotheque.play import backoff, session
from ludotheque.play.lobby import Lobby
from ludotheque.play.ports import OVER, Batch, StoreUnavailable
from ludotheque.play.session import Session
from ludotheque.play.table import COMPUTER, Seat
from ludotheque.play.thinking import Turn

AGAINST_COMPUTER = [BOTH[0], Seat(COMPUTER, level=1)]


def refuse_choices_of_the_computer(lobby: Lobby, times: int) -> None:
    """The store fails so many times, for the computer only."""
    append, left = lobby.committer.store.append, iter(range(times))

    def failing(batches: Sequence[Batch]) -> list[bool]:
        entries = [entry for batch in batches for entry in batch.entries]
        if any(entry.kind == "choice" and entry.seat == 1 for entry in entries) and next(left, None) is not None:
            raise StoreUnavailable("just now")
        return append(batches)

    lobby.committer.store.append = failing  # type: ignore[method-assign]


def count_thoughts(lobby: Lobby) -> list[int]:
    """The numbers of the turns that are thought about from now on."""
    thoughts: list[int] = []
    choose = lobby.thinkers.choose

    async def counted(turn: Turn) -> str | None:
        thoughts.append(turn.number)
        return await choose(turn)

    lobby.thinkers.choose = counted  # type: ignore[method-assign]
    return thoughts


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that would have been made."""
    noted: list[float] = []

    def pauses() -> Iterator[float]:
        for pause in backoff.pauses():
            noted.append(pause)
            yield 0.0

    monkeypatch.setattr(session, "pauses", pauses)
    return noted


async def until_settled(game: Session) -> None:
    async with asyncio.timeout(30):
        while game.thinking:
            await asyncio.sleep(0.01)


def test_it_is_thought_about_once_and_tried_less_and_less_often(tell: Any, waited: list[float]) -> None:
    """All tables at once, trying as fast as they can, would keep down a store that is about to come back."""

    async def story(lobby: Lobby) -> None:
        game = await lobby.open("drivis", {}, AGAINST_COMPUTER, ANNA)
        refuse_choices_of_the_computer(lobby, 7)
        thoughts = count_thoughts(lobby)
        await choose_any(game)
        await until_settled(game)
        assert game.table.ply == 2 and len(thoughts) == 1

    tell(story)
    assert len(waited) == 8 and waited[0] < 1 < 10 < waited[-1] < 1.25 * backoff.LONGEST + 0.01


def test_what_nobody_wants_any_more_is_not_tried_for_ever(tell: Any, waited: list[float]) -> None:
    async def story(lobby: Lobby) -> None:
        game = await lobby.open("drivis", {}, AGAINST_COMPUTER, ANNA)
        refuse_choices_of_the_computer(lobby, 10**9)
        await choose_any(game)
        await command(game, "resign", ANNA)
        await until_settled(game)
        assert game.table.status == OVER and game.table.ply == 1

    tell(story)
