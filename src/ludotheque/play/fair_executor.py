"""Where computers think: a few threads, shared fairly. Who has opened many tables does not keep the others waiting."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

T = TypeVar("T")
REMEMBERED = 1_000  # addresses, and as many openers


class Share(NamedTuple):
    """On whose account something is thought about. Where only computers play, everybody else goes first."""

    opener: str
    address: str = ""
    is_unattended: bool = False


Waiting = tuple[Share, asyncio.Future[None]]


def thinking_threads() -> int:
    """One core is left to those who do not think: the people."""
    return max(1, (os.cpu_count() or 2) - 1)


class FairExecutor:
    """Of those who wait, that one is next whose address has waited longest since it was last its turn; among those of
    one address, the opener who has."""

    def __init__(self, threads: int | None = None) -> None:
        self.free = threads or thinking_threads()
        self.pool = ThreadPoolExecutor(self.free, "thinker")
        self.waiting: list[Waiting] = []
        self.turns = 0
        self.last: dict[str, int] = {}  # an address or an opener -> their last turn

    async def run(self, share: Share, choose: Callable[[], T]) -> T:
        """Runs it in a thread, when it is this one's turn."""
        await self.turn(share)
        try:
            return await asyncio.get_running_loop().run_in_executor(self.pool, choose)
        finally:
            self.free += 1
            self.call_next()

    async def turn(self, share: Share) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((share, called))
        self.call_next()
        try:
            await called
        except asyncio.CancelledError:
            self.give_up(share, called)
            raise

    def call_next(self) -> None:
        while self.free and self.waiting:
            share, called = min(self.waiting, key=lambda each: self.rank(each[0]))
            self.waiting.remove((share, called))
            self.note_turn(share)
            self.free -= 1
            called.set_result(None)

    def rank(self, share: Share) -> tuple[bool, int, int]:
        """The lowest is next."""
        last_of_address, last_of_opener = (self.last.get(who, 0) for who in _names(share))
        return share.is_unattended, last_of_address, last_of_opener

    def note_turn(self, share: Share) -> None:
        self.turns += 1
        for who in _names(share):
            self.last.pop(who, None)  # so that the longest unheard of stands first
            self.last[who] = self.turns
        while len(self.last) > 2 * REMEMBERED:
            del self.last[next(iter(self.last))]

    def give_up(self, share: Share, called: asyncio.Future[None]) -> None:
        if (share, called) in self.waiting:
            self.waiting.remove((share, called))
        elif called.done() and not called.cancelled():  # called, and gone in the same moment
            self.free += 1
            self.call_next()

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)


def _names(share: Share) -> tuple[str, str]:
    """Under these its turns are remembered. An address that nobody knows is shared by nobody."""
    return f"address {share.address or share.opener}", f"opener {share.opener}"
