"""Reports on games, made in the background: one event at a time among the turns of the computers, and behind them.

Each judged event is kept at once, so a report goes on after a restart from where it was. On one database several
servers work at different reports; a lease says who works at what, and whoever stops is relieved when it ends.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

from ..core.game import SEARCH
from ..core.record import Record
from ..core.registry import load
from .backoff import pauses
from .commands import now, refuse
from .fair_executor import FairExecutor, Share
from .ports import ReportJob, Store, StoreUnavailable
from .store_threads import StoreThreads
from .warming import Warming

if TYPE_CHECKING:
    from ..search.reports.report import Report
    from ..search.reports.reporter import Reporter

log = logging.getLogger("ludotheque")
QUALITY, SEED = "good", 0
LEASE = 60_000  # milliseconds
RENEW = 15.0  # seconds
POLL = 5.0  # seconds: another server may have been asked, or have died
TRIES = 4  # in vain: then something is wrong with it
MOST_WAITING = 3  # reports of one person
GIVE_WAY = 20.0  # seconds that an event waits for the turns of computers, where those have threads of their own
KEPT = 16  # reports in memory


@dataclass(frozen=True)
class Standing:
    """How far a report is."""

    state: str  # "none", "waiting", "working", "done" or "failed"
    done: int = 0
    total: int = 0
    ahead: int = 0  # other reports that come first


@dataclass(eq=False)
class ReportDesk:
    """Takes wishes, works at them, and gives what is done."""

    store: Store
    threads: StoreThreads
    executor: FairExecutor
    warming: Warming
    is_busy: Callable[[], bool] = lambda: False  # whether computers' turns wait elsewhere than in the executor
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None
    working: str = ""  # the id of the report that is worked at
    kept: dict[str, Report] = field(default_factory=dict)

    # For people

    async def wish(self, id: str, record: Record, player: str) -> Standing:
        """Somebody wishes for a report; once it is there, that costs nothing."""
        reports, text = self.store.reports(), await asyncio.to_thread(str, record)
        if (known := await self.threads.run(reports.job, id)) is None or not is_about(known, record):
            if await self.threads.run(reports.waiting_of, player) >= MOST_WAITING:
                raise refuse("too-many-reports", most=MOST_WAITING)
            if known is not None:  # the last choice was taken back, and the game went on
                self.kept.pop(id, None)
                await self.threads.run(reports.remove, id)
            job = ReportJob(id, text, SEED, QUALITY, len(record.events), player, now())
            await self.threads.run(reports.wish, job)
            self.warming.want(record.game.name)
            self.wake.set()
        return await self.standing(id, record)

    async def standing(self, id: str, record: Record) -> Standing:
        """How far the report on a game is."""
        return await self.threads.run(self._standing, id, record)

    def _standing(self, id: str, record: Record) -> Standing:
        reports = self.store.reports()
        job = reports.job(id)
        if job is None or not is_about(job, record):
            return Standing("none")
        done = job.total if job.ending else reports.count(id)
        if job.ending:
            return Standing("done", done, job.total)
        if job.tries >= TRIES and self.working != id:
            return Standing("failed", done, job.total)
        ahead = 0 if done else reports.ahead_of(id)
        return Standing("working" if done or self.working == id else "waiting", done, job.total, ahead)

    async def report(self, id: str, record: Record) -> Report | None:
        """The whole report, if it is done."""
        if (known := self.kept.get(id)) is None or known.record.events != record.events:
            found = await self.threads.run(self._read, id, record)
            if found is None:
                return None
            self.kept[id] = await asyncio.to_thread(report_of, *found)
            while len(self.kept) > KEPT:
                del self.kept[next(iter(self.kept))]
        return self.kept[id]

    def _read(self, id: str, record: Record) -> tuple[ReportJob, list[str]] | None:
        reports = self.store.reports()
        job = reports.job(id)
        if job is None or not job.ending or not is_about(job, record):
            return None
        return job, reports.judged(id)

    # The work

    def start(self) -> None:
        self.task = asyncio.create_task(self.run())

    async def close(self) -> None:
        """What is judged is kept; whatever is thought about just now will be thought about again."""
        if self.task is not None:
            self.task.cancel()
            with suppress(asyncio.CancelledError):
                await self.task
        if self.working:
            with suppress(StoreUnavailable):
                await self.threads.run(self.store.reports().renew, self.working, 0, patience=2)

    async def run(self) -> None:
        retry = pauses()
        while True:
            try:
                job = await self.threads.run(self.store.reports().claim, now(), LEASE, TRIES)
                if job is None:
                    await self.rest()
                else:
                    await self.work(job)
                retry = pauses()
            except StoreUnavailable as problem:
                log.warning("reports wait for the store: %s", problem)
                await asyncio.sleep(next(retry))
            except Exception:  # of one report: the others go on, and it is tried again a few times
                log.exception("report %s: something went wrong", self.working)
                self.working = ""
                await asyncio.sleep(next(retry))

    async def rest(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.wake.wait(), POLL)
        self.wake.clear()

    async def work(self, job: ReportJob) -> None:
        """One report, from where it was left."""
        self.working, renewed = job.id, monotonic()
        reports, share = self.store.reports(), Share(job.player, f"reports of {job.player}", is_unattended=True)
        reporter = await asyncio.to_thread(reporter_of, job, await self.threads.run(reports.judged, job.id))
        await self.compiled(reporter.record.game.name)
        while not reporter.done:
            await self.give_way()
            number = len(reporter.judged)
            await self.executor.run(share, reporter.step)
            await self.threads.run(reports.add, job.id, number, [json.dumps(reporter.judged[-1].to_dict())])
            if monotonic() - renewed > RENEW:
                renewed = monotonic()
                await self.threads.run(reports.renew, job.id, now() + LEASE)
        found = await self.executor.run(share, reporter.report)
        await self.threads.run(reports.finish, job.id, json.dumps([found.end, found.end_error]))
        self.working = ""

    async def compiled(self, game: str) -> None:
        """Uncompiled, a report would take hours: it waits until its game is ready."""
        await self.warming.settled(game)
        self.warming.want(game)
        while SEARCH in load(game).interpreted:
            await asyncio.sleep(1.0)
            await self.threads.run(self.store.reports().renew, self.working, now() + LEASE)

    async def give_way(self) -> None:
        """Games come first."""
        end = monotonic() + GIVE_WAY
        while self.is_busy() and monotonic() < end:
            await asyncio.sleep(0.1)


def is_about(job: ReportJob, record: Record) -> bool:
    """Whether it judges these events; names may have changed since."""
    return job.total == len(record.events) and job.record.partition("\n\n")[2] == str(record).partition("\n\n")[2]


def reporter_of(job: ReportJob, judged: list[str]) -> Reporter:
    """The work as it stands."""
    from ..search.reports.judging import Judgement
    from ..search.reports.reporter import Reporter  # loads the compiler, which a server starts without

    known = [Judgement.of_dict(json.loads(text)) for text in judged[: job.total]]
    return Reporter(Record.parse(job.record), job.seed, job.quality, known)


def report_of(job: ReportJob, judged: list[str]) -> Report:
    """The report that was finished."""
    from ..search.reports.judging import Judgement
    from ..search.reports.report import Report

    end, error = json.loads(job.ending or "null")
    known = tuple(Judgement.of_dict(json.loads(text)) for text in judged)
    return Report(Record.parse(job.record), job.seed, job.quality, known, tuple(end), error)
