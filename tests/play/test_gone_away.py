"""Somebody commands something and goes away before it is done."""

from __future__ import annotations

import asyncio
import gc
from contextlib import suppress
from pathlib import Path

from lobbies import BOTH, at_home, choose_any


def test_what_fails_for_who_went_away_leaves_no_traceback(tmp_path: Path) -> None:
    problems: list[object] = []

    async def story() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: problems.append(context))
        async with at_home(tmp_path) as lobby:
            session = await lobby.open("drivis", {}, BOTH, "anna")
            lobby.store.close()  # it fails from now on
            waiting = asyncio.create_task(choose_any(session))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            waiting.cancel()
            with suppress(asyncio.CancelledError):
                await waiting
            while session.lock.locked():
                await asyncio.sleep(0.01)
            gc.collect()

    asyncio.run(story())
    assert problems == []
