"""Requests of players, repeated until they are answered, through whatever wire works."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import httpx

from .house import House
from .ledger import Ledger

PATIENCE = 180.0  # seconds: a request that nobody answers for so long, while faults come and go, is lost
TIMEOUT = 15.0
SOON = 30.0
NOT_NOW = (429, 502, 503, 504)


class Refused(Exception):
    """The server understood, and will not."""


@dataclass
class Person:
    """A player at an address of their own: the server believes a proxy on the same machine."""

    name: str
    address: str
    token: str = ""

    @property
    def headers(self) -> dict[str, str]:
        known = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return {"X-Forwarded-For": self.address, **known}


@dataclass
class World:
    """What all players share."""

    house: House
    ledger: Ledger
    rng: random.Random
    web: httpx.AsyncClient
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    stutter: float = 0.05  # the share of commands that are sent more than once
    errands: set[asyncio.Task[None]] = field(default_factory=set)

    def spawn(self, errand: Coroutine[Any, Any, None]) -> None:
        """Something that nobody waits for, before the end."""
        task = asyncio.create_task(errand)
        self.errands.add(task)
        task.add_done_callback(self.errands.discard)

    @property
    def port(self) -> int:
        return self.rng.choice(self.house.proxies).port

    async def request(self, person: Person, method: str, path: str, body: Any = None) -> httpx.Response:
        """Asks until somebody answers."""
        end, pause = monotonic() + PATIENCE, 0.05
        while monotonic() < end:
            answer = await self.attempt(person, method, path, body)
            if answer is not None:
                return judged(answer)
            await asyncio.sleep(pause)
            pause = min(1.0, 2 * pause)
        raise TimeoutError(f"{method} {path} was not answered within {PATIENCE:g} s")

    async def attempt(self, person: Person, method: str, path: str, body: Any) -> httpx.Response | None:
        kind = {"content": body} if isinstance(body, str) else {"json": body} if body is not None else {}
        url = f"http://127.0.0.1:{self.port}{path}"
        try:
            answer = await self.web.request(method, url, headers=person.headers, **kind)
        except httpx.HTTPError:
            self.ledger.counts["lost answers"] += 1
            return None
        if answer.status_code == 500:
            self.ledger.complain(f"500 for {method} {path}: {answer.text[:200]}")
        return None if answer.status_code == 500 or is_for_later(answer) else answer

    async def ask(self, person: Person, method: str, path: str, body: Any = None) -> Any:
        return (await self.request(person, method, path, body)).json()


def is_for_later(answer: httpx.Response) -> bool:
    """Whether it is worth asking again soon; a quota of a day is not."""
    return answer.status_code in NOT_NOW and float(answer.headers.get("Retry-After", 0)) <= SOON


def judged(answer: httpx.Response) -> httpx.Response:
    if answer.is_error:
        raise Refused(f"{answer.status_code} {answer.text[:300]}")
    return answer
