"""Duplicate matches: which tables are legs of one, and whose dice a second leg has."""

from __future__ import annotations

from sqlalchemy import Connection

STATEMENTS = (
    "ALTER TABLE cards ADD COLUMN duplicate BOOLEAN NOT NULL DEFAULT {false}",
    "ALTER TABLE cards ADD COLUMN twin TEXT",
    "DROP INDEX cards_commitment",
    "CREATE UNIQUE INDEX cards_commitment ON cards (commitment) WHERE day IS NULL AND twin IS NULL",
)


def upgrade(connection: Connection) -> None:
    false = "0" if connection.dialect.name == "sqlite" else "FALSE"
    for statement in STATEMENTS:
        connection.exec_driver_sql(statement.format(false=false))
