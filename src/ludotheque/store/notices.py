"""Tells other servers on the same PostgreSQL what happened here: after the commit, many things in one statement.

NOTIFY takes a lock on the whole database when its transaction commits. So no choice of anybody notifies by itself: what
there is to tell is gathered, and one connection tells it. If that fails, others find out by comparing numbers.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Iterator
from contextlib import closing

import psycopg
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from ..play.backoff import pauses
from ..play.ports import Notice
from .errors import reason

CHANNEL = "ludotheque"
TELL = f"SELECT pg_notify('{CHANNEL}', told) FROM unnest(%s::text[]) AS told"
MOST_BYTES = 7_500  # of one notification; PostgreSQL takes less than 8,000
MOST_WAITING = 50_000  # words of a kind; whoever misses the rest finds it by comparing
GATHER = 0.005  # seconds between two statements
LAST_WORDS = 2.0  # seconds that the end waits for what is still to be told

log = logging.getLogger(__name__)


class Notifier:
    """A thread with a connection of its own. ``tell`` only notes what is to be told."""

    def __init__(self, engine: Engine, server: str) -> None:
        self._engine, self._server = engine, server
        self._waiting: dict[str, dict[str, None]] = {}
        self._pauses, self._is_cut_off = pauses(), False
        self._lock, self._news, self._over = threading.Lock(), threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="ludotheque-tell", daemon=True)

    def begin(self) -> None:
        self._thread.start()

    def tell(self, kind: str, words: Iterable[str]) -> None:
        """The same word twice is told once."""
        with self._lock:
            waiting = self._waiting.setdefault(kind, {})
            if len(waiting) < MOST_WAITING:
                waiting.update(dict.fromkeys(words))
        self._news.set()

    def end(self) -> None:
        self._over.set()
        self._news.set()
        self._thread.join(LAST_WORDS)

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                with closing(own_connection(self._engine)) as connection:
                    self._tell_all(connection)
            except (SQLAlchemyError, psycopg.Error) as error:
                if not self._is_cut_off:  # once an outage
                    log.warning("other servers cannot be told, trying again: %s", reason(error))
                self._is_cut_off = True
                self._over.wait(next(self._pauses))

    def _tell_all(self, connection: psycopg.Connection) -> None:
        while not self._over.is_set() or self._waiting:
            self._news.wait()
            self._news.clear()
            if told := self._take():
                self._tell(connection, told)
            self._over.wait(GATHER)

    def _tell(self, connection: psycopg.Connection, told: dict[str, dict[str, None]]) -> None:
        try:
            connection.execute(TELL, [[*payloads(self._server, told)]])
        except psycopg.Error:
            for kind, words in told.items():
                self.tell(kind, words)
            raise
        self._pauses, self._is_cut_off = pauses(), False

    def _take(self) -> dict[str, dict[str, None]]:
        with self._lock:
            told, self._waiting = self._waiting, {}
        return told


def payloads(server: str, told: dict[str, dict[str, None]]) -> Iterator[str]:
    """The first word is the kind, the second who tells it; the rest are words that the kind understands."""
    for kind, words in told.items():
        payload = start = f"{kind} {server}"
        for word in words:
            if len(payload) + len(word) >= MOST_BYTES:
                yield payload
                payload = start
            payload = f"{payload} {word}"
        yield payload


def read(payload: str) -> Notice:
    kind, server, *words = f"{payload} ".split(" ")
    return Notice(kind, server, tuple(word for word in words if word))


def own_connection(engine: Engine) -> psycopg.Connection:
    """Made like all others, but not for the pool: it keeps listening or telling."""
    pooled = engine.raw_connection()
    connection = pooled.driver_connection
    assert isinstance(connection, psycopg.Connection)
    pooled.detach()
    connection.autocommit = True
    return connection
