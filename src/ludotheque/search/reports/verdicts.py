"""The names of choices, by what they lost: see ``docs/reports.md`` for why the limits are where they are."""

from __future__ import annotations

from typing import Literal

from ...core.state import State

Verdict = Literal["good", "inaccurate", "mistake", "blunder"]
VERDICTS: tuple[Verdict, ...] = ("good", "inaccurate", "mistake", "blunder")
# From here on, as a part of what is at stake: one game lost in twenty, in ten, in five.
LIMITS: dict[Verdict, float] = {"inaccurate": 0.05, "mistake": 0.1, "blunder": 0.2}
SURE = 2.0  # a choice is called bad only if its loss is more than so many standard errors
POINTS_AT_STAKE = 20.0  # alone: about the spread of what one player reaches


def stake_of(state: State) -> float:
    """The difference between winning and losing, in results: 2 for two sides, 1.2 for six; alone, points."""
    return POINTS_AT_STAKE if state.seats == 1 else 1.0 + 1.0 / (state.sides - 1)


def verdict_of(loss: float, error: float, stake: float, *, matters: bool) -> Verdict | None:
    """The name of a choice; None where no alternative is known to differ, or where a loss is not sure enough."""
    found: Verdict = "good"
    for name, least in LIMITS.items():
        if loss >= least * stake:
            found = name
    if found != "good":
        return found if loss > SURE * error else None
    return found if matters or abs(loss) > error else None
