"""Help for a person who is to choose: what the strongest level would do and why, and a warning before a bad choice.

What is found out is told as facts: texts, numbers and flags, small enough to be stored. :func:`explain` makes sentences
of them in any language. The search draws unknown things as anybody might, so it cannot tell what is hidden; expected
lines end where chance is to act.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..core.game import SEARCH
from ..core.i18n import Sentence
from ..core.state import State
from .analyse import weigh
from .analysis import Analysis, Choice
from .computer import HURRIED_POSITIONS, HURRY
from .exact import certain_values
from .explain import Facts, explain
from .levels import level_of
from .players import LEVELS
from .think import Effort, Thinker

__all__ = ["Advice", "Facts", "Warning", "advise", "explain", "second_thoughts"]

SECONDS = 1.5
# A warning is given for nothing less: a part of the chances to win, or points where somebody plays alone …
MUCH, MANY_POINTS = 0.15, 3.0
SURE = 2.0  # … and it must be more than so many standard errors.
RIVALS = 3  # choices that look good besides the best one
SPENT_ON_CHOOSING = 0.5  # of the time; the rest goes to comparing
LEFT = 0.15  # seconds that are always left for comparing, and as many for what comes after it
NEXT = 3  # expected events that are told
REPLY_POSITIONS = 50_000  # looked through to find the answer that wins


@dataclass(frozen=True)
class Advice:
    """What to choose."""

    state: State
    seat: int
    text: str
    look: tuple[str, ...]  #: what to look at first: the beginning of the choice's click path
    facts: Facts

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """Why."""
        return explain(self.state, self.facts)


@dataclass(frozen=True)
class Warning:
    """That a choice gives away much."""

    state: State
    seat: int
    text: str
    better: str
    loss: float  #: chances to win; alone, points
    error: float  #: its standard error
    facts: Facts

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """What happens after it, and what would be better."""
        return explain(self.state, self.facts)


def chance(value: float, sides: int) -> float:
    """The chance to win that belongs to an expected result: a win is 1, a loss −1 shared among the other sides."""
    least = -1.0 / (sides - 1)
    return min(1.0, max(0.0, (value - least) / (1.0 - least)))


# Advice


def advise(state: State, seat: int, seconds: float = SECONDS) -> Advice:
    """The best choice as the strongest level sees it, and why."""
    seat = state.chooser(seat)
    end = time.perf_counter() + seconds
    thought = think(state, seat, seconds)
    text = thought.best.text
    facts: Facts = {"kind": "hint", "seat": seat, "text": text, "look": list(state.clicks(seat)[text][:1])}
    if len(thought.choices) == 1:
        facts |= {"single": True}
    elif hurries(state):
        facts |= {"hurried": True, "wins": how_it_wins(thought)} | upcoming(thought.best, state, seat)
    else:
        facts |= reasons(thought, end)
    return Advice(state, seat, text, tuple(facts["look"]), facts)


def think(state: State, seat: int, seconds: float) -> Analysis:
    """The thought of the strongest level, in a part of the time; less far while the search is not compiled."""
    effort = level_of(state, LEVELS[-1]).effort(SPENT_ON_CHOOSING * seconds)
    if hurries(state):
        few = min(effort.positions, HURRIED_POSITIONS)
        effort = replace(effort, seconds=min(HURRY, seconds), sight=min(1, effort.sight), positions=few)
    return Thinker(0).think(state, seat, effort, lines=1)


def hurries(state: State) -> bool:
    """Whether the search of this game still runs uncompiled, hundreds of times as slow."""
    return SEARCH in state.game.interpreted


def reasons(thought: Analysis, end: float) -> Facts:
    """What speaks for the best choice."""
    state, seat = thought.state, thought.seat
    wins = how_it_wins(thought)
    if wins == "now":
        return {"wins": wins}
    compared = compare(thought, [choice.text for choice in thought.choices[: RIVALS + 1]], end)
    best = compared.named(thought.best.text)
    other = next(choice for choice in compared.choices if choice is not best)
    lost = best.proven and best.values[seat] <= -1.0 and state.seats > 1
    facts = {"wins": wins, "lost": lost, **prospect(state, seat, best)} | upcoming(best, state, seat)
    facts |= {"other": {"text": other.text, **prospect(state, seat, other)}}
    return facts if lost else facts | prevented(thought, compared, best)


def how_it_wins(thought: Analysis) -> str:
    """At once, by force, or not for certain."""
    best, seat = thought.best, thought.seat
    if thought.state.seats == 1 or not best.proven or best.values[seat] < 1.0:
        return ""
    return "now" if thought.state.play(best.text, seat).over else "force"


def prospect(state: State, seat: int, choice: Choice) -> Facts:
    """What a choice promises: points alone, else the chance to win."""
    value = choice.values[seat]
    if state.seats == 1:
        return {"points": round(value, 1)}
    return {"chance": round(chance(value, state.sides), 3)}


def compare(thought: Analysis, texts: Sequence[str], end: float) -> Analysis:
    """The same choices again with equal effort, in the time that is left; what was certain stays so."""
    state, seat = thought.state, thought.seat
    chosen = [thought.named(text) for text in texts]
    certain = {c.action: round(c.values[seat]) for c in chosen if c.proven and abs(c.values[seat]) == 1.0}
    level = level_of(state, LEVELS[-1])
    left = max(LEFT, end - LEFT - time.perf_counter())
    effort = Effort(level.simulations, left, explore=level.explore)
    sure = certain if state.seats > 1 else {}
    return weigh(state, seat, [c.action for c in chosen], effort, sure, equally=True, lines=len(chosen))


def upcoming(choice: Choice, state: State, seat: int) -> Facts:
    """What is expected to follow, up to the answer of another seat."""
    return {"next": told(choice.line, state, seat)[1 : 1 + NEXT]}


def told(line: Sequence[tuple[int, str]], state: State, seat: int) -> list[list[Any]]:
    """A line up to the first event of somebody else; where everybody has a sheet of their own, only one's own."""
    alone = state.game.display.picture.OWN_SHEETS
    events: list[list[Any]] = []
    for actor, text in line:
        if actor != seat and alone:
            break
        events.append([actor, text])
        if actor != seat:
            break
    return events


# What a choice prevents


def prevented(thought: Analysis, compared: Analysis, best: Choice) -> Facts:
    """The strong answer to another choice that looks good, if there is one."""
    seat = thought.seat
    losing = [c for c in thought.choices if is_lost(c, thought) and c.text != best.text]
    if losing:  # the last one loses soonest: that is the plainest example
        line = losing_line(thought.state.play(losing[-1].text, seat), seat)
        if line:
            found = {"line": [[seat, losing[-1].text], *line], "losing": len(losing), "of": len(thought.choices) - 1}
            return {"threat": found}
    for choice in compared.choices:
        loss, error = apart(compared, best, choice)
        line = told(choice.line, thought.state, seat)
        if is_much(thought.state, loss, error) and line[-1][0] != seat:
            return {"threat": {"line": line}}
    return {}


def is_lost(choice: Choice, thought: Analysis) -> bool:
    return thought.state.seats == 2 and choice.proven and choice.values[thought.seat] <= -1.0


def losing_line(state: State, seat: int) -> list[list[Any]]:
    """How the other seat wins here by force: its first event, after whatever this seat still has to do."""
    line: list[list[Any]] = []
    while state.actors == (seat,):
        line.append([seat, state.choices(seat)[0]])
        state = state.play(line[-1][1], seat)
    if not state.actors:
        return []
    other = state.actors[0]
    certain = certain_values(state, other, HURRIED_POSITIONS if hurries(state) else REPLY_POSITIONS)
    winning = [action for action, value in certain.items() if value == 1]
    write = state.game.display.notation.write
    return [*line, [other, write(state, other, winning[0])]] if winning else []


def apart(compared: Analysis, best: Choice, choice: Choice) -> tuple[float, float]:
    """What this choice gives away against the best one, with the error: as chances to win, alone as points."""
    loss, error = compared.loss(choice.text, best.text)
    whole = 1.0 if compared.state.seats == 1 else 1.0 + 1.0 / (compared.state.sides - 1)
    return loss / whole, error / whole


def is_much(state: State, loss: float, error: float) -> bool:
    """Whether a loss is worth a warning, and sure enough for one."""
    return loss > (MANY_POINTS if state.seats == 1 else MUCH) and loss > SURE * error


# Second thoughts


def second_thoughts(state: State, seat: int, text: str, seconds: float = SECONDS) -> Warning | None:
    """A warning if this choice gives away much and that is sure; an IllegalEvent if it is none."""
    seat = state.chooser(seat)
    state.action(text, seat)
    if len(state.legal(seat)) == 1:
        return None
    end = time.perf_counter() + seconds
    thought = think(state, seat, seconds)
    if thought.best.text == text:
        return None
    compared = thought if hurries(state) else compare(thought, [thought.best.text, text], end)
    return doubt(thought, compared, text)


def doubt(thought: Analysis, compared: Analysis, text: str) -> Warning | None:
    """What is wrong with a choice, if it is much worse than the best one."""
    state, seat = thought.state, thought.seat
    best, choice = compared.named(thought.best.text), compared.named(text)
    loss, error = apart(compared, best, choice)
    certain = is_lost(choice, compared) and not is_lost(best, compared)
    if not (certain if hurries(state) else is_much(state, loss, error)):
        return None  # in a hurry only what is certain counts
    error = min(error, 1.0)  # and how good the rest is nobody knows
    facts: Facts = {"kind": "warning", "seat": seat, "text": text, "better": best.text, "loss": round(loss, 3)}
    facts |= {"error": round(error, 3), "before": prospect(state, seat, best), "after": prospect(state, seat, choice)}
    facts |= {"wins": how_it_wins(thought), "lost": is_lost(choice, compared), "next": answer(compared, choice)}
    return Warning(state, seat, text, best.text, loss, error, facts)


def answer(compared: Analysis, choice: Choice) -> list[list[Any]]:
    """What happens after a bad choice."""
    state, seat = compared.state, compared.seat
    forced = losing_line(state.play(choice.text, seat), seat) if is_lost(choice, compared) else []
    return forced or told(choice.line, state, seat)[1 : 1 + NEXT]
