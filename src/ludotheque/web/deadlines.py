"""Connections that say nothing are ended: a place that nobody uses is free for others.

Uvicorn has a clock for the time between two requests only. Here is one for a request under way, from the moment when
somebody may speak until all of it is there (a byte now and then does not stop it), and one for who does not read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

REQUEST = 30.0  # seconds for a whole request
UNREAD = 60.0  # seconds in which nothing of an answer is read


class Clock:
    """Does something after a while, unless it is stopped before."""

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float, act: Callable[[], object]) -> None:
        self.loop, self.seconds, self.act = loop, seconds, act
        self.timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """One that runs already goes on."""
        if self.timer is None:
            self.timer = self.loop.call_later(self.seconds, self.act)

    def stop(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class Deadlines(asyncio.Protocol):
    """Mixed into Uvicorn's protocol, whichever it has chosen; what is declared here is made there."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    cycle: Any  # the request that was read last

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.request_clock = Clock(self.loop, REQUEST, self.transport.abort)
        self.unread_clock = Clock(self.loop, UNREAD, self.transport.abort)
        self.request_clock.start()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.expects_more():
            self.request_clock.start()
        else:
            self.request_clock.stop()

    def expects_more(self) -> bool:
        """Whether a request has not come yet, or not all of it. A live channel has a protocol of its own."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return False
        return self.cycle is None or bool(self.cycle.response_complete or self.cycle.more_body)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.unread_clock.start()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.unread_clock.stop()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.request_clock.stop()
        self.unread_clock.stop()
