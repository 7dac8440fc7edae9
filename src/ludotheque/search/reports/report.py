"""A report: what each event of a game changed for each seat, and how that adds up to the result."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

from ...core.record import Record
from ...core.state import CHANCE, State
from .chain import Array, Chain, link
from .judging import Judgement, Line, Values
from .verdicts import VERDICTS, Verdict, stake_of

FORMAT = 1
TURNING_POINTS = 3
SWING = 0.02  # of what is at stake: what changes less is no turning point
BAD: tuple[Verdict, ...] = ("inaccurate", "mistake", "blunder")


@dataclass(frozen=True)
class Moment:
    """One event. ``before`` and ``after`` are the values of the positions around it, which all moments share; ``loss``
    was measured at this choice alone."""

    number: int  #: from 1 on; the position before it has the number before
    seat: int | None  #: None for a draw
    text: str
    before: Values  #: what each seat could expect
    after: Values
    best: str | None  #: of a choice
    loss: float  #: what the seat gave away; a little below 0 if the choice was measured to be better than the best
    error: float  #: the standard error of the loss; of a draw, of its luck
    verdict: Verdict | None  #: None for draws, and for choices that nothing is known of
    best_values: Values | None = None  #: after the best choice, measured there
    made_values: Values | None = None  #: after the choice that was made, measured there
    line: Line = ()  #: seat and text of what was expected after the best choice, which comes first
    outcomes: tuple[tuple[str, int, Values], ...] = ()  #: of a draw: text, weight and values of each

    @property
    def change(self) -> Values:
        """What it changed for each seat; of a draw, the luck."""
        return tuple(after - before for before, after in zip(self.before, self.after, strict=True))

    @property
    def swing(self) -> float:
        """What it changed for the seat that it changed most for."""
        return max(map(abs, self.change))


@dataclass(frozen=True)
class Report:
    """What was skill and what was luck; given by :func:`ludotheque.report`.

    ``expectation``, ``own``, ``gifts``, ``luck`` and ``result`` have one number a seat, and the first four add up to
    the last: what a seat could expect at the start; what its own choices lost; what the choices of others gave it; what
    draws gave it. A win is 1; alone, all of it is points.
    """

    record: Record
    seed: int
    quality: str
    judged: tuple[Judgement, ...]
    end: Values  #: the result, or what the last position is worth if the game was not played to its end
    end_error: float = 0.0  #: 0 where the rules ended the game

    @cached_property
    def states(self) -> list[State]:
        """All positions of the game."""
        return self.record.states()

    @cached_property
    def stake(self) -> float:
        """The difference between winning and losing; alone, points."""
        return stake_of(self.record.first())

    @cached_property
    def _chain(self) -> Chain:
        if not self.judged:
            return Chain(np.array([self.end]), np.zeros((1, 1)))
        return link(self.judged, self.end, self.end_error, self.stake)

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """One an event."""
        values = [tuple(row) for row in self._chain.values.tolist()]
        return tuple(
            _moment(number, event, judged, values[number - 1 : number + 1])
            for number, (event, judged) in enumerate(zip(self.record.events, self.judged, strict=True), 1)
        )

    @property
    def seats(self) -> int:
        """How many seats there were."""
        return len(self.end)

    @property
    def is_finished(self) -> bool:
        """Whether the rules ended the game; else ``result`` is what the last position is worth."""
        return self.end_error == 0.0

    # What adds up

    @cached_property
    def values(self) -> tuple[Values, ...]:
        """What each seat could expect, position by position: the value over the game."""
        return tuple(tuple(row) for row in self._chain.values.tolist())

    @cached_property
    def errors(self) -> tuple[float, ...]:
        """The standard error of each of them."""
        return tuple(self._chain.errors.tolist())

    @property
    def expectation(self) -> Values:
        """What each seat could expect at the start."""
        return self.values[0]

    @property
    def result(self) -> Values:
        """How it ended; what the last position is worth, if the rules did not end it."""
        return self.end if self.is_finished else self.values[-1]

    @cached_property
    def own(self) -> Values:
        """What each seat's own choices lost."""
        return self._sum(lambda seat, by: by == seat)

    @cached_property
    def gifts(self) -> Values:
        """What the choices of others gave each seat."""
        return self._sum(lambda seat, by: by not in (seat, CHANCE))

    @cached_property
    def luck(self) -> Values:
        """What draws gave each seat."""
        return self._sum(lambda seat, by: by == CHANCE)

    @property
    def adjusted(self) -> Values:
        """The result without the luck."""
        return tuple(result - luck for result, luck in zip(self.result, self.luck, strict=True))

    @cached_property
    def own_error(self) -> Values:
        """The standard error of what each seat's own choices lost."""
        return tuple(self._chain.error_of(self._weights(lambda by, at=seat: by == at)) for seat in range(self.seats))

    @cached_property
    def luck_error(self) -> float:
        """The standard error of the luck, that of the seat for which it is largest."""
        return float(np.sqrt(sum(judged.slack**2 for judged in self.judged if judged.outcomes)))

    def _sum(self, counts: Any) -> Values:
        changes, by = np.diff(self._chain.values, axis=0), self._by
        sums = (changes[[counts(seat, each) for each in by], seat].sum() if by else 0.0 for seat in range(self.seats))
        return tuple(float(each) + 0.0 for each in sums)

    def _weights(self, counts: Any) -> Array:
        """How often each position counts in a sum of changes."""
        weights = np.zeros(len(self.judged) + 1)
        for at, by in enumerate(self._by):
            if counts(by):
                weights[at] -= 1.0
                weights[at + 1] += 1.0
        return weights

    @property
    def _by(self) -> list[int]:
        return [seat for seat, _ in self.record.events]

    # What to look at

    def counts(self, seat: int) -> dict[Verdict, int]:
        """How often a seat's choices got each name."""
        named = [moment.verdict for moment in self.moments if moment.seat == seat]
        return {verdict: named.count(verdict) for verdict in VERDICTS}

    def lost(self, seat: int) -> tuple[int, float]:
        """How many choices of a seat were judged, and what they lost on average, in parts of what is at stake."""
        judged = [moment.loss for moment in self.moments if moment.seat == seat and moment.verdict]
        return len(judged), sum(judged) / len(judged) / self.stake if judged else 0.0

    def turning_points(self, most: int = TURNING_POINTS) -> list[Moment]:
        """The events that changed most, in their order: choices that lost something for certain, and draws."""
        worth = [m for m in self.moments if self._turns(m)]
        chosen = sorted(worth, key=lambda moment: (-weight_of(moment), moment.number))[:most]
        return sorted(chosen, key=lambda moment: moment.number)

    def _turns(self, moment: Moment) -> bool:
        if moment.seat is None:
            return len(moment.outcomes) > 1 and moment.swing > max(SWING * self.stake, moment.error)
        return moment.verdict in BAD

    # As JSON

    def to_json(self) -> str:
        """Everything, as ``docs/reports.md`` describes it; :meth:`from_json` reads it back."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values: what was judged, and what follows from it for programs that only read."""
        return {
            "report": FORMAT,
            "record": str(self.record),
            "seed": self.seed,
            "quality": self.quality,
            "finished": self.is_finished,
            "stake": self.stake,
            "result": self.result,
            "expectation": self.expectation,
            "own": self.own,
            "gifts": self.gifts,
            "luck": self.luck,
            "adjusted": self.adjusted,
            "own_error": self.own_error,
            "luck_error": self.luck_error,
            "errors": self.errors,
            "moments": [moment_dict(moment) for moment in self.moments],
            "judged": [judged.to_dict() for judged in self.judged],
            "end": self.end,
            "end_error": self.end_error,
        }

    @classmethod
    def from_json(cls, text: str) -> Report:
        """The report that :meth:`to_json` wrote."""
        told = json.loads(text)
        judged = tuple(map(Judgement.of_dict, told["judged"]))
        record, end = Record.parse(told["record"]), tuple(told["end"])
        return cls(record, told["seed"], told["quality"], judged, end, told["end_error"])


def weight_of(moment: Moment) -> float:
    """How much a moment mattered: what it lost, or what chance gave."""
    return moment.swing if moment.seat is None else moment.loss


def moment_dict(moment: Moment) -> dict[str, Any]:
    """As JSON tells it."""
    return {each.name: getattr(moment, each.name) for each in fields(moment)}


def _moment(number: int, event: tuple[int, str], judged: Judgement, values: Sequence[Values]) -> Moment:
    seat, text = event
    return Moment(
        number,
        None if seat == CHANCE else seat,
        text,
        values[0],
        values[1],
        judged.best,
        judged.loss,
        judged.slack if seat == CHANCE else judged.loss_error,
        judged.verdict,
        judged.best_values,
        judged.made_values,
        judged.line,
        judged.outcomes,
    )


def running_sums(report: Report, seat: int) -> tuple[list[float], list[float]]:
    """What a seat's own choices have lost so far, and what draws have given it so far, position by position."""
    own, luck = [0.0], [0.0]
    for moment in report.moments:
        change = moment.change[seat]
        own.append(own[-1] + (change if moment.seat == seat else 0.0))
        luck.append(luck[-1] + (change if moment.seat is None else 0.0))
    return own, luck


def judged_errors(reports: Iterable[Report]) -> list[float]:
    """The standard errors of all choices that got a name."""
    return [m.error for report in reports for m in report.moments if m.verdict]
