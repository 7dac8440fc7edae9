"""Advice for people: what to choose and why, and what a choice would give away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..core.i18n import Sentence
from ..core.state import State
from .analysis import Choice
from .computer import analyse
from .texts import CATALOG

Facts = dict[str, Any]
MUCH = 0.35  # of what a win counts: below that, a choice gives away too little to speak of it


@dataclass(frozen=True)
class Advice:
    """What to choose. ``facts`` are of JSON's own types, and all that ``explain`` needs besides the position: whose
    choice it is, its ``text``, and the events expected ``next``."""

    text: str
    facts: Facts


@dataclass(frozen=True)
class Warning:
    """That a choice gives away much, and what is expected to happen then."""

    text: str
    facts: Facts


def advise(state: State, seat: int, seconds: float = 1.5) -> Advice:
    best = analyse(state, seat, seconds=seconds).best
    return Advice(best.text, {"kind": "hint", "seat": seat, **facts_of(best)})


def second_thoughts(state: State, seat: int, text: str, seconds: float = 1.5) -> Warning | None:
    """A warning if the choice is much worse than the best one."""
    analysis = analyse(state, seat, seconds=seconds, lines=len(state.legal(seat)))
    meant = next(choice for choice in analysis.choices if choice.text == text)
    if analysis.best.values[seat] - meant.values[seat] < MUCH * analysis.unit:
        return None
    return Warning(text, {"kind": "warning", "seat": seat, **facts_of(meant)})


def facts_of(choice: Choice) -> Facts:
    return {"text": choice.text, "next": [list(event) for event in choice.line[1:2]]}


def explain(state: State, facts: Facts) -> tuple[Sentence, ...]:
    """The words for what ``advise`` or ``second_thoughts`` found in this position."""
    line = [(facts["seat"], facts["text"]), *facts["next"]]
    replies = [CATALOG("advice.reply", reply=reply) for reply in replies_of(state, line)]
    return (CATALOG(f"advice.{facts['kind']}"), *replies)


def replies_of(state: State, line: list[tuple[int, str]]) -> list[Sentence]:
    """What the events of a line say, but for the first."""
    told = []
    for seat, text in line:
        told.append(state.game.display.sentences.describe(state, seat, state.action(text, seat), text))
        state = state.play(text, seat)
    return told[1:]
