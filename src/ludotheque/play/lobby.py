"""All tables that are in use, and what they share: the store, group commits, the threads where computers think."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import monotonic
from weakref import WeakValueDictionary

from ..core.options import Value
from ..core.registry import load
from . import commands
from .commands import Command, new_id, now, opening, refuse, rematch_id, seats_for_rematch
from .fair_executor import FairExecutor
from .group_commit import GroupCommitter
from .ports import Batch, Store, TableExists, TableInfo
from .session import Services, Session
from .store_threads import StoreThreads
from .table import Seat, Table
from .thinking import LocalThinkers
from .warming import Warming

log = logging.getLogger("ludotheque")
FORGET_AFTER = 300.0  # seconds without anybody: then a table is read from the store again when it is needed
MOST_IDLE = 100  # tables that are kept in memory although nobody is there
LOOK_EVERY = 1.0  # seconds between two looks whether there are more
IN_USE = 5.0  # seconds: a program that asks from time to time is not made to wait for the store each time


class Lobby:
    """Opens tables, finds them again, and lets them go."""

    def __init__(self, store: Store, warming: Warming | None = None) -> None:
        """Without ``warming`` a game is compiled here, when it is first played."""
        self.store = store
        self.warming = warming or Warming()
        self.warming.changed = self._warmer
        self.threads = StoreThreads()
        self.committer = GroupCommitter(store)
        self.executor = FairExecutor()
        self.thinkers = LocalThinkers(self.executor)
        self.services = Services(store, self.threads, self.committer, self.executor, self.thinkers, self.warming)
        self.sessions: dict[str, Session] = {}
        # Also those that were let go while somebody still holds them: a table never has two sessions.
        self.known: WeakValueDictionary[str, Session] = WeakValueDictionary()
        self.loading: dict[str, asyncio.Task[Session | None]] = {}
        self.looked = monotonic()
        self.housekeeping: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Takes up where the last server stopped: tables are simply there, and computers think again as soon as
        somebody comes. All at once, they would keep busy a server that has been running for years."""
        loop = asyncio.get_running_loop()
        await self.threads.run(self.store.listen, lambda table: _call(loop, lambda: self._heard(table)))
        self.housekeeping = asyncio.create_task(self.tidy_up())

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
    ) -> Session:
        """A new table; it is on disk when this returns. Raises TableExists if there is one of that id."""
        info = await asyncio.to_thread(new_info, game, options, len(seats), opener, origin, id)
        table = await asyncio.to_thread(opening, info, seats)  # the first of a game loads its rules
        await self.threads.run(self.store.open, info, Batch(info.id, table.entries, table.summary()))
        session = self.enter(self.session_of(table))
        session.address = address
        session.think()
        return session

    def session_of(self, table: Table) -> Session:
        return Session(table, self.services)

    def enter(self, session: Session) -> Session:
        """From now on this is the session of its table, unless there is one."""
        id = session.table.info.id
        session = self.known.setdefault(id, session)
        self.sessions[id] = session
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
        return self.enter(self.session_of(found))

    async def rematch(self, session: Session, command: Command) -> str:
        """Another game with the same people; both may ask, even at the same time, and it is the same one."""
        async with session.rematching:
            return session.table.rematch or await self._open_rematch(session, command)

    async def _open_rematch(self, session: Session, command: Command) -> str:
        table = session.table
        commands.rematch(table, command)  # refuses before a table is opened
        seats, new = seats_for_rematch(table, command.text), rematch_id(table)
        info = table.info
        with suppress(TableExists):  # another server was quicker, or stopped before it could note it here
            await self.open(info.game, info.options, seats, info.opener, info.origin, id=new, address=session.address)
        await session.execute(Command("rematch", command.by, command.key, command.seat, new))
        return session.table.rematch or new

    # Tidying up

    def _heard(self, table: str) -> None:
        """Another server has added to a table."""
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
                del self.sessions[table]

    async def close(self) -> None:
        if self.housekeeping is not None:
            self.housekeeping.cancel()
            with suppress(asyncio.CancelledError):
                await self.housekeeping
        await self.warming.close()
        for session in [*self.known.values()]:
            await session.close()
        self.thinkers.close()
        self.executor.close()
        await self.committer.close()
        await asyncio.to_thread(self.store.close)
        self.threads.close()


def new_info(
    game: str, options: Mapping[str, object], seats: int, opener: str, origin: str | None, id: str | None = None
) -> TableInfo:
    found = load(game)
    _, settled = found.settle(seats, options)
    values: dict[str, Value] = dict(settled)
    id = id or new_id()
    return TableInfo(
        id or new_id(), found.name, found.edition, seats, values, new_id() + new_id(), now(), opener, origin
    )


def read_table(store: Store, info: TableInfo) -> Table:
    return Table.empty(info).with_entries(store.entries(info.id))


def _call(loop: asyncio.AbstractEventLoop, act: Callable[[], None]) -> None:
    with suppress(RuntimeError):  # the loop is closed: nobody needs to hear it
        loop.call_soon_threadsafe(act)
