"""What is attacked: a database, servers and thinkers on it, and a wire to each server."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from postgres import PostgresServer

from .clock import Clock, compiler
from .program import Program
from .proxy import Proxy

PYTHON = [sys.executable, "-m", "ludotheque"]


@dataclass(frozen=True)
class Plan:
    """How many of everything there are."""

    database: str = "sqlite"
    servers: int = 1
    processes: int = 1  # of each server
    thinkers: int = 0
    longest: float = 15.0  # seconds that a fault lasts at most

    def __post_init__(self) -> None:
        if self.database == "sqlite" and (self.servers, self.processes, self.thinkers) != (1, 1, 0):
            raise ValueError("one SQLite file has one server, with one process, that thinks itself")


@dataclass
class House:
    home: Path
    plan: Plan
    rng: random.Random
    postgres: PostgresServer | None = None
    servers: list[Program] = field(default_factory=list)
    thinkers: list[Program] = field(default_factory=list)
    proxies: list[Proxy] = field(default_factory=list)
    clocks: list[Clock] = field(default_factory=list)

    @property
    def data(self) -> Path:
        return self.home / "data"

    @property
    def where(self) -> str:
        """The address of the database."""
        return self.postgres.address if self.postgres else str(self.data / "ludotheque.db")

    # Beginning and end

    async def start(self) -> None:
        self.data.mkdir(parents=True)
        if self.plan.database == "postgres":
            self.postgres = await asyncio.to_thread(PostgresServer)
        self.servers = [self.server(number) for number in range(self.plan.servers)]
        self.thinkers = [self.thinker(number) for number in range(self.plan.thinkers)]
        for server in self.servers:
            await asyncio.to_thread(server.start)
            self.proxies.append(Proxy(port_of(server), self.rng))
            await self.proxies[-1].start()
        for thinker in self.thinkers:
            await asyncio.to_thread(thinker.start)

    def server(self, number: int) -> Program:
        command = [*PYTHON, "serve", "--lang", "en", "--port", "0", "--data", str(self.data)]
        command += ["--database", self.where] if self.postgres else []
        command += ["--processes", str(self.plan.processes)] if self.plan.processes > 1 else []
        return self.program(f"server{number}", command, r"http://\S+:(\d+)/")

    def thinker(self, number: int) -> Program:
        return self.program(f"thinker{number}", [*PYTHON, "think", "--lang", "en", "--database", self.where], r"\S")

    def program(self, name: str, command: list[str], is_ready: str) -> Program:
        env = {}
        if compiler():
            self.clocks.append(Clock(self.home, name))
            env = self.clocks[-1].env
        return Program(name, command, self.home / f"{name}.log", is_ready, env)

    async def stop(self) -> None:
        """All but the database, in good order."""
        for program in (*self.thinkers, *self.servers):
            await asyncio.to_thread(program.end)

    async def close(self) -> None:
        for proxy in self.proxies:
            await proxy.stop()
        for program in (*self.thinkers, *self.servers):
            if program.runs:
                program.kill()
        if self.postgres is not None:
            self.postgres.stop()

    # Mending

    async def restart(self, program: Program) -> None:
        await asyncio.to_thread(program.start)
        if program in self.servers:
            self.proxies[self.servers.index(program)].far = port_of(program)

    @property
    def tracebacks(self) -> list[str]:
        """From the logs, each with what follows it."""
        programs = (*self.servers, *self.thinkers)
        logs = ((program.name, program.said) for program in programs)
        return [f"{name}: …{part[-3000:]}" for name, said in logs for part in said.split("Traceback (most recent")[1:]]


def port_of(server: Program) -> int:
    assert server.found is not None
    return int(server.found[1])


@cache
def has_command(*words: str) -> bool:
    """Whether this Ludothèque knows a command, or an option of it."""
    helped = subprocess.run([*PYTHON, words[0], "--help"], capture_output=True, text=True, check=False)
    return helped.returncode == 0 and all(word in helped.stdout for word in words[1:])


@asynccontextmanager
async def open_house(home: Path, plan: Plan, rng: random.Random) -> AsyncIterator[House]:
    house = House(home, plan, rng)
    try:
        await house.start()
        yield house
    finally:
        await house.close()
