"""Hears from PostgreSQL what other servers added."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing

import psycopg
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from ..play.ports import StoreUnavailable

CHANNEL = "ludotheque"  # the same as in store.TELL
LOOK_UP = 0.5  # seconds: how long the end may take
PATIENCE = 10.0  # seconds: at most, between two attempts to reconnect
SKEW = 60_000  # milliseconds that the clocks of two servers may differ

log = logging.getLogger(__name__)


class Listener:
    """A thread with a connection of its own. When it was cut off it reconnects and reports every table that changed
    in the meantime, because nobody repeats a notification."""

    def __init__(
        self,
        engine: Engine,
        server: str,
        changed: Callable[[int], Sequence[str]],
        heard: Callable[[str], None],
        channel: str = CHANNEL,
    ) -> None:
        self._channel = channel
        self._engine, self._server, self._changed, self._heard = engine, server, changed, heard
        self._ready, self._over = threading.Event(), threading.Event()
        self._alive = 0  # when the connection was last known to be good; 0: never yet
        self._thread = threading.Thread(target=self._run, name="ludotheque-listen", daemon=True)

    def begin(self) -> None:
        self._thread.start()
        self._ready.wait(PATIENCE)

    def end(self) -> None:
        self._over.set()
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        pause = 0.1
        while not self._over.is_set():
            before = self._alive
            try:
                self._hear()
            except (SQLAlchemyError, psycopg.Error, StoreUnavailable) as error:
                pause = 0.1 if self._alive != before else min(2 * pause, PATIENCE)
                log.warning("no news from other servers, trying again in %.1f s: %s", pause, error)
                self._over.wait(pause)

    def _hear(self) -> None:
        with closing(self._connection()) as connection:
            connection.execute(f"LISTEN {self._channel}")
            self._catch_up()
            self._ready.set()
            while not self._over.is_set():
                for note in connection.notifies(timeout=LOOK_UP):
                    self._note(note.payload)
                connection.execute("SELECT 1")  # finds out whether anybody is still there
                self._alive = now()

    def _connection(self) -> psycopg.Connection:
        """Made like all others, but not for the pool: it keeps listening."""
        pooled = self._engine.raw_connection()
        connection = pooled.driver_connection
        assert isinstance(connection, psycopg.Connection)
        pooled.detach()
        connection.autocommit = True
        return connection

    def _catch_up(self) -> None:
        if self._alive:
            for table in self._changed(self._alive - SKEW):
                self._tell(table)
        self._alive = now()

    def _note(self, payload: str) -> None:
        server, _, table = payload.partition(" ")
        if server != self._server:
            self._tell(table)

    def _tell(self, table: str) -> None:
        if self._over.is_set():
            return
        try:
            self._heard(table)
        except Exception:  # whoever listens must not silence the others
            log.exception("while passing on news of table %s", table)


def now() -> int:
    return time.time_ns() // 1_000_000
