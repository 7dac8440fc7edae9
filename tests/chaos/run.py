"""One run: people play, faults come one after the other, and after each of them everything is looked at."""

from __future__ import annotations

import asyncio
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

import httpx

from . import checker
from .faults import FAULTS, Fault
from .house import House, Plan, open_house
from .ledger import Ledger
from .parties import Party
from .web import TIMEOUT, World

GOING_HOME = 180.0  # seconds until all that was sent is answered, when no more faults come


@dataclass(frozen=True)
class Settings:
    plan: Plan = field(default_factory=Plan)
    seed: int = 0
    minutes: float | None = None
    kills: int | None = None
    rounds: int | None = None  # of all faults
    faults: tuple[str, ...] = ()  # all that are possible, if none is named
    parties: int = 10


@dataclass
class Report:
    """What has happened so far."""

    settings: Settings
    ledger: Ledger = field(default_factory=Ledger)
    started: float = field(default_factory=monotonic)
    faults: Counter[str] = field(default_factory=Counter)
    recoveries: dict[str, list[float]] = field(default_factory=dict)  # seconds until every table went on
    impossible: dict[str, str] = field(default_factory=dict)  # fault -> what it would need
    kills: int = 0
    rounds: int = 0
    now: str = "starting"

    @property
    def seconds(self) -> float:
        return monotonic() - self.started

    @property
    def is_enough(self) -> bool:
        """When to stop: after so many kills or rounds, so much time, or a complaint."""
        asked = self.settings
        reached = ((self.kills, asked.kills), (self.rounds, asked.rounds), (self.seconds / 60, asked.minutes))
        return bool(self.ledger.complaints) or any(most is not None and now >= most for now, most in reached)


async def run(settings: Settings, report: Report, home: Path) -> None:
    rng = random.Random(settings.seed)
    async with open_house(home, settings.plan, rng) as house, client() as web:
        world = World(house, report.ledger, random.Random(settings.seed + 1), web)
        playing = [asyncio.create_task(live(world, number)) for number in range(settings.parties)]
        try:
            await break_things(world, report, rng)
            await go_home(world, report, playing)
        finally:
            for task in (*playing, *world.errands):
                task.cancel()
        report.now = "auditing"
        await house.stop()
        await asyncio.to_thread(checker.audit, report.ledger, house.where)
        for told in house.tracebacks[:3]:
            report.ledger.complain(f"a traceback in the log of {told}")


def client() -> httpx.AsyncClient:
    limits = httpx.Limits(max_connections=200, max_keepalive_connections=20)
    return httpx.AsyncClient(timeout=TIMEOUT, limits=limits, trust_env=False)


async def live(world: World, number: int) -> None:
    """Whatever nobody expected is a complaint as well."""
    party = Party(world, number, random.Random(f"{world.rng.random()} {number}"))
    try:
        await party.live()
    except Exception as problem:
        world.ledger.complain(f"party {number} broke up: {problem!r}")


async def break_things(world: World, report: Report, rng: random.Random) -> None:
    """The faults in random order, all of them before any comes again."""
    possible = possible_faults(world.house, report)
    report.now = "sitting down"
    await asyncio.sleep(2)
    await checker.recover(world)
    while not report.is_enough:
        for fault in rng.sample(possible, len(possible)):
            if not report.is_enough:
                await break_one(world, report, rng, fault)
        report.rounds += 1


def possible_faults(house: House, report: Report) -> list[Fault]:
    wanted = [FAULTS[name] for name in report.settings.faults or FAULTS]
    report.impossible = {fault.name: fault.needs(house) for fault in wanted if fault.needs(house)}
    return [fault for fault in wanted if fault.name not in report.impossible]


async def break_one(world: World, report: Report, rng: random.Random, fault: Fault) -> None:
    report.now = fault.name
    report.kills += await fault.act(world, rng)
    report.faults[fault.name] += 1
    report.now = f"after {fault.name}"
    report.recoveries.setdefault(fault.name, []).append(await checker.recover(world))
    await checker.look(world)
    await asyncio.sleep(rng.uniform(0, 0.5))


async def go_home(world: World, report: Report, playing: list[asyncio.Task[None]]) -> None:
    """Nothing is sent any more; what was, is answered."""
    report.now = "going home"
    world.closing.set()
    _, waiting = await asyncio.wait([*playing, *world.errands], timeout=GOING_HOME)
    if waiting:
        world.ledger.complain(f"{len(waiting)} wait in vain for an answer")
    await checker.look(world)


def play(settings: Settings, show: Callable[[Report], Coroutine[Any, Any, None]] | None = None) -> Report:
    """A whole run in a folder of its own, which is left there if there are complaints."""
    report = Report(settings)
    home = Path(tempfile.mkdtemp(prefix="chaos-"))
    asyncio.run(with_display(run(settings, report, home), show and show(report)))
    if not report.ledger.complaints:
        shutil.rmtree(home)
    return report


async def with_display(running: Coroutine[Any, Any, None], shown: Coroutine[Any, Any, None] | None) -> None:
    display = asyncio.create_task(shown) if shown else None
    try:
        await running
    finally:
        if display is not None:
            display.cancel()
