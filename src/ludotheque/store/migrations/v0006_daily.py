"""Daily games: the dice of each day, which tables are tries at it, and what the strongest computer scores there."""

from __future__ import annotations

from sqlalchemy import Connection

STATEMENTS = (
    """
    CREATE TABLE days (
        game TEXT NOT NULL,
        day TEXT NOT NULL,
        commitment TEXT NOT NULL REFERENCES dice (commitment),
        PRIMARY KEY (game, day)
    )
    """,
    """
    CREATE TABLE pars (
        game TEXT NOT NULL,
        day TEXT NOT NULL,
        seed INTEGER NOT NULL,
        score INTEGER NOT NULL,
        PRIMARY KEY (game, day, seed)
    )
    """,
    "ALTER TABLE cards ADD COLUMN day TEXT",
    "ALTER TABLE cards ADD COLUMN counts BOOLEAN NOT NULL DEFAULT {false}",
    "CREATE INDEX cards_day ON cards (day)",
    "DROP INDEX cards_commitment",
    "CREATE UNIQUE INDEX cards_commitment ON cards (commitment) WHERE day IS NULL",
)


def upgrade(connection: Connection) -> None:
    false = "0" if connection.dialect.name == "sqlite" else "FALSE"
    for statement in STATEMENTS:
        connection.exec_driver_sql(statement.format(false=false))
