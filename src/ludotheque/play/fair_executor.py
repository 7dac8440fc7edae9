"""Where computers think: a few threads, shared fairly. Who has opened many tables does not keep the others waiting."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
REMEMBERED = 1_000  # openers


def thinking_threads() -> int:
    """One core is left to those who do not think: the people."""
    return max(1, (os.cpu_count() or 2) - 1)


class FairExecutor:
    """Of those who wait, that one is next whose opener has waited longest since it was last their turn."""

    def __init__(self, threads: int | None = None) -> None:
        self.free = threads or thinking_threads()
        self.pool = ThreadPoolExecutor(self.free, "thinker")
        self.waiting: list[tuple[str, asyncio.Future[None]]] = []
        self.turns = 0
        self.last: dict[str, int] = {}  # opener -> their last turn

    async def run(self, opener: str, choose: Callable[[], T]) -> T:
        """Runs it in a thread, when it is this opener's turn."""
        await self.turn(opener)
        try:
            return await asyncio.get_running_loop().run_in_executor(self.pool, choose)
        finally:
            self.free += 1
            self.call_next()

    async def turn(self, opener: str) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((opener, called))
        self.call_next()
        try:
            await called
        except asyncio.CancelledError:
            self.give_up(opener, called)
            raise

    def call_next(self) -> None:
        while self.free and self.waiting:
            opener, called = min(self.waiting, key=lambda each: self.last.get(each[0], 0))
            self.waiting.remove((opener, called))
            self.note_turn(opener)
            self.free -= 1
            called.set_result(None)

    def note_turn(self, opener: str) -> None:
        self.turns += 1
        self.last[opener] = self.turns
        if len(self.last) > REMEMBERED:
            del self.last[min(self.last, key=lambda each: self.last[each])]

    def give_up(self, opener: str, called: asyncio.Future[None]) -> None:
        if (opener, called) in self.waiting:
            self.waiting.remove((opener, called))
        elif called.done() and not called.cancelled():  # called, and gone in the same moment
            self.free += 1
            self.call_next()

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)
