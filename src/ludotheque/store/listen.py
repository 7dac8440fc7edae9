"""Hears from PostgreSQL what other servers tell."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import closing

import psycopg
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from ..play.ports import AGAIN, Notice
from .errors import reason
from .notices import CHANNEL, own_connection, read

LOOK_UP = 0.5  # seconds: how long the end may take
PATIENCE = 10.0  # seconds: at most, between two attempts to reconnect, and for the end

log = logging.getLogger(__name__)


class Listener:
    """A thread with a connection of its own. When it was cut off it reconnects and says so, because nobody repeats a
    notification: whoever listens compares what it knows with what is stored."""

    def __init__(self, engine: Engine, server: str, heard: Callable[[Notice], None], channel: str = CHANNEL) -> None:
        self._engine, self._server, self._heard, self._channel = engine, server, heard, channel
        self._ready, self._over = threading.Event(), threading.Event()
        self._rounds = 0  # how often the connection was found to be good
        self._thread = threading.Thread(target=self._run, name="ludotheque-listen", daemon=True)

    def begin(self) -> None:
        self._thread.start()
        self._ready.wait(PATIENCE)

    def end(self) -> None:
        self._over.set()
        if self._thread is not threading.current_thread():
            self._thread.join(PATIENCE)  # a database that hangs must not keep us

    def _run(self) -> None:
        pause = 0.1
        while not self._over.is_set():
            before = self._rounds
            try:
                self._hear()
            except (SQLAlchemyError, psycopg.Error) as error:
                if self._rounds != before:  # once an outage
                    log.warning("no news from other servers, trying again: %s", reason(error))
                pause = 0.1 if self._rounds != before else min(2 * pause, PATIENCE)
                self._over.wait(pause)

    def _hear(self) -> None:
        with closing(own_connection(self._engine)) as connection:
            connection.execute(f"LISTEN {self._channel}")
            if self._ready.is_set():  # not for the first time
                self._tell(Notice(AGAIN, self._server))
            self._ready.set()
            while not self._over.is_set():
                for note in connection.notifies(timeout=LOOK_UP):
                    self._note(note.payload)
                connection.execute("SELECT 1")  # finds out whether anybody is still there
                self._rounds += 1

    def _note(self, payload: str) -> None:
        notice = read(payload)
        if notice.server != self._server:
            self._tell(notice)

    def _tell(self, notice: Notice) -> None:
        if self._over.is_set():
            return
        try:
            self._heard(notice)
        except Exception:  # whoever listens must not silence the others
            log.exception("while passing on news of the kind %s", notice.kind)
