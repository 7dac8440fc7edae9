"""Tables that are played at without a pause, over real sockets, by players who remember what they were promised."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from serving import ONE_SCREEN, Server
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

import ludotheque as lt

PAUSE = 0.06  # seconds before a choice: a little slower than a server lets one player be
LOST = (OSError, WebSocketException, TimeoutError, EOFError)


@dataclass
class Player:
    """Both people at one screen: sends choices until they are acknowledged, through as many channels as it takes."""

    server: Server
    table: str
    token: str
    game: str
    rng: random.Random
    seen: int = -1
    last: int = 0  # there is at least this entry: before it is seen, nobody can choose
    sent: int = 0
    pending: dict[str, Any] | None = None
    promised: dict[int, str] = field(default_factory=dict)  # the number of an entry -> the choice
    told: list[str] = field(default_factory=list)  # to come back later
    closed: list[int] = field(default_factory=list)  # with which codes

    def __post_init__(self) -> None:
        self.state = lt.load(self.game).new(seats=2, **options_of(self.game))

    def again(self, server: Server) -> Player:
        """The same one at another server, who remembers nothing."""
        return Player(server, self.table, self.token, self.game, self.rng, sent=self.sent)

    async def play(self) -> None:
        while not self.state.over:
            with suppress(*LOST):
                await self.one_channel()
            await asyncio.sleep(0.05)

    async def one_channel(self) -> None:
        url = f"ws://127.0.0.1:{self.server.port}/t/{self.table}/live"
        headers = {"Authorization": f"Bearer {self.token}", "Accept-Language": "en"}
        async with connect(url, additional_headers=headers, open_timeout=20) as channel:
            try:
                await channel.send(json.dumps({"hello": {"seen": self.seen, "lang": "en"}}))
                await self.send(channel)
                while not self.state.over:
                    self.hear(json.loads(await asyncio.wait_for(channel.recv(), 30)))
                    await self.choose(channel)
            except ConnectionClosed as end:
                self.closed.append(end.rcvd.code if end.rcvd else 1006)

    def hear(self, message: dict[str, Any]) -> None:
        assert "refused" not in message and "gone" not in message, message
        if "entry" in message:
            self.take(message["entry"])
        elif "ack" in message:
            assert self.pending and message["ack"] == self.pending["id"]
            self.promised[message["number"]] = self.pending["text"]
            self.pending = None
        elif "welcome" in message:
            self.last = message["welcome"]["last"]
        elif "later" in message:
            self.told.append(message["later"])

    def take(self, entry: dict[str, Any]) -> None:
        assert entry["number"] == self.seen + 1, "an entry is missing or came twice"
        self.seen = entry["number"]
        if entry["kind"] in ("choice", "chance"):
            self.state = self.state.play(entry["text"], -1 if entry["kind"] == "chance" else entry["seat"])

    async def choose(self, channel: ClientConnection) -> None:
        if self.pending is None and self.seen >= self.last and self.state.actors and self.state.actors[0] >= 0:
            seat = self.state.actors[0]
            self.sent += 1
            text = self.rng.choice(self.state.choices(seat))
            await asyncio.sleep(PAUSE)
            self.pending = {"do": "choose", "id": f"c{self.sent}", "text": text, "seat": seat}
            await self.send(channel)

    async def send(self, channel: ClientConnection) -> None:
        """What was said before a channel closed is read first, as a page does; the next one sends it again."""
        if self.pending is not None:
            with suppress(ConnectionClosed):
                await channel.send(json.dumps(self.pending))

    async def check(self, promised: dict[int, str] | None = None) -> None:
        """All that was promised is there, and nothing is missing between."""
        async with httpx.AsyncClient(base_url=self.server.url, timeout=60) as web:
            entries = (await web.get(f"/api/tables/{self.table}/entries")).json()
        assert [entry["number"] for entry in entries] == list(range(len(entries)))
        found = {entry["number"]: entry["text"] for entry in entries if entry["kind"] == "choice"}
        assert (self.promised if promised is None else promised).items() <= found.items()


async def open_tables(server: Server, count: int) -> list[Player]:
    names = lt.games()
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as web:
        return [await _open(web, server, names[n % len(names)], n) for n in range(count)]


async def _open(web: httpx.AsyncClient, server: Server, name: str, number: int) -> Player:
    token = (await web.post("/api/players", json={"name": "Anna"})).json()["token"]
    asked = {"game": name, "seats": ONE_SCREEN, "options": options_of(name)}
    table = (await web.post("/api/tables", json=asked, headers={"Authorization": f"Bearer {token}"})).json()["id"]
    return Player(server, table, token, name, random.Random(number))


def options_of(game: str) -> dict[str, Any]:
    """A player follows the whole position, so nothing may be kept from them."""
    return {"memory": False} if "memory" in lt.load(game).options else {}


@asynccontextmanager
async def playing(players: list[Player]) -> AsyncIterator[None]:
    """Meanwhile all of them play; a mistake of one of them ends the test."""
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for done in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(done, Exception):
                raise done


async def until_promised(players: list[Player], count: int) -> None:
    """Until they were promised so many choices in all, or their games are over."""
    async with asyncio.timeout(120):
        while sum(len(player.promised) for player in players) < count and not all(p.state.over for p in players):
            await asyncio.sleep(0.05)
