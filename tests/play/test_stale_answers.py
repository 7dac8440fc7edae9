"""A computer thinks while people go on: what it thought of a position that is gone is not played."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from lobbies import ANNA, BOTH, command

import ludotheque as lt
from ludotheque.play.lobby import Lobby
from ludotheque.play.ports import OVER
from ludotheque.play.session import Session
from ludotheque.play.table import COMPUTER, Seat
from ludotheque.play.thinking import LocalThinkers

LEVEL = 1


class SlowPlayer(lt.ComputerPlayer):
    """Says ``first`` after its first thoughts, which end when they are let go; then it chooses as others do."""

    def __init__(self, first: str) -> None:
        super().__init__(LEVEL)
        self.first = first
        self.begun, self.go, self.thoughts = threading.Event(), threading.Event(), 0

    def choose(self, state: lt.State, seat: int | None = None) -> str:
        self.thoughts += 1
        if self.thoughts > 1:
            return next(text for text in state.choices(seat) if text != self.first)
        self.begun.set()
        assert self.go.wait(30)
        return self.first


async def with_slow_player(lobby: Lobby, game: str, first: str) -> tuple[Session, SlowPlayer]:
    session = await lobby.open(game, {}, [BOTH[0], Seat(COMPUTER, level=LEVEL)], ANNA)
    slow = SlowPlayer(first)
    assert isinstance(lobby.thinkers, LocalThinkers)
    lobby.thinkers.memories[session.table.info.id] = {(1, LEVEL, False): slow}
    return session, slow


async def let_go(session: Session, slow: SlowPlayer) -> None:
    """Until the computer has nothing more to think about."""
    slow.go.set()
    async with asyncio.timeout(30):
        while session.thinking:
            await asyncio.sleep(0.01)


def choices_of_the_computer(session: Session) -> list[str]:
    return [entry.text for entry in session.table.entries if entry.kind == "choice" and entry.seat == 1]


def test_an_answer_to_a_choice_that_was_taken_back_is_dropped(tell: Any) -> None:
    """It could still be played, in a position that was never thought about."""
    start = lt.load("drivis").new()
    mine = start.choices()[:2]
    answer = next(text for text in start.play(mine[0]).choices() if text in start.play(mine[1]).choices())

    async def story(lobby: Lobby) -> None:
        session, slow = await with_slow_player(lobby, "drivis", answer)
        await command(session, "choose", ANNA, mine[0])
        await asyncio.to_thread(slow.begun.wait, 30)
        await command(session, "undo", ANNA)
        await command(session, "choose", ANNA, mine[1])
        await let_go(session, slow)
        assert slow.thoughts == 2 and len(choices_of_the_computer(session)) == 1
        assert answer not in choices_of_the_computer(session)

    tell(story)


def test_an_answer_in_a_game_that_was_given_up_is_dropped(tell: Any) -> None:
    start = lt.load("drivis").new()
    mine = start.choices()[0]
    answer = start.play(mine).choices()[0]

    async def story(lobby: Lobby) -> None:
        session, slow = await with_slow_player(lobby, "drivis", answer)
        await command(session, "choose", ANNA, mine)
        await asyncio.to_thread(slow.begun.wait, 30)
        await command(session, "resign", ANNA)
        await let_go(session, slow)
        assert session.table.status == OVER and session.table.ply == 1 and slow.thoughts == 1

    tell(story)
