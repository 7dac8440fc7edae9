"""Requests that turn into nonsense in their middle, as by a bad chunk: refused once, and nothing more is said."""

from __future__ import annotations

import asyncio
from typing import Any


class BrokenRequests(asyncio.Protocol):
    """Mixed into Uvicorn's protocol, whichever it has chosen; what is declared here is made there."""

    transport: asyncio.Transport
    cycle: Any  # the request that was read last

    def send_400_response(self, msg: str) -> None:
        """Whoever is just answering that request must not try to any more: Uvicorn would take it for an error of ours,
        with two tracebacks in the log."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            if self.cycle.response_started:
                return self.transport.close()
        return super().send_400_response(msg)  # type: ignore[misc, no-any-return]
