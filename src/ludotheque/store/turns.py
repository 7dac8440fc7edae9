"""The queue of computers' turns on PostgreSQL: claims are leases with a token, by the clock of the database.

Each call is one statement and a transaction of its own. Thinkers need no more than to read the table and to change
four of its columns, see ``thinker_role.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine, TextClause, text
from sqlalchemy.exc import ProgrammingError

from ..play.ports import NEW_TURN, Claim, Notice, QueuedTurn
from .errors import StoreError, answering, reason
from .rows import Found, sound

if TYPE_CHECKING:
    from .listen import Listener

CHANNEL = "ludotheque_turns"
KIND = "turn"  # of its notices
WANTED = 30_000  # milliseconds that a turn stays wanted, unless whoever waits for it says so again
KEPT = 60_000  # milliseconds after that: who comes late finds the answer, and nobody thinks about it again
OFTEN = 3  # claims that came to nothing: what may have ended a thinker is tried after everything else

LONGEST = 120_000  # milliseconds: no lease is longer; one that ends later was made before the clock was put back

# Not the time when a statement began: it may meet a row that another one has claimed since.
NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
PUT = text(
    f"""
    WITH put AS (
        INSERT INTO turns (id, rules, seat, level, position, share, is_unattended, rank, wanted_at, wanted_until)
        SELECT :id, :rules, :seat, :level, :position, :share, :is_unattended, count(*), {NOW}, {NOW} + {WANTED}
        FROM turns
        WHERE share = :share AND is_unattended = :is_unattended AND answer IS NULL AND wanted_until > {NOW}
        ON CONFLICT (id) DO UPDATE SET wanted_until = excluded.wanted_until
        RETURNING answer
    )
    SELECT answer, CASE WHEN answer IS NULL THEN pg_notify('{CHANNEL}', '{KIND} - {NEW_TURN}') END FROM put
    """
)
ANSWERS = text("SELECT id, answer FROM turns WHERE id = ANY(:ids)")
WITHDRAW = text("UPDATE turns SET wanted_until = 0 WHERE id = ANY(:ids)")
REJECT = text("UPDATE turns SET answer = NULL, holder = '' WHERE id = :id AND answer = :answer")
TIDY_UP = text(f"DELETE FROM turns WHERE wanted_until < {NOW} - {KEPT}")
CLAIM = text(
    f"""
    UPDATE turns SET holder = :holder, token = token + 1, until = {NOW} + :lease
    WHERE id = (
        SELECT id FROM turns
        WHERE answer IS NULL AND rules = ANY(:rules) AND wanted_until > {NOW}
        AND until NOT BETWEEN {NOW} AND {NOW} + {LONGEST}
        ORDER BY token > {OFTEN}, is_unattended, rank, wanted_at
        LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, token, seat, level, position
    """
)
OWN = "turns.holder = :holder AND turns.answer IS NULL"
RENEW = text(
    f"""
    UPDATE turns SET until = {NOW} + :lease
    FROM unnest(CAST(:ids AS text[]), CAST(:tokens AS integer[])) AS held (id, token)
    WHERE turns.id = held.id AND turns.token = held.token AND {OWN}
    RETURNING turns.id
    """
)
ANSWER = text(
    f"""
    WITH done AS (UPDATE turns SET answer = :answer WHERE id = :id AND token = :token AND {OWN} RETURNING id)
    SELECT pg_notify('{CHANNEL}', '{KIND} - ' || id) FROM done
    """
)
RELEASE = text(
    f"""
    WITH free AS (UPDATE turns SET holder = '', until = 0 WHERE {OWN} RETURNING id)
    SELECT pg_notify('{CHANNEL}', '{KIND} - {NEW_TURN}') FROM free
    """
)


class SqlTurns:
    """Implements :class:`ludotheque.play.ports.TurnQueue`. The engine commits every statement by itself."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._listeners: list[Listener] = []

    # For those who wait

    def put(self, turn: QueuedTurn) -> str | None:
        answer: str | None = self._run(PUT, **vars(turn))[0].answer
        return answer

    def answers(self, ids: Sequence[str]) -> dict[str, str | None]:
        return {row.id: row.answer for row in self._run(ANSWERS, ids=list(ids))}

    def withdraw(self, ids: Sequence[str]) -> None:
        self._run(WITHDRAW, ids=list(ids))

    def reject(self, id: str, answer: str) -> None:
        self._run(REJECT, id=id, answer=answer)

    def tidy_up(self) -> None:
        self._run(TIDY_UP)

    # For those who think

    def claim(self, holder: str, rules: Sequence[str], lease: float) -> Claim | None:
        rows = self._run(CLAIM, holder=holder, rules=list(rules), lease=_milliseconds(lease))
        return Claim(*rows[0]) if rows else None

    def renew(self, holder: str, claims: Sequence[Claim], lease: float) -> list[str]:
        ids, tokens = [claim.id for claim in claims], [claim.token for claim in claims]
        rows = self._run(RENEW, holder=holder, ids=ids, tokens=tokens, lease=_milliseconds(lease))
        return [row.id for row in rows]

    def answer(self, holder: str, claim: Claim, text: str) -> bool:
        return bool(self._run(ANSWER, holder=holder, id=claim.id, token=claim.token, answer=sound(text)))

    def release(self, holder: str) -> None:
        self._run(RELEASE, holder=holder)

    def check(self, place: str) -> None:
        """A StoreError if the database has no such queue, or not for this role."""
        try:
            self.answers([])
        except ProgrammingError as error:
            raise StoreError("no-turns", place=place, reason=reason(error)) from error

    # News

    def listen(self, heard: Callable[[str], None]) -> None:
        from .listen import Listener  # needs psycopg

        def hear(notice: Notice) -> None:
            for word in notice.words or ("",):  # nothing in particular: something may have been missed
                heard(word)

        listener = Listener(self.engine, "", hear, CHANNEL)
        self._listeners.append(listener)
        listener.begin()

    def close(self) -> None:
        while self._listeners:
            self._listeners.pop().end()

    def _run(self, statement: TextClause, **params: Any) -> Sequence[Found]:
        with answering(), self.engine.connect() as connection:
            done = connection.execute(statement, params)
            return done.all() if done.returns_rows else ()


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)
