"""Learning from mistakes: the positions in which a seat lost something, to be tried again."""

from __future__ import annotations

from dataclasses import dataclass

from .judging import compare
from .quality import quality_of
from .report import BAD, Moment, Report

MOST = 12  # exercises of one game: the worst of them
CLOSE = 0.02  # of what is at stake: as good as the best, for a person
QUALITY = "quick"  # somebody waits for it


@dataclass(frozen=True)
class Attempt:
    """What a try was worth."""

    passed: bool
    loss: float  #: against the best choice
    error: float  #: its standard error


def exercises(report: Report, seat: int) -> list[Moment]:
    """The choices by which a seat lost something, in the order of the game."""
    bad = [moment for moment in report.moments if moment.seat == seat and moment.verdict in BAD]
    return sorted(sorted(bad, key=lambda moment: -moment.loss)[:MOST], key=lambda moment: moment.number)


def attempt(report: Report, moment: Moment, text: str) -> Attempt:
    """Whether another choice is as good as the best one within the error; an IllegalEvent if it is none.

    What was played then is known to be worse. The same try always gets the same answer.
    """
    state, seat, best = report.states[moment.number - 1], moment.seat, moment.best
    assert seat is not None and best is not None
    state.action(text, seat)
    if text == best:
        return Attempt(True, 0.0, 0.0)
    if text == moment.text:
        return Attempt(False, moment.loss, moment.error)
    loss, error = compare(state, seat, best, text, quality_of(QUALITY), report.seed).loss(text, best)
    return Attempt(loss <= max(error, CLOSE * report.stake), loss, error)
