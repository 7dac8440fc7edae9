"""The usual way to add entries: to tables that stand where they are expected, and where nobody has sat down or risen.

Two statements do it, whose text is made once: SQLAlchemy takes longer for each execution than the database does. What
is not as usual shows in the number of rows that they change; then nothing of it is kept, and ``store.py`` looks closer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from sqlalchemy import Connection, Dialect, Insert, Update, bindparam

from .models import cards, entries

Row = Mapping[str, Any]
NEW = ("status", "turn", "computers", "moves", "sitters", "result", "scores", "changed")
STANDS = cards.update().where(
    cards.c.id == bindparam("table"),
    cards.c.length == bindparam("before"),
    cards.c.players == bindparam("same_players"),
)
GOES_ON = STANDS.values({"length": bindparam("after"), **{name: bindparam(f"new_{name}") for name in NEW}})


class Write(Protocol):
    """What is to be written at one table."""

    table: str
    rows: list[dict[str, Any]]
    summary: dict[str, Any]


class Unusual(Exception):
    """Something is different from what was expected: the transaction must not be kept."""


class Prepared:
    """A statement as the driver takes it."""

    def __init__(self, statement: Insert | Update, dialect: Dialect, names: Sequence[str] | None = None) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=names)
        self.sql, self.order = str(compiled), compiled.positiontup

    def execute(self, connection: Connection, rows: Sequence[Row]) -> int:
        """How many rows it changed, in all."""
        given: Any = [self.given(row) for row in rows]
        return connection.exec_driver_sql(self.sql, given[0] if len(given) == 1 else given).rowcount

    def given(self, row: Row) -> Any:
        return row if self.order is None else tuple(row[name] for name in self.order)


class UsualWay:
    def __init__(self, dialect: Dialect, add_entries: Insert) -> None:
        self.goes_on = Prepared(GOES_ON, dialect)
        self.add_entries = Prepared(add_entries, dialect, [column.name for column in entries.columns])

    def add(self, connection: Connection, writes: Sequence[Write]) -> None:
        """All of it, or Unusual. In the order of the tables, so that no two servers wait for one another."""
        cards = [card_of(write) for write in sorted(writes, key=lambda write: write.table)]
        if self.goes_on.execute(connection, cards) < len(cards):
            raise Unusual
        rows = [row for write in writes for row in write.rows]
        if self.add_entries.execute(connection, rows) < len(rows):
            raise Unusual


def may_be_usual(writes: Sequence[Write]) -> bool:
    """Whether it is worth trying: something for each of several tables, with numbers in a row."""
    tables = {write.table for write in writes}
    return len(tables) == len(writes) and all(write.rows and is_row(write.rows) for write in writes)


def is_row(rows: Sequence[Row]) -> bool:
    return all(row["number"] == rows[0]["number"] + place for place, row in enumerate(rows))


def card_of(write: Write) -> Row:
    first, last = write.rows[0], write.rows[-1]
    told = write.summary | {"changed": last["at"]}
    new = {f"new_{name}": told[name] for name in NEW}
    place = {"table": write.table, "before": first["number"], "after": first["number"] + len(write.rows)}
    return {**place, "same_players": write.summary["players"], **new}
