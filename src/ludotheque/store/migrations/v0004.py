"""Recovery links that can be renewed, the sizes of uploaded records, and when something was last opened.

Nobody knows when what is there already was opened last, so it counts as opened now: nothing is removed too early.
"""

from __future__ import annotations

import time

from sqlalchemy import Connection

STATEMENTS = (
    "ALTER TABLE players ADD COLUMN recovery INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE records ADD COLUMN size BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE records ADD COLUMN seen BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE cards ADD COLUMN seen BIGINT NOT NULL DEFAULT 0",
    "UPDATE records SET size = {size}, seen = {now}",
    "UPDATE cards SET seen = {now}",
    "CREATE INDEX records_seen ON records (seen, size)",
    "CREATE INDEX cards_seen ON cards (seen)",
)
SIZE = {"sqlite": "length(CAST(text AS BLOB))", "postgresql": "octet_length(text)"}


def upgrade(connection: Connection) -> None:
    now = time.time_ns() // 1_000_000
    for statement in STATEMENTS:
        connection.exec_driver_sql(statement.format(size=SIZE[connection.dialect.name], now=now))
