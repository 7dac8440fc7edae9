"""Duplicate matches: the same dice in both legs, sides changed, revealed after the second one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from lobbies import ANNA, BEN, at_home, choose_any, command, refused

import ludotheque as lt
from ludotheque.play import commands, duplicate
from ludotheque.play.commands import QUIET, now
from ludotheque.play.duplicate import Match
from ludotheque.play.lobby import Lobby
from ludotheque.play.ports import OVER
from ludotheque.play.session import Session
from ludotheque.play.table import COMPUTER, PERSON, Seat

NONCE = "000102030405060708090a0b0c0d0e0f"
FRIENDS = [Seat(PERSON, ANNA, "Anna", nonce=NONCE), Seat(PERSON, BEN, "Ben", nonce=NONCE[::-1])]
ALONE = [Seat(PERSON, ANNA, "Anna", nonce=NONCE), Seat(COMPUTER, None, "", 1)]
Story = Callable[[Lobby], Awaitable[None]]


@pytest.fixture
def tell(tmp_path: Path) -> Callable[[Story], None]:
    def run(story: Story) -> None:
        async def told() -> None:
            async with at_home(tmp_path) as lobby:
                await story(lobby)

        asyncio.run(told())

    return run


async def first_leg(lobby: Lobby, game: str = "derive", seats: list[Seat] = FRIENDS, most: int = 60) -> Session:
    session = await lobby.open(game, {"max_choices": most}, seats, ANNA, duplicate=True)
    await finish(session)
    return session


async def second_leg(lobby: Lobby, first: Session) -> Session:
    return await lobby.session(await lobby.rematch(first, commands.Command("rematch", ANNA)))


async def finish(session: Session) -> None:
    while session.table.status != OVER:
        await choose_any(session)


def drawn(session: Session) -> list[str]:
    return [entry.text for entry in session.table.entries if entry.kind == "chance"]


def test_both_legs_have_the_same_dice_and_other_sides(tell: Callable[[Story], None]) -> None:
    async def story(lobby: Lobby) -> None:
        first = await first_leg(lobby)
        second = await second_leg(lobby, first)
        assert [seat.player for seat in second.table.seats] == [BEN, ANNA]
        assert second.table.nonces == first.table.nonces
        assert second.table.info.commitment == first.table.info.commitment
        assert drawn(second) == drawn(first)[: len(drawn(second))] != []
        await finish(second)
        same, _ = Match(first.table, second.table).draws
        assert drawn(second)[:same] == drawn(first)[:same] and same > 0

    tell(story)


def test_the_secret_is_told_after_the_second_leg_and_then_both_can_be_checked(tell: Callable[[Story], None]) -> None:
    async def story(lobby: Lobby) -> None:
        first = await first_leg(lobby)
        assert (await lobby.session(first.table.info.id)).table.secret is None
        second = await second_leg(lobby, first)
        assert (await lobby.session(first.table.info.id)).table.secret is None
        await finish(second)
        first = await lobby.session(first.table.info.id)
        assert first.table.secret is not None and first.table.secret == second.table.secret
        for leg in (first, second):
            assert lt.verify(lt.Record.parse(str(leg.table.record)))

    tell(story)


def test_after_a_restart_everything_is_known_again(tmp_path: Path) -> None:
    async def begin() -> str:
        async with at_home(tmp_path) as lobby:
            second = await second_leg(lobby, await first_leg(lobby))
            return second.table.info.id

    async def go_on(id: str) -> None:
        async with at_home(tmp_path) as lobby:
            second = await lobby.session(id)
            assert second.table.info.leg == 2 and second.first_leg is not None and second.first_leg.info.leg == 1
            await finish(second)
            first = await lobby.session(second.first_leg.info.id)
            assert first.table.secret == second.table.secret is not None

    asyncio.run(go_on(asyncio.run(begin())))


def test_against_a_computer_nonces_stay_at_their_seats(tell: Callable[[Story], None]) -> None:
    async def story(lobby: Lobby) -> None:
        first = await lobby.open("derive", {}, ALONE, ANNA, duplicate=True)
        await command(first, "resign", ANNA)
        second = await second_leg(lobby, first)
        assert [seat.kind for seat in second.table.seats] == [COMPUTER, PERSON]
        assert second.table.nonces == first.table.nonces
        assert [nonce.kind for nonce in second.table.nonces] == ["person", "computer"]
        await command(second, "resign", ANNA)
        assert Match(first.table, second.table).result == (2.0, -2.0)
        assert lt.verify(lt.Record.parse(str(second.table.record)))

    tell(story)


def test_in_the_next_match_everybody_has_their_own_nonce_again(tell: Callable[[Story], None]) -> None:
    async def story(lobby: Lobby) -> None:
        first = await lobby.open("derive", {}, ALONE, ANNA, duplicate=True)
        await command(first, "resign", ANNA)
        second = await second_leg(lobby, first)
        await command(second, "resign", ANNA)
        third = await second_leg(lobby, second)
        assert third.table.info.leg == 1 and third.table.info.commitment == second.table.secret
        assert [nonce.kind for nonce in third.table.nonces] == ["computer", "person"]
        assert third.table.nonces[1].text == NONCE

    tell(story)


def test_a_first_leg_is_revealed_by_a_server_that_knows_neither(tmp_path: Path) -> None:
    async def play() -> tuple[str, str]:
        async with at_home(tmp_path) as lobby:
            first = await first_leg(lobby)
            second = await second_leg(lobby, first)
            await finish(second)
            assert first.table.secret is None and second.table.secret is not None
            return first.table.info.id, second.table.secret

    async def look(id: str, secret: str) -> None:
        async with at_home(tmp_path) as lobby:
            assert (await asyncio.wait_for(lobby.session(id), 10)).table.secret == secret

    asyncio.run(look(*asyncio.run(play())))


def test_who_gives_the_first_leg_up_has_no_second(tell: Callable[[Story], None]) -> None:
    async def story(lobby: Lobby) -> None:
        first = await lobby.open("derive", {}, ALONE, ANNA, duplicate=True)
        await command(first, "abandon", ANNA)
        assert first.table.secret is not None
        following = await second_leg(lobby, first)
        assert following.table.info.leg == 1  # another match, with other dice
        assert following.table.info.commitment == first.table.secret

    tell(story)


def test_dice_of_a_match_that_nobody_goes_on_with_are_revealed(
    tell: Callable[[Story], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(lobby: Lobby) -> None:
        first = await first_leg(lobby)
        later = now() + QUIET
        monkeypatch.setattr(commands, "now", lambda: later)
        assert (await lobby.session(first.table.info.id)).table.secret is not None
        assert not duplicate.is_second_leg_due(first.table)

    tell(story)


def test_nothing_is_taken_back_once_the_second_leg_has_begun(tell: Callable[[Story], None]) -> None:
    async def story(lobby: Lobby) -> None:
        here = [Seat(PERSON, ANNA, "Anna"), Seat(PERSON, ANNA, "Ben")]
        first = await first_leg(lobby, "drivis", here, most=4)
        assert "undo" in commands.possible(first.table, ANNA)
        await second_leg(lobby, first)
        assert await refused(command(first, "undo", ANNA)) == "undo-second-leg"

    tell(story)


@pytest.mark.parametrize("game", [name for name in lt.games() if 2 in lt.load(name).seats])
def test_every_game_says_how_it_went(tell: Callable[[Story], None], game: str) -> None:
    async def story(lobby: Lobby) -> None:
        options = {"max_choices": 20} if "max_choices" in lt.load(game).options else {}
        first = await lobby.open(game, options, FRIENDS, ANNA, duplicate=True)
        await finish(first)
        second = await second_leg(lobby, first)
        await finish(second)
        match = Match(first.table, second.table)
        assert match.result is not None and sum(match.result) == 0
        for lang in ("en", "fr"):
            said = match.sentences(lang)
            has_dice = second.table.info.commitment is not None
            assert len(said) == 1 + has_dice + (match.scores is not None) and "{" not in " ".join(said)

    tell(story)


def test_in_all_games_draws_correspond_as_far_as_both_legs_go(tell: Callable[[Story], None]) -> None:
    """Whatever is chosen: dice are dice, and tiles come out of one pool. The document on dice says so."""

    async def story(lobby: Lobby) -> None:
        for game in ("derive", "number-drop", "riviere"):
            first = await lobby.open(game, {"max_choices": 60}, FRIENDS, ANNA, duplicate=True)
            await finish(first)
            second = await second_leg(lobby, first)
            while second.table.status != OVER:
                seat = second.table.actors[0]
                player, last = str(second.table.seats[seat].player), second.table.state.choices(seat)[-1]
                await command(second, "choose", player, last, seat=seat)
            shorter = min(len(drawn(first)), len(drawn(second)))
            assert Match(first.table, second.table).draws == (shorter, False)
            assert drawn(first)[:shorter] == drawn(second)[:shorter]

    tell(story)


def test_draws_that_are_about_something_else_no_longer_correspond(tell: Callable[[Story], None]) -> None:
    """Two games that have the draw of who begins in common, and no other."""

    async def story(lobby: Lobby) -> None:
        one = await lobby.open("derive", {"max_choices": 60}, FRIENDS, ANNA)
        await finish(one)
        other = await lobby.open("riviere", {"max_choices": 60}, FRIENDS, ANNA)
        await finish(other)
        same, is_parted = Match(one.table, other.table).draws
        draws = [leg.table.dice.draws for leg in (one, other) if leg.table.dice]
        assert is_parted and draws[0][same].outcomes != draws[1][same].outcomes
        assert all(mine.outcomes == theirs.outcomes for mine, theirs in zip(*draws, strict=False) if mine.number < same)
        said = Match(one.table, other.table).sentences("en")[-1]
        assert "no longer correspond" in said if same else "do not correspond" in said

    tell(story)
