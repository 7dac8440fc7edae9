"""What can go wrong, one function each. Every one of them mends what it broke before it returns."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass

from processes import UNLIMITED, limit_files

from .checker import AUDITOR
from .clock import compiler
from .house import House
from .players import Player
from .program import Program
from .web import World

Act = Callable[[World, random.Random], Awaitable[int]]
HOUR = 3600.0


@dataclass(frozen=True)
class Fault:
    """``act`` says how many processes were killed; ``needs``, what is missing here, or nothing."""

    name: str
    act: Act
    needs: Callable[[House], str]


FAULTS: dict[str, Fault] = {}


def nothing(house: House) -> str:
    return ""


def postgres(house: House) -> str:
    return "" if house.postgres else "PostgreSQL"


def sqlite(house: House) -> str:
    return "SQLite" if house.postgres else ""


def thinkers(house: House) -> str:
    return "" if house.thinkers else "thinkers"


def workers(house: House) -> str:
    return "" if house.plan.processes > 1 else "servers with several processes"


def clocks(house: House) -> str:
    return "" if compiler() else "a C compiler"


def prlimit(house: House) -> str:
    return "" if shutil.which("prlimit") else "the program prlimit"


def fault(name: str, needs: Callable[[House], str] = nothing) -> Callable[[Act], Act]:
    def register(act: Act) -> Act:
        FAULTS[name] = Fault(name, act, needs)
        return act

    return register


async def a_while(world: World, rng: random.Random, most: float = 1) -> None:
    """Up to so much of the longest time that a fault may last."""
    await asyncio.sleep(rng.uniform(0.1, most) * world.house.plan.longest)


# Processes that end


@fault("kill-server")
async def kill_server(world: World, rng: random.Random) -> int:
    return await kill(world, [rng.choice(world.house.servers)])


@fault("kill-thinker", thinkers)
async def kill_thinker(world: World, rng: random.Random) -> int:
    return await kill(world, [rng.choice(world.house.thinkers)])


@fault("kill-postgres", postgres)
async def kill_postgres(world: World, rng: random.Random) -> int:
    return await crash(world, rng.choice((signal.SIGKILL, signal.SIGQUIT)))


@fault("kill-worker", workers)
async def kill_worker(world: World, rng: random.Random) -> int:
    """One process of a server, which must start another."""
    children = rng.choice(world.house.servers).pids[1:]
    if children:
        os.kill(rng.choice(children), signal.SIGKILL)
    return len(children[:1])


@fault("power-cut")
async def power_cut(world: World, rng: random.Random) -> int:
    """Everything at once."""
    programs = [*world.house.servers, *world.house.thinkers]
    for program in programs:
        program.signal(signal.SIGKILL)
    killed = await crash(world, signal.SIGKILL) if world.house.postgres else 0
    return killed + await kill(world, programs)


@fault("end-server")
async def end_server(world: World, rng: random.Random) -> int:
    return await end(world, rng.choice(world.house.servers))


@fault("end-thinker", thinkers)
async def end_thinker(world: World, rng: random.Random) -> int:
    return await end(world, rng.choice(world.house.thinkers))


async def kill(world: World, programs: list[Program]) -> int:
    for program in programs:
        await asyncio.to_thread(program.kill)
    await asyncio.gather(*(world.house.restart(program) for program in programs))
    return len(programs)


async def end(world: World, program: Program) -> int:
    if not await asyncio.to_thread(program.end):
        world.ledger.complain(f"{program.name} does not end when it is told to")
    await world.house.restart(program)
    return 1


async def crash(world: World, how: signal.Signals) -> int:
    assert world.house.postgres is not None
    await asyncio.to_thread(world.house.postgres.crash, how)
    await asyncio.to_thread(world.house.postgres.start)
    return 1


# Processes that stand still


@fault("stop-server")
async def stop_server(world: World, rng: random.Random) -> int:
    return await stand_still(world, rng, rng.choice(world.house.servers).signal)


@fault("stop-thinker", thinkers)
async def stop_thinker(world: World, rng: random.Random) -> int:
    return await stand_still(world, rng, rng.choice(world.house.thinkers).signal)


@fault("stop-postgres", postgres)
async def stop_postgres(world: World, rng: random.Random) -> int:
    assert world.house.postgres is not None
    return await stand_still(world, rng, world.house.postgres.signal_all)


async def stand_still(world: World, rng: random.Random, send: Callable[[signal.Signals], None]) -> int:
    send(signal.SIGSTOP)
    try:
        await a_while(world, rng)
    finally:
        send(signal.SIGCONT)
    return 0


# The disk


@fault("lock-sqlite", sqlite)
async def lock_sqlite(world: World, rng: random.Random) -> int:
    """As a backup does."""
    with closing(sqlite3.connect(world.house.where, timeout=60, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        await a_while(world, rng)
        other.execute("ROLLBACK")
    return 0


@fault("full-disk", prlimit)
async def full_disk(world: World, rng: random.Random) -> int:
    """No file can grow any more, of the server or of PostgreSQL; what is there can be written over."""
    house = world.house
    limited = house.postgres or house.servers[0]
    user = house.postgres.user if house.postgres else None
    sizes = [path.stat().st_size for path in house.data.glob("*") if path.is_file()]
    await asyncio.to_thread(limit_files, limited.pids, rng.choice([4_096, 65_536, *sizes]), user)
    try:
        await a_while(world, rng)
    finally:
        for _ in range(2):  # the second time for those that were started during the first
            await asyncio.to_thread(limit_files, limited.pids, UNLIMITED, user)
    if house.postgres:
        await asyncio.to_thread(house.postgres.revive)
    return 0


# Wires


@fault("cut-sockets")
async def cut_sockets(world: World, rng: random.Random) -> int:
    for _ in range(5):
        for proxy in world.house.proxies:
            proxy.cut(rng.choice((0.3, 1)))
        await asyncio.sleep(rng.uniform(0.05, 0.5))
    return 0


@fault("cut-frames")
async def cut_frames(world: World, rng: random.Random) -> int:
    for proxy in world.house.proxies:
        proxy.cuts_soon = True
    await asyncio.sleep(rng.uniform(0.2, 1))
    for proxy in world.house.proxies:
        proxy.cuts_soon = False
    return 0


@fault("half-open")
async def half_open(world: World, rng: random.Random) -> int:
    for proxy in world.house.proxies:
        proxy.silence(True)
    await a_while(world, rng, 0.5)
    for proxy in world.house.proxies:
        proxy.silence(False)
    return 0


@fault("late-wires")
async def late_wires(world: World, rng: random.Random) -> int:
    for proxy in world.house.proxies:
        proxy.delay = rng.uniform(0.1, 1)
    await a_while(world, rng)
    for proxy in world.house.proxies:
        proxy.delay = 0
    return 0


@fault("slow-readers")
async def slow_readers(world: World, rng: random.Random) -> int:
    """Some ask for every picture and read nothing for a while, then everything."""
    tables = [table for table in world.ledger.tables.values() if not table.is_over]
    chosen = rng.choices(tables, k=8) if tables else []
    readers = [Player(world, AUDITOR, table, random.Random(rng.random()), draws=True) for table in chosen]
    await asyncio.gather(*(reader.dawdle(world.house.plan.longest * rng.random()) for reader in readers))
    return 0


# Messages and clocks


@fault("stutter")
async def stutter(world: World, rng: random.Random) -> int:
    """Most commands are sent twice or more, out of order, also those that were done long ago."""
    world.stutter, before = 0.7, world.stutter
    await a_while(world, rng)
    world.stutter = before
    return 0


@fault("clock-jump", clocks)
async def clock_jump(world: World, rng: random.Random) -> int:
    """Of one process, to and fro, by up to a month; then back to the right time."""
    clock = rng.choice(world.house.clocks)
    for _ in range(3):
        clock.set(rng.choice((-1, 1)) * rng.choice((5, HOUR, 24 * HOUR, 720 * HOUR)))
        await a_while(world, rng, 0.3)
    clock.set(0)
    return 0
