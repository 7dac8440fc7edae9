"""The secrets of committed dice, and which table has which. Tables that are there already go on without."""

from __future__ import annotations

from sqlalchemy import Connection

STATEMENTS = (
    """
    CREATE TABLE dice (
        commitment TEXT NOT NULL PRIMARY KEY,
        root TEXT NOT NULL,
        place INTEGER NOT NULL,
        made BIGINT NOT NULL
    )
    """,
    "ALTER TABLE cards ADD COLUMN commitment TEXT REFERENCES dice (commitment)",
    "CREATE UNIQUE INDEX cards_commitment ON cards (commitment)",
)


def upgrade(connection: Connection) -> None:
    for statement in STATEMENTS:
        connection.exec_driver_sql(statement)
