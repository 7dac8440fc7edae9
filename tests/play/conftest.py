"""A story in a lobby of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from lobbies import Story, at_home


@pytest.fixture
def tell(tmp_path: Path) -> Callable[[Story], None]:
    """Plays a story."""

    def play(story: Story) -> None:
        async def all_of_it() -> None:
            async with at_home(tmp_path) as lobby:
                await story(lobby)

        asyncio.run(all_of_it())

    return play
