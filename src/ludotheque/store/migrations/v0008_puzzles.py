"""Puzzles: who tried which, and the ratings of people and of puzzles."""

from __future__ import annotations

from sqlalchemy import Connection

# SQLite keeps such rows by their keys; PostgreSQL has no other way to ask for it.
BY_KEY = {"sqlite": " WITHOUT ROWID", "postgresql": ""}
REAL = {"sqlite": "DOUBLE", "postgresql": "DOUBLE PRECISION"}
STATEMENTS = (
    "CREATE TABLE puzzle_tries (player TEXT NOT NULL, game TEXT NOT NULL, puzzle TEXT NOT NULL, at BIGINT NOT NULL,"
    " first BOOLEAN NOT NULL, solved BOOLEAN NOT NULL, PRIMARY KEY (player, game, puzzle)){by_key}",
    "CREATE TABLE puzzle_people (player TEXT NOT NULL, game TEXT NOT NULL, rating {real} NOT NULL,"
    " tries INTEGER NOT NULL, streak INTEGER NOT NULL, best INTEGER NOT NULL, PRIMARY KEY (player, game)){by_key}",
    "CREATE TABLE puzzle_ratings (game TEXT NOT NULL, puzzle TEXT NOT NULL, rating {real} NOT NULL,"
    " tries INTEGER NOT NULL, passed INTEGER NOT NULL, PRIMARY KEY (game, puzzle)){by_key}",
)


def upgrade(connection: Connection) -> None:
    kind = connection.dialect.name
    for statement in STATEMENTS:
        connection.exec_driver_sql(statement.format(by_key=BY_KEY[kind], real=REAL[kind]))
