"""Daily games: which dice a day has, what its tries scored, and what the strongest computer scores on the same dice."""

from __future__ import annotations

import json

from sqlalchemy import Connection, bindparam, select

from ..play.ports import OVER
from .models import cards, days, pars

DAY = select(days.c.commitment).where(days.c.game == bindparam("game"), days.c.day == bindparam("day"))
DAYS = (
    select(days.c.day)
    .where(days.c.game == bindparam("game"), days.c.day <= bindparam("last"))
    .order_by(days.c.day.desc())
    .limit(bindparam("limit"))
)
SCORES = select(cards.c.scores).where(
    cards.c.day == bindparam("day"),
    cards.c.game == bindparam("game"),
    cards.c.counts.is_(True),
    cards.c.status == OVER,
    cards.c.scores.is_not(None),
)
PARS = select(pars.c.seed, pars.c.score).where(pars.c.game == bindparam("game"), pars.c.day == bindparam("day"))
IS_OF_A_DAY = select(days.c.day).where(days.c.commitment == bindparam("commitment"))


def scores(connection: Connection, game: str, day: str) -> list[int]:
    """Of all tries that counted and are over, the most first."""
    found = connection.execute(SCORES, {"game": game, "day": day}).scalars()
    return sorted((int(json.loads(each)[0]) for each in found), reverse=True)
