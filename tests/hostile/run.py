"""One attack: a server with its prey, all ways to send something at once, and a look at what has changed."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

import httpx
from postgres import PostgresServer
from serving import Server
from tests.chaos.house import port_of
from tests.chaos.program import Program

from . import described
from .broken import broken
from .channel import Channel, Stranger
from .prey import Prey, snapshot
from .requests import Requests
from .tally import Tally
from .wire import send_all, send_alone

LAUNCHER = Path(__file__).with_name("launcher.py")
# How many of a hundred thousand inputs go which way. Schemathesis thinks long about each of its own.
SHARES = {"live": 56_000, "http": 38_500, "broken": 5_000, "described": 500}
SOCKETS = {"live": 3, "http": 2, "broken": 1}  # of each kind at the same time
PIPELINED = 40
A_CHANNEL = 2_000  # inputs, if it lives so long


@dataclass(frozen=True)
class Settings:
    inputs: int = 1_000_000
    seed: int = 0
    database: str = "sqlite"

    def share(self, way: str) -> int:
        return self.inputs * SHARES[way] // sum(SHARES.values())


def server_program(home: Path, database: str | None = None) -> Program:
    """A server whose log is kept, and for which nobody is too fast."""
    command = [sys.executable, str(LAUNCHER), "serve", "--lang", "en", "--port", "0", "--data", str(home)]
    command += ["--database", database] if database else []
    return Program("server", command, home / "server.log", r"http://\S+:(\d+)/", {})


class Attack:
    def __init__(self, settings: Settings, home: Path) -> None:
        self.settings, self.home = settings, home
        self.tally = Tally(home / "server.log")
        self.postgres = PostgresServer() if settings.database == "postgres" else None
        self.program = server_program(home, self.postgres.address if self.postgres else None)

    @property
    def where(self) -> str:
        """For SQLAlchemy."""
        if self.postgres:
            return self.postgres.address.replace("postgresql:", "postgresql+psycopg:", 1)
        return f"sqlite:///{self.home / 'ludotheque.db'}"

    def run(self, show: Callable[[Tally], Coroutine[Any, Any, None]] | None = None) -> Tally:
        try:
            self.program.start()
            self.port = port_of(self.program)
            prey = Prey.make(Server(self.home, port=self.port))
            before = snapshot(prey, self.where)
            asyncio.run(self.attack(prey, show and show(self.tally)))
            self.judge(prey, before)
        finally:
            self.close()
        return self.tally

    async def attack(self, prey: Prey, shown: Coroutine[Any, Any, None] | None) -> None:
        display = asyncio.create_task(shown) if shown else None
        api = httpx.get(f"http://127.0.0.1:{self.port}/openapi.json").json()
        await asyncio.gather(
            *(self.live(prey, part) for part in range(SOCKETS["live"])),
            *(self.http(prey, api, part) for part in range(SOCKETS["http"])),
            *(self.broken(part) for part in range(SOCKETS["broken"])),
            asyncio.to_thread(described.attack, prey, api, self.settings.share("described"), self.rng("s"), self.tally),
        )
        if display is not None:
            display.cancel()

    def rng(self, name: object) -> random.Random:
        return random.Random(f"{self.settings.seed} {name}")

    def part(self, way: str) -> int:
        """What one socket of a kind sends."""
        return max(1, self.settings.share(way) // SOCKETS[way])

    # The ways

    async def live(self, prey: Prey, part: int) -> None:
        left, rng = self.part("live"), self.rng(f"live {part}")
        while left > 0:
            token = rng.choice(("", prey.eve.token, prey.ben.token))
            channel = Channel(self.port, Stranger(prey, token, rng), self.tally)
            left -= max(1, await channel.attack(min(left, A_CHANNEL)))

    async def http(self, prey: Prey, api: dict[str, Any], part: int) -> None:
        left, source = self.part("http"), Requests(prey, api, self.port, self.rng(f"http {part}"))
        while left > 0:
            requests = [source.next() for _ in range(min(left, PIPELINED))]
            left -= len(requests)
            self.tally.inputs["http"] += len(requests)
            await send_all(self.port, requests, self.tally)
            self.tally.look([request.data for request in requests])

    async def broken(self, part: int) -> None:
        rng = self.rng(f"broken {part}")
        for _ in range(self.part("broken")):
            self.tally.inputs["broken"] += 1
            data = broken(self.port, rng)
            with suppress(ConnectionError):
                await send_alone(self.port, data, self.tally)
            self.tally.look(data)

    # The end

    def judge(self, prey: Prey, before: dict[str, list[Any]]) -> None:
        """Nothing has changed, and the game goes on."""
        self.tally.processor = {"server": sum(map(seconds_of, self.program.pids)), "attackers": process_time()}
        self.tally.look("everything")
        for query, rows in snapshot(prey, self.where).items():
            if rows != before[query]:
                self.tally.complain(
                    f"changed: {query.split('WHERE')[1]}: {set(map(str, rows)) ^ set(map(str, before[query]))}"
                )
        number = len(prey.anna.get(f"/api/tables/{prey.tables[0]}/entries"))
        if prey.choose(prey.tables[0]) != number:
            self.tally.complain("the next choice has not the next number")
        if not self.program.runs or self.program.starts > 1:
            self.tally.complain("the server has ended")

    def close(self) -> None:
        self.program.end()
        if self.postgres is not None:
            self.postgres.stop()


def seconds_of(pid: int) -> float:
    """Of a processor, that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def attack(settings: Settings, show: Callable[[Tally], Coroutine[Any, Any, None]] | None = None) -> Tally:
    """In a folder of its own, which is left there if there are complaints."""
    home = Path(tempfile.mkdtemp(prefix="hostile-"))
    tally = Attack(settings, home).run(show)
    if not tally.complaints:
        shutil.rmtree(home)
    return tally
