"""The live channel, attacked frame by frame: what is said, and how it is wrapped."""

from __future__ import annotations

import asyncio
import json
import random
import struct
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

from .prey import Prey
from .tally import Tally
from .values import deep, mutated, written

TEXT, BINARY, CLOSE, PING, PONG, CONTINUED = 1, 2, 8, 9, 10, 0
BATCH = 32  # frames that are sent before anything is read: more than twice as many unread answers end a channel
PATIENCE = 60.0
MASK = b"\x00\x00\x00\x00"  # a mask that changes nothing is one
COMMANDS = (
    "choose", "undo", "ask-undo", "ask-draw", "ask-hints", "yes", "no", "resign", "hand-over", "say", "fill", "leave",
    "rematch", "sit", "hint", "", "CHOOSE", "__class__",
)  # fmt: skip
NONSENSE = (
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xff\xfe",
    b'{"a":' * 500,
    b"NaN",
    b'{"do":"choose","do":1}',
    b'"do"',
    b"1e999",
)
RIGHT: tuple[dict[str, Any], ...] = (
    {"hello": {"seen": -1, "draw": False, "lang": "en", "seat": 0, "wide": True}},
    {"ping": 1},
    {"do": "choose", "id": "x", "text": "c8-d8", "seat": 0, "at": 1},
    {"do": "say", "id": "y", "text": "hello"},
)


def frame(kind: int, data: bytes, final: bool = True, reserved: int = 0, length: int | None = None) -> bytes:
    """As a client sends it; with a length that may be a lie."""
    size = len(data) if length is None else length
    first = bytes([(final << 7) | (reserved << 4) | kind])
    if size < 126:
        return first + bytes([0x80 | size]) + MASK + data
    if size < 65_536:
        return first + b"\xfe" + struct.pack(">H", size) + MASK + data
    return first + b"\xff" + struct.pack(">Q", size) + MASK + data


@dataclass
class Stranger:
    """Somebody who listens at a table and may do nothing there: nobody, a stranger, or who is not to act."""

    prey: Prey
    token: str
    rng: random.Random

    @property
    def is_seated(self) -> bool:
        return self.token == self.prey.ben.token

    def message(self) -> bytes:
        """Text of some kind. Nothing of it may be done."""
        way = self.rng.random()
        if way < 0.3:
            return encoded(self.forbidden())
        if way < 0.8:
            return encoded(self.misshapen()) if self.is_seated else written(self.misshapen(), self.rng)
        return encoded(deep(self.rng)) if way < 0.9 else self.rng.choice(NONSENSE)

    def forbidden(self) -> dict[str, Any]:
        """All in order, but not theirs to do. Those who sit there act for a seat that is not theirs."""
        seat = 7 if self.is_seated else self.rng.choice((0, 1, 2, 7))
        text = self.rng.choice(("c8-d8", "", "1", "swap", "hello", "look"))
        named = {"do": self.rng.choice(COMMANDS), "id": f"{self.rng.getrandbits(40):x}", "text": text}
        return {**named, "seat": seat, "at": self.rng.choice((0, 5, None))}

    def misshapen(self) -> Any:
        wrong = mutated(self.rng.choice(RIGHT), self.rng)
        return {**wrong, "seat": 7} if self.is_seated and isinstance(wrong, dict) else wrong

    def frames(self) -> bytes:
        """One message in a frame or several; now and then what no frame may be. Then the channel ends."""
        way, data = self.rng.random(), self.message()
        if way < 0.9:
            return frame(TEXT, data[:60_000])
        if way < 0.93:
            return frame(BINARY, self.rng.randbytes(self.rng.randrange(200)))
        if way < 0.95:
            return frame(PING, data[:125]) + frame(PONG, b"x")
        if way < 0.97:
            half = len(data) // 2
            return frame(TEXT, data[:half], final=False) + frame(PING, b"") + frame(CONTINUED, data[half:])
        return self.rng.choice(BAD)


BAD = (
    frame(CONTINUED, b"x"), frame(TEXT, b"\xff\xff"), frame(TEXT, b"\xed\xa0\x80"), frame(3, b""), frame(11, b"x"),
    frame(TEXT, b"{}", reserved=4), frame(TEXT, b"{}", reserved=2), frame(PING, b"x" * 130),
    frame(PING, b"x", final=False), frame(CLOSE, b"\x00"), frame(CLOSE, b"\x00\x00"), frame(CLOSE, b"\x03\xe8\xff"),
    frame(CLOSE, struct.pack(">H", 65_535)), frame(TEXT, b"x", length=2**40), frame(TEXT, b"x", length=2**63),
    frame(TEXT, b"y" * 66_000), b"\x81\x02{}", b"\x81\x7e\x00\x02{}",
    frame(TEXT, b"a", final=False) + frame(TEXT, b"b"), b"\x00" * 50, frame(TEXT, b"a", final=False) * 200,
    frame(CLOSE, b""),
)  # fmt: skip


def encoded(value: Any) -> bytes:
    return json.dumps(value).encode()


class Ended(Exception):
    """The server has hung up, as it should with whoever sends nonsense."""


class Channel:
    """One connection, and an attacker at its end."""

    def __init__(self, port: int, stranger: Stranger, tally: Tally) -> None:
        self.port, self.stranger, self.tally = port, stranger, tally
        self.numbers, self.heard = count(), b""

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        prey, rng = self.stranger.prey, self.stranger.rng
        head = [f"GET /t/{rng.choice(prey.tables)}/live HTTP/1.1", f"Host: 127.0.0.1:{self.port}", "Upgrade: websocket"]
        head += ["Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]
        head += [f"Authorization: Bearer {self.stranger.token}"] if self.stranger.token else []
        self.writer.write("\r\n".join([*head, "", ""]).encode())
        await self.until(b"\r\n\r\n")
        self.writer.write(frame(TEXT, b'{"hello": {"seen": 1000}}'))
        await self.until(b"welcome")

    async def attack(self, inputs: int) -> int:
        """Sends that many, or as many as the server listens to; how many."""
        sent = 0
        try:
            await self.open()
            while sent < inputs:
                sent += await self.batch(min(BATCH, inputs - sent))
        except (OSError, Ended) as end:
            sent += end.args[0] if isinstance(end, Ended) and end.args else 0
            self.tally.answers["channels ended"] += 1
        finally:
            self.writer.transport.abort()
        return sent

    async def batch(self, size: int) -> int:
        """All of them are answered when the ping behind them is."""
        frames = [self.stranger.frames() for _ in range(size)]
        self.tally.inputs["live"] += size
        ping = f"p{next(self.numbers)}"
        self.writer.write(b"".join(frames) + frame(TEXT, json.dumps({"ping": ping}).encode()))
        try:
            await self.until(f'"pong": "{ping}"'.encode())
        except (OSError, Ended):
            raise Ended(size) from None
        finally:
            self.tally.look(frames)
        return size

    async def until(self, sign: bytes) -> None:
        """Reads up to a sign; nothing on the way may say that something was done."""
        self.heard = b""
        try:
            async with asyncio.timeout(PATIENCE):
                while sign not in self.heard:
                    await self.read()
        except TimeoutError:
            self.tally.complain("no answer over the live channel", f"{sign!r} within {PATIENCE:g} s")
            raise Ended from None

    async def read(self) -> None:
        part = await self.reader.read(65_536)
        self.heard += part
        if b'"ack"' in self.heard:
            with suppress(ValueError):
                at = self.heard.index(b'"ack"')
                self.tally.complain("done for who may not", repr(self.heard[at : at + 80]))
        if not part:
            raise Ended
