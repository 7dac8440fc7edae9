"""What a puzzle is about, in words that any game shares; a game may add its own in ``themes.py`` of its folder."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import cast

from ...core.game import Game
from ...core.puzzles import DEFENCE, QUIET, UNLIKELY, WIN
from ...core.state import State
from ..hooks import hint
from ..yardsticks import worth_after
from .judge import Verdict
from .proof import Proof

MOST_NAMED = 4  # "win in four"; what takes longer has one name
# Margins: as results, which go from -1 to 1, and alone in parts of the points at stake.
DECISIVE, SMALL = (0.5, 0.25), (0.25, 0.125)


def themes_of(state: State, seat: int, verdict: Verdict) -> tuple[str, ...]:
    """The names of its themes, those of all games first."""
    text = state.game.display.notation.write(state, seat, verdict.answer)
    after = state.play(text, seat)
    return (aim_of(verdict), *further_themes(state, seat, text, after))


def further_themes(state: State, seat: int, text: str, after: State) -> tuple[str, ...]:
    """What can be seen of the choice itself, whatever it leads to."""
    own, found = own_themes(state.game), list[str]()
    if is_quiet(state, after):
        found.append(QUIET)
    if looks_weak(state, seat, text):
        found.append(UNLIKELY)
    return (*found, *(own.themes(state, seat, text, after) if own else ()))


def own_themes(game: Game) -> ModuleType | None:
    name = f"{game.package}.themes"
    return import_module(name) if find_spec(name) else None


def aim_of(verdict: Verdict | Proof) -> str:
    """What is to be reached; of a proof it is known before it is finished."""
    if verdict.kind == WIN:
        turns = -(-verdict.turns // 2)
        return f"win-in-{turns}" if turns <= MOST_NAMED else "long-win"
    if verdict.kind == DEFENCE:
        return "only-defence"
    assert isinstance(verdict, Verdict)
    part, alone = verdict.margin / verdict.unit, verdict.unit != 1.0
    return "decisive" if part >= DECISIVE[alone] else "fine" if part < SMALL[alone] else "clear"


def is_quiet(before: State, after: State) -> bool:
    """Whether nothing that lessons count has changed for anybody."""
    measures = before.game.display.measures.MEASURES.values()
    seats = range(before.seats)
    return all(measure(before, seat) == measure(after, seat) for measure in measures for seat in seats)


def looks_weak(state: State, seat: int, text: str) -> bool:
    """Whether at first sight most other choices look better."""
    if not hint(state.game.rules, "evaluate"):
        return False
    texts = state.choices(seat)
    worth = cast(Sequence[float], worth_after(state, seat, texts))  # of a game that has an evaluation
    mine = worth[texts.index(text)]
    return 2 * sum(value > mine for value in worth) > len(texts)
