"""Doing something once although it is asked for several times: an answer may get lost, and who asks again must not get
a second table.

One server remembers for a while what it did. Several servers agree by names: what is made gets an id that follows from
who asks and how they call their request, and of two of the same id the store keeps one.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable, Coroutine, Hashable
from time import monotonic
from typing import Any, Generic, TypeVar

from .commands import letters_of

T = TypeVar("T")
REMEMBERED = 600.0  # seconds
MOST = 10_000


def derived_id(secret: bytes, *parts: str) -> str:
    """The same for the same parts, on whatever server; without the secret nobody can guess it."""
    return letters_of(hmac.digest(secret, "\0".join(parts).encode(), "sha256"))


class IdempotentCalls(Generic[T]):
    """Remembers for a while what was done by whom under which name. What was refused may be tried again."""

    def __init__(self) -> None:
        self.tasks: dict[Hashable, tuple[float, asyncio.Task[T]]] = {}

    async def do(self, key: Hashable | None, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Who goes away meanwhile does not stop it halfway."""
        self.forget()
        if key is None:
            return await make()
        if key not in self.tasks:
            self.tasks[key] = monotonic(), asyncio.create_task(make())
        task = self.tasks[key][1]
        try:
            return await asyncio.shield(task)
        except Exception:
            self.tasks.pop(key, None)
            raise

    def forget(self) -> None:
        oldest = monotonic() - REMEMBERED
        for key, (since, task) in [*self.tasks.items()]:
            if len(self.tasks) <= MOST and since > oldest:
                return
            if task.done():
                del self.tasks[key]
