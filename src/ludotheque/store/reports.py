"""Reports on games in the database: those under way, event by event, and those that are done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy import Connection, and_, bindparam, func, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from ..play.ports import ReportJob
from .models import is_unfinished, judgements, reports
from .rows import Found, sound

JOB = select(reports).where(reports.c.id == bindparam("report"))
WAITING_OF = select(func.count()).where(is_unfinished, reports.c.player == bindparam("player"))
NEXT = (
    select(reports)
    .where(is_unfinished, reports.c.until < bindparam("now"), reports.c.tries < bindparam("most"))
    .order_by(reports.c.rank, reports.c.at, reports.c.id)
    .limit(1)
    .with_for_update(skip_locked=True)
)
CHANGE = reports.update().where(reports.c.id == bindparam("report"))
JUDGED = (
    select(judgements.c.number, judgements.c.judged)
    .where(judgements.c.report == bindparam("report"))
    .order_by(judgements.c.number)
)
COUNT = select(func.count()).where(judgements.c.report == bindparam("report"))
_this = reports.alias("this")
AHEAD = select(func.count()).where(
    _this.c.id == bindparam("report"),
    is_unfinished,
    or_(reports.c.rank < _this.c.rank, and_(reports.c.rank == _this.c.rank, reports.c.at < _this.c.at)),
)


class SqlReports:
    """Implements :class:`ludotheque.play.ports.ReportStore`, with the connections of the store."""

    def __init__(
        self,
        write: Callable[[], AbstractContextManager[Connection]],
        read: Callable[..., Sequence[Found]],
        dialect: str,
    ) -> None:
        self._write, self._read = write, read
        insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
        self._add_report = insert(reports).on_conflict_do_nothing()
        self._add_judgement = insert(judgements).on_conflict_do_nothing()

    def wish(self, job: ReportJob) -> None:
        row = {"id": sound(job.id), "record": sound(job.record), "seed": job.seed, "quality": job.quality}
        row |= {"total": job.total, "player": sound(job.player), "at": job.at}
        with self._write() as connection:
            rank = connection.execute(WAITING_OF, {"player": job.player}).scalar_one()
            connection.execute(self._add_report, row | {"rank": rank})

    def job(self, id: str) -> ReportJob | None:
        return next(map(_job, self._read(JOB, report=id)), None)

    def claim(self, now: int, lease: int, tries: int) -> ReportJob | None:
        with self._write() as connection:
            row = connection.execute(NEXT, {"now": now, "most": tries}).first()
            if row is None:
                return None
            taken = {"until": now + lease, "tries": row.tries + 1}
            connection.execute(CHANGE.values(**taken), {"report": row.id})
            return _job(row)

    def renew(self, id: str, until: int) -> None:
        self._change(id, until=until)

    def add(self, id: str, first: int, judged: Sequence[str]) -> None:
        rows = [{"report": id, "number": first + at, "judged": text} for at, text in enumerate(judged)]
        if rows:
            with self._write() as connection:
                connection.execute(self._add_judgement, rows)
                connection.execute(CHANGE.values(tries=0), {"report": id})

    def judged(self, id: str) -> list[str]:
        rows = self._read(JUDGED, report=id)
        return [row.judged for at, row in enumerate(rows) if row.number == at]

    def count(self, id: str) -> int:
        return int(self._read(COUNT, report=id)[0][0])

    def finish(self, id: str, ending: str) -> None:
        self._change(id, ending=ending, until=0)

    def remove(self, id: str) -> None:
        with self._write() as connection:
            connection.execute(judgements.delete().where(judgements.c.report == id))
            connection.execute(reports.delete().where(reports.c.id == id))

    def waiting_of(self, player: str) -> int:
        return int(next(iter(self._read(WAITING_OF, player=player)), (0,))[0])

    def ahead_of(self, id: str) -> int:
        return int(self._read(AHEAD, report=id)[0][0])

    def _change(self, id: str, **values: Any) -> None:
        with self._write() as connection:
            connection.execute(CHANGE.values(**values), {"report": id})


def _job(row: Found) -> ReportJob:
    return ReportJob(row.id, row.record, row.seed, row.quality, row.total, row.player, row.at, row.tries, row.ending)
