"""Turns of computer players, for those who think about them. SQLite has one server, which needs no such queue."""

from __future__ import annotations

from sqlalchemy import Connection

# Not logged on PostgreSQL: a turn is written four times within seconds, and whoever waits for one that was lost in a
# crash puts it there again. So nobody waits for a disk, also not with the lock that every notification takes.
STATEMENTS = (
    """
    CREATE {unlogged} TABLE turns (
        id TEXT NOT NULL PRIMARY KEY,
        rules TEXT NOT NULL,
        seat INTEGER NOT NULL,
        level INTEGER NOT NULL,
        position TEXT NOT NULL,
        share TEXT NOT NULL,
        is_unattended BOOLEAN NOT NULL,
        rank INTEGER NOT NULL,
        wanted_at BIGINT NOT NULL,
        wanted_until BIGINT NOT NULL,
        holder TEXT NOT NULL DEFAULT '',
        token INTEGER NOT NULL DEFAULT 0,
        until BIGINT NOT NULL DEFAULT 0,
        answer TEXT
    )
    """,
    "CREATE INDEX turns_waiting ON turns (is_unattended, rank, wanted_at) WHERE answer IS NULL",
)


def upgrade(connection: Connection) -> None:
    unlogged = "UNLOGGED" if connection.dialect.name == "postgresql" else ""
    for statement in STATEMENTS:
        connection.exec_driver_sql(statement.format(unlogged=unlogged))
