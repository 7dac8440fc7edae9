"""Games that are played before they are compiled, and the compiled code that takes over in the middle."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.core import cache
from ludotheque.core.file_lock import FileLock
from ludotheque.core.game import RULES, SEARCH
from ludotheque.core.state import State
from ludotheque.play.warming import AT_A_TABLE, Job, Warming
from ludotheque.search import precompile
from ludotheque.search.computer import HurriedPlayer


@pytest.fixture
def uncompiled() -> Iterator[None]:
    """All games run as they are written."""
    for name in lt.games():
        lt.load(name).interpreted = frozenset(AT_A_TABLE)
    yield
    for name in lt.games():
        lt.load(name).interpreted = frozenset()


def play_on(state: State, chance: random.Random, choices: int) -> State:
    for _ in range(choices):
        while state.chance:
            state = state.draw(chance)
        if state.over:
            break
        seat = state.actors[0]
        state = state.play(chance.choice(state.choices(seat)), seat)
    return state


@pytest.mark.parametrize("name", lt.games())
def test_compiled_rules_take_over_in_the_middle_of_a_game(name: str, uncompiled: None) -> None:
    game, chance = lt.load(name), random.Random(5)
    before = play_on(game.new(), chance, 4)
    game.interpreted -= {RULES}
    after = play_on(before, chance, 4)
    game.interpreted = frozenset()
    replayed = after.record.replay()
    assert replayed == after and len(after.record.events) > len(before.record.events)


def test_a_twin_is_compiled_and_leaves_the_game_as_it_is(uncompiled: None) -> None:
    game = lt.load("drivis")
    twin = game.twin()
    assert twin is not game and not twin.interpreted and twin.folder == game.folder
    assert game.interpreted == {RULES, SEARCH}


@pytest.mark.parametrize("name", lt.games())
def test_a_player_whose_search_is_not_compiled_answers_all_the_same(name: str, uncompiled: None) -> None:
    game, chance = lt.load(name), random.Random(2)
    state = play_on(game.new(seats=next(n for n in game.seats if n > 1)), chance, 6)
    while state.chance:
        state = state.draw(chance)
    seat = state.actors[0]
    began = time.process_time()
    assert HurriedPlayer(8, seconds=0.2).choose(state, seat) in state.choices(seat)
    assert time.process_time() - began < 10  # it is cut off between two simulations, whatever level 8 would do


def test_a_hurried_player_takes_a_win_at_once(uncompiled: None) -> None:
    for seed in range(20):
        record = play_on(lt.load("riviere").new(), random.Random(seed), 300).record
        last = record.states()[-2]
        wins = [text for text in last.choices() if last.play(text).result == record.result]
        if record.result and last.actors[0] == record.result.index(1.0) and len(wins) < len(last.choices()):
            assert HurriedPlayer(8, seconds=0.1).choose(last) in wins  # gentle levels may overlook it
            return
    raise AssertionError("no game was won by the last choice")


# What comes first


def warming(**todo: list[str]) -> Warming:
    made = Warming(workers=2)
    made.todo = todo
    return made


def test_what_was_asked_for_comes_first_and_its_rules_before_its_search() -> None:
    it = warming(derive=[*precompile.PARTS], drivis=[*precompile.PARTS], riviere=[*precompile.PARTS])
    it.want("drivis")
    first = it.next_job()
    assert first is not None and (first.game, first.parts) == ("drivis", [RULES])
    it.jobs.append(first)
    second = it.next_job()
    assert second is not None and (second.game, second.parts) == ("drivis", [SEARCH, precompile.BULK])
    it.jobs.append(second)
    third = it.next_job()
    assert third is not None and (third.game, third.parts) == ("derive", [*precompile.PARTS])


def test_one_process_compiles_a_whole_game_that_nobody_asked_for() -> None:
    it = warming(derive=[*precompile.PARTS], drivis=[SEARCH])
    it.jobs.append(Job("derive", [*precompile.PARTS]))
    job = it.next_job()
    assert job is not None and (job.game, job.parts) == ("drivis", [SEARCH])
    it.jobs.append(job)
    assert it.next_job() is None


def test_who_asks_interrupts_what_nobody_asked_for() -> None:
    it = warming(derive=[*precompile.PARTS], drivis=[*precompile.PARTS], riviere=[*precompile.PARTS])
    it.want("riviere")
    it.jobs += [Job("derive", [RULES]), Job("riviere", [RULES])]
    it.want("drivis")
    assert [job.given_up for job in it.jobs] == [True, False]


def test_progress_goes_from_nothing_to_everything(uncompiled: None) -> None:
    async def story() -> list[int | None]:
        it, seen = warming(drivis=[*precompile.PARTS]), []
        it.changed = lambda game: seen.append(it.progress(game))
        job = Job("drivis", [*precompile.PARTS])
        for line in ("rules 13 26", "rules 26 26", "search 10 40", "search 20 40", "search 40 40"):
            await it.hear(job, *line.split())
        assert it.todo == {"drivis": [precompile.BULK]} and job.parts == [precompile.BULK]
        return seen

    assert asyncio.run(story()) == [15, 30, 47, 65, None]
    assert not lt.load("drivis").interpreted


def test_a_game_that_cannot_be_compiled_is_given_up_not_the_server(uncompiled: None) -> None:
    it = warming(drivis=[*precompile.PARTS])
    it.fail(Job("drivis", [RULES]))
    assert it.next_job() is not None
    it.fail(Job("drivis", [RULES]))
    assert it.next_job() is None and lt.load("drivis").new().choices()


@pytest.mark.long
def test_everything_is_compiled_by_itself_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real processes, with an empty cache."""
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    monkeypatch.setattr(cache, "own_root", lambda: tmp_path / "compiled")
    monkeypatch.setattr("ludotheque.play.warming.games", lambda: ["drivis"])

    async def story() -> list[int | None]:
        seen: list[int | None] = []
        it = Warming(lambda game: seen.append(it.progress(game)))
        it.start()
        it.want("drivis")
        await it.settled("drivis")
        assert not it.is_ready("drivis")
        assert it.work is not None
        await it.work
        assert it.is_ready("drivis") and all(precompile.is_ready(lt.load("drivis"), part) for part in precompile.PARTS)
        await it.close()
        return seen

    seen = asyncio.run(story())
    numbers = [number for number in seen if number is not None]
    assert numbers == sorted(numbers) and len(set(numbers)) > 10 and seen[-1] is None


def test_of_two_servers_one_compiles_and_the_other_takes_over(
    uncompiled: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second one compiles nothing that the first one will have done; when that one dies, it is its turn."""
    ready: set[str] = set()
    compiled: list[str] = []
    for name, value in (
        ("games", lambda: ["drivis"]),
        ("is_ready", lambda _, part: part in ready),
        ("LOOK_AGAIN", 0.01),
    ):
        monkeypatch.setattr(f"ludotheque.play.warming.{name}", value)
    monkeypatch.setattr(cache, "own_root", lambda: tmp_path)

    async def compile(job: Job) -> None:
        for part in [*job.parts]:
            compiled.append(part)
            await second.hear(job, part, "1", "1")

    async def story() -> None:
        monkeypatch.setattr(second, "compile", compile)
        second.start()
        second.want("drivis")
        await second.settled("drivis")
        ready.add(RULES)
        async with asyncio.timeout(60):
            while RULES in second.todo["drivis"]:
                await asyncio.sleep(0.01)
        assert not compiled and lt.load("drivis").interpreted == {SEARCH}
        first.give_back()
        assert second.work is not None
        await second.work
        assert compiled == [SEARCH, precompile.BULK] and second.is_ready("drivis")
        await second.close()

    first, second = FileLock(tmp_path / "compiling.lock"), Warming(workers=1)
    assert first.take()
    asyncio.run(story())
    assert first.take(), "what is compiled needs no lock any more"
    first.give_back()
