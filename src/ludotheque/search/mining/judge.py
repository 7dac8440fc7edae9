"""Whether a position is a puzzle: one choice is the best by so much that nothing is left to doubt.

What can be proven is proven, in any game. Where chance plays a part, choices are compared with the same draws, and the
best must be better than the next by several times the error of that difference.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

from ...core.puzzles import BEST, DEFENCE, WIN
from ...core.record import Event
from ...core.state import State
from ..analyse import analyse
from ..analysis import Analysis
from ..plans import Planner, planner_of
from .proof import Proof, Wanted, forced_line, prove
from .rollouts import Comparison, PlanSamples, compare

GLANCE, LOOK = 1_200, 12_000  # simulations, at first and where that was promising
PROMISING = 0.14  # how much better the best must look than the next
LEAST_MARGIN = 0.15  # in parts of what is at stake
LEAST_BY_PLANS = 0.075  # the same where whole turns are planned: alone, a point and a half
ERRORS = 5.0  # a margin is at least so many times its error
LEAST_ERROR = 0.005  # in parts of what is at stake: who plays on is never quite right
SAME, NEARLY = 2.0, 0.02  # as good as the best: within so many errors, and at most so much worse
RIVALS = 3  # choices that are compared with the same draws, the best one among them
HELPINGS = (6, 10, 14)  # samples: one helping after the other, as long as it is promising
PLAN_HELPINGS = (16, 30, 60)
MOST_EQUAL = 0.34  # part of all choices that may be as good as the best


@dataclass(frozen=True)
class Verdict:
    """What is the best here, and how that is known."""

    kind: str
    answer: int
    also: tuple[int, ...] = ()
    turns: int = 0
    margin: float = 0.0
    error: float = 0.0
    unit: float = 1.0  # what is at stake: a win, or alone so many points
    line: tuple[Event, ...] = ()
    worse: tuple[int, ...] = ()  # what else was compared, the best first


def judge(
    state: State, seat: int, with_draws: bool, seed: int = 0, is_wanted: Wanted = lambda proof: True
) -> Verdict | None:
    """What is the best choice of a seat, if there is no doubt about it."""
    proof = prove(state, seat, is_wanted=is_wanted)
    if proof is not None:
        return Verdict(proof.kind, proof.action, turns=proof.turns, line=_line(state, seat, proof))
    if not with_draws:
        return None
    planner = planner_of(state.game)
    return _by_plans(planner, state, seat, seed) if planner else _by_search(state, seat, seed)


def _line(state: State, seat: int, proof: Proof) -> tuple[Event, ...]:
    text = state.game.display.notation.write(state, seat, proof.action)
    line: tuple[Event, ...] = ((seat, text),)
    return line + forced_line(state.play(text, seat), seat) if proof.kind == WIN else line


def line_of_trap(state: State, seat: int, kind: str, trap: int) -> tuple[Event, ...]:
    """A tempting choice, and how it is lost where that is proven."""
    text = state.game.display.notation.write(state, seat, trap)
    line: tuple[Event, ...] = ((seat, text),)
    return line + forced_line(state.play(text, seat), 1 - seat) if kind == DEFENCE else line


# Where chance plays a part


def _by_plans(planner: Planner, state: State, seat: int, seed: int) -> Verdict | None:
    plans = PlanSamples(planner, state, seat, RIVALS + 1, seed)
    return _in_helpings(state, seat, LEAST_BY_PLANS, PLAN_HELPINGS, lambda begun, n: plans.sample(n))


def _by_search(state: State, seat: int, seed: int) -> Verdict | None:
    for simulations in (GLANCE, LOOK):
        analysis = analyse(state, seat, simulations=simulations, seed=seed, lines=1)
        values = sorted((choice.values[seat] for choice in analysis.choices), reverse=True)
        if _widest_gap(values[: RIVALS + 1]) < PROMISING:
            return None
    rivals = [choice.action for choice in analysis.choices[:RIVALS]]

    def sample(begun: int, samples: int) -> Comparison:
        return compare(state, seat, rivals, range(begun, begun + samples), seed)

    verdict = _in_helpings(state, seat, LEAST_MARGIN, HELPINGS, sample)
    agreed = verdict is not None and analysis.best.action in (verdict.answer, *verdict.also)
    return replace(verdict, line=_line_of(analysis, verdict.answer)) if verdict and agreed else None


def _line_of(analysis: Analysis, action: int) -> tuple[Event, ...]:
    """What is expected after a choice, as far as it is known."""
    choice = next(choice for choice in analysis.choices if choice.action == action)
    return choice.line or ((analysis.seat, choice.text),)


def _in_helpings(
    state: State, seat: int, least: float, helpings: tuple[int, ...], sample: Callable[[int, int], Comparison]
) -> Verdict | None:
    """One helping of samples after the other, as long as a good end is possible."""
    found, begun = sample(0, helpings[0]), helpings[0]
    for samples in helpings[1:]:
        if not is_possible(found, least):
            return None
        found, begun = found.with_more(sample(begun, samples)), begun + samples
    return verdict_of(state, seat, found, least)


def is_possible(found: Comparison, least: float) -> bool:
    """Whether each choice may yet turn out as good as the best or clearly worse, and one of them worse."""
    best, *others = found.order()
    losses = [found.loss(best, place) for place in others]
    worse = [loss + 2 * error >= least * found.unit for loss, error in losses]
    equal = [loss <= SAME * error + NEARLY * found.unit for loss, error in losses]
    return any(worse) and all(a or b for a, b in zip(worse, equal, strict=True))


def _widest_gap(values: list[float]) -> float:
    """The largest step between neighbours among the best few."""
    return max((a - b for a, b in pairwise(values)), default=0.0)


def verdict_of(state: State, seat: int, found: Comparison, least: float) -> Verdict | None:
    """The best and what is as good; None if something is neither that nor clearly worse."""
    best, *others = found.order()
    also, worse = [], []
    for place in others:
        loss, error = found.loss(best, place)
        if loss <= SAME * error and loss <= NEARLY * found.unit:
            also.append(place)
        elif loss >= least * found.unit and loss >= ERRORS * error:
            worse.append((loss, error, place))
        else:
            return None
    if not worse or (1 + len(also)) > MOST_EQUAL * len(state.legal(seat)):
        return None
    loss, error, _ = min(worse)
    names = found.actions
    text = state.game.display.notation.write(state, seat, names[best])
    return Verdict(
        BEST,
        names[best],
        tuple(names[place] for place in also),
        margin=round(loss, 3),
        error=round(max(error, LEAST_ERROR * found.unit), 3),
        unit=found.unit,
        line=((seat, text),),
        worse=tuple(names[place] for _, _, place in sorted(worse)),
    )
