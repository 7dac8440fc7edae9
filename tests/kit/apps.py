"""The application without a server: for what would need millions of requests otherwise."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx

from ludotheque.store.connect import connect
from ludotheque.web.app import make_app
from ludotheque.web.limits import Limits
from ludotheque.web.policy import Policy


def with_app(
    folder: Path,
    story: Callable[[httpx.AsyncClient], Awaitable[None]],
    limits: Limits | None = None,
    policy: Policy | None = None,
) -> None:
    async def run() -> None:
        app = make_app(connect(folder / "apart.db"), limits, policy=policy)
        web = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")
        async with app.router.lifespan_context(app), web:
            await story(web)

    asyncio.run(run())
