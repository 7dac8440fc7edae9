"""Thinks for people at a table, when they ask for it: among the turns of the computers, and once for each position."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field

from ..core.state import State
from .commands import refuse
from .fair_executor import FairExecutor, Share
from .hints import Thought, Wish
from .table import Table
from .warming import Warming

log = logging.getLogger("ludotheque")
SECONDS, CHECK_SECONDS = 1.5, 1.0  # of thinking; a choice that is checked waits for it
Key = tuple[int, int, str]  # seat, the last entry that changed what it can choose, the event to be checked


@dataclass(eq=False)
class Advisor:
    executor: FairExecutor
    warming: Warming
    thoughts: dict[Key, asyncio.Task[Thought | None]] = field(default_factory=dict)  # about positions that still stand

    async def think(self, table: Table, seat: int, wish: Wish, share: Share) -> Thought | None:
        """What the entry of the hint will keep; None if there is no reason to warn. Who asks for the same meanwhile, or
        again, gets the same thoughts."""
        await self.warming.settled(table.info.game)
        key = (seat, table.last_moves[seat], wish.event)
        self.thoughts = {
            known: task for known, task in self.thoughts.items() if known[:2] == key[:2] or not task.done()
        }
        if key not in self.thoughts:
            self.thoughts[key] = asyncio.create_task(self._think(table, seat, wish, share))
        try:
            return await asyncio.shield(self.thoughts[key])
        except Exception:
            log.exception("table %s: no hint for seat %s", table.info.id, seat)
            self.thoughts.pop(key, None)
            raise refuse("busy") from None

    async def _think(self, table: Table, seat: int, wish: Wish, share: Share) -> Thought | None:
        state, at = table.state, table.next - 1
        thought = await self.executor.run(share, lambda: think_of(state, seat, wish.event))
        return thought and {**thought, "at": at}

    @property
    def idle(self) -> bool:
        return all(task.done() for task in self.thoughts.values())

    def close(self) -> list[asyncio.Task[Thought | None]]:
        """Stops thinking; these are the tasks that end then."""
        for task in self.thoughts.values():
            task.cancel()
        return [*self.thoughts.values()]


def think_of(state: State, seat: int, event: str) -> Thought | None:
    """What to choose; or with an event, what it gives away, if that is much."""
    from ..search.advice import advise, second_thoughts  # loads the compiler, which a server starts without

    thought = second_thoughts(state, seat, event, CHECK_SECONDS) if event else advise(state, seat, SECONDS)
    return None if thought is None else {"facts": thought.facts}
