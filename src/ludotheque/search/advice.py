"""Advice for people: what to choose and why, and what a choice would give away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..core.i18n import Sentence
from ..core.state import State
from .analysis import Choice
from .computer import analyse
from .texts import CATALOG

MUCH = 0.35  # of what a win counts: below that, a choice gives away too little to speak of it


@dataclass(frozen=True)
class Advice:
    """What to choose. ``facts`` are of JSON's own types, and all that ``explain`` needs besides the position."""

    text: str
    facts: dict[str, Any]


@dataclass(frozen=True)
class Warning:
    """What a choice would give away, and the reply that shows it: seat and text, if one is expected at once."""

    reply: tuple[int, str] | None
    facts: dict[str, Any]


def advise(state: State, seat: int, seconds: float = 1.5) -> Advice:
    best = analyse(state, seat, seconds=seconds).best
    return Advice(best.text, {"kind": "advice", **facts_of(best)})


def second_thoughts(state: State, seat: int, text: str, seconds: float = 1.5) -> Warning | None:
    """A warning if the choice is much worse than the best one."""
    analysis = analyse(state, seat, seconds=seconds, lines=len(state.legal(seat)))
    meant = next(choice for choice in analysis.choices if choice.text == text)
    if analysis.best.values[seat] - meant.values[seat] < MUCH * analysis.unit:
        return None
    return Warning(next(iter(meant.line[1:]), None), {"kind": "warning", **facts_of(meant)})


def facts_of(choice: Choice) -> dict[str, Any]:
    return {"line": [list(event) for event in choice.line[:2]]}


def explain(state: State, facts: Mapping[str, Any]) -> tuple[Sentence, ...]:
    """The words for what ``advise`` or ``second_thoughts`` found in this position."""
    replies = [CATALOG("advice.reply", reply=reply) for reply in replies_of(state, facts["line"])]
    return (CATALOG(f"advice.{facts['kind']}"), *replies)


def replies_of(state: State, line: list[tuple[int, str]]) -> list[Sentence]:
    """What the events of a line say, but for the first."""
    told = []
    for seat, text in line:
        told.append(state.game.display.sentences.describe(state, seat, state.action(text, seat), text))
        state = state.play(text, seat)
    return told[1:]
