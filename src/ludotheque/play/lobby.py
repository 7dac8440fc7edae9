"""All tables that are in use, and what they share: the store, group commits, the threads where computers think."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf
from time import monotonic
from weakref import WeakValueDictionary

from ..core.options import Value
from ..core.registry import load
from . import commands, duplicate
from .catching_up import CatchingUp
from .commands import Command, is_quiet, new_id, now, opening, refuse, rematch_id, seats_for_rematch
from .days import end_of
from .fair_dice import FairDice, new_dice, next_dice
from .fair_executor import FairExecutor, thinking_threads
from .group_commit import GroupCommitter
from .keeping import Opened
from .ports import AGAIN, OVER, TABLES, Batch, DiceTaken, KeptDice, Notice, Store, TableExists, TableInfo
from .presence import HERE, Presence
from .queued_thinkers import QueuedThinkers
from .report_desk import ReportDesk
from .session import Services, Session
from .store_threads import StoreThreads, call_in_loop
from .table import Seat, Table
from .thinking import LocalThinkers, Thinkers
from .turn_workers import TurnWorkers
from .warming import Warming

log = logging.getLogger("ludotheque")
WANTED = "wanted"  # the kind of notice for a game that somebody waits for
FORGET_AFTER = 300.0  # seconds without anybody: then a table is read from the store again when it is needed
MOST_IDLE = 100  # tables that are kept in memory although nobody is there
LOOK_EVERY = 1.0  # seconds between two looks whether there are more
IN_USE = 5.0  # seconds: a program that asks from time to time is not made to wait for the store each time


class Lobby:
    """Opens tables, finds them again, and lets them go."""

    def __init__(self, store: Store, warming: Warming | None = None, thinkers: int | None = None) -> None:
        """Without ``warming`` a game is compiled here, when it is first played. ``thinkers`` is the number of threads
        in which computers think here, if it is not the usual one; 0: others do that."""
        self.store = store
        self.warming = warming or Warming()
        self.warming.changed = self._warmer
        self.warming.wish = lambda game: store.tell(WANTED, [game])
        self.threads = StoreThreads()
        self.committer = GroupCommitter(store)
        self.executor = FairExecutor(thinkers)
        self.thinkers = self.new_thinkers(thinking_threads() if thinkers is None else thinkers)
        self.opened = Opened()
        self.sessions: dict[str, Session] = {}
        # Also those that were let go while somebody still holds them: a table never has two sessions.
        self.known: WeakValueDictionary[str, Session] = WeakValueDictionary()
        self.presence = Presence(store, self.known)
        self.catching_up = CatchingUp(store, self.threads, self.known)
        self.services = Services(
            store, self.threads, self.committer, self.executor, self.thinkers, self.warming, self.presence
        )
        self.reports = ReportDesk(store, self.threads, self.executor, self.warming, lambda: self.thinkers.is_busy)
        self.makes_reports = thinkers != 0
        self.loading: dict[str, asyncio.Task[Session | None]] = {}
        self.looked = monotonic()
        self.housekeeping: list[asyncio.Task[None]] = []
        # What to do when another server tells something, by kind; whoever has more to hear adds it before the start.
        self.hears: dict[str, Callable[[Notice], None]] = {
            TABLES: self._tables_changed,
            AGAIN: lambda notice: self.catching_up.soon.set(),
            HERE: self.presence.hear,
            WANTED: self._wanted,
        }

    async def start(self) -> None:
        """Takes up where the last server stopped: tables are simply there, and computers think again as soon as
        somebody comes. All at once, they would keep busy a server that has been running for years."""
        loop = asyncio.get_running_loop()
        await self.threads.run(self.store.listen, partial(call_in_loop, loop, self._heard))
        await self.thinkers.start()
        if self.makes_reports:
            self.reports.start()
        shared = [self.catching_up.run(), self.presence.run()] if self.store.notifies else []
        self.housekeeping += [asyncio.create_task(work) for work in (self.tidy_up(), *shared)]

    def new_thinkers(self, threads: int) -> Thinkers:
        """Several servers share the thinking; one alone thinks by itself."""
        if (turns := self.store.turns()) is None:
            return LocalThinkers(self.executor)
        workers = TurnWorkers(turns, threads, self.warming.has_settled) if threads else None
        return QueuedThinkers(turns, self.threads, self.store.secret, workers)

    # Tables

    async def check(self, game: str, options: Mapping[str, object], seats: int) -> None:
        """Refuses what could not be opened, before anything is made for it."""
        self.warming.want(load(game).name)
        await asyncio.to_thread(load(game).settle, seats, options)

    async def open(
        self,
        game: str,
        options: Mapping[str, object],
        seats: Sequence[Seat],
        opener: str,
        origin: str | None = None,
        *,
        id: str | None = None,
        address: str = "",
        commitment: str | None = None,
        day: str | None = None,
        counts: bool = False,
        duplicate: bool = False,
        first_leg: Table | None = None,
    ) -> Session:
        """A new table; it is on disk when this returns. Raises TableExists if there is one of that id. ``commitment``
        names the dice that were asked for before; otherwise it gets some. ``duplicate``: it is a leg of a match."""
        kept = await self.dice_for(game, commitment)
        info = await asyncio.to_thread(new_info, game, options, len(seats), opener, origin, id)
        twin = first_leg.info.id if first_leg else None
        info = replace(info, commitment=kept.commitment if kept else None, day=day, counts=counts)
        info = replace(info, duplicate=duplicate, twin=twin)
        dice = dice_of(kept, info)
        table = await asyncio.to_thread(opening, info, seats, dice)  # the first of a game loads its rules
        try:
            await self.threads.run(self.store.open, info, Batch(info.id, table.entries, table.summary()))
        except DiceTaken:
            raise refuse("dice-taken") from None
        session = self.enter(self.session_of(table, dice))
        session.address, session.first_leg = address, first_leg
        session.think()
        return session

    async def dice_for(self, game: str, commitment: str | None = None) -> KeptDice | None:
        """Dice for a table to come, on disk: new ones, or those that somebody has asked for. None without chance."""
        found = await asyncio.to_thread(load, game)
        if not await asyncio.to_thread(lambda: found.num_outcomes):
            return None
        if commitment is None:
            kept = new_dice(now())
            await self.threads.run(self.store.add_dice, kept)
            return kept
        if (known := await self.threads.run(self.store.dice, commitment)) is None:
            raise refuse("no-dice")
        return known

    def session_of(self, table: Table, dice: FairDice | None = None) -> Session:
        return Session(table, self.services, dice)

    def enter(self, session: Session) -> Session:
        """From now on this is the session of its table, unless there is one."""
        id = session.table.info.id
        session = self.known.setdefault(id, session)
        self.sessions[id] = session
        self.opened.tables.add(id)
        if len(self.sessions) > MOST_IDLE and monotonic() - self.looked > LOOK_EVERY:
            self.let_go(FORGET_AFTER)
        return session

    async def session(self, table: str) -> Session:
        """The session of a table, or a GameError."""
        found = await self.find(table)
        if found is None:
            raise refuse("no-table")
        return found

    async def find(self, table: str) -> Session | None:
        if (known := self.known.get(table)) is not None:
            await self.reveal_if_due(known)
            return self.enter(known)
        if table not in self.loading:
            self.loading[table] = asyncio.create_task(self.load(table))
            self.loading[table].add_done_callback(lambda _: self.loading.pop(table, None))
        return await asyncio.shield(self.loading[table])

    async def load(self, table: str) -> Session | None:
        info = await self.threads.run(self.store.info, table)
        if info is None:
            return None
        self.warming.want(info.game)
        entries = await self.threads.run(self.store.entries, table)
        found = await asyncio.to_thread(Table.empty(info).with_entries, entries)
        secret = info.commitment if found.secret is None else None
        kept = await self.threads.run(self.store.dice, secret) if secret else None
        session = self.enter(self.session_of(found, dice_of(kept, info)))
        first_leg = await self.find(info.twin) if info.twin else None
        session.first_leg = first_leg.table if first_leg else None
        await self.reveal_if_due(session)
        session.think()
        return session

    async def reveal_if_due(self, session: Session) -> None:
        """Dice that are not revealed with the end of their game: those of a day, and those of a first leg."""
        table = session.table
        is_sealed = session.dice is not None and table.info.leg == 1 and table.status == OVER and table.secret is None
        if is_sealed and await self.is_match_over(table):
            session.unseal()
        await session.reveal_if_due()

    async def is_match_over(self, first: Table) -> bool:
        """Both legs are played, or nobody has begun the second one for days."""
        second = await self.find(rematch_id(first))
        return is_quiet(first) if second is None else second.table.status == OVER

    async def rematch(self, session: Session, command: Command) -> str:
        """Another game with the same people; both may ask, even at the same time, and it is the same one."""
        async with session.rematching:
            return session.table.rematch or await self._open_rematch(session, command)

    async def _open_rematch(self, session: Session, command: Command) -> str:
        table = session.table
        commands.rematch(table, command)  # refuses before a table is opened
        new, info, is_second = rematch_id(table), table.info, duplicate.is_second_leg_due(table)
        if is_second:
            seats, commitment = duplicate.seats_for_second_leg(table), info.commitment
        else:
            before = duplicate.seats_after_match(table) if info.leg == 2 else table.seats
            seats, commitment = seats_for_rematch(before, command.text), await self.dice_for_rematch(info)
        if commitment is None:  # whoever makes new dice now knows the nonces already
            seats = [replace(seat, nonce="", heir="") for seat in seats]
        with suppress(TableExists):  # another server was quicker, or stopped before it could note it here
            await self.open(
                info.game,
                info.options,
                seats,
                info.opener,
                info.origin,
                id=new,
                address=session.address,
                commitment=commitment,
                duplicate=info.duplicate,
                first_leg=table if is_second else None,
            )
        await session.execute(Command("rematch", command.by, command.key, command.seat, new))
        return session.table.rematch or new

    async def dice_for_rematch(self, before: TableInfo) -> str | None:
        """The next of the chain: their commitment is what the game before has revealed."""
        if before.commitment is None or before.day is not None:  # the dice of a day are for that day only
            return None
        kept = await self.threads.run(self.store.dice, before.commitment)
        following = kept and next_dice(kept, now())
        if following is None:
            return None
        await self.threads.run(self.store.add_dice, following)
        return following.commitment

    # Tidying up

    def _heard(self, notice: Notice) -> None:
        """What another server tells; a kind that only newer ones know is nothing to us."""
        if (hear := self.hears.get(notice.kind)) is not None:
            hear(notice)

    def _wanted(self, notice: Notice) -> None:
        """Somebody waits for a game elsewhere; this may be the server that compiles it."""
        for game in notice.words:
            if game in self.warming.todo:
                self.warming.put_first(game)

    def _tables_changed(self, notice: Notice) -> None:
        for table in notice.words:
            if (session := self.known.get(table)) is not None:
                session.refresh()

    def _warmer(self, game: str) -> None:
        """More of a game is compiled: those who sit there are told."""
        for session in [*self.sessions.values()]:
            if session.table.info.game == game:
                session.wake()

    async def tidy_up(self) -> None:
        while True:
            await asyncio.sleep(30)
            self.forget(FORGET_AFTER)

    def forget(self, after: float) -> None:
        """Gives back what nobody needs."""
        for session in self.sessions.values():
            session.rest()
        self.let_go(after)

    def let_go(self, after: float) -> None:
        """Of the tables where nobody is, those stay that were used last; the store has them all."""
        self.looked = now = monotonic()
        idle = sorted((session.used, table) for table, session in self.sessions.items() if session.idle)
        for place, (used, table) in enumerate(reversed(idle)):
            if now - used > (min(after, IN_USE) if place >= MOST_IDLE else after):
                self.sessions.pop(table).rest()

    async def close(self) -> None:
        for task in self.housekeeping:
            task.cancel()
        await asyncio.gather(*self.housekeeping, return_exceptions=True)
        await self.reports.close()
        await self.warming.close()
        for session in [*self.known.values()]:
            await session.close()
        await self.thinkers.close()
        self.executor.close()
        await self.committer.close()
        await self.threads.run(self.store.close)
        self.threads.close()


def dice_of(kept: KeptDice | None, info: TableInfo) -> FairDice | None:
    """Those of a daily game are sealed until its day is over, those of a first leg until the second is."""
    if kept is None:
        return None
    return FairDice.of(kept, end_of(info.day) if info.day else inf if info.leg == 1 else 0)


def new_info(
    game: str, options: Mapping[str, object], seats: int, opener: str, origin: str | None, id: str | None = None
) -> TableInfo:
    found = load(game)
    _, settled = found.settle(seats, options)
    values: dict[str, Value] = dict(settled)
    return TableInfo(
        id or new_id(), found.name, found.edition, seats, values, new_id() + new_id(), now(), opener, origin
    )
