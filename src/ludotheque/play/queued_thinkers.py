"""Computers think wherever there is time: their turns go into a queue, and whoever is first thinks about them.

All servers on which a table is in use put the same turn there, once for all of them, and wait for its answer. They hear
of it, and they look from time to time: nobody repeats a notification, and a queue may lose what is in it.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from time import monotonic

from ..core.errors import GameError
from .backoff import pauses
from .fair_executor import Share
from .ports import NEW_TURN, QueuedTurn, StoreUnavailable, TurnQueue
from .positions import write_position
from .store_threads import StoreThreads, call_in_loop
from .thinking import Turn
from .turn_workers import POLL, TurnWorkers, rules_of

PUT_AGAIN = 10.0  # seconds: so often a turn is said to be wanted still
TIDY_UP = 30.0  # seconds
log = logging.getLogger("ludotheque")


@dataclass(eq=False)
class Waiting:
    """A turn that somebody here waits for."""

    turn: Turn
    queued: QueuedTurn
    answer: asyncio.Future[str | None]
    put: float = field(default_factory=monotonic)

    def settle(self, answer: str | None) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)


@dataclass(eq=False)
class QueuedThinkers:
    """Some of those who think may be here: ``workers``. ``secret`` is the store's: with it people and tables get names
    in the queue that say nothing to others."""

    queue: TurnQueue
    threads: StoreThreads
    secret: Callable[[], bytes]
    workers: TurnWorkers | None
    key: bytes = b""
    waiting: dict[str, Waiting] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        self.key = await self.threads.run(self.secret)
        await self.threads.run(self.queue.listen, partial(call_in_loop, loop, self.hear))
        self.tasks = [asyncio.create_task(self.watch()), asyncio.create_task(self.tidy_up())]
        if self.workers:
            self.workers.start()

    async def choose(self, turn: Turn) -> str | None:
        queued = await asyncio.to_thread(describe, turn, self.key)
        waiting = Waiting(turn, queued, asyncio.get_running_loop().create_future())
        self.waiting[queued.id] = waiting
        try:
            await self.put(waiting)
            return await waiting.answer
        finally:
            del self.waiting[queued.id]

    async def put(self, waiting: Waiting) -> None:
        waiting.put = monotonic()
        answer = await self.threads.run(self.queue.put, waiting.queued)
        if self.workers and answer is None:
            self.workers.wake()
        await self.take(waiting, answer)

    async def take(self, waiting: Waiting, answer: str | None) -> None:
        """Who thinks elsewhere is believed only what the rules allow."""
        if answer is None:
            return
        try:
            waiting.turn.state.action(answer, waiting.turn.seat)
            waiting.settle(answer)
        except GameError as problem:
            log.warning("table %s: a computer's choice is refused: %s", waiting.turn.table, problem)
            await self.threads.run(self.queue.reject, waiting.queued.id, answer)

    # News

    def hear(self, news: str) -> None:
        if self.workers and news in ("", NEW_TURN):
            self.workers.wake()
        if news == "" or news in self.waiting:
            self.news.set()

    async def watch(self) -> None:
        retry = pauses()
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), POLL)
            self.news.clear()
            try:
                await self.look()
                retry = pauses()
            except StoreUnavailable as problem:
                log.warning("%s turns of computers wait for the store: %s", len(self.waiting), problem)
                await asyncio.sleep(next(retry))

    async def look(self) -> None:
        await self.drop_unwanted()
        if not self.waiting:
            return
        found = await self.threads.run(self.queue.answers, [*self.waiting])
        for waiting in [*self.waiting.values()]:
            await self.take(waiting, found.get(waiting.queued.id))
            if waiting.queued.id not in found or monotonic() - waiting.put > PUT_AGAIN:
                await self.put(waiting)

    async def drop_unwanted(self) -> None:
        unwanted = [waiting for waiting in self.waiting.values() if not waiting.turn.is_wanted()]
        for waiting in unwanted:
            waiting.settle(None)
        if unwanted:
            await self.threads.run(self.queue.withdraw, [waiting.queued.id for waiting in unwanted])

    async def tidy_up(self) -> None:
        while True:
            await asyncio.sleep(TIDY_UP)
            with suppress(StoreUnavailable):  # next time
                await self.threads.run(self.queue.tidy_up)

    def forget(self, table: str) -> None:
        pass  # nobody remembers anything from turn to turn

    @property
    def is_busy(self) -> bool:
        return bool(self.waiting or (self.workers and self.workers.held))

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        if self.workers:
            with suppress(StoreUnavailable):  # somebody takes over
                await self.threads.run(self.workers.stop)
            await asyncio.to_thread(self.workers.join)
        with suppress(StoreUnavailable):
            await self.threads.run(self.queue.close)


def describe(turn: Turn, key: bytes) -> QueuedTurn:
    return QueuedTurn(
        keyed_hash(key, f"turn {turn.table} {turn.number} {turn.seat}"),
        rules_of(turn.state.game.name),
        turn.seat,
        turn.level,
        write_position(turn.state),
        share_of(turn.share, key),
        turn.share.is_unattended,
    )


def share_of(share: Share, key: bytes) -> str:
    """All openers at one address share; an address that nobody knows is shared by nobody."""
    return keyed_hash(key, f"address {share.address}" if share.address else f"opener {share.opener}")


def keyed_hash(key: bytes, text: str) -> str:
    return hmac.digest(key, text.encode(), "sha256").hex()[:32]
