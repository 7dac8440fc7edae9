"""What is written to a connection at one moment goes out in one piece: each call of the system, and each packet, costs
more than what is in it."""

from __future__ import annotations

import asyncio
from typing import Any


class Gathering:
    """A transport that sends, as soon as the event loop comes round, what was written to it until then."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self.transport = transport
        self.loop = asyncio.get_running_loop()
        self.waiting: list[bytes] = []

    def write(self, data: bytes) -> None:
        if not self.waiting:
            self.loop.call_soon(self.flush)
        self.waiting.append(data)

    def flush(self) -> None:
        gathered, self.waiting = b"".join(self.waiting), []
        if gathered:
            self.transport.write(gathered)

    def close(self) -> None:
        self.flush()
        self.transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.transport, name)
