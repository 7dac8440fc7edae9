"""The first version. A migration is never changed once it was published: it names its tables itself."""

from __future__ import annotations

from sqlalchemy import Connection

STATEMENTS = (
    """
    CREATE TABLE cards (
        id TEXT NOT NULL PRIMARY KEY,
        game TEXT NOT NULL,
        edition INTEGER NOT NULL,
        seats INTEGER NOT NULL,
        options TEXT NOT NULL,
        invite TEXT NOT NULL,
        opened BIGINT NOT NULL,
        opener TEXT NOT NULL,
        origin TEXT,
        status TEXT NOT NULL,
        players TEXT NOT NULL,
        turn TEXT NOT NULL,
        computers BOOLEAN NOT NULL,
        moves INTEGER NOT NULL,
        changed BIGINT NOT NULL,
        length INTEGER NOT NULL
    )
    """,
    """
    CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES cards (id),
        number INTEGER NOT NULL,
        at BIGINT NOT NULL,
        kind TEXT NOT NULL,
        seat INTEGER,
        text TEXT NOT NULL,
        player TEXT NOT NULL,
        key TEXT,
        more TEXT NOT NULL,
        PRIMARY KEY (table_id, number)
    ) {clustered}
    """,
    "CREATE UNIQUE INDEX entries_key ON entries (table_id, player, key) WHERE key IS NOT NULL",
    """
    CREATE TABLE sittings (
        table_id TEXT NOT NULL REFERENCES cards (id),
        player TEXT NOT NULL,
        PRIMARY KEY (table_id, player)
    ) {clustered}
    """,
    "CREATE INDEX sittings_player ON sittings (player)",
    "CREATE TABLE players (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, since BIGINT NOT NULL)",
    "CREATE TABLE records (id TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL, player TEXT NOT NULL, at BIGINT NOT NULL)",
    "CREATE TABLE settings (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
)


def upgrade(connection: Connection) -> None:
    clustered = "WITHOUT ROWID" if connection.dialect.name == "sqlite" else ""
    for statement in STATEMENTS:
        connection.exec_driver_sql(statement.format(clustered=clustered))
