"""The one thread that writes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from typing import cast

import pytest

from ludotheque.play.group_commit import GroupCommitter
from ludotheque.play.ports import RUNNING, Batch, Store, Summary


class SlowDisk:
    """Notes what is written together, and waits until it is let."""

    def __init__(self) -> None:
        self.written: list[list[str]] = []
        self.may_go_on, self.is_writing = threading.Event(), threading.Event()

    def append(self, batches: Sequence[Batch]) -> list[bool]:
        self.is_writing.set()
        self.may_go_on.wait(20)
        self.written.append([batch.table for batch in batches])
        if "full" in self.written[-1]:
            raise OSError("the disk is full")
        return [batch.table != "taken" for batch in batches]


def batch(table: str) -> Batch:
    return Batch(table, [], Summary(RUNNING))


async def begin(disk: SlowDisk, *tables: str) -> tuple[GroupCommitter, list[asyncio.Task[bool]]]:
    """The first is being written, and the others wait."""
    committer = GroupCommitter(cast(Store, disk))
    tasks = [asyncio.create_task(committer.append(batch(tables[0])))]
    await asyncio.to_thread(disk.is_writing.wait, 20)
    tasks += [asyncio.create_task(committer.append(batch(table))) for table in tables[1:]]
    await asyncio.sleep(0.01)
    return committer, tasks


def test_what_waits_goes_to_disk_together_and_each_hears_its_own() -> None:
    async def story() -> None:
        disk = SlowDisk()
        committer, tasks = await begin(disk, "a", "b", "taken", "c")
        disk.may_go_on.set()
        assert await asyncio.gather(*tasks) == [True, True, False, True]
        assert disk.written == [["a"], ["b", "taken", "c"]]
        await committer.close()

    asyncio.run(story())


def test_a_failure_is_told_to_everyone_it_concerns_and_to_nobody_else() -> None:
    async def story() -> None:
        disk = SlowDisk()
        committer, tasks = await begin(disk, "a", "b", "full")
        disk.may_go_on.set()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert done[0] is True and [type(each) for each in done[1:]] == [OSError, OSError]
        assert await committer.append(batch("d"))
        await committer.close()

    asyncio.run(story())


def test_who_has_gone_is_not_written_any_more() -> None:
    async def story() -> None:
        disk = SlowDisk()
        committer, tasks = await begin(disk, "a", "b", "c")
        tasks[1].cancel()
        await asyncio.sleep(0)
        disk.may_go_on.set()
        await tasks[2]
        await committer.close()
        assert disk.written == [["a"], ["c"]]

    asyncio.run(story())


def test_closing_finishes_what_waits() -> None:
    async def story() -> None:
        disk = SlowDisk()
        committer, tasks = await begin(disk, "a", "b")
        closing = asyncio.create_task(committer.close())
        await asyncio.sleep(0.01)
        assert not closing.done()
        disk.may_go_on.set()
        await closing
        assert await asyncio.gather(*tasks) == [True, True]

    asyncio.run(story())


def test_a_disk_that_hangs_keeps_nobody_from_ending() -> None:
    """Also not the event loop, which waits for the threads of its own in the end."""
    disk = SlowDisk()

    async def story() -> None:
        committer, tasks = await begin(disk, "a")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await committer.close()
        tasks[0].cancel()

    ended = threading.Thread(target=lambda: asyncio.run(story()), daemon=True)
    ended.start()
    ended.join(10)
    assert not ended.is_alive()
    disk.may_go_on.set()
