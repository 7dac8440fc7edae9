"""One table that is in use: executes commands one after the other, keeps computers thinking, and wakes who watches.

A table is a value: a command leads to the next one, which is stored and then becomes the session's. Whoever watches
keeps a place in the table's own list of entries and reads on from there when woken. So there are no queues that could
overflow, and somebody slow holds up nobody.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from time import monotonic

from .advisor import Advisor
from .backoff import pauses
from .commands import Command, apply, choose_for, extend, hinted_seat, is_stale, is_to_be_revealed, refuse
from .fair_dice import FairDice
from .fair_executor import FairExecutor, Share
from .group_commit import GroupCommitter
from .hints import known_thought
from .ports import OVER, Batch, Entry, Store, StoreUnavailable
from .presence import Elsewhere, Presence
from .store_threads import StoreThreads, patiently
from .table import Table
from .thinking import Thinkers, Turn
from .warming import Warming

log = logging.getLogger("ludotheque")
MOST_TRIES = 5  # when another server writes at the same table


@dataclass(eq=False)
class Subscriber:
    """Somebody who is told that there is something new."""

    wake: Callable[[], None]
    player: str | None = None
    address: str = ""  # where they are, for the fair share of thinking
    prepare: Callable[[Table], None] = lambda table: None  # called with the table that is on its way to the disk


@dataclass(frozen=True)
class Services:
    """What all tables of a lobby share."""

    store: Store
    threads: StoreThreads
    committer: GroupCommitter
    executor: FairExecutor
    thinkers: Thinkers
    warming: Warming
    presence: Presence


@dataclass(eq=False)
class Session:
    table: Table
    services: Services
    dice: FairDice | None = field(default=None, repr=False)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    rematching: asyncio.Lock = field(default_factory=asyncio.Lock)
    subscribers: set[Subscriber] = field(default_factory=set)
    elsewhere: Elsewhere = field(default_factory=Elsewhere)
    thinking: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    address: str = ""  # where those who play here are, as far as we know
    refreshing: asyncio.Task[None] | None = None
    is_behind: bool = False  # another server has added something that was not read yet
    used: float = field(default_factory=monotonic)
    executed: dict[tuple[str, str], int] = field(default_factory=dict)  # player and key -> the entry of that command
    first_leg: Table | None = None  # of a duplicate match whose second leg this is

    def __post_init__(self) -> None:
        self.note_keys(self.table.entries)
        self.advisor = Advisor(self.services.executor, self.services.warming)

    # Commands

    async def execute(self, command: Command) -> int:
        """Does what a player commands; the number of the entry that did it, which is on disk then.

        Who goes away meanwhile does not stop it halfway, on disk but not at the table.
        """
        task = asyncio.create_task(self._execute(command))
        task.add_done_callback(_note_end)
        return await asyncio.shield(task)

    async def _execute(self, command: Command) -> int:
        await self.read_up_to(command.at)
        if command.do == "hint" and self.known(command) is None:
            command = await self.think_of(command)
        async with patiently(self.lock):
            self.used = monotonic()
            for _ in range(MOST_TRIES):
                if (known := self.known(command)) is not None:
                    return known
                number, after = self.table.next, apply(self.table, command, self.dice)
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
        share = self.share_of(command.by)
        thought = known_thought(table, seat, wish) or await self.advisor.think(table, seat, wish, share)
        return replace(command, seat=seat, at=table.next - 1, thought=thought)

    async def commit(self, after: Table) -> bool:
        """Stores what is new in a table, which then is the session's; False if another server was quicker. Needs the
        lock."""
        begun = self.services.committer.begin(batch(self.table, after))
        self.prepare(after)
        if not await self.services.committer.finish(begun):
            await self.catch_up()
            return False
        self.become(after)
        return True

    async def read_up_to(self, number: int | None) -> None:
        """Somebody has seen more than we have: another server added it, and we did not hear of it yet."""
        if number is not None and number >= self.table.next:
            async with self.lock:
                await self.catch_up()

    def unseal(self) -> None:
        """From now on the dice may be revealed."""
        if self.dice is not None:
            self.dice = replace(self.dice, sealed_until=0)

    async def reveal_if_due(self) -> None:
        """The dice of a daily game are revealed when its day is over, not with the game; those of a first leg after
        the second."""
        if self.dice is not None and is_to_be_revealed(self.table, self.dice):
            async with self.lock:
                if is_to_be_revealed(self.table, self.dice):
                    await self.commit(extend(self.table, [], self.dice))

    def prepare(self, after: Table) -> None:
        """While the disk is busy we are not: what is to be told is put into words already. What fails here fails again
        when it is told, and what is on its way to the disk must not suffer from it."""
        for subscriber in [*self.subscribers]:
            with suppress(Exception):
                subscriber.prepare(after)

    async def catch_up(self) -> None:
        """Reads what another server added. Needs the lock."""
        table = self.table
        entries = await self.services.threads.run(self.services.store.entries, table.info.id, table.next)
        self.become(await asyncio.to_thread(table.with_entries, entries))

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

    def refresh(self) -> asyncio.Task[None]:
        """Another server has added something: it is read, as soon as the store answers."""
        self.is_behind = True
        if self.refreshing is None or self.refreshing.done():
            self.refreshing = asyncio.create_task(self._refresh())
        return self.refreshing

    async def _refresh(self) -> None:
        for pause in pauses():
            try:
                while self.is_behind:
                    self.is_behind = False  # what comes while we read is read after it
                    async with self.lock:
                        await self.catch_up()
                return
            except StoreUnavailable as problem:
                self.is_behind = True
                self.services.threads.outages.note(problem)
            await asyncio.sleep(pause)

    # Watching

    def subscribe(self, subscriber: Subscriber) -> None:
        self.subscribers.add(subscriber)
        self.address = subscriber.address or self.address
        self.used = monotonic()
        self.services.presence.tell(self)
        self.wake()
        self.think()

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self.subscribers.discard(subscriber)
        self.used = monotonic()
        self.services.presence.tell(self)
        self.wake()

    def wake(self) -> None:
        for subscriber in [*self.subscribers]:
            subscriber.wake()

    def seats_here(self) -> list[int]:
        """The seats whose player is looking at the table, through this server or another."""
        return sorted({*self.own_seats_here(), *self.elsewhere.seats})

    def own_seats_here(self) -> list[int]:
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
        except Exception:
            log.exception("table %s: the computer at seat %s could not choose", self.table.info.id, seat)
            return  # thinking again at once would fail again; the next change of the table tries anew
        finally:
            self.thinking.pop(seat, None)
        self.think()

    async def _choose_for(self, seat: int) -> None:
        await self.services.warming.settled(self.table.info.game)
        if seat not in self.table.computers_to_act():
            return  # another server has chosen for it meanwhile
        turn, text = self.turn_of(seat), None
        for pause in pauses():
            try:
                text = text or await self.services.thinkers.choose(turn)
                if text is None or await self._store_choice(turn, text):
                    return
            except StoreUnavailable as problem:  # it is written when that is possible again
                self.services.threads.outages.note(problem)
            if not self.still_wanted(seat, turn.number):
                return
            await asyncio.sleep(pause)

    def turn_of(self, seat: int) -> Turn:
        table, number = self.table, self.table.last_moves[seat]
        share, level = self.share_of(table.info.opener), table.seats[seat].level
        is_wanted = partial(self.still_wanted, seat, number)
        return Turn(table.info.id, number, seat, level, table.state, share, is_wanted)

    def share_of(self, player: str) -> Share:
        return Share(player, self.address, is_unattended=not self.table.people)

    async def _store_choice(self, turn: Turn, text: str) -> bool:
        """Whether that is settled: it is stored, or nobody wants it any more."""
        async with self.lock:
            wanted = self.still_wanted(turn.seat, turn.number)
            return not wanted or await self.commit(choose_for(self.table, turn.seat, text, self.dice))

    def still_wanted(self, seat: int, seen: int) -> bool:
        """Whether what was thought about is still there, and nobody else has chosen for this seat."""
        return seat in self.table.computers_to_act() and not is_stale(self.table, seat, seen)

    @property
    def warmth(self) -> int | None:
        """How much of what the computers here need is compiled, in percent; None when they play as they should."""
        plays = self.table.has_computers and self.table.status != OVER
        return self.services.warming.progress(self.table.info.game) if plays else None

    # Tidying up

    @property
    def idle(self) -> bool:
        is_reading = self.refreshing is not None and not self.refreshing.done()
        return self.advisor.idle and not (self.subscribers or self.thinking or self.lock.locked() or is_reading)

    def rest(self) -> None:
        """Nobody is here: what computers remember of the game is given back."""
        if not self.subscribers and not self.thinking:
            self.services.thinkers.forget(self.table.info.id)

    async def close(self) -> None:
        tasks = [*self.thinking.values(), *([self.refreshing] if self.refreshing else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *self.advisor.close(), return_exceptions=True)


def _note_end(task: asyncio.Task[int]) -> None:
    """How it ended was told to who waited for it; who went away does not want to know."""
    if not task.cancelled():
        task.exception()


def batch(before: Table, after: Table) -> Batch:
    """What is to be stored so that one table becomes the other."""
    return Batch(after.info.id, after.entries[before.next :], after.summary())
