"""``python -m bench.crowd PORTS TABLES SECONDS DRAW PACE``: many tables at once; prints what happened.

Each table has two connected players. Every PACE seconds, at a moment of its own, who is to act there chooses at random.
A choice takes from its sending until it is acknowledged to who made it and told to the other one; with DRAW 1, until
both have the new picture, as pages would. With two ports the players of a table are at different servers.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

import ludotheque as lt

GAME = "drivis"
PATIENCE = 10.0  # seconds: what takes longer is lost


@dataclass
class Tally:
    millis: list[float] = field(default_factory=list)
    refused: int = 0
    lost: int = 0
    seconds: float = 0.0  # that this process has computed

    def told(self) -> dict[str, Any]:
        return {"millis": self.millis, "refused": self.refused, "lost": self.lost, "seconds": self.seconds}


class Seat:
    """A connected player, who notes what arrives when."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.entry = self.view = -1
        self.acknowledged: set[str] = set()
        self.refused = 0
        self.news = asyncio.Event()
        self.reading = asyncio.create_task(self.read())

    async def read(self) -> None:
        async for text in self.socket:
            message = json.loads(text)
            if "entry" in message:
                self.entry = message["entry"]["number"]
            elif "redraw" in message or "view" in message:
                self.view = (message.get("redraw") or message["view"])["number"]
            elif "ack" in message:
                self.acknowledged.add(message["ack"])
            elif "refused" in message:
                self.refused += 1
            self.news.set()

    async def until(self, there: Any) -> None:
        while not there():
            self.news.clear()
            await self.news.wait()


@dataclass
class Pair:
    """One table and its two players, who know the position by themselves."""

    seats: list[Seat]
    draw: bool
    rng: random.Random
    entries: int = 2  # the two who sat down
    choices: int = 0

    def __post_init__(self) -> None:
        self.state = lt.load(GAME).new(max_choices=1_000_000)

    async def choose(self, tally: Tally) -> None:
        if self.state.over:
            return
        actor = self.state.actors[0]
        text = self.rng.choice(self.state.choices(actor))
        after = self.state.play(text, actor)
        start = time.perf_counter()
        try:
            await asyncio.wait_for(self.send(actor, text), PATIENCE)
        except TimeoutError:
            tally.lost += 1
            return
        tally.millis.append((time.perf_counter() - start) * 1000)
        self.state = after

    async def send(self, actor: int, text: str) -> None:
        self.choices += 1
        mine, other, name, number = self.seats[actor], self.seats[1 - actor], f"c{self.choices}", self.entries
        await mine.socket.send(json.dumps({"do": "choose", "id": name, "seat": actor, "text": text, "at": number - 1}))
        await mine.until(lambda: name in mine.acknowledged)
        await other.until(lambda: other.entry >= number)
        for seat in self.seats if self.draw else ():
            await seat.until(lambda: seat.view >= number)  # noqa: B023 - awaited at once
        self.entries += 1

    async def play(self, seconds: int, pace: float, tally: Tally) -> None:
        begin = time.perf_counter() + self.rng.random() * pace
        for turn in range(int(seconds / pace)):
            await asyncio.sleep(max(0.0, begin + turn * pace - time.perf_counter()))
            await self.choose(tally)


async def sit_down(web: httpx.AsyncClient, ports: list[int], tokens: list[str], number: int, draw: bool) -> Pair:
    anna, ben = ({"Authorization": f"Bearer {token}"} for token in tokens)
    seats = [{"who": "me"}, {"who": "friend"}]
    command = {"game": GAME, "seats": seats, "options": {"max_choices": 1_000_000}}
    table = (await web.post("/api/tables", json=command, headers=anna)).raise_for_status().json()
    invite = {"invite": table["invite_url"].rpartition("/")[2]}
    (await web.post(f"/api/tables/{table['id']}/join", json=invite, headers=ben)).raise_for_status()
    urls = [f"ws://127.0.0.1:{port}/t/{table['id']}/live" for port in (ports[0], ports[-1])]
    own: Any = {"max_size": None, "local_addr": (f"127.0.0.{2 + number % 8}", 0)}  # one address may have 1,000 channels
    pair = [
        Seat(await connect(url, additional_headers=headers, **own))
        for url, headers in zip(urls, (anna, ben), strict=True)
    ]
    for seat in pair:
        await seat.socket.send(json.dumps({"hello": {"seen": -1, "draw": draw, "parts": True, "lang": "en"}}))
    for seat in pair:
        await seat.until(lambda: seat.entry >= 1 and (seat.view >= 1 or not draw))  # noqa: B023 - awaited at once
    return Pair(pair, draw, random.Random(number))


async def new_players(web: httpx.AsyncClient) -> list[str]:
    made = [await web.post("/api/players", json={"name": name}) for name in ("Anna", "Ben")]
    return [str(answer.json()["token"]) for answer in made]


async def crowd(ports: list[int], tables: int, seconds: int, draw: bool, pace: float) -> dict[str, Any]:
    tally = Tally()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{ports[0]}", timeout=60) as web:
        tokens = await new_players(web)
        pairs = [await sit_down(web, ports, tokens, number, draw) for number in range(tables)]
    pairs[0].state.play(pairs[0].state.choices()[0])  # loads the rules: else whoever waits for them begins together
    print("ready", flush=True)
    tally.seconds = -time.process_time()
    await asyncio.gather(*(pair.play(seconds, pace, tally) for pair in pairs))
    tally.seconds += time.process_time()
    tally.refused = sum(seat.refused for pair in pairs for seat in pair.seats)
    for pair in pairs:
        for seat in pair.seats:
            seat.reading.cancel()
            seat.socket.transport.abort()
    return tally.told()


if __name__ == "__main__":
    ports, tables, seconds, draw, pace = sys.argv[1:]
    listened = [int(port) for port in ports.split(",")]
    print(json.dumps(asyncio.run(crowd(listened, int(tables), int(seconds), draw == "1", float(pace)))))
