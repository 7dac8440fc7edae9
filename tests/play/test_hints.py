"""Hints at a table: who may have them, that all are told, and that nothing else is disturbed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from blunders import BLUNDER, POSITION, WINNING
from lobbies import ANNA, BEN, BOTH, CARLA, ONE_SCREEN, at_home, choose_any, command, read_table, refused

import ludotheque as lt
from ludotheque.play import commands
from ludotheque.play.fair_executor import FairExecutor, Share
from ludotheque.play.hints import event_of, looked_at
from ludotheque.play.lobby import Lobby
from ludotheque.play.ports import Entry
from ludotheque.play.session import Session
from ludotheque.play.table import COMPUTER, GAME_EVENTS, PERSON, Seat

T = TypeVar("T")
STAGES = ("look", "choice", "why")
AGAINST = [BOTH[0], Seat(COMPUTER, level=1)]
THREE = [Seat(PERSON, player, player.title()) for player in (ANNA, BEN, CARLA)]


class CountingExecutor(FairExecutor):
    """Knows for whom it thought."""

    def __init__(self) -> None:
        super().__init__(1)
        self.thought_for: list[str] = []

    async def run(self, share: Share, choose: Callable[[], T]) -> T:
        self.thought_for.append(share.opener)
        return await super().run(share, choose)


def counted(session: Session) -> CountingExecutor:
    session.advisor.executor = counting = CountingExecutor()
    return counting


def hints(session: Session) -> list[Entry]:
    return [entry for entry in session.table.entries if entry.kind == "hint"]


def can(session: Session, player: str | None) -> set[str]:
    return set(commands.possible(session.table, player)) & {"hint", "ask-hints"}


# Three stages


@pytest.mark.parametrize("name", lt.games())
def test_three_stages_come_from_one_thought(name: str, tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open(name, {}, AGAINST, ANNA)
        thinking = counted(session)
        async with asyncio.timeout(60):
            while 0 not in session.table.actors:
                await asyncio.sleep(0.01)
        state = session.table.state
        for stage in STAGES:
            await command(session, "hint", ANNA, stage, seat=0)
        look, choice, why = hints(session)
        assert thinking.thought_for == [ANNA]
        assert look.more == choice.more == why.more and event_of(choice) in state.choices(0)
        assert [hint.text for hint in hints(session)] == [*STAGES]
        path = list(state.clicks(0)[event_of(choice)])
        assert looked_at(state, look) == path[:1] and looked_at(state, choice) == path
        assert not [entry for entry in session.table.entries if entry.kind == "choice" and entry.seat == 0]
        assert session.table.ply == sum(entry.kind in GAME_EVENTS for entry in session.table.entries)
        for lang in ("fr", "en"):
            said = [session.table.sentence(hint, lang) for hint in (look, choice, why)]
            named = session.table.named(state)
            assert "Anna" in said[0] and named.describe(event_of(choice), lang, 0) in said[1]
            assert len(session.table.hint_words(why, lang)) in (1, 2, 3) and len(set(said)) == 3
        again = read_table(lobby.store, session.table.info)
        assert [again.sentence(e, "fr") for e in again.entries] == [
            session.table.sentence(e, "fr") for e in session.table.entries
        ]

    tell(story)


def test_the_same_is_told_and_thought_once(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, ONE_SCREEN, ANNA)
        thinking = counted(session)
        at_once = [command(session, "hint", ANNA, stage) for stage in ("look", "look", "choice")]
        await asyncio.gather(*at_once)
        first = await command(session, "hint", ANNA, "why", key="k")
        assert await command(session, "hint", ANNA, "why", key="k") == first
        await command(session, "hint", ANNA, "why")
        assert sorted(hint.text for hint in hints(session)) == ["choice", "look", "why"]
        assert thinking.thought_for == [ANNA]
        lobby.forget(0)
        lobby.known.clear()  # nobody holds it any more
        again = await lobby.session(session.table.info.id)
        other = counted(again)
        await command(again, "hint", ANNA, "look")
        assert again is not session and not other.thought_for and len(hints(again)) == 3

    tell(story)


def test_a_new_position_is_thought_about_anew(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, ONE_SCREEN, ANNA)
        thinking = counted(session)
        await command(session, "hint", ANNA, "choice")
        await command(session, "choose", ANNA, event_of(hints(session)[0]))
        assert not session.table.hints_of(0)
        await command(session, "hint", ANNA, "choice")
        assert [hint.seat for hint in hints(session)] == [0, 1] and len(thinking.thought_for) == 2
        await command(session, "undo", ANNA)
        assert session.table.ply == 0 and not session.table.hints_of(0) and not session.table.hints_of(1)

    tell(story)


# What it must not disturb


def test_a_choice_made_while_a_hint_is_thought_about_counts_and_the_hint_does_not(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, ONE_SCREEN, ANNA)
        asked = asyncio.create_task(refused(command(session, "hint", ANNA, "choice")))
        await asyncio.sleep(0.1)
        assert not session.idle
        await choose_any(session)
        assert await asked == "stale" and not hints(session)
        await command(session, "hint", ANNA, "look")
        assert [hint.seat for hint in hints(session)] == [1]

    tell(story)


def test_a_hint_makes_no_choice_stale_and_answers_no_request(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, BOTH, ANNA)
        await command(session, "ask-hints", ANNA)
        await command(session, "yes", BEN)
        await command(session, "ask-draw", BEN)
        seen, last = session.table.next - 1, session.table.last_move
        await command(session, "hint", ANNA, "look")
        assert session.table.request is not None and session.table.last_move is last
        assert await refused(command(session, "ask-undo", ANNA)) == "already-asked"
        await command(session, "choose", ANNA, session.table.state.choices(0)[0], at=seen)
        assert session.table.ply == 1

    tell(story)


def test_undo_takes_a_choice_back_and_not_a_hint(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, ONE_SCREEN, ANNA)
        await choose_any(session)
        await command(session, "hint", ANNA, "look")
        await command(session, "undo", ANNA)
        assert session.table.ply == 0 and len(hints(session)) == 1
        assert str(lt.Record.parse(str(session.table.record))) == str(session.table.record)

    tell(story)


def test_where_all_choose_at_the_same_time_a_hint_outlives_the_choice_of_another(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("number-drop", {}, ONE_SCREEN, ANNA)
        assert session.table.actors == (0, 1)
        await command(session, "hint", ANNA, "look", seat=0)
        await command(session, "choose", ANNA, session.table.state.choices(1)[0], seat=1)
        thinking = counted(session)
        await command(session, "hint", ANNA, "choice", seat=0)
        assert not thinking.thought_for and [hint.seat for hint in hints(session)] == [0, 0]
        assert session.table.sentence(hints(session)[1], "fr")

    tell(story)


# Who may have one


def test_alone_against_a_computer_and_on_one_screen_nobody_is_asked(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        for seats in (AGAINST, ONE_SCREEN):
            session = await lobby.open("drivis", {}, seats, ANNA)
            assert can(session, ANNA) == {"hint"}
            assert can(session, CARLA) == can(session, None) == set()
            assert await refused(command(session, "ask-hints", ANNA)) == "nobody-to-ask"
            assert await refused(command(session, "hint", CARLA, "look")) == "not-seated"

    tell(story)


def test_with_somebody_else_both_must_agree(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, BOTH, ANNA)
        assert can(session, ANNA) == can(session, BEN) == {"ask-hints"}
        assert await refused(command(session, "hint", ANNA, "look")) == "hint-agree"
        await command(session, "ask-hints", BEN)
        await command(session, "no", ANNA)
        assert await refused(command(session, "hint", ANNA, "look")) == "hint-agree"
        await command(session, "ask-hints", BEN)
        await command(session, "yes", ANNA)
        assert session.table.hints_allowed and session.table.request is None
        assert "allowed" in session.table.sentence(session.table.entries[-1], "en")
        assert can(session, ANNA) == {"hint"} and can(session, BEN) == set()
        assert await refused(command(session, "ask-hints", BEN)) == "hints-allowed"
        assert await refused(command(session, "hint", BEN, "look")) == "hint-turn"
        await command(session, "hint", ANNA, "look")
        assert "Anna" in session.table.sentence(hints(session)[-1], "fr")
        await choose_any(session)
        assert can(session, BEN) == {"hint"}, "for the rest of the game"
        assert read_table(lobby.store, session.table.info).hints_allowed

    tell(story)


def test_of_three_all_must_agree(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("derive", {}, THREE, ANNA)
        await command(session, "ask-hints", ANNA)
        await command(session, "yes", BEN)
        assert not session.table.hints_allowed and session.table.request is not None, "one is not enough"
        await command(session, "yes", CARLA)
        assert session.table.hints_allowed

    tell(story)


def test_who_is_left_alone_needs_no_agreement(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, BOTH, ANNA)
        await command(session, "hand-over", BEN, "1")
        assert can(session, ANNA) == {"hint"}

    tell(story)


def test_nothing_else_is_a_hint(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, ONE_SCREEN, ANNA)
        for text in ("", "tell", "look c8-d8", "check", "check ", "check a1-a9", "allowed"):
            assert await refused(command(session, "hint", ANNA, text)) == "hint-what", text
        assert await refused(command(session, "hint", ANNA, "look", seat=1)) == "hint-turn"
        await command(session, "resign", ANNA)
        assert await refused(command(session, "hint", ANNA, "look")) == "over" and can(session, ANNA) == set()

    tell(story)


# The tutor


def test_the_tutor_warns_of_what_loses_and_of_nothing_else(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, ONE_SCREEN, ANNA, POSITION)
        thinking = counted(session)
        await command(session, "hint", ANNA, "choice")
        before = session.table.next
        assert event_of(hints(session)[0]) == WINNING
        assert await command(session, "hint", ANNA, f"check {WINNING}") == before - 1
        assert session.table.next == before, "no reason to warn, no entry"
        for _ in range(2):
            await command(session, "hint", ANNA, f"check {BLUNDER}")
        warning = session.table.entries[-1]
        assert session.table.next == before + 1 and warning.text == "check" and event_of(warning) == BLUNDER
        assert "Anna" in session.table.sentence(warning, "fr") and session.table.ply == 0
        assert looked_at(session.table.state, warning), "what the reply touches"
        assert len(thinking.thought_for) == 3
        await command(session, "choose", ANNA, BLUNDER)

    tell(story)


# Two servers


def test_two_servers_tell_a_hint_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with at_home(tmp_path) as here, at_home(tmp_path) as there:
            session = await here.open("drivis", {}, ONE_SCREEN, ANNA)
            twin = await there.session(session.table.info.id)
            await asyncio.gather(*(command(each, "hint", ANNA, "look") for each in (session, twin)))
            await asyncio.gather(session.refresh(), twin.refresh())
            assert len(hints(session)) == 1 and session.table.entries == twin.table.entries
            thinking = counted(twin)
            await command(twin, "hint", ANNA, "choice")
            assert not thinking.thought_for, "what another server thought is in the entries"

    asyncio.run(story())
