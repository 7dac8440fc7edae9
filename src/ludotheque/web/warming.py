"""Compiles games in other processes, so that the server answers meanwhile and nobody waits twice."""

from __future__ import annotations

import asyncio
import logging
import sys
from dataclasses import dataclass, field

from ..core.errors import GameError
from ..core.game import Game
from ..core.shelf import games, load
from ..play.conduct import refuse
from ..search.ready import is_ready

AFTER_FIRST_PAGE = 1.5  # seconds: loading compiled code would keep the first visitor waiting
log = logging.getLogger("ludotheque")


@dataclass
class Warming:
    """Which games can be opened at once; the others are being prepared, those that are asked for first."""

    waiting: list[str] = field(default_factory=list)
    compiled: asyncio.Event = field(default_factory=asyncio.Event)
    work: asyncio.Task[None] | None = None

    def start(self) -> None:
        self.waiting = [name for name in games() if not is_ready(load(name))]
        self.work = asyncio.create_task(self.prepare_all())

    async def prepare_all(self) -> None:
        while self.waiting:
            name = self.waiting[0]
            await self.compile(name)
            self.waiting.remove(name)
        self.compiled.set()
        await asyncio.sleep(AFTER_FIRST_PAGE)
        for name in games():
            await asyncio.to_thread(touch, load(name))

    async def compile(self, name: str) -> None:
        command = (sys.executable, "-m", "ludotheque", "warm", name)
        # In a session of its own: Ctrl-C is meant for the server, which then ends this process quietly.
        process = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.DEVNULL, start_new_session=True
        )
        try:
            if await process.wait():
                log.error("%s could not be compiled ahead of time", name)
        finally:
            if process.returncode is None:
                process.kill()

    def is_ready(self, game: Game) -> bool:
        return game.name not in self.waiting

    def must_be_ready(self, game: Game) -> None:
        """Refuses with a sentence while a game is being compiled, and puts it next in line."""
        if game.name in self.waiting[1:]:
            self.waiting.remove(game.name)
            self.waiting.insert(1, game.name)
        if not self.is_ready(game):
            raise NotReady(refuse("preparing", game=game.words("title")).sentence)

    async def close(self) -> None:
        if self.work is not None:
            self.work.cancel()
            await asyncio.gather(self.work, return_exceptions=True)


class NotReady(GameError):
    """The game is being compiled for the first time on this machine."""


def touch(game: Game) -> None:
    """Loads a game into this process, so that the first table opens quickly."""
    state = game.new()
    state.svg(live=True, theme="css")
