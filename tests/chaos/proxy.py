"""A wire between players and a server, with everything that wires do: cut, late, silent, cut in the middle."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from dataclasses import dataclass, field


@dataclass(eq=False)
class Line:
    """One connection: the player's side and the server's."""

    near: asyncio.StreamWriter
    far: asyncio.StreamWriter
    is_silent: bool = False  # nothing passes, and nobody is told

    def cut(self) -> None:
        for end in (self.near, self.far):
            end.transport.abort()


@dataclass(eq=False)
class Proxy:
    """Listens on a port of its own and passes everything on to another one, which may change."""

    far: int
    rng: random.Random
    lines: set[Line] = field(default_factory=set)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    delay: float = 0  # seconds by which every piece comes later
    cuts_soon: bool = False  # the next piece of every line is cut in its middle
    is_silent: bool = False  # new lines are, too

    async def start(self) -> None:
        self.server = await asyncio.start_server(self.accept, "127.0.0.1", 0)
        self.port: int = self.server.sockets[0].getsockname()[1]

    def accept(self, reader: asyncio.StreamReader, near: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self.connect(reader, near))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def connect(self, reader: asyncio.StreamReader, near: asyncio.StreamWriter) -> None:
        try:
            far_reader, far = await asyncio.open_connection("127.0.0.1", self.far)
        except (OSError, asyncio.CancelledError):
            near.transport.abort()
            return
        line = Line(near, far, self.is_silent)
        self.lines.add(line)
        try:
            await asyncio.gather(self.pass_on(line, reader, far), self.pass_on(line, far_reader, near))
        finally:
            line.cut()
            self.lines.discard(line)

    async def pass_on(self, line: Line, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            while data := await reader.read(65_536):
                if self.delay:
                    await asyncio.sleep(self.delay)
                await self.hand_over(line, data, writer)
        if not line.is_silent:
            writer.close()

    async def hand_over(self, line: Line, data: bytes, writer: asyncio.StreamWriter) -> None:
        if line.is_silent:
            return
        if self.cuts_soon:
            writer.write(data[: self.rng.randrange(len(data))])
            await asyncio.sleep(0)
            line.cut()
        else:
            writer.write(data)
            await writer.drain()

    # What can happen to a wire

    def cut(self, share: float = 1) -> None:
        """As when somebody pulls the plug."""
        for line in [*self.lines]:
            if self.rng.random() < share:
                line.cut()

    def silence(self, is_silent: bool) -> None:
        """Half-open: both sides believe in a connection that leads nowhere. When it is over, they are still silent."""
        self.is_silent = is_silent
        for line in self.lines:
            line.is_silent = is_silent or line.is_silent

    async def stop(self) -> None:
        self.server.close()
        for task in [*self.tasks]:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
