"""The way from any older version of the database to today's.

A new version is a new module ``v0004.py`` with ``upgrade(connection)``, added to ``STEPS``, and the same change in
``models.py``; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, Engine, inspect, select, text

from ..errors import StoreError
from ..models import TABLES, schema_version
from . import v0001, v0002, v0003, v0004, v0005_dice, v0006_daily, v0007_reports, v0008_puzzles, v0009_duplicate

Step = Callable[[Connection], None]
# The step at index n makes version n + 1
STEPS: tuple[Step, ...] = (
    v0001.upgrade,
    v0002.upgrade,
    v0003.upgrade,
    v0004.upgrade,
    v0005_dice.upgrade,
    v0006_daily.upgrade,
    v0007_reports.upgrade,
    v0008_puzzles.upgrade,
    v0009_duplicate.upgrade,
)

# Any number will do, as long as it is always the same one.
_LOCK = text("SELECT pg_advisory_xact_lock(1282754639)")


def check(connection: Connection, place: str, known: int = len(STEPS)) -> int:
    """The version found, 0 for an empty database. Refuses a newer one and what is not ours; changes nothing."""
    names = set(inspect(connection).get_table_names())
    if schema_version.name not in names:
        if names & set(TABLES.tables):
            raise StoreError("foreign", place=place)
        return 0
    found = connection.execute(select(schema_version.c.version)).scalar_one()
    if found > known:
        raise StoreError("newer", found=found, known=known)
    return int(found)


def migrate(engine: Engine, place: str, steps: Sequence[Step] = STEPS) -> None:
    """Takes the missing steps, all or none. Of two servers that start at once, the second waits and finds it done:
    SQLite's transaction takes the only right to write from the beginning, on PostgreSQL there is a lock."""
    with engine.begin() as connection:
        take_lock(connection)
        take_steps(connection, check(connection, place, len(steps)), steps)


def take_lock(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(_LOCK)


def take_steps(connection: Connection, found: int, steps: Sequence[Step]) -> None:
    """From the version that was found to that of the last step."""
    for step in steps[found:]:
        step(connection)
    if found < len(steps):
        _set_version(connection, found, len(steps))


def _set_version(connection: Connection, found: int, now: int) -> None:
    if found == 0:
        schema_version.create(connection)
        connection.execute(schema_version.insert().values(version=now))
    else:
        connection.execute(schema_version.update().values(version=now))
