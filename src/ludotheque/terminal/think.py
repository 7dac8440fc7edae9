"""``ludotheque think``: thinks for the computer players of servers on other machines."""

from __future__ import annotations

import asyncio
import logging
import signal
from argparse import Namespace
from contextlib import suppress

from ..play.backoff import pauses
from ..play.fair_executor import thinking_threads
from ..play.ports import NEW_TURN, StoreUnavailable
from ..play.store_threads import StoreThreads, call_in_loop
from ..play.turn_workers import TurnWorkers
from ..play.warming import Warming
from ..store.connect import connect_turns, place_of
from ..store.turns import SqlTurns
from .console import Terminal
from .interrupts import leave_at_once


def run(terminal: Terminal, args: Namespace) -> int:
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s: %(message)s")
    queue = connect_turns(args.database)
    if args.make_role:
        _make_role(terminal, args.database, args.make_role)
    else:
        asyncio.run(_Thinking(terminal, args.database, queue, args.threads or thinking_threads()).run())
    return 0


def _make_role(terminal: Terminal, database: str, name: str) -> None:
    from ..store.thinker_role import make_role  # needs psycopg

    address = make_role(database, name)
    terminal.say("think.role", name=name)
    print(f"ludotheque think --database '{address}'")  # on one line, to be copied


class _Thinking:
    """From the first contact with the database until somebody stops it."""

    def __init__(self, terminal: Terminal, database: str, queue: SqlTurns, threads: int) -> None:
        self.terminal, self.place, self.queue, self.number = terminal, place_of(database), queue, threads
        self.warming = Warming(announce=lambda why: terminal.tell(why.text(terminal.lang)))
        self.workers = TurnWorkers(queue, threads, self.warming.is_ready)
        self.threads = StoreThreads(2)
        self.over = asyncio.Event()

    async def run(self) -> None:
        self._listen_to_signals()
        self.warming.start()
        try:
            await self._reach()
            if not self.over.is_set():
                await self._think()
        finally:
            await self.warming.close()
        if self.workers.held or self.threads.waiting:  # a search that cannot be stopped, or a database that hangs
            leave_at_once(0)

    def _listen_to_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, lambda *_: call_in_loop(loop, self.over.set))

    async def _reach(self) -> None:
        """Waits for the database, as long as it takes."""
        for number, pause in enumerate(pauses()):
            try:
                await self.threads.run(self.queue.check, self.place)
                return
            except StoreUnavailable as problem:
                if number == 0:
                    self.terminal.say("think.waiting", place=self.place, reason=str(problem))
            with suppress(TimeoutError):
                await asyncio.wait_for(self.over.wait(), pause)
                return

    async def _think(self) -> None:
        await self.threads.run(self.queue.listen, self._hear, patience=60)
        self.workers.start()
        self.terminal.say("think.ready", place=self.place, n=self.number)
        await self.over.wait()
        with suppress(StoreUnavailable):  # somebody takes over
            await self.threads.run(self.workers.stop)

    def _hear(self, news: str) -> None:
        if news in ("", NEW_TURN):
            self.workers.wake()
