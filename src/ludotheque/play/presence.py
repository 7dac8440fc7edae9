"""Who looks at a table through another server: servers tell each other the seats, never the players.

It is told when it changes and again from time to time; what is not told again, because its server is gone, ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

from .ports import Notice, Store

if TYPE_CHECKING:
    from .session import Session

HERE = "here"  # the kind of these notices; a word is a table and its seats, as in "abcd:02"
DIGITS = "01234567"
AGAIN_AFTER, LASTS = 10.0, 30.0  # seconds


@dataclass
class Elsewhere:
    """The seats of one table whose players look at it through other servers."""

    seats_by_server: dict[str, tuple[float, frozenset[int]]] = field(default_factory=dict)

    def note(self, server: str, seats: frozenset[int]) -> None:
        now = monotonic()
        self.seats_by_server = {each: kept for each, kept in self.seats_by_server.items() if kept[0] > now}
        self.seats_by_server[server] = now + LASTS, seats

    @property
    def seats(self) -> frozenset[int]:
        now = monotonic()
        return frozenset(seat for until, seats in self.seats_by_server.values() if until > now for seat in seats)


class Presence:
    """Tells others who is here, and hears who is there."""

    def __init__(self, store: Store, known: Mapping[str, Session]) -> None:
        self.store, self.known = store, known

    def tell(self, session: Session) -> None:
        if self.store.notifies:
            self.store.tell(HERE, [word_of(session)])

    def hear(self, notice: Notice) -> None:
        for word in notice.words:
            table, _, seats = word.partition(":")
            if (session := self.known.get(table)) is not None:
                self.note(session, notice.server, frozenset(int(seat) for seat in seats if seat in DIGITS))

    def note(self, session: Session, server: str, seats: frozenset[int]) -> None:
        is_new, before = server not in session.elsewhere.seats_by_server, session.elsewhere.seats
        session.elsewhere.note(server, seats)
        if is_new and session.subscribers:
            self.tell(session)  # who comes does not know yet who is here
        if session.elsewhere.seats != before:
            session.wake()

    async def run(self) -> None:
        """Also wakes those who see somebody whose server has not been heard of for long."""
        while True:
            await asyncio.sleep(AGAIN_AFTER)
            watched = [session for session in [*self.known.values()] if session.subscribers]
            self.store.tell(HERE, map(word_of, watched))
            for session in watched:
                if session.elsewhere.seats_by_server:
                    session.wake()


def word_of(session: Session) -> str:
    return f"{session.table.info.id}:{''.join(map(str, session.own_seats_here()))}"
