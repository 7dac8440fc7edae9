"""Advice and warnings in sentences, from the facts that the search found: see ``advice.py``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..core.i18n import Sentence
from ..core.state import State
from .texts import CATALOG

Facts = dict[str, Any]
ALIKE = 0.05  # chances to win that make no difference worth a word
ALIKE_POINTS = 1.0


def explain(state: State, facts: Facts) -> tuple[Sentence, ...]:
    """Two or three sentences: what a choice wins, what it prevents, what is expected next; or what is wrong with it."""
    return tuple(_warning(state, facts) if facts["kind"] == "warning" else _hint(state, facts))


def _hint(state: State, facts: Facts) -> Iterator[Sentence]:
    if facts.get("single"):
        yield CATALOG("why.single")
        return
    yield from _gain(state, facts)
    if threat := facts.get("threat"):
        yield _threat(state, threat)
    if facts.get("next"):
        after = follow(state, facts["seat"], facts["text"])
        yield CATALOG("why.next", events=events(after, facts["next"]))


def _gain(state: State, facts: Facts) -> Iterator[Sentence]:
    """What is won by it."""
    if facts.get("wins"):
        yield CATALOG(f"why.wins-{facts['wins']}")
    elif facts.get("hurried"):
        yield CATALOG("why.hurried")
    elif facts["lost"]:
        yield CATALOG("why.lost")
    else:
        other = describe(state, facts["seat"], facts["other"]["text"])
        key, params = _comparison(facts, facts["other"])
        yield CATALOG(f"why.{key}", other=other, **params)


def _comparison(facts: Facts, other: Facts) -> tuple[str, Facts]:
    """Which sentence compares the best choice with the next one, and what stands in it."""
    if "points" in facts:
        n, less = round(facts["points"]), round(other["points"])
        alike = n == less or facts["points"] - other["points"] < ALIKE_POINTS
        return "points-alike" if alike else "points", {"n": n, "less": less}
    said, less_said = chances(facts["chance"]), chances(other["chance"])
    alike = said == less_said or facts["chance"] - other["chance"] < ALIKE
    return "chance-alike" if alike else "chance", {"chance": said, "less": less_said}


def _threat(state: State, threat: Facts) -> Sentence:
    said = events(state, threat["line"])
    if "losing" not in threat:
        return CATALOG("why.prevents", events=said)
    key = "why.all-others-lose" if threat["losing"] == threat["of"] else "why.others-lose"
    return CATALOG(key, n=threat["losing"], of=threat["of"], events=said)


def _warning(state: State, facts: Facts) -> Iterator[Sentence]:
    """What is lost, what happens, what would be better."""
    if facts["lost"]:
        yield CATALOG("warn.loses")
    elif "points" in facts["before"]:
        yield CATALOG("warn.points", n=round(facts["loss"]))
    else:
        best, chosen = (chances(facts[when]["chance"]) for when in ("before", "after"))
        yield CATALOG("warn.chance", before=best, after=chosen)
    if facts["next"]:
        after = follow(state, facts["seat"], facts["text"])
        yield CATALOG("warn.next", events=events(after, facts["next"]))
    key = f"warn.wins-{facts['wins']}" if facts["wins"] else "warn.better"
    yield CATALOG(key, better=describe(state, facts["seat"], facts["better"]))


def chances(share: float) -> Sentence:
    """A chance as people say it: about seven in ten."""
    tenths = round(10 * share)
    if tenths in (0, 10):
        return CATALOG("chances.none" if tenths == 0 else "chances.sure")
    return CATALOG("chances", n=tenths)


def describe(state: State, seat: int, text: str) -> Sentence:
    return state.game.display.sentences.describe(state, seat, state.action(text, seat), text)


def events(state: State, line: Sequence[Sequence[Any]]) -> Sentence:
    """Events in the game's own words, one after the other."""
    actor, text = line[0]
    first = describe(state, actor, text)
    if len(line) == 1:
        return first
    return CATALOG("then", first=first, rest=events(follow(state, actor, text), line[1:]))


def follow(state: State, actor: int, text: str) -> State:
    """The position after an event that is only thought of: what lies face down now stays unnamed there too."""
    return state.play(text, actor).seen_from(state.present)
