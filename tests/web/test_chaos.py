"""Fifty games over real sockets while the server is killed at random moments: nothing acknowledged is ever lost."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from serving import Server
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import ludotheque as lt

GAMES, CHOICES, KILLS = 50, 24, 8
OPEN = {"riviere": {"memory": False}}  # the players follow the whole position, so nothing may be kept from them
LOST = (OSError, WebSocketException, TimeoutError, EOFError)


@dataclass
class Game:
    """One table, what its two players were promised, and the position as they know it."""

    number: int
    name: str
    table: str
    tokens: list[str]
    promised: dict[int, tuple[int, str]] = field(default_factory=dict)
    over: bool = False


@dataclass
class Simulated:
    """A player who sends choices until they are acknowledged, through as many connections as it takes."""

    server: Server
    game: Game
    seat: int
    rng: random.Random

    def __post_init__(self) -> None:
        self.state = lt.load(self.game.name).new(seats=2, **options_of(self.game.name))
        self.seen = -1
        self.sent = 0
        self.pending: tuple[str, str] | None = None

    async def play(self) -> None:
        while not self.state.over:
            with suppress(*LOST):
                await self.one_connection()
            await asyncio.sleep(0.05)
        self.game.over = True

    async def one_connection(self) -> None:
        url = f"ws://127.0.0.1:{self.server.port}/t/{self.game.table}/live"
        headers = {"Authorization": f"Bearer {self.game.tokens[self.seat]}"}
        async with connect(url, additional_headers=headers, open_timeout=3) as socket:
            await socket.send(json.dumps({"hello": {"seen": self.seen}}))
            if self.pending:
                await self.send(socket)
            while not self.state.over:
                self.hear(json.loads(await asyncio.wait_for(socket.recv(), 20)))
                await self.choose(socket)

    def hear(self, message: dict[str, Any]) -> None:
        if "entry" in message:
            self.take(message["entry"])
        elif "ack" in message:
            assert self.pending and message["ack"] == self.pending[0]
            self.game.promised[message["number"]] = (self.seat, self.pending[1])
            self.pending = None
        assert "refused" not in message, message

    def take(self, entry: dict[str, Any]) -> None:
        assert entry["number"] == self.seen + 1, "an entry is missing or came twice"
        self.seen = entry["number"]
        if entry["kind"] in ("choice", "chance"):
            self.state = self.state.play(entry["text"], -1 if entry["kind"] == "chance" else entry["seat"])

    async def choose(self, socket: Any) -> None:
        if self.pending or self.seat not in self.state.actors:
            return
        await asyncio.sleep(self.rng.uniform(0.2, 1.0))
        self.sent += 1
        self.pending = (f"{self.seat}-{self.sent}", self.rng.choice(self.state.choices(self.seat)))
        await self.send(socket)

    async def send(self, socket: Any) -> None:
        assert self.pending
        id, text = self.pending
        await socket.send(json.dumps({"do": "choose", "id": id, "text": text, "seat": self.seat}))


def options_of(name: str) -> dict[str, Any]:
    return {"max_choices": CHOICES, **OPEN.get(name, {})}


async def open_games(server: Server) -> list[Game]:
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as web:
        pairs = [[await new_player(web, who) for who in ("Anna", "Ben")] for _ in range(10)]
        names = lt.games()
        return [await open_game(web, n, names[n % len(names)], pairs[n % len(pairs)]) for n in range(GAMES)]


async def new_player(web: httpx.AsyncClient, name: str) -> str:
    answer = await web.post("/api/players", json={"name": name})
    return str(answer.json()["token"])


async def open_game(web: httpx.AsyncClient, number: int, name: str, tokens: list[str]) -> Game:
    anna, ben = ({"Authorization": f"Bearer {token}"} for token in tokens)
    command = {"game": name, "seats": [{"who": "me"}, {"who": "friend"}], "options": options_of(name)}
    table = (await web.post("/api/tables", json=command, headers=anna)).json()
    invite = {"invite": table["invite_url"].rpartition("/")[2]}
    assert (await web.post(f"/api/tables/{table['id']}/join", json=invite, headers=ben)).status_code == 200
    return Game(number, name, table["id"], tokens)


async def kill_and_look(server: Server, games: list[Game], rng: random.Random) -> None:
    """Kills the server at random moments; after every restart all that was promised must be there."""
    for _ in range(KILLS):
        await asyncio.sleep(rng.uniform(0.5, 2.5))
        server.kill()
        promised = {game.table: dict(game.promised) for game in games}
        await asyncio.to_thread(server.start)
        await look(server, games, promised)


async def look(server: Server, games: list[Game], promised: dict[str, dict[int, tuple[int, str]]]) -> None:
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as web:
        for game in games:
            entries = (await web.get(f"/api/tables/{game.table}/entries")).json()
            found = {e["number"]: (e["seat"], e["text"]) for e in entries if e["kind"] == "choice"}
            assert promised[game.table].items() <= found.items()


@pytest.mark.slow
def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    async def story() -> None:
        rng = random.Random(4)
        games = await open_games(server)
        players = [Simulated(server, game, seat, random.Random(game.number)) for game in games for seat in (0, 1)]
        async with asyncio.timeout(400):
            await asyncio.gather(kill_and_look(server, games, rng), *(player.play() for player in players))
        assert all(game.over for game in games)
        await look(server, games, {game.table: game.promised for game in games})
        for one, other in zip(players[::2], players[1::2], strict=True):
            assert one.state == other.state

    server = Server(tmp_path).start()
    try:
        asyncio.run(story())
    finally:
        server.stop()
