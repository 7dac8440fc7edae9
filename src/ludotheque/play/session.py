"""One table that is in use: executes commands one after the other, keeps computers thinking, and wakes who watches.

A table is a value: a command leads to the next one, which is stored and then becomes the session's. Whoever watches
keeps a place in the table's own list of entries and reads on from there when woken. So there are no queues that could
overflow, and somebody slow holds up nobody.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING

from ..core.game import SEARCH
from .advisor import Advisor
from .commands import Command, apply, choose_for, hinted_seat, is_stale, refuse
from .fair_executor import FairExecutor
from .group_commit import GroupCommitter
from .hints import known_thought
from .ports import OVER, Batch, Entry, Store
from .table import Table
from .warming import Warming

if TYPE_CHECKING:
    from ..search.computer import ComputerPlayer

log = logging.getLogger("ludotheque")
MOST_TRIES = 5  # when another server writes at the same table


@dataclass(eq=False)
class Subscriber:
    """Somebody who is told that there is something new."""

    wake: Callable[[], None]
    player: str | None = None


@dataclass(eq=False)
class Session:
    table: Table
    store: Store
    committer: GroupCommitter
    executor: FairExecutor
    warming: Warming
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    rematching: asyncio.Lock = field(default_factory=asyncio.Lock)
    subscribers: set[Subscriber] = field(default_factory=set)
    thinking: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    computers: dict[tuple[int, int, bool], ComputerPlayer] = field(default_factory=dict)
    used: float = field(default_factory=monotonic)
    executed: dict[tuple[str, str], int] = field(default_factory=dict)  # player and key -> the entry of that command

    def __post_init__(self) -> None:
        self.note_keys(self.table.entries)
        self.advisor = Advisor(self.executor, self.warming)

    # Commands

    async def execute(self, command: Command) -> int:
        """Does what a player commands; the number of the entry that did it, which is on disk then.

        Who goes away meanwhile does not stop it halfway, on disk but not at the table.
        """
        return await asyncio.shield(asyncio.create_task(self._execute(command)))

    async def _execute(self, command: Command) -> int:
        if command.do == "hint" and self.known(command) is None:
            command = await self.think_of(command)
        async with self.lock:
            self.used = monotonic()
            for _ in range(MOST_TRIES):
                if (known := self.known(command)) is not None:
                    return known
                number, after = self.table.next, apply(self.table, command)
                if after is self.table:
                    return number - 1
                if await self.commit(after):
                    return number
            raise refuse("busy")

    def known(self, command: Command) -> int | None:
        """A command that was executed already is not executed twice."""
        return None if command.key is None else self.executed.get((command.by, command.key))

    async def think_of(self, command: Command) -> Command:
        """The same wish for a hint with what is thought of the position; it is told if that one still stands then."""
        table = self.table
        seat, wish = hinted_seat(table, command)
        thought = known_thought(table, seat, wish) or await self.advisor.think(table, seat, wish, command.by)
        return replace(command, seat=seat, at=table.next - 1, thought=thought)

    async def commit(self, after: Table) -> bool:
        """Stores what is new in a table, which then is the session's; False if another server was quicker. Needs the
        lock."""
        if not await self.committer.append(batch(self.table, after)):
            await self.catch_up()
            return False
        self.become(after)
        return True

    async def catch_up(self) -> None:
        """Reads what another server added. Needs the lock."""
        self.become(await asyncio.to_thread(read_on, self.store, self.table))

    def become(self, table: Table) -> None:
        news = table.entries[self.table.next :]
        self.table = table
        self.note_keys(news)
        self.wake()
        self.think()

    def note_keys(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            if entry.by is not None and entry.key is not None:
                self.executed[entry.by, entry.key] = entry.number

    async def refresh(self) -> None:
        async with self.lock:
            await self.catch_up()

    # Watching

    def subscribe(self, subscriber: Subscriber) -> None:
        self.subscribers.add(subscriber)
        self.used = monotonic()
        self.wake()
        self.think()

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self.subscribers.discard(subscriber)
        self.used = monotonic()
        self.wake()

    def wake(self) -> None:
        for subscriber in self.subscribers:
            subscriber.wake()

    def seats_here(self) -> list[int]:
        """The seats whose player is looking at the table."""
        here = {subscriber.player for subscriber in [*self.subscribers]}  # copied at once: pages are made in threads
        return [number for number, seat in enumerate(self.table.seats) if seat.player in here and seat.player]

    # Computers

    def think(self) -> None:
        """Lets every computer think that is to act. Where only computers play, only while somebody watches."""
        if not self.table.people and not self.subscribers:
            return
        for seat in self.table.computers_to_act():
            if seat not in self.thinking:
                self.thinking[seat] = asyncio.create_task(self._think(seat))

    async def _think(self, seat: int) -> None:
        try:
            await self._choose_for(seat)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("table %s: the computer at seat %s could not choose", self.table.info.id, seat)
            return  # thinking again at once would fail again; the next change of the table tries anew
        finally:
            self.thinking.pop(seat, None)
        self.think()

    async def _choose_for(self, seat: int) -> None:
        await self.warming.settled(self.table.info.game)
        state, seen = self.table.state, self.table.next - 1
        computer = self.computer(seat)
        text = await self.executor.run(self.table.info.opener, lambda: computer.choose(state, seat))
        async with self.lock:
            if self.still_wanted(seat, seen):
                await self.commit(choose_for(self.table, seat, text))

    def still_wanted(self, seat: int, seen: int) -> bool:
        """Whether what was thought about is still there, and nobody else has chosen for this seat."""
        return seat in self.table.computers_to_act() and not is_stale(self.table, seat, seen)

    @property
    def warmth(self) -> int | None:
        """How much of what the computers here need is compiled, in percent; None when they play as they should."""
        plays = self.table.has_computers and self.table.status != OVER
        return self.warming.progress(self.table.info.game) if plays else None

    def computer(self, seat: int) -> ComputerPlayer:
        """It remembers from choice to choice; of another level, or when its search is compiled, it is another one."""
        from ..search.computer import ComputerPlayer, HurriedPlayer  # loads the compiler, which a server starts without

        level, hurries = self.table.seats[seat].level, SEARCH in self.table.game.interpreted
        if (seat, level, hurries) not in self.computers:
            self.computers[seat, level, hurries] = (HurriedPlayer if hurries else ComputerPlayer)(level)
        return self.computers[seat, level, hurries]

    # Tidying up

    @property
    def idle(self) -> bool:
        return self.advisor.idle and not (self.subscribers or self.thinking or self.lock.locked())

    async def close(self) -> None:
        tasks = list(self.thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *self.advisor.close(), return_exceptions=True)


def batch(before: Table, after: Table) -> Batch:
    """What is to be stored so that one table becomes the other."""
    return Batch(after.info.id, after.entries[before.next :], after.summary())


def read_on(store: Store, table: Table) -> Table:
    """A table with what is in the store besides."""
    return table.with_entries(store.entries(table.info.id, table.next))
