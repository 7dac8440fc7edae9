"""Gets games ready while people play them already.

Until a game's rules are compiled they run as they are written, which is quick enough for people; when they are
compiled, the compiled ones take over, in the middle of a game if need be. The same goes for the search of the computer
players. Compiling is done by other processes, behind everything else on the machine: what somebody asked for comes
first, its rules before its search. Of several servers on one machine one compiles; the others take over what it has
done.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from ..core import cache
from ..core.file_lock import FileLock
from ..core.game import RULES, SEARCH, Game
from ..core.i18n import Sentence
from ..core.registry import games, load
from ..search.precompile import PARTS, is_ready, why_compiling

LOOK_AGAIN = 1.0  # seconds between two looks at what another server compiles
AFTER_FIRST_PAGE = 1.0  # seconds: loading compiled code would keep the first visitor waiting
MOST_FAILURES = 2
AT_A_TABLE = (RULES, SEARCH)
SHARE = {RULES: 30, SEARCH: 70}  # of the work, in percent
log = logging.getLogger("ludotheque")


@dataclass(eq=False)
class Job:
    """A process that compiles parts of one game."""

    game: str
    parts: list[str]
    process: asyncio.subprocess.Process | None = None
    given_up: bool = False  # for something more urgent

    def give_up(self) -> None:
        self.given_up = True
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()


@dataclass(eq=False)
class Warming:
    """What is ready, what is being compiled and what comes next. ``changed`` hears of every step of a game,
    ``announce`` why anything is compiled at all, ``wish`` what other servers should compile first."""

    changed: Callable[[str], None] = lambda game: None
    announce: Callable[[Sentence], object] = lambda why: None
    wish: Callable[[str], None] = lambda game: None
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    asked: list[str] = field(default_factory=list)  # the last one first
    todo: dict[str, list[str]] = field(default_factory=dict)  # game -> the parts that are missing, jobs included
    done: dict[tuple[str, str], float] = field(default_factory=dict)  # game and part -> how much of it, from 0 to 1
    jobs: list[Job] = field(default_factory=list)
    failures: dict[str, int] = field(default_factory=dict)
    looked: dict[str, asyncio.Event] = field(default_factory=dict)
    wanted: asyncio.Event = field(default_factory=asyncio.Event)
    work: asyncio.Task[None] | None = None

    # For those who play

    def start(self) -> None:
        for name in games():
            load(name).interpreted = frozenset(AT_A_TABLE)
            self.looked[name] = asyncio.Event()
        self.work = asyncio.create_task(self.run())

    def want(self, name: str) -> None:
        """Somebody looks at this game: it comes first, also where another server compiles."""
        if not self.is_ready(name):
            self.wish(name)
        self.put_first(name)

    def put_first(self, name: str) -> None:
        if name in self.asked:
            self.asked.remove(name)
        self.asked.insert(0, name)
        self.wanted.set()
        if name in self.todo and not self.jobs_of(name):
            for job in self.jobs:
                if job.game not in self.asked:
                    job.give_up()

    async def settled(self, name: str) -> None:
        """Waits until what is compiled already is loaded: a moment."""
        if name in self.looked:
            await self.looked[name].wait()

    def has_settled(self, name: str) -> bool:
        return name not in self.looked or self.looked[name].is_set()

    async def all_settled(self) -> None:
        for name in [*self.looked]:
            await self.settled(name)

    def progress(self, name: str) -> int | None:
        """How much of what a computer player needs is compiled, in percent; None when it plays as it should."""
        if SEARCH not in load(name).interpreted or name not in self.todo:
            return None
        return int(sum(share * self.done.get((name, part), 0.0) for part, share in SHARE.items()))

    def is_ready(self, name: str) -> bool:
        return not load(name).interpreted

    # The work

    async def run(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.wanted.wait(), AFTER_FIRST_PAGE)
        while missing := [name for name in self.in_order() if not self.looked[name].is_set()]:
            await self.look(missing[0])
        lock = FileLock(cache.own_root() / "compiling.lock")
        try:
            while self.todo:
                is_ours = await asyncio.to_thread(can_take, lock)
                await (self.compile_all() if is_ours else asyncio.sleep(LOOK_AGAIN))
                await self.look_again()
        finally:
            lock.give_back()

    async def compile_all(self) -> None:
        """This server is the one that compiles: the one before may have done some of it."""
        await self.look_again()
        if self.todo:
            self.announce(await asyncio.to_thread(why_compiling))
        await asyncio.gather(*(self.worker() for _ in range(self.workers)))

    async def look_again(self) -> None:
        """Takes over what another server has compiled."""
        for name, parts in [*self.todo.items()]:
            for part in [*parts]:
                if await asyncio.to_thread(is_ready, load(name), part):
                    await self.take_over(load(name), part)
                    self.is_done(name, part)

    def in_order(self) -> list[str]:
        return [*self.asked, *(name for name in games() if name not in self.asked)]

    async def look(self, name: str) -> None:
        """Loads what is compiled; the rest is to be done."""
        game = load(name)
        missing = [part for part in PARTS if not await asyncio.to_thread(is_ready, game, part)]
        for part in PARTS:
            if part not in missing:
                await self.take_over(game, part)
        if missing:
            self.todo[name] = missing
        self.looked[name].set()

    async def take_over(self, game: Game, part: str) -> None:
        """From now on the compiled code of a part is asked. It is loaded first, so that nobody waits for that."""
        if part in AT_A_TABLE:
            await asyncio.to_thread(PARTS[part], game.twin())
            game.interpreted -= {part}
        self.done[game.name, part] = 1.0
        self.changed(game.name)

    async def worker(self) -> None:
        while job := self.next_job():
            self.jobs.append(job)
            try:
                await self.compile(job)
            finally:
                self.jobs.remove(job)

    def next_job(self) -> Job | None:
        """Of what was asked for, rules and search are compiled side by side; of the rest, one game a process."""
        for name in self.in_order():
            taken = [part for job in self.jobs_of(name) for part in job.parts]
            free = [part for part in self.todo.get(name, ()) if part not in taken]
            if free and name in self.asked and free[0] == RULES and self.workers > 1:
                return Job(name, [RULES])
            if free and (name in self.asked or not self.jobs_of(name)):
                return Job(name, free)
        return None

    def jobs_of(self, name: str) -> list[Job]:
        return [job for job in self.jobs if job.game == name]

    async def compile(self, job: Job) -> None:
        command = (sys.executable, "-m", "ludotheque.search.compile_worker", job.game, *job.parts)
        # In a session of its own: Ctrl-C is meant for the server, which then ends this process quietly.
        job.process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, start_new_session=True
        )
        try:
            if job.given_up:
                return
            assert job.process.stdout is not None
            async for line in job.process.stdout:
                await self.hear(job, *line.decode().split())
            if await job.process.wait() and not job.given_up:
                self.fail(job)
        finally:
            if job.process.returncode is None:
                job.process.kill()

    async def hear(self, job: Job, part: str, done: str, total: str) -> None:
        if done == total:
            await self.take_over(load(job.game), part)
            job.parts.remove(part)
            self.is_done(job.game, part)
        else:
            self.done[job.game, part] = int(done) / int(total)
            self.changed(job.game)

    def is_done(self, name: str, part: str) -> None:
        left = [each for each in self.todo.pop(name, []) if each != part]
        if left:
            self.todo[name] = left

    def fail(self, job: Job) -> None:
        """Uncompiled, a game can still be played."""
        self.failures[job.game] = self.failures.get(job.game, 0) + 1
        if self.failures[job.game] >= MOST_FAILURES:
            log.error("%s could not be compiled: its computer players stay weaker than they should be", job.game)
            self.todo.pop(job.game, None)

    async def close(self) -> None:
        if self.work is not None:
            self.work.cancel()
            await asyncio.gather(self.work, return_exceptions=True)
        for name in games():
            load(name).interpreted = frozenset()


def can_take(lock: FileLock) -> bool:
    """Where the disk knows no locks, everybody compiles."""
    try:
        return lock.take()
    except OSError:
        return True
