"""Judges one event of a game by itself: what a choice lost, or what a draw gave.

The best choice is found with some samples and measured with others: what looked best among many looked so partly by
chance, and would be measured too high with the same ones. A draw is judged by all its outcomes, with equal effort for
each, before it is looked at which of them came: so its luck is 0 on average, however good or bad the judge is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from ...core.state import CHANCE, State
from ..analyse import analyse_choices, analyse_draw
from ..analysis import Analysis, Choice
from ..levels import level_of
from ..players import LEVELS
from ..think import Effort, Thinker
from .quality import Quality
from .verdicts import LIMITS, SURE, Verdict, stake_of, verdict_of

POSITIONS_A_SIMULATION = 5  # looked through for what is certain, and by alpha-beta or plans
LEAST_POSITIONS = 2_000
AIM = 0.03  # the standard error of a loss that is good enough, in wins …
AIM_POINTS = 0.5  # … or in points, where somebody plays alone
DOUBTED = 0.5  # a loss of so much of the first limit is worth a second measurement
FIND, MEASURE, AGAIN, DRAW = range(4)  # what samples are for: each has its own
Values = tuple[float, ...]
Line = tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Judgement:
    """What is known of one event by itself, of JSON's own types: it can be kept, and a report can go on from it."""

    value: Values  #: what each seat could expect before it, by best play
    error: float  #: the standard error of that
    change: Values  #: what the event changed for each seat: that of the choice made less that of the best
    slack: float  #: the standard error of the change
    exact: bool = False  #: whether the change holds by definition: of a draw, or where there was nothing to choose
    best: str | None = None
    best_values: Values | None = None
    made_values: Values | None = None
    loss: float = 0.0
    loss_error: float = 0.0
    verdict: Verdict | None = None
    line: Line = ()  #: seat and text of what was expected after the best choice, which is its first event
    outcomes: tuple[tuple[str, int, Values], ...] = ()  #: of a draw: text, weight and values of each

    def to_dict(self) -> dict[str, Any]:
        """As JSON keeps it."""
        return asdict(self)

    @classmethod
    def of_dict(cls, told: Mapping[str, Any]) -> Judgement:
        """The same from what JSON kept, where tuples have become lists."""
        return cls(**{name: _frozen(value) for name, value in told.items()})


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def judge(state: State, seat: int, text: str, quality: Quality, seed: int) -> Judgement:
    """What happened when this event was played in this state. The same arguments always give the same answer."""
    if seat == CHANCE:
        return judge_draw(state, text, quality, seed)
    return judge_choice(state, seat, text, quality, seed)


def appraise(state: State, quality: Quality, seed: int) -> tuple[Values, float]:
    """What a position is worth to each seat, and the standard error: of one after which nothing happened."""
    if state.chance:
        found = _analyse_draw(state, quality, seed)
        return found.values, found.error
    seat = state.actors[0]
    best = _find(state, seat, quality, seed)[0]
    measured = _weigh(state, seat, [best], quality.measure, quality, _seed(seed, state, MEASURE))
    return measured.best.values, measured.best.error


# Choices


def judge_choice(state: State, seat: int, text: str, quality: Quality, seed: int) -> Judgement:
    """The best choice is found, then compared with the one that was made; if that is the best, with its rival."""
    if len(state.legal(seat)) == 1:
        return _forced(state, seat, text, quality, seed)
    best, found = _find(state, seat, quality, seed)
    rival = text if text != best else next(c.text for c in found.choices if c.text != best)
    measured = compare(state, seat, best, rival, quality, seed)
    loss, error = measured.loss(text, best)
    better, made = measured.named(best), measured.named(text)
    apart = measured.loss(rival, best)
    return Judgement(
        better.values,
        better.error,
        tuple(m - b for m, b in zip(made.values, better.values, strict=True)),
        error if text != best else _trust(better),
        best=best,
        best_values=better.values,
        made_values=made.values,
        loss=loss,
        loss_error=apart[1],
        verdict=verdict_of(loss, apart[1], stake_of(state), matters=_matters(found, apart)),
        line=better.line,
    )


def _forced(state: State, seat: int, text: str, quality: Quality, seed: int) -> Judgement:
    """There was nothing to choose: nothing can have changed."""
    found = _weigh(state, seat, [text], quality.outcome, quality, _seed(seed, state, MEASURE))
    values, nothing = found.best.values, (0.0,) * state.seats
    return Judgement(
        values, found.best.error, nothing, 0.0, exact=True, best=text, best_values=values, made_values=values
    )


def _trust(best: Choice) -> float:
    """How far the best choice that was found may be from the true best: half as unsure as its value is."""
    return 0.5 * best.error


def _matters(found: Analysis, apart: tuple[float, float]) -> bool:
    """Whether there was an alternative whose difference exceeds the error."""
    return abs(apart[0]) > apart[1] or any(loss > error for loss, error in map(found.loss, _texts(found)))


def _texts(found: Analysis) -> list[str]:
    return [choice.text for choice in found.choices[1:]]


def _find(state: State, seat: int, quality: Quality, seed: int) -> tuple[str, Analysis]:
    """The best choice, as the strongest level plays this game; and what the tree thinks of all of them."""
    effort = _effort(state, quality.find, quality)
    found = analyse_choices(state, seat, None, effort, seed=_seed(seed, state, FIND), lines=0)
    level = level_of(state, LEVELS[-1])
    if not (level.alphabeta or level.plans) or found.proven:
        return found.best.text, found
    strong = level.scaled(quality.find / 2).effort(math.inf)
    thought = Thinker(_seed(seed, state, FIND)).think(state, seat, replace(strong, positions=effort.positions))
    return thought.best.text, found


def compare(state: State, seat: int, best: str, other: str, quality: Quality, seed: int) -> Analysis:
    """Both with equal effort and samples of their own; once more, and longer, where that leaves a doubt."""
    measured = _weigh(state, seat, [best, other], quality.measure, quality, _seed(seed, state, MEASURE))
    if not quality.again or not _doubtful(state, *measured.loss(other, best)):
        return measured
    part = quality.measure * quality.again
    return _weigh(state, seat, [best, other], part, quality, _seed(seed, state, AGAIN))


def _doubtful(state: State, loss: float, error: float) -> bool:
    """Whether a name depends on what is not known well enough."""
    aim = AIM if state.seats > 1 else AIM_POINTS
    return error > aim or DOUBTED * LIMITS["inaccurate"] * stake_of(state) < loss <= SURE * error


def _weigh(state: State, seat: int, texts: list[str], part: float, quality: Quality, seed: int) -> Analysis:
    effort = _effort(state, part, quality)
    return analyse_choices(state, seat, texts, effort, seed=seed, lines=len(texts))


def _effort(state: State, part: float, quality: Quality) -> Effort:
    """That of the strongest level, so many simulations and no clock."""
    full, simulations = level_of(state, LEVELS[-1]).effort(math.inf), quality.simulations(state, part)
    positions = min(full.positions, max(LEAST_POSITIONS, POSITIONS_A_SIMULATION * simulations))
    return replace(full, simulations=simulations, positions=positions)


# Draws


def judge_draw(state: State, text: str, quality: Quality, seed: int) -> Judgement:
    """The luck of each seat: what it can expect after this outcome, less the weighted mean of all of them."""
    found = _analyse_draw(state, quality, seed)
    came = found.named(text)
    outcomes = tuple((c.text, c.weight, c.values) for c in found.choices)
    luck = tuple(after - before for after, before in zip(came.values, found.values, strict=True))
    return Judgement(found.values, found.error, luck, _doubt(found, came), exact=True, outcomes=outcomes)


def _analyse_draw(state: State, quality: Quality, seed: int) -> Analysis:
    effort = _effort(state, quality.outcome, quality)
    shared = replace(effort, simulations=effort.simulations * len(state.outcomes()))
    return analyse_draw(state, None, shared, seed=_seed(seed, state, DRAW), lines=0)


def _doubt(found: Analysis, came: Choice) -> float:
    """The standard error of the luck: the outcome and the mean are misjudged together in part."""
    if found.samples is None or found.proven:
        return 0.0
    total = sum(choice.weight for choice in found.choices)
    shares = {c.action: (c is came) - c.weight / total for c in found.choices}
    return float(found.samples.mixed(shares).errors().max())


def _seed(seed: int, state: State, purpose: int) -> int:
    """Samples of their own for every event and purpose."""
    return int(np.random.SeedSequence([seed, state.ply, purpose]).generate_state(1)[0])
