"""An orderly end: nothing new is begun, what was begun is finished and told, and everybody is asked to come back."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from time import monotonic

from starlette.requests import HTTPConnection

from ..play.lobby import Lobby
from ..play.ports import StoreUnavailable
from .texts import CATALOG

log = logging.getLogger("ludotheque")
DRAINING = 4.0  # seconds for what was begun
CLOSING = 6.0  # seconds for the store, in the end
SHUTDOWN = 2  # seconds that uvicorn waits for requests that are still being answered


class Restarting(StoreUnavailable):
    """To whoever asks it is the same as an outage: nothing is lost, come back in a moment."""

    def text(self, lang: str) -> str:
        return CATALOG.say("restarting", lang)


@dataclass
class Stopping:
    """Whether the end has begun, and how many live channels are still open."""

    is_begun: bool = False
    channels: int = 0

    def check(self) -> None:
        """Refuses to begin anything."""
        if self.is_begun:
            raise Restarting("the server is stopping")

    @contextmanager
    def channel(self) -> Iterator[None]:
        self.channels += 1
        try:
            yield
        finally:
            self.channels -= 1

    async def drain(self, lobby: Lobby) -> None:
        """Wakes everybody who waits for news, who then notice, and waits until they have gone."""
        self.is_begun, until = True, monotonic() + DRAINING
        for session in [*lobby.known.values()]:
            session.wake()
        while self.channels and monotonic() < until:
            await asyncio.sleep(0.02)


def stopping_of(asking: HTTPConnection) -> Stopping:
    found: Stopping = asking.app.state.stopping
    return found


async def close(lobby: Lobby) -> None:
    """A store that hangs does not keep us from ending: whatever was acknowledged is there."""
    try:
        async with asyncio.timeout(CLOSING):
            await lobby.close()
    except (TimeoutError, StoreUnavailable) as problem:
        log.warning("the store did not answer in the end: %s", problem)


def leave() -> None:
    """Ends the process where threads still think, or wait for a store that hangs: nobody needs that any more."""
    if any(thread.name.startswith(("thinker", "store", "committer")) for thread in threading.enumerate()):
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(0)
