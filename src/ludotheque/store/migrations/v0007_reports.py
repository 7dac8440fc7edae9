"""Reports on games: what is to be judged, and what is judged so far, event by event."""

from __future__ import annotations

from sqlalchemy import Connection

STATEMENTS = (
    """
    CREATE TABLE reports (
        id TEXT NOT NULL PRIMARY KEY,
        record TEXT NOT NULL,
        seed BIGINT NOT NULL,
        quality TEXT NOT NULL,
        total INTEGER NOT NULL,
        player TEXT NOT NULL,
        rank INTEGER NOT NULL,
        at BIGINT NOT NULL,
        until BIGINT NOT NULL DEFAULT 0,
        tries INTEGER NOT NULL DEFAULT 0,
        ending TEXT
    )
    """,
    "CREATE INDEX reports_waiting ON reports (rank, at) WHERE ending IS NULL",
    """
    CREATE TABLE judgements (
        report TEXT NOT NULL,
        number INTEGER NOT NULL,
        judged TEXT NOT NULL,
        PRIMARY KEY (report, number),
        FOREIGN KEY (report) REFERENCES reports (id)
    ) {clustered}
    """,
)


def upgrade(connection: Connection) -> None:
    clustered = "WITHOUT ROWID" if connection.dialect.name == "sqlite" else ""
    for statement in STATEMENTS:
        connection.exec_driver_sql(statement.format(clustered=clustered))
