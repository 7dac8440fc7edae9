"""All tables that are in use, and what they share: the store, group commits, the threads where computers think."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import monotonic

from ..core.options import Value
from ..core.registry import load
from . import commands
from .commands import Command, new_id, now, opening, refuse, seats_for_rematch
from .fair_executor import FairExecutor
from .group_commit import GroupCommitter
from .ports import Batch, Store, TableInfo
from .session import Session, read_on
from .table import Seat, Table
from .warming import Warming

log = logging.getLogger("ludotheque")
FORGET_AFTER = 300.0  # seconds without anybody: then a table is read from the store again when it is needed
MOST_MEMORY = 5_000  # tables in memory


class Lobby:
    """Opens tables, finds them again, and lets them go."""

    def __init__(self, store: Store, warming: Warming | None = None) -> None:
        """Without ``warming`` a game is compiled here, when it is first played."""
        self.store = store
        self.warming = warming or Warming()
        self.warming.changed = self._warmer
        self.committer = GroupCommitter(store)
        self.executor = FairExecutor()
        self.sessions: dict[str, Session] = {}
        self.loading: dict[str, asyncio.Task[Session | None]] = {}
        self.housekeeping: asyncio.Task[None] | None = None
        self.resuming: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Takes up where the last server stopped: tables are simply there, and computers think again."""
        loop = asyncio.get_running_loop()
        self.store.listen(lambda table: _call(loop, lambda: self._heard(table)))
        self.resuming = asyncio.create_task(self.resume())
        self.housekeeping = asyncio.create_task(self.tidy_up())

    async def resume(self) -> None:
        await self.warming.all_settled()
        for table in await asyncio.to_thread(self.store.unfinished):
            try:
                (await self.session(table)).think()
            except Exception:  # one table that cannot be read keeps no other from going on
                log.exception("table %s cannot be taken up again", table)

    # Tables

    async def check(self, game: str, options: Mapping[str, object], seats: int) -> None:
        """Refuses what could not be opened, before anything is made for it."""
        self.warming.want(load(game).name)
        await asyncio.to_thread(load(game).settle, seats, options)

    async def open(
        self, game: str, options: Mapping[str, object], seats: Sequence[Seat], opener: str, origin: str | None = None
    ) -> Session:
        """A new table; it is on disk when this returns."""
        info = await asyncio.to_thread(new_info, game, options, len(seats), opener, origin)
        table = await asyncio.to_thread(opening, info, seats)  # the first of a game loads its rules
        await asyncio.to_thread(self.store.open, info, Batch(info.id, table.entries, table.summary()))
        session = self.sessions[info.id] = self.session_of(table)
        session.think()
        return session

    def session_of(self, table: Table) -> Session:
        return Session(table, self.store, self.committer, self.executor, self.warming)

    async def session(self, table: str) -> Session:
        """The session of a table, or a GameError."""
        found = await self.find(table)
        if found is None:
            raise refuse("no-table")
        return found

    async def find(self, table: str) -> Session | None:
        if table in self.sessions:
            return self.sessions[table]
        if table not in self.loading:
            self.loading[table] = asyncio.create_task(self.load(table))
        try:
            return await asyncio.shield(self.loading[table])
        finally:
            self.loading.pop(table, None)

    async def load(self, table: str) -> Session | None:
        info = await asyncio.to_thread(self.store.info, table)
        if info is None:
            return None
        self.warming.want(info.game)
        found = await asyncio.to_thread(read_table, self.store, info)
        return self.sessions.setdefault(table, self.session_of(found))

    async def rematch(self, session: Session, command: Command) -> str:
        """Another game with the same people; both may ask, even at the same time, and it is the same one."""
        async with session.rematching:
            return session.table.rematch or await self._open_rematch(session, command)

    async def _open_rematch(self, session: Session, command: Command) -> str:
        table = session.table
        commands.rematch(table, command)  # refuses before a table is opened
        seats = seats_for_rematch(table, command.text)
        new = await self.open(table.info.game, table.info.options, seats, table.info.opener, table.info.origin)
        await session.execute(Command("rematch", command.by, command.key, command.seat, new.table.info.id))
        return session.table.rematch or new.table.info.id

    # Tidying up

    def _heard(self, table: str) -> None:
        """Another server has added to a table."""
        if table in self.sessions:
            task = asyncio.ensure_future(self.sessions[table].refresh())
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _warmer(self, game: str) -> None:
        """More of a game is compiled: those who sit there are told."""
        for session in self.sessions.values():
            if session.table.info.game == game:
                session.wake()

    async def tidy_up(self) -> None:
        while True:
            await asyncio.sleep(30)
            self.forget(self.patience)

    @property
    def patience(self) -> float:
        """How long an idle table stays in memory."""
        return FORGET_AFTER if len(self.sessions) < MOST_MEMORY else 0

    def forget(self, after: float) -> None:
        """Lets go of tables that nobody needs; the store has them."""
        for table, session in [*self.sessions.items()]:
            if session.idle and monotonic() - session.used > after:
                del self.sessions[table]

    async def close(self) -> None:
        for task in (self.housekeeping, self.resuming):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        await self.warming.close()
        for session in self.sessions.values():
            await session.close()
        self.executor.close()
        await self.committer.close()
        self.store.close()


def new_info(game: str, options: Mapping[str, object], seats: int, opener: str, origin: str | None) -> TableInfo:
    found = load(game)
    _, settled = found.settle(seats, options)
    values: dict[str, Value] = dict(settled)
    return TableInfo(new_id(), found.name, found.edition, seats, values, new_id() + new_id(), now(), opener, origin)


def read_table(store: Store, info: TableInfo) -> Table:
    return read_on(store, Table.empty(info))


def _call(loop: asyncio.AbstractEventLoop, act: Callable[[], None]) -> None:
    with suppress(RuntimeError):  # the loop is closed: nobody needs to hear it
        loop.call_soon_threadsafe(act)
