"""All tables that are in use, and what they share: the store, the writer, the threads in which computers think."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import monotonic

from ..core.options import Value
from ..core.shelf import load
from . import conduct
from .conduct import Wish, new_id, now, opening, refuse, seats_for_rematch
from .ports import Card, Store
from .room import Room
from .table import Seat, Table
from .thinkers import Thinkers
from .warming import Warming
from .writer import Writer

log = logging.getLogger("ludotheque")
FORGET_AFTER = 300.0  # seconds without anybody: then a table is read from the store again when it is needed
MOST_MEMORY = 5_000  # tables in memory


class House:
    """Opens tables, finds them again, and lets them go."""

    def __init__(self, store: Store, warming: Warming | None = None) -> None:
        """Without ``warming`` a game is compiled here, when it is first played."""
        self.store = store
        self.warming = warming or Warming()
        self.warming.changed = self._warmer
        self.writer = Writer(store)
        self.thinkers = Thinkers()
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room | None]] = {}
        self.housekeeping: asyncio.Task[None] | None = None
        self.resuming: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Takes up where the last server stopped: tables are simply there, and computers think again."""
        loop = asyncio.get_running_loop()
        self.store.listen(lambda table: _call(loop, lambda: self._heard(table)))
        self.resuming = asyncio.create_task(self.resume())
        self.housekeeping = asyncio.create_task(self.keep_house())

    async def resume(self) -> None:
        await self.warming.all_settled()
        for table in await asyncio.to_thread(self.store.unfinished):
            try:
                (await self.room(table)).think()
            except Exception:  # one table that cannot be read keeps no other from going on
                log.exception("table %s cannot be taken up again", table)

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
    ) -> Room:
        """A new table; it is on disk when this returns."""
        card = await asyncio.to_thread(new_card, game, options, len(seats), opener, origin)
        room = self.room_of(await asyncio.to_thread(Table, card))  # the first of a game loads its rules
        entries = await asyncio.to_thread(opening, card, seats)
        await asyncio.to_thread(self.store.open, card, room.batch(entries))
        for entry in entries:
            room.table.take(entry)
        self.rooms[card.id] = room
        room.think()
        return room

    def room_of(self, table: Table) -> Room:
        return Room(table, self.store, self.writer, self.thinkers, self.warming)

    async def room(self, table: str) -> Room:
        """The room of a table, or a GameError."""
        found = await self.find(table)
        if found is None:
            raise refuse("no-table")
        return found

    async def find(self, table: str) -> Room | None:
        if table in self.rooms:
            return self.rooms[table]
        if table not in self.loading:
            self.loading[table] = asyncio.create_task(self.load(table))
        try:
            return await asyncio.shield(self.loading[table])
        finally:
            self.loading.pop(table, None)

    async def load(self, table: str) -> Room | None:
        card = await asyncio.to_thread(self.store.card, table)
        if card is None:
            return None
        self.warming.want(card.game)
        found = await asyncio.to_thread(read_table, self.store, card)
        return self.rooms.setdefault(table, self.room_of(found))

    async def rematch(self, room: Room, wish: Wish) -> str:
        """Another game with the same people; both may ask, and it is the same one."""
        table = room.table
        if table.rematch:
            return table.rematch
        conduct.rematch(table, wish)  # refuses before a table is opened
        seats = seats_for_rematch(table, wish.text == "swap")
        new = await self.open(table.card.game, table.card.options, seats, table.card.opener, table.card.origin)
        await room.grant(Wish("rematch", wish.by, wish.key, wish.seat, new.table.card.id))
        return table.rematch or new.table.card.id

    # Keeping house

    def _heard(self, table: str) -> None:
        """Another server has added to a table."""
        if table in self.rooms:
            task = asyncio.ensure_future(self.rooms[table].refresh())
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _warmer(self, game: str) -> None:
        """More of a game is compiled: those who sit there are told."""
        for room in self.rooms.values():
            if room.table.card.game == game:
                room.wake()

    async def keep_house(self) -> None:
        while True:
            await asyncio.sleep(30)
            self.forget(FORGET_AFTER if len(self.rooms) < MOST_MEMORY else 0)

    def forget(self, after: float) -> None:
        """Lets go of tables that nobody needs; the store has them."""
        for table, room in [*self.rooms.items()]:
            if room.idle and monotonic() - room.used > after:
                del self.rooms[table]

    async def close(self) -> None:
        for task in (self.housekeeping, self.resuming):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        await self.warming.close()
        for room in self.rooms.values():
            await room.close()
        self.thinkers.close()
        await self.writer.close()
        self.store.close()


def new_card(game: str, options: Mapping[str, object], seats: int, opener: str, origin: str | None) -> Card:
    found = load(game)
    _, settled = found.settle(seats, options)
    values: dict[str, Value] = dict(settled)
    return Card(new_id(), found.name, found.edition, seats, values, new_id() + new_id(), now(), opener, origin)


def read_table(store: Store, card: Card) -> Table:
    return Table(card, store.entries(card.id))


def _call(loop: asyncio.AbstractEventLoop, act: Callable[[], None]) -> None:
    with suppress(RuntimeError):  # the loop is closed: nobody needs to hear it
        loop.call_soon_threadsafe(act)
