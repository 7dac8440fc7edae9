"""Threads for computers, shared fairly between those who opened the tables."""

from __future__ import annotations

import asyncio
import threading

import pytest

from ludotheque.play.fair_executor import FairExecutor, Share


def test_many_tables_of_one_keep_nobody_waiting() -> None:
    """Eve has opened ten tables before Anna opens one: Anna's is thought about next."""
    order: list[str] = []

    async def story() -> None:
        executor, gate = FairExecutor(1), threading.Event()
        first = asyncio.create_task(executor.run(Share("eve"), gate.wait))
        many = [asyncio.create_task(executor.run(Share("eve"), lambda: order.append("eve"))) for _ in range(10)]
        await asyncio.sleep(0)
        one = asyncio.create_task(executor.run(Share("anna"), lambda: order.append("anna")))
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(first, *many, one)
        executor.close()

    asyncio.run(story())
    assert order == ["anna", *["eve"] * 10]


def test_who_gives_up_or_fails_leaves_the_place_to_others() -> None:
    async def story() -> None:
        executor, gate = FairExecutor(1), threading.Event()
        first = asyncio.create_task(executor.run(Share("anna"), gate.wait))
        waits = asyncio.create_task(executor.run(Share("anna"), lambda: None))
        await asyncio.sleep(0)
        waits.cancel()
        await asyncio.gather(waits, return_exceptions=True)
        gate.set()
        await first
        with pytest.raises(ZeroDivisionError):
            await executor.run(Share("anna"), lambda: 1 // 0)
        assert await executor.run(Share("ben"), lambda: 7) == 7
        assert (executor.free, executor.waiting) == (1, [])
        executor.close()

    asyncio.run(asyncio.wait_for(story(), 20))


def test_who_is_called_and_gone_in_the_same_moment_keeps_no_place() -> None:
    async def story() -> None:
        executor = FairExecutor(1)
        await executor.turn(Share("anna"))
        waits = asyncio.create_task(executor.turn(Share("ben")))
        await asyncio.sleep(0)
        executor.free = 1
        executor.call_next()
        assert executor.free == 0, "ben is called"
        waits.cancel()
        await asyncio.gather(waits, return_exceptions=True)
        assert executor.free == 1
        executor.close()

    asyncio.run(story())
