"""A role of PostgreSQL for those who only think: it sees positions without names, and can read nothing else.

It hears notifications as well, which PostgreSQL cannot forbid anybody who may connect.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import psycopg
from psycopg import Connection, sql
from sqlalchemy import make_url

from .errors import StoreError, reason
from .models import TABLES, turns

CHANGED = ("holder", "token", "until", "answer")  # what a thinker writes
KNOWN = "SELECT 1 FROM pg_roles WHERE rolname = %s"
THERE = "SELECT to_regclass(%s) IS NOT NULL"
# Whatever the reason: a grant to it, to everybody or to a role that it belongs to, or because it owns the database.
READABLE = """
SELECT name FROM unnest(%s::text[]) AS name
WHERE has_table_privilege(%s, to_regclass(name), 'SELECT') OR has_any_column_privilege(%s, to_regclass(name), 'SELECT')
"""


def make_role(address: str, name: str) -> str:
    """Makes the role, or gives it just these rights again; the address for its thinkers. A new one gets a password,
    which the address holds; one that was there keeps its own."""
    url = make_url(address).set(drivername="postgresql")
    try:
        with psycopg.connect(url.render_as_string(hide_password=False)) as connection:
            _check_tables(connection, url.render_as_string())
            password = None if connection.execute(KNOWN, [name]).fetchone() else _create(connection, name)
            _grant(connection, name)
            _check_rights(connection, name)
    except psycopg.Error as error:
        raise StoreError("role", name=name, reason=reason(error)) from error
    return url.set(username=name, password=password).render_as_string(hide_password=False)


def _check_tables(connection: Connection, place: str) -> None:
    found = connection.execute(THERE, [turns.name]).fetchone()
    if found is None or not found[0]:
        raise StoreError("no-turns", place=place, reason=turns.name)


def _create(connection: Connection, name: str) -> str:
    """Its password goes there as a hash: what is said to a database may stand in its log."""
    password = secrets.token_urlsafe(24)
    hashed = connection.pgconn.encrypt_password(password.encode(), name.encode(), b"scram-sha-256").decode()
    create = sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}")
    connection.execute(create.format(sql.Identifier(name), sql.Literal(hashed)))
    return password


def _grant(connection: Connection, name: str) -> None:
    statements = (
        "REVOKE ALL ON ALL TABLES IN SCHEMA {schema} FROM {role}",
        "REVOKE ALL ON SCHEMA {schema} FROM {role}",
        "GRANT USAGE ON SCHEMA {schema} TO {role}",
        "GRANT SELECT, UPDATE ({changed}) ON turns TO {role}",
    )
    schema = connection.execute("SELECT current_schema()").fetchone()
    assert schema is not None
    names = {"schema": sql.Identifier(schema[0]), "role": sql.Identifier(name), "changed": _columns(CHANGED)}
    for statement in statements:
        connection.execute(sql.SQL(statement).format(**names))


def _columns(names: Sequence[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, names))


def _check_rights(connection: Connection, name: str) -> None:
    """Refused if it can read more, for instance because it owns the tables; then nothing is changed."""
    others = sorted(set(TABLES.tables) - {turns.name})
    readable = connection.execute(READABLE, [others, name, name]).fetchone()
    if readable is not None:
        raise StoreError("role-reads", name=name, table=readable[0])
