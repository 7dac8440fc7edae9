"""Committed dice at a table: on disk before any draw, numbered for ever, revealed whenever a game is over."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lobbies import ANNA, BEN, BOTH, ONE_SCREEN, at_home, choose_any, command, refused

import ludotheque as lt
from ludotheque.core.dice import NOBODY, Nonce, computer_nonce
from ludotheque.play import commands
from ludotheque.play.commands import Command, apply, entry, numbered, opening
from ludotheque.play.fair_dice import CHAIN, FairDice, new_dice, next_dice
from ludotheque.play.lobby import Lobby
from ludotheque.play.ports import OVER, RUNNING, WAITING, TableInfo
from ludotheque.play.session import Session
from ludotheque.play.table import COMPUTER, PERSON, Seat, Table

MINE, YOURS = "aa" * 16, "bb" * 16
AGAINST = [Seat(PERSON, ANNA, "Anna", nonce=MINE), Seat(COMPUTER, None, "", 1)]
FREE_SEAT = [Seat(PERSON, ANNA, "Anna", nonce=MINE), Seat()]


@pytest.fixture
def tell(tmp_path: Path) -> Any:
    def run(story: Any) -> None:
        async def told() -> None:
            async with at_home(tmp_path) as lobby:
                await story(lobby)

        asyncio.run(told())

    return run


async def promised(lobby: Lobby, game: str, seats: list[Seat], **options: Any) -> Session:
    """Opened as a page does it: the commitment first."""
    kept = await lobby.dice_for(game)
    assert kept is not None
    return await lobby.open(game, options, seats, ANNA, commitment=kept.commitment)


def verified(table: Table) -> list[str]:
    return [str(sentence) for sentence in lt.verify(lt.Record.parse(str(table.record)))]


def test_every_draw_follows_from_what_was_promised(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await promised(lobby, "number-drop", AGAINST)
        table, dice = session.table, session.dice
        assert dice is not None and hashlib.sha256(dice.secret).hexdigest() == table.info.commitment
        assert table.nonces == (Nonce("person", MINE), Nonce("computer", computer_nonce(dice.secret, 1)))
        async with asyncio.timeout(60):
            while session.table.draws < 10:
                if 0 in session.table.actors:
                    await choose_any(session, ANNA)
                await asyncio.sleep(0.02)
        assert dice.secret.hex() not in str(session.table.record)
        await command(session, "resign", ANNA)
        assert session.table.secret == dice.secret.hex()
        assert verified(session.table)[2].startswith("Seats: 1 with a nonce of a person, 1 with one of a computer")

    tell(story)


def test_a_game_without_chance_has_no_dice(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, ONE_SCREEN, ANNA)
        assert session.dice is None and session.table.info.commitment is None and session.table.record.dice is None
        assert await lobby.dice_for("drivis") is None

    tell(story)


def test_who_joins_gives_a_nonce_after_the_commitment(tell: Any) -> None:
    """Who rises takes it along, and who takes over a seat later finds the one that was given."""

    async def story(lobby: Lobby) -> None:
        session = await promised(lobby, "derive", FREE_SEAT)
        assert session.table.status == WAITING and session.table.draws == 0
        await command(session, "sit", BEN, "Ben", nonce=YOURS)
        begun = session.table
        assert begun.nonces == (Nonce("person", MINE), Nonce("person", YOURS)) and begun.draws == 1
        await command(session, "hand-over", BEN, "1")
        assert session.table.nonces == begun.nonces

    tell(story)


def test_before_the_game_a_seat_is_given_back_with_its_nonce(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await promised(lobby, "number-drop", [*FREE_SEAT, Seat()])
        await command(session, "sit", BEN, "Ben", nonce=YOURS)
        await command(session, "leave", BEN)
        assert session.table.nonces[1].kind == NOBODY
        await command(session, "fill", ANNA, "1")
        await command(session, "sit", BEN, "Ben")  # a program that gives none
        assert [nonce.kind for nonce in session.table.nonces] == ["person", "computer", "none"]
        assert session.table.status == RUNNING
        assert await refused(command(session, "abandon", ANNA)) == "abandon-others"

    tell(story)


def test_a_nonce_is_a_nonce(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await promised(lobby, "derive", FREE_SEAT)
        for wrong in ("AA" * 16, "aa" * 15, "zz" * 16):
            assert await refused(command(session, "sit", BEN, nonce=wrong)) == "nonce"
        assert await refused(lobby.open("derive", {}, BOTH, ANNA, commitment="00" * 32)) == "no-dice"
        assert session.table.info.commitment
        again = lobby.open("derive", {}, BOTH, ANNA, commitment=session.table.info.commitment)
        assert await refused(again) == "dice-taken"

    tell(story)


def test_what_is_revealed_cannot_be_taken_back(tell: Any) -> None:
    """Otherwise the game would go on with dice that everybody knows."""

    async def story(lobby: Lobby) -> None:
        session = await lobby.open("derive", {"max_choices": 1}, ONE_SCREEN, ANNA)
        while session.table.status != OVER:
            await choose_any(session)
        assert session.table.entries[-1].kind == "reveal" and verified(session.table)
        assert await refused(command(session, "undo", ANNA)) in ("undo-over", "nothing-to-undo")
        assert "undo" not in commands.possible(session.table, ANNA)

    tell(story)


def test_a_game_that_is_given_up_reveals_its_dice(tell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Alone at any time; with others when nothing has happened for days. It has no result and no score."""

    async def story(lobby: Lobby) -> None:
        alone = await lobby.open("number-drop", {}, [Seat(PERSON, ANNA, "Anna")], ANNA)
        assert "abandon" in commands.possible(alone.table, ANNA)
        await command(alone, "abandon", ANNA)
        table = alone.table
        assert table.status == OVER and table.result is None and table.summary().scores is None and verified(table)
        assert table.status_sentence("en") == "The game was given up without a result."
        assert await refused(command(alone, "undo", ANNA)) == "nothing-to-undo"

        both = await lobby.open("derive", {}, BOTH, ANNA)
        assert "abandon" not in commands.possible(both.table, ANNA)
        later = commands.now() + commands.QUIET
        monkeypatch.setattr(commands, "now", lambda: later)
        assert "abandon" in commands.possible(both.table, BEN)
        await command(both, "abandon", BEN)
        assert both.table.secret and verified(both.table)

    tell(story)


def test_a_rematch_goes_on_in_the_chain(tell: Any) -> None:
    """What a game reveals is the commitment of the next; the nonces move with their people."""

    async def story(lobby: Lobby) -> None:
        session = await promised(lobby, "derive", AGAINST)
        await command(session, "resign", ANNA)
        first = session.table
        other = await lobby.session(await lobby.rematch(session, Command("rematch", ANNA, text="swap")))
        assert other.table.info.commitment == first.secret and other.table.secret is None
        assert [nonce.kind for nonce in other.table.nonces] == ["computer", "person"]
        assert other.table.nonces[1].text == MINE and other.table.nonces[0].text != first.nonces[1].text
        await command(other, "resign", ANNA)
        assert verified(other.table)

    tell(story)


def test_a_rematch_of_an_old_table_has_dice_without_nonces(tell: Any) -> None:
    """Whoever makes new dice knows the nonces by then."""

    async def story(lobby: Lobby) -> None:
        session = await promised(lobby, "derive", AGAINST)
        session.table = replace(session.table, info=replace(session.table.info, commitment=None))
        session.dice = None
        await command(session, "resign", ANNA)
        other = await lobby.session(await lobby.rematch(session, Command("rematch", ANNA)))
        assert other.table.info.commitment and other.table.nonces[0].kind == NOBODY

    tell(story)


def test_a_table_goes_on_after_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        async with at_home(tmp_path) as lobby:
            session = await promised(lobby, "number-drop", [replace(seat, nonce=MINE) for seat in ONE_SCREEN])
            id = session.table.info.id
            for _ in range(8):
                await choose_any(session)
            before = session.table.draws
        async with at_home(tmp_path) as lobby:
            session = await lobby.session(id)
            while session.table.draws == before:
                await choose_any(session)
            assert session.table.draws > before > 0
            await command(session, "resign", ANNA, seat=0)
            assert verified(session.table)
        async with at_home(tmp_path) as lobby:
            session = await lobby.session(id)
            assert session.dice is None, "nobody needs it any more"
            assert verified(session.table)

    asyncio.run(story())


# Without a store


def table_with_dice(game: str = "derive") -> tuple[Table, FairDice]:
    kept = new_dice(0)
    info = TableInfo("t", game, lt.load(game).edition, 2, {}, "", 0, ANNA, commitment=kept.commitment)
    dice = FairDice.of(kept)
    return opening(info, ONE_SCREEN, dice), dice


def test_numbers_never_rewind() -> None:
    """No command takes a draw back; but if an entry did, the next draw would have a new number, and the record would
    show that one is missing."""
    table, dice = table_with_dice()
    assert table.draws == 1
    undone = table.with_entries(numbered(table, [entry("undo", more={"keep": 0})]))
    again = commands.extend(undone, [], dice)
    assert again.draws == 2 and again.ply == 1
    record = again.record
    assert record.dice is not None and [draw.number for draw in record.dice.draws] == [1]
    over = apply(again, Command("resign", ANNA, seat=0), dice)
    with pytest.raises(lt.VerifyError) as caught:
        lt.verify(over.record)
    assert caught.value.sentence.key == "verify.number"


def test_nothing_else_draws_where_dice_were_promised() -> None:
    table, _ = table_with_dice("number-drop")

    def play_on(table: Table) -> None:
        while True:
            seat = table.actors[0]
            table = commands.choose_for(table, seat, table.state.choices(seat)[0])

    with pytest.raises(RuntimeError, match="not at hand"):
        play_on(table)


def test_the_chain() -> None:
    kept = new_dice(1)
    following = next_dice(kept, 2)
    assert following is not None and FairDice.of(kept).secret.hex() == following.commitment
    assert hashlib.sha256(FairDice.of(following).secret).digest() == FairDice.of(kept).secret
    last = replace(kept, place=CHAIN - 1)
    assert FairDice.of(last).secret.hex() == kept.root and next_dice(last, 3) is None


def test_secrets_are_not_shown_by_accident() -> None:
    """In a log, a traceback or a debugger's first look."""
    kept = replace(new_dice(1), root=secrets.token_hex(32))
    shown = repr(kept) + repr(FairDice.of(kept))
    assert kept.root not in shown and FairDice.of(kept).secret.hex() not in shown
