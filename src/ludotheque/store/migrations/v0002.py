"""Who sat where and how it ended, for lists of tables. What was there before is filled in when it is first listed."""

from __future__ import annotations

from sqlalchemy import Connection

STATEMENTS = (
    "ALTER TABLE cards ADD COLUMN sitters TEXT NOT NULL DEFAULT '[]'",
    "ALTER TABLE cards ADD COLUMN result TEXT",
    "ALTER TABLE cards ADD COLUMN scores TEXT",
)


def upgrade(connection: Connection) -> None:
    for statement in STATEMENTS:
        connection.exec_driver_sql(statement)
