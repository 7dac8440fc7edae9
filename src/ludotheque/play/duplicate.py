"""Duplicate matches for two: each plays both sides under the same draws, and the results of both legs are added.

Both legs have one secret and the same nonces at the same seats, so draw k is the same in both as long as it is about
the same: the same outcomes with the same weights. Other choices may lead to other draws; it is told from where on they
no longer correspond. The secret is revealed after the second leg.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from ..core.dice import PERSON
from .fair_dice import dice_of
from .table import Seat, Table
from .texts import CATALOG


def about(table: Table, lang: str) -> str:
    """Which leg it is, and what that means."""
    which = {1: "first", 2: "second"}[table.info.leg]
    return CATALOG.say(f"match.{which}.dice" if table.info.commitment else f"match.{which}", lang)


def is_second_leg_due(table: Table) -> bool:
    """Not after a first leg that was given up, nor once its dice are known."""
    return table.info.leg == 1 and table.ended_by != "abandon" and table.secret is None


def seats_for_second_leg(first: Table) -> list[Seat]:
    """Sides are changed; nonces stay at their seats, because draws follow from them."""
    one, other = first.seats
    placed = zip((other, one), first.nonces, strict=True)
    return [replace(seat, nonce=nonce.text, heir=nonce.kind) for seat, nonce in placed]


def seats_after_match(second: Table) -> tuple[Seat, ...]:
    """For another match everybody has their own nonce again: it stood where they sat in the first leg."""
    placed = zip(second.seats, reversed(second.nonces), strict=True)
    return tuple(replace(seat, nonce=own.text if own.kind == PERSON else "") for seat, own in placed)


@dataclass(frozen=True)
class Match:
    """Both legs. Seats are those of the second one."""

    first: Table
    second: Table

    @property
    def result(self) -> tuple[float, ...] | None:
        return _sum(self.first.result, self.second.result)

    @property
    def scores(self) -> tuple[float, ...] | None:
        """Where the game counts points."""
        return _sum(self.first.summary().scores, self.second.summary().scores)

    @cached_property
    def draws(self) -> tuple[int, bool]:
        """How many draws from the first one on were the same in both legs, and whether there was one then that was
        about something else."""
        one, other = (_draws(leg) for leg in (self.first, self.second))
        same = 0
        while same in one and same in other and one[same] == other[same]:
            same += 1
        return same, same in one and same in other

    # In words

    def sentences(self, lang: str) -> list[str]:
        """How the match ended, and how far the dice were the same."""
        return [*self._ending(lang), *self._points(lang), *self._correspondence(lang)]

    def _ending(self, lang: str) -> list[str]:
        if self.result is None:
            return []
        winner = next((seat for seat, total in enumerate(self.result) if total > 0), None)
        if winner is None:
            return [CATALOG.say("match.even", lang)]
        return [CATALOG.say("match.won", lang, who=self.second.name_of(winner, lang))]

    def _points(self, lang: str) -> list[str]:
        if self.scores is None:
            return []
        names = [self.second.name_of(seat, lang) for seat in (0, 1)]
        one, other = (round(points) for points in self.scores)
        return [CATALOG.say("match.points", lang, one=names[0], points=one, other=names[1], others=other)]

    def _correspondence(self, lang: str) -> list[str]:
        if self.second.info.commitment is None:
            return []
        same, is_parted = self.draws
        how = "same" if not is_parted else "parted" if same else "apart"
        return [CATALOG.say(f"match.{how}", lang, n=same, next=same + 1)]


def _sum(first: tuple[float, ...] | None, second: tuple[float, ...] | None) -> tuple[float, ...] | None:
    """By the seats of the second leg; None if a leg has no result."""
    if first is None or second is None:
        return None
    return tuple(here + there for here, there in zip(second, reversed(first), strict=True))


def _draws(leg: Table) -> dict[int, tuple[tuple[str, int], ...]]:
    """Number -> what could come, with weights, in the order that counts."""
    dice = dice_of(leg)
    return {draw.number: tuple(draw.outcomes.items()) for draw in dice.draws} if dice else {}
