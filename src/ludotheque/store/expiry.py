"""What was opened when, and what nobody opened for a long time: it is removed, a few at a time.

Rows that somebody else is changing just now are passed over: they are in use.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import BindParameter, Connection, Table, bindparam, exists, func, select

from .models import cards, days, dice, entries, judgements, records, reports, sittings

AS_GOOD_AS_NOW = 6 * 3_600_000  # milliseconds: what was noted so lately is not noted again
PARTS = (entries, sittings)  # of a table, besides its card

IDS: BindParameter[Sequence[str]] = bindparam("ids", expanding=True)
DICE_OF = select(cards.c.commitment).where(cards.c.id.in_(IDS), cards.c.commitment.is_not(None), cards.c.day.is_(None))
TOTAL = select(func.coalesce(func.sum(records.c.size), 0))
OLD_TABLES = (
    select(cards.c.id)
    .where(cards.c.seen < bindparam("before"), cards.c.changed < bindparam("before"))
    .order_by(cards.c.seen, cards.c.id)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
IS_USED = exists().where(cards.c.commitment == dice.c.commitment)  # by a table: that of a match has two
UNUSED_DICE = (
    select(dice.c.commitment)
    .where(
        dice.c.made < bindparam("before"),
        ~IS_USED,
        ~exists().where(days.c.commitment == dice.c.commitment),
    )
    .order_by(dice.c.made)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
OLD_RECORDS = (
    select(records.c.id)
    .where(records.c.seen < bindparam("before"))
    .order_by(records.c.seen, records.c.id)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)


def note_opened(connection: Connection, tables: Sequence[str], uploaded: Sequence[str], at: int) -> None:
    _note(connection, cards, tables, at)
    _note(connection, records, uploaded, at)


def _note(connection: Connection, kind: Table, ids: Sequence[str], at: int) -> None:
    stale = select(kind.c.id).where(kind.c.id.in_(IDS), kind.c.seen < at - AS_GOOD_AS_NOW)
    found = connection.execute(stale.with_for_update(skip_locked=True), {"ids": ids}).scalars().all()
    if found:
        connection.execute(kind.update().where(kind.c.id.in_(IDS)).values(seen=at), {"ids": found})


def remove_tables(connection: Connection, before: int, most: int) -> int:
    """Those that were neither opened nor changed since; how many."""
    ids = connection.execute(OLD_TABLES, {"before": before, "most": most}).scalars().all()
    if ids:
        for part in PARTS:
            connection.execute(part.delete().where(part.c.table_id.in_(IDS)), {"ids": ids})
        used = connection.execute(DICE_OF, {"ids": ids}).scalars().all()
        _remove_reports(connection, ids)
        connection.execute(cards.delete().where(cards.c.id.in_(IDS)), {"ids": ids})
        connection.execute(dice.delete().where(dice.c.commitment.in_(IDS), ~IS_USED), {"ids": used})
    return len(ids)


def remove_dice(connection: Connection, before: int, most: int) -> int:
    """Those that no table has used; how many."""
    found = connection.execute(UNUSED_DICE, {"before": before, "most": most}).scalars().all()
    if found:
        connection.execute(dice.delete().where(dice.c.commitment.in_(IDS)), {"ids": found})
    return len(found)


def remove_records(connection: Connection, before: int, most: int) -> int:
    """Those that were not opened since; how many."""
    ids = connection.execute(OLD_RECORDS, {"before": before, "most": most}).scalars().all()
    if ids:
        _remove_reports(connection, ids)
        connection.execute(records.delete().where(records.c.id.in_(IDS)), {"ids": ids})
    return len(ids)


def _remove_reports(connection: Connection, ids: Sequence[str]) -> None:
    """A report is kept as long as its game."""
    connection.execute(judgements.delete().where(judgements.c.report.in_(IDS)), {"ids": ids})
    connection.execute(reports.delete().where(reports.c.id.in_(IDS)), {"ids": ids})
