"""The store on SQL: few statements, made once, the same for SQLite and PostgreSQL."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, Executable, bindparam, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from ..play.ports import (
    OVER,
    TABLES,
    Batch,
    DiceTaken,
    Entry,
    KeptDice,
    Listed,
    Notice,
    Player,
    PuzzleStanding,
    PuzzleTry,
    StoreUnavailable,
    Summary,
    TableExists,
    TableInfo,
)
from . import days as daily
from . import expiry, puzzle_tries
from .errors import answering
from .migrations import STEPS
from .models import cards, days, dice, entries, pars, players, records, schema_version, settings, sittings
from .reports import SqlReports
from .rows import Found, entry_row, info_row, read_entry, read_info, read_listed, sound, summary_row
from .turns import SqlTurns
from .usual import Unusual, UsualWay, may_be_usual

if TYPE_CHECKING:
    from .listen import Listener
    from .notices import Notifier


STANDING = select(cards.c.id, cards.c.length, cards.c.players, cards.c.changed)
LOCKED = STANDING.where(cards.c.id.in_(bindparam("ids", expanding=True))).order_by(cards.c.id).with_for_update()
LOCKED_ONE = STANDING.where(cards.c.id == bindparam("ids")).with_for_update()  # quicker than a list of one
SUMMARY = cards.update().where(cards.c.id == bindparam("card"))
FIRST_SUMMARY = SUMMARY.where(cards.c.sitters == "[]")  # whatever was added since has brought its own
TAKE_BACK = entries.delete().where(entries.c.table_id == bindparam("table"), entries.c.number >= bindparam("from"))
EMPTY_SEATS = sittings.delete().where(sittings.c.table_id == bindparam("table"))
CARD = select(cards).where(cards.c.id == bindparam("table"))
ENTRIES = (
    select(entries)
    .where(entries.c.table_id == bindparam("table"), entries.c.number >= bindparam("since"))
    .order_by(entries.c.number)
)
TABLES_OF = (
    select(cards)
    .join(sittings, sittings.c.table_id == cards.c.id)
    .where(sittings.c.player == bindparam("player"))
    .order_by(cards.c.changed.desc(), cards.c.id)
    .limit(bindparam("limit"))
)
FINISHED_OF = TABLES_OF.where(cards.c.status == OVER)
UNFINISHED_OF = TABLES_OF.where(cards.c.status != OVER)
LENGTHS = select(cards.c.id, cards.c.length).where(cards.c.id.in_(bindparam("ids", expanding=True)))
PLAYER = select(players).where(players.c.id == bindparam("player"))
RECORD = select(records.c.text).where(records.c.id == bindparam("record"))
DICE = select(dice).where(dice.c.commitment == bindparam("commitment"))
TAKEN = select(cards.c.id).where(
    cards.c.commitment == bindparam("commitment"), cards.c.id.not_in(bindparam("but", expanding=True))
)
RENEW = players.update().where(players.c.id == bindparam("player")).values(recovery=players.c.recovery + 1)
SETTING = select(settings.c.value).where(settings.c.name == bindparam("name"))
VERSION = select(schema_version.c.version)

Standing = dict[str, Found]
Lengths = dict[str, int]


class _Write:
    """A batch ready to be written."""

    def __init__(self, batch: Batch) -> None:
        self.table = batch.table
        self.rows = [entry_row(batch.table, entry) for entry in batch.entries]
        self.summary = summary_row(batch.summary)
        self.players = sorted(batch.summary.players)

    def fits(self, lengths: Lengths) -> bool:
        """Whether its numbers are the next ones. A table that is not there has none."""
        next_one = lengths.get(self.table)
        return next_one is not None and all(row["number"] == next_one + i for i, row in enumerate(self.rows))


class SqlStore:
    """Implements :class:`ludotheque.play.ports.Store`. Made by :func:`ludotheque.store.connect.connect`.

    ``writing`` is held while somebody writes. On SQLite it is a lock, because there is one connection for writing;
    on PostgreSQL the rows of ``cards`` are locked instead. So numbers can be compared with ``cards.length``; the unique
    keys judge the rest.
    """

    def __init__(self, writer: Engine, reader: Engine, writing: AbstractContextManager[object]) -> None:
        self.writer, self.reader, self._lock = writer, reader, writing
        self._kept: Connection | None = None
        self._closed = False
        self._secret: bytes | None = None
        self._listeners: list[Listener] = []
        self._notifier: Notifier | None = None
        self._telling = threading.Lock()
        self.server = secrets.token_hex(8)  # tells our own notifications from those of others
        insert = postgresql.insert if self.notifies else sqlite.insert
        told = {"preserve_rowcount": True}
        self._add_entries = insert(entries).on_conflict_do_nothing().execution_options(**told)
        self._usual = UsualWay(writer.dialect, self._add_entries)
        self._add_dice = insert(dice).on_conflict_do_nothing()
        self._add_day = insert(days).on_conflict_do_nothing()
        self._add_par = insert(pars).on_conflict_do_nothing()
        self._add_record = insert(records).on_conflict_do_nothing()
        self._add_setting = insert(settings).on_conflict_do_nothing()
        add_player = insert(players)
        self._add_player = add_player.on_conflict_do_update(
            index_elements=[players.c.id], set_={"name": add_player.excluded.name}
        )

    @property
    def notifies(self) -> bool:
        return self.writer.dialect.name == "postgresql"

    # Tables

    def open(self, info: TableInfo, batch: Batch) -> None:
        write = _Write(batch)
        if batch.table != info.id or not write.fits({info.id: 0}):
            raise ValueError(f"these are not the first entries of table {info.id!r}")
        values = info_row(info) | write.summary | {"length": len(write.rows), "changed": _last(write, info.opened)}
        values["seen"] = info.opened
        with self._write() as connection:
            self._check_dice(connection, info)
            try:
                connection.execute(cards.insert(), values)
            except IntegrityError:
                raise TableExists(f"there is a table {info.id!r} already") from None
            if self._insert(connection, write.rows) < len(write.rows):
                raise ValueError(f"a key is used twice in the first entries of table {info.id!r}")
            self._seat(connection, write)

    def _check_dice(self, connection: Connection, info: TableInfo) -> None:
        """Those of a day are for its daily game only, any others for one table, or for both legs of a match."""
        but = [info.id, *([info.twin] if info.twin else [])]
        for taken in (TAKEN, daily.IS_OF_A_DAY) if info.commitment and info.day is None else ():
            if connection.execute(taken, {"commitment": info.commitment, "but": but}).first():
                raise DiceTaken(f"another table has the dice {info.commitment}")

    def append(self, batches: Sequence[Batch]) -> list[bool]:
        """False also for a number that leaves a gap and for a table that is not there."""
        writes = [_Write(batch) for batch in batches]
        if not writes:
            return []
        return [True] * len(writes) if self._append_as_usual(writes) else self._append(writes)

    def _append_as_usual(self, writes: Sequence[_Write]) -> bool:
        """Whether that was possible; else nothing was added."""
        if may_be_usual(writes):
            with suppress(Unusual):
                with self._write() as connection:
                    self._usual.add(connection, writes)
                self.tell(TABLES, (write.table for write in writes))
                return True
        return False

    def _append(self, writes: Sequence[_Write]) -> list[bool]:
        """Looks at how each table stands."""
        with self._write() as connection:
            standing = self._standing(connection, sorted({write.table for write in writes}))
            added = self._add(connection, writes, {id: row.length for id, row in standing.items()})
            there = [write for write, fits in zip(writes, added, strict=True) if fits]
            self._summarise(connection, standing, there)
        self.tell(TABLES, (write.table for write in there))
        return added

    def _standing(self, connection: Connection, ids: list[str]) -> Standing:
        """How the tables stand, which nobody else can change until the end of the transaction."""
        one = len(ids) == 1
        rows = connection.execute(LOCKED_ONE if one else LOCKED, {"ids": ids[0] if one else ids}).all()
        return {row.id: row for row in rows}

    def _add(self, connection: Connection, writes: Sequence[_Write], lengths: Lengths) -> list[bool]:
        """All in one go; if the keys let less through than that, again one after the other."""
        after = dict(lengths)
        added = [_advance(write, after) for write in writes]
        rows = [row for write, fits in zip(writes, added, strict=True) if fits for row in write.rows]
        if self._insert(connection, rows) == len(rows):
            return added
        for table, length in lengths.items():
            connection.execute(TAKE_BACK, {"table": table, "from": length})
        return [self._add_one(connection, write, lengths) for write in writes]

    def _add_one(self, connection: Connection, write: _Write, lengths: Lengths) -> bool:
        if not write.fits(lengths):
            return False
        if self._insert(connection, write.rows) < len(write.rows):
            connection.execute(TAKE_BACK, {"table": write.table, "from": lengths[write.table]})
            return False
        return _advance(write, lengths)

    def _insert(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> int:
        """How many could be inserted."""
        return connection.execute(self._add_entries, rows).rowcount if rows else 0

    def _summarise(self, connection: Connection, standing: Standing, added: Sequence[_Write]) -> None:
        last = {write.table: write for write in added}
        if not last:
            return
        lengths = {table: row.length for table, row in standing.items()}
        for write in added:
            lengths[write.table] += len(write.rows)
        connection.execute(SUMMARY, [_summary(write, standing[t], lengths[t]) for t, write in last.items()])
        for table, write in last.items():
            if write.summary["players"] != standing[table].players:
                self._seat(connection, write)

    def _seat(self, connection: Connection, write: _Write) -> None:
        connection.execute(EMPTY_SEATS, {"table": write.table})
        if write.players:
            connection.execute(sittings.insert(), [{"table_id": write.table, "player": p} for p in write.players])

    def info(self, table: str) -> TableInfo | None:
        row = self._first(CARD, table=table)
        return row and read_info(row)

    def entries(self, table: str, since: int = 0) -> list[Entry]:
        return [read_entry(row) for row in self._all(ENTRIES, table=table, since=since)]

    def tables_of(self, player: str, limit: int = 100) -> list[Listed]:
        return [read_listed(row) for row in self._all(TABLES_OF, player=player, limit=limit)]

    def finished_of(self, player: str, limit: int = 1000) -> list[Listed]:
        return [read_listed(row) for row in self._all(FINISHED_OF, player=player, limit=limit)]

    def unfinished_of(self, player: str, limit: int = 10_000) -> list[Listed]:
        return [read_listed(row) for row in self._all(UNFINISHED_OF, player=player, limit=limit)]

    def summarise(self, table: str, summary: Summary) -> None:
        with self._write() as connection:
            connection.execute(FIRST_SUMMARY, {"card": table, **summary_row(summary)})

    def lengths(self, tables: Sequence[str]) -> dict[str, int]:
        with self._answering(), self.reader.connect() as connection:
            return {row.id: row.length for row in connection.execute(LENGTHS, {"ids": [*tables]})}

    # Players, records, settings

    def add_player(self, player: Player) -> None:
        values = {"id": sound(player.id), "name": sound(player.name), "since": player.since}
        with self._write() as connection:
            connection.execute(self._add_player, values)

    def player(self, id: str) -> Player | None:
        row = self._first(PLAYER, player=id)
        return row and Player(row.id, row.name, row.since, row.recovery)

    def renew_recovery(self, player: str) -> None:
        with self._write() as connection:
            connection.execute(RENEW, {"player": player})

    def add_record(self, id: str, text: str, by: str, at: int) -> None:
        """The first text stays if the same id comes twice."""
        row = {"id": sound(id), "text": sound(text), "player": sound(by), "at": at, "size": len(text.encode())}
        with self._write() as connection:
            connection.execute(self._add_record, row | {"seen": at})

    def record(self, id: str) -> str | None:
        row = self._first(RECORD, record=id)
        return row and str(row.text)

    def add_dice(self, dice: KeptDice) -> None:
        row = {"commitment": dice.commitment, "root": dice.root, "place": dice.place, "made": dice.made}
        with self._write() as connection:
            connection.execute(self._add_dice, row)

    def dice(self, commitment: str) -> KeptDice | None:
        row = self._first(DICE, commitment=commitment)
        return row and KeptDice(row.commitment, row.root, row.place, row.made)

    def remove_dice(self, before: int, most: int) -> int:
        with self._write() as connection:
            return expiry.remove_dice(connection, before, most)

    # Daily games

    def add_day(self, game: str, day: str, commitment: str) -> None:
        with self._write() as connection:
            connection.execute(self._add_day, {"game": game, "day": day, "commitment": commitment})

    def day(self, game: str, day: str) -> str | None:
        row = self._first(daily.DAY, game=game, day=day)
        return row and str(row.commitment)

    def days(self, game: str, last: str, limit: int) -> list[str]:
        return [row.day for row in self._all(daily.DAYS, game=game, last=last, limit=limit)]

    def daily_scores(self, game: str, day: str) -> list[int]:
        with self._answering(), self.reader.connect() as connection:
            return daily.scores(connection, game, day)

    def add_par(self, game: str, day: str, seed: int, score: int) -> None:
        with self._write() as connection:
            connection.execute(self._add_par, {"game": game, "day": day, "seed": seed, "score": score})

    def par(self, game: str, day: str) -> dict[int, int]:
        return {row.seed: row.score for row in self._all(daily.PARS, game=game, day=day)}

    # More of records and settings

    def size_of_records(self) -> int:
        return int(self._all(expiry.TOTAL)[0][0])

    def note_opened(self, tables: Sequence[str], records: Sequence[str], at: int) -> None:
        with self._write() as connection:
            expiry.note_opened(connection, tables, records, at)

    def remove_tables(self, before: int, most: int) -> int:
        with self._write() as connection:
            return expiry.remove_tables(connection, before, most)

    def remove_records(self, before: int, most: int) -> int:
        with self._write() as connection:
            return expiry.remove_records(connection, before, most)

    def note_puzzle(self, made: PuzzleTry) -> bool:
        """Two who try an untried puzzle at the same moment both write its first row: the second finds it then."""
        with suppress(IntegrityError), self._write() as connection:
            return puzzle_tries.note(connection, made)
        with self._write() as connection:
            return puzzle_tries.note(connection, made)

    def puzzle_standing(self, player: str, game: str) -> PuzzleStanding:
        tried = self._all(puzzle_tries.TRIED, who=player, of=game)
        return puzzle_tries.standing(self._first(puzzle_tries.PERSON, who=player, of=game), [*tried])

    def puzzle_rating(self, game: str, puzzle: str) -> float | None:
        row = self._first(puzzle_tries.PUZZLE, of=game, name=puzzle)
        return row and float(row.rating)

    def secret(self) -> bytes:
        if self._secret is None:
            with self._write() as connection:
                connection.execute(self._add_setting, {"name": "secret", "value": secrets.token_hex(32)})
                self._secret = bytes.fromhex(connection.execute(SETTING, {"name": "secret"}).scalar_one())
        return self._secret

    def is_current(self) -> bool:
        row = self._first(VERSION)
        return row is not None and row.version == len(STEPS)

    # Other servers

    def listen(self, heard: Callable[[Notice], None]) -> None:
        """Only PostgreSQL tells; returns when it listens. SQLite is for one server: nothing to hear."""
        if self.notifies:
            from .listen import Listener  # needs psycopg

            listener = Listener(self.reader, self.server, heard)
            self._listeners.append(listener)
            listener.begin()

    def tell(self, kind: str, words: Iterable[str]) -> None:
        if self.notifies and not self._closed:
            self._own_notifier().tell(kind, words)

    def _own_notifier(self) -> Notifier:
        with self._telling:
            if self._notifier is None:
                from .notices import Notifier  # needs psycopg

                self._notifier = Notifier(self.reader, self.server)
                self._notifier.begin()
            return self._notifier

    def turns(self) -> SqlTurns | None:
        """Only PostgreSQL has several servers, which share the thinking."""
        return SqlTurns(self.reader) if self.notifies else None

    def reports(self) -> SqlReports:
        return SqlReports(self._write, self._all, self.writer.dialect.name)

    def close(self) -> None:
        """Waits for a write that is under way. May be called twice."""
        self._closed = True
        while self._listeners:
            self._listeners.pop().end()
        if self._notifier is not None:
            self._notifier.end()
        with self._lock:
            if self._kept is not None:
                self._kept.close()
            self.reader.dispose()
            self.writer.dispose()

    # Connections

    @contextmanager
    def _write(self) -> Iterator[Connection]:
        """One transaction."""
        with self._lock, self._answering(), self._transaction() as connection:
            yield connection

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """On SQLite there is one connection, which is not taken and given back each time."""
        if self.notifies:
            with self.writer.begin() as connection:
                yield connection
            return
        self._kept = self._kept or self.writer.connect()
        with self._kept.begin():
            yield self._kept

    def _all(self, statement: Executable, **params: object) -> Sequence[Found]:
        try:
            for value in params.values():
                sound(str(value))
        except ValueError:
            return []  # nothing of that name can be there, and the database would not even look
        with self._answering(), self.reader.connect() as connection:
            return connection.execute(statement, params).all()

    def _first(self, statement: Executable, **params: object) -> Found | None:
        return next(iter(self._all(statement, **params)), None)

    @contextmanager
    def _answering(self) -> Iterator[None]:
        if self._closed:
            raise StoreUnavailable("the store is closed")
        with answering():
            yield


def _advance(write: _Write, lengths: Lengths) -> bool:
    if not write.fits(lengths):
        return False
    lengths[write.table] += len(write.rows)
    return True


def _summary(write: _Write, before: Found, length: int) -> dict[str, Any]:
    changed = _last(write, before.changed)
    return {"card": write.table, "length": length, "changed": changed, **write.summary}


def _last(write: _Write, otherwise: int) -> int:
    """When the last of its entries happened."""
    return int(write.rows[-1]["at"]) if write.rows else otherwise
