"""What a server keeps of tables that were opened, played and left: its memory after many against that after a few.

Two players at each table, by the API and the live channel with every picture; some choices, then both leave. Several
tables at once, as in a club. The memory is what the system has given to the server's process (RSS), at the end and
without waiting for anything. ``python -m bench.memory [TABLES]`` measures with fewer tables and prints all on the way.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator

import httpx

from .crowd import Pair, Tally, new_players, sit_down
from .figures import Figure
from .running import Hall, hall

FEW, TABLES = 100, 10_000
CHOICES, AT_ONCE = 10, 8
MOST = 1.2  # times the memory after few tables


def of_the_memory() -> Iterator[Figure]:
    few, many = measure(TABLES)
    yield Figure(f"memory after {FEW} tables", f"{few:.0f} MB")
    yield Figure(f"… after {TABLES:,}, times that", f"{many / few:.2f}", f"≤ {MOST}", many / few <= MOST)


def measure(tables: int, trace: bool = False) -> tuple[float, float]:
    with hall() as running:
        return asyncio.run(visit(running, tables, trace))


async def visit(running: Hall, tables: int, trace: bool) -> tuple[float, float]:
    """Megabytes after a few tables and after all."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{running.port}", timeout=60) as web:
        tokens, known = await new_players(web), []
        for first in range(0, tables, FEW):
            await play_some(web, running.port, tokens, range(first, first + FEW))
            known.append(running.megabytes)
            if trace:
                print(f"{first + FEW:6,} tables: {known[-1]:.1f} MB", flush=True)
    return known[0], known[-1]


async def play_some(web: httpx.AsyncClient, port: int, tokens: list[str], numbers: range) -> None:
    waiting = iter(numbers)

    async def play_on() -> None:
        for number in waiting:
            await play_and_leave(await sit_down(web, [port], tokens, number, draw=True))

    await asyncio.gather(*(play_on() for _ in range(AT_ONCE)))


async def play_and_leave(pair: Pair) -> None:
    tally = Tally()
    for _ in range(CHOICES):
        await pair.choose(tally)
    assert not tally.lost, "a choice was lost"
    for seat in pair.seats:
        await seat.socket.close()
        await seat.reading


if __name__ == "__main__":
    few, many = measure(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES, trace=True)
    print(f"{many / few:.2f} times as much as after {FEW}")
