"""Reports in the background: they wait their turn, are kept, and go on after a restart."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path

import pytest
from lobbies import ANNA, at_home, refused

import ludotheque as lt
from ludotheque.core.record import Record
from ludotheque.play import report_desk
from ludotheque.play.lobby import Lobby
from ludotheque.search.reports import quality
from ludotheque.search.reports.reporter import Reporter


def a_game(seed: int = 1) -> Record:
    rng = random.Random(seed)
    state = lt.load("drivis").new(names=["Anna", "Ben"])
    while not state.over:
        state = state.play(rng.choice(state.choices()))
    return state.record


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(quality.QUALITIES, "tiny", quality.Quality("tiny", 0.001, 0.001, 0.001, 0.0))
    monkeypatch.setattr(report_desk, "QUALITY", "tiny")


async def done(lobby: Lobby, id: str, record: Record) -> report_desk.Standing:
    while (standing := await lobby.reports.standing(id, record)).state not in ("done", "failed"):
        await asyncio.sleep(0.02)
    return standing


def test_a_report_is_made_and_kept(tmp_path: Path) -> None:
    record = a_game()

    async def story() -> None:
        async with at_home(tmp_path) as lobby:
            assert (await lobby.reports.standing("r", record)).state == "none"
            assert await lobby.reports.report("r", record) is None
            asked = await lobby.reports.wish("r", record, ANNA)
            assert asked.state in ("waiting", "working") and asked.total == len(record.events)
            assert (await done(lobby, "r", record)).done == asked.total
        async with at_home(tmp_path) as lobby:
            assert (await lobby.reports.wish("r", record, ANNA)).state == "done"
            kept = await lobby.reports.report("r", record)
            assert kept == lt.report(record, quality="tiny")

    asyncio.run(story())


def test_it_survives_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record, judged, judge = a_game(), [], Reporter.judge

    def counting(self: Reporter, at: int) -> object:
        judged.append(at)
        return judge(self, at)

    monkeypatch.setattr(Reporter, "judge", counting)

    async def story() -> None:
        async with at_home(tmp_path) as lobby:
            await lobby.reports.wish("r", record, ANNA)
            while (await lobby.reports.standing("r", record)).done < 3:
                await asyncio.sleep(0.005)
        before = len(judged)
        assert before < len(record.events)
        async with at_home(tmp_path) as lobby:
            assert (await done(lobby, "r", record)).state == "done"
            assert await lobby.reports.report("r", record) == lt.report(record, quality="tiny")
        assert judged.count(0) == 2  # once there, once by the comparison above; never again after the restart

    asyncio.run(story())


def test_a_game_that_went_on_is_judged_anew(tmp_path: Path) -> None:
    """The last choice can be taken back after the end, at one screen."""
    longer = a_game()
    shorter = replace(longer, events=longer.events[:2], result=None)

    async def story() -> None:
        async with at_home(tmp_path) as lobby:
            await lobby.reports.wish("r", shorter, ANNA)
            await done(lobby, "r", shorter)
            assert (await lobby.reports.standing("r", longer)).state == "none"
            assert await lobby.reports.report("r", longer) is None
            await lobby.reports.wish("r", longer, ANNA)
            await done(lobby, "r", longer)
            found = await lobby.reports.report("r", longer)
            assert found is not None and len(found.moments) == len(longer.events)

    asyncio.run(story())


def test_nobody_has_too_many_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_desk, "MOST_WAITING", 1)

    async def story() -> None:
        async with at_home(tmp_path) as lobby:
            await lobby.reports.close()  # nobody works
            await lobby.reports.wish("a", a_game(1), ANNA)
            assert await refused(lobby.reports.wish("b", a_game(2), ANNA)) == "too-many-reports"
            await lobby.reports.wish("a", a_game(1), ANNA)  # the same again is no other
            await lobby.reports.wish("b", a_game(2), "ben")
            assert (await lobby.reports.standing("b", a_game(2))).ahead == 1

    asyncio.run(story())


def test_what_cannot_be_judged_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Reporter, at: int) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(Reporter, "judge", broken)
    monkeypatch.setattr(report_desk, "pauses", lambda: iter([0.0] * 100))
    monkeypatch.setattr(report_desk, "LEASE", -1)

    async def story() -> None:
        async with at_home(tmp_path) as lobby:
            record = a_game()
            await lobby.reports.wish("r", record, ANNA)
            while (await lobby.reports.standing("r", record)).state != "failed":
                await asyncio.sleep(0.01)

    asyncio.run(story())
