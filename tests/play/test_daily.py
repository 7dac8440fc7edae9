"""The daily game: the same dice for all, one try that counts, sealed until the day is over, and par."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from lobbies import ANNA, BEN, CARLA, at_home, choose_any, command, refused

import ludotheque as lt
from ludotheque.play import commands, daily, days
from ludotheque.play.commands import Command
from ludotheque.play.daily import DailyGames, Par, place_of
from ludotheque.play.days import day_after, end_of, today
from ludotheque.play.fair_dice import FairDice
from ludotheque.play.ports import OVER
from ludotheque.play.session import Session

DAILY = [name for name in lt.games() if lt.load(name).daily]
GAME = lt.load(DAILY[0])
KEY = b"a key"


@pytest.fixture(autouse=True)
def no_par(monkeypatch: pytest.MonkeyPatch) -> None:
    """The strongest level thinks for minutes."""
    monkeypatch.setattr(daily, "PAR_GAMES", 0)


@pytest.fixture
def tell(tmp_path: Path) -> Any:
    def run(story: Any) -> None:
        async def told() -> None:
            async with at_home(tmp_path) as lobby:
                games = DailyGames(lobby, KEY)
                await story(games)
                await games.close()

        asyncio.run(told())

    return run


def drawn(session: Session) -> list[str]:
    return [entry.text for entry in session.table.entries if entry.kind == "chance"]


async def finish(session: Session) -> None:
    while session.table.status != OVER:
        await choose_any(session)


def tomorrow(monkeypatch: pytest.MonkeyPatch) -> None:
    later = end_of(today()) + 1000
    for module in (commands, daily, days):
        monkeypatch.setattr(module, "now", lambda: later)


def test_days() -> None:
    assert day_after("2026-12-31") == "2027-01-01" and end_of("1970-01-01") == 86_400_000
    assert place_of(50, [70, 50, 50, 20]) == 2 and place_of(80, [70]) == 1
    assert Par([60, 70, 80]).mean == 70 and Par([60, 70, 80]).spread == 10


def test_all_have_the_same_dice_whatever_they_choose(tell: Any) -> None:
    async def story(games: DailyGames) -> None:
        one = await games.open(GAME, today(), ANNA, "Anna", counts=True)
        other = await games.open(GAME, today(), BEN, "Ben", counts=True)
        for _ in range(25):
            for session, place in ((one, 0), (other, -1)):
                if session.table.actors:
                    await command(session, "choose", session.table.info.opener, session.table.state.choices(0)[place])
        assert one.table.state != other.table.state
        n = min(len(drawn(one)), len(drawn(other)))
        assert n > 6 and drawn(one)[:n] == drawn(other)[:n]
        assert not any(nonce.text for nonce in one.table.nonces)

    tell(story)


def test_one_try_counts_and_then_it_is_for_fun(tell: Any) -> None:
    async def story(games: DailyGames) -> None:
        assert await refused(games.open(GAME, today(), ANNA, "", counts=False)) == "counts-first"
        first = await games.open(GAME, today(), ANNA, "", counts=True)
        assert await games.open(GAME, today(), ANNA, "", counts=True) is first
        assert await refused(command(first, "hint", ANNA, "look")) == "hint-counts"
        assert "hint" not in commands.possible(first.table, ANNA)
        assert await refused(games.open(GAME, today(), ANNA, "", counts=False)) == "counts-first"
        await finish(first)
        store = games.lobby.store
        assert store.daily_scores(GAME.name, today()) == [first.table.state.scores[0]]  # type: ignore[index]
        fun = await games.open(GAME, today(), ANNA, "", counts=False)
        assert drawn(fun) == drawn(first)[: len(drawn(fun))] and "hint" in commands.possible(fun.table, ANNA)
        await command(fun, "abandon", ANNA)
        assert len(store.daily_scores(GAME.name, today())) == 1

    tell(story)


def test_its_dice_are_sealed_until_the_day_is_over(tell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(games: DailyGames) -> None:
        day = today()
        now, following = await games.prepare(GAME)
        session = await games.open(GAME, day, ANNA, "", counts=True)
        id = session.table.info.id
        await command(session, "abandon", ANNA)
        assert session.table.info.commitment == now != following
        assert session.table.secret is None and await games.secret(GAME, day) is None
        assert await refused(command(session, "undo", ANNA)) in ("undo-over", "nothing-to-undo")
        # Nobody gets at the secret by another table with the same dice
        stolen = games.lobby.open(GAME.name, {}, session.table.seats, ANNA, commitment=following)
        assert await refused(stolen) == "dice-taken"
        again = await games.lobby.session(await games.lobby.rematch(session, Command("rematch", ANNA)))
        assert again.table.info.commitment not in (now, following) and again.table.info.day is None

        late = await games.open(GAME, day, BEN, "", counts=True)

        tomorrow(monkeypatch)
        assert today() == day_after(day)
        assert await refused(choose_any(late)) == "day-over", "its dice are known by now"
        session = await games.lobby.session(id)
        assert session.table.secret == await games.secret(GAME, day)
        assert lt.verify(session.table.record)
        assert (await games.prepare(GAME))[0] == following, "as it was promised the day before"
        assert await refused(games.open(GAME, day, CARLA, "", counts=True)) == "day-over"
        fun = await games.open(GAME, day, BEN, "", counts=False)
        await command(fun, "abandon", BEN)
        assert fun.table.secret == session.table.secret
        assert games.lobby.store.days(GAME.name, today(), 9) == [today(), day]

    tell(story)


def test_only_days_that_are_there(tell: Any) -> None:
    async def story(games: DailyGames) -> None:
        other = lt.load(next(name for name in lt.games() if name not in DAILY))
        assert await refused(games.open(other, today(), ANNA, "", counts=True)) == "no-daily"
        await games.prepare(GAME)
        for day in (day_after(today()), "1999-01-01", "yesterday", "2026-1-1"):
            assert await refused(games.open(GAME, day, ANNA, "", counts=False)) == "no-day"

    tell(story)


def test_par_is_what_the_strongest_level_scores_on_these_dice(tell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Played by a quick level here: the same seeds give the same scores, and they are kept."""
    monkeypatch.setattr(daily, "LEVELS", (1,))
    monkeypatch.setattr(daily, "PAR_GAMES", 2)

    async def story(games: DailyGames) -> None:
        assert (await games.par(GAME, today())).scores == []
        games.want_par(GAME, today(), await games.commitment(GAME, today()))
        await asyncio.gather(*games.playing.values())
        par = await games.par(GAME, today())
        assert par.is_done and len(par.scores) == 2 and not games.playing
        kept = await games.lobby.threads.run(games.lobby.store.dice, await games.commitment(GAME, today()))
        assert kept is not None
        again = await games.play_game(GAME, FairDice.of(kept), 1)
        assert again == par.scores[1]

    tell(story)
