"""Hints at a table: what can be wished for, what was told already, and what it says.

There are three stages: what to look at, the choice itself, and why; and ``check EVENT``, for a tutor, asks whether a
choice gives away much. An entry of kind ``hint`` keeps what a computer thought: the facts of ``search/advice.py``, from
which words are made in any language, and the number of the entry after which the position was as it was thought about:
where all choose at the same time, others may have chosen since.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..core.state import State
from .ports import Entry

if TYPE_CHECKING:
    from .table import Table

LOOK, CHOICE, WHY, CHECK = "look", "choice", "why", "check"
ALLOWED = "allowed"  # the text of the entry by which all have agreed to hints
Facts = dict[str, Any]  # of ``search/advice.py``
Thought = Mapping[str, object]  # what the entry of a hint keeps besides its stage


class Wish(NamedTuple):
    """What a player wants to be told; ``event`` is the choice to be checked."""

    stage: str
    event: str = ""


def hint_wish(text: str) -> Wish | None:
    """What the text of a command asks for."""
    stage, _, event = text.partition(" ")
    is_known = bool(event) if stage == CHECK else stage in (LOOK, CHOICE, WHY) and not event
    return Wish(stage, event) if is_known else None


def is_told(table: Table, seat: int, wish: Wish) -> bool:
    """Whether this seat was told the same about the position as it stands."""
    return any(is_same(wish, hint) for hint in table.hints_of(seat))


def is_same(wish: Wish, hint: Entry) -> bool:
    return hint.text == wish.stage and wish.event in ("", event_of(hint))


def known_thought(table: Table, seat: int, wish: Wish) -> Thought | None:
    """What was thought of the position before, here or on another server: the stages of a hint share it."""
    hints = table.hints_of(seat)
    alike = [h for h in hints if (is_same(wish, h) if wish.stage == CHECK else h.text != CHECK)]
    return alike[0].more if alike else None


def facts_of(hint: Entry) -> Facts:
    return cast(Facts, hint.more["facts"])


def event_of(hint: Entry) -> str:
    """The choice that is advised, or warned of."""
    return str(facts_of(hint)["text"])


# In words, and on the picture


def hint_words(state: State, hint: Entry, lang: str) -> list[str]:
    """What a hint about this position says: nothing yet, the choice, or why."""
    from ..search.advice import explain  # loads the compiler, which a server starts without

    if hint.text == CHOICE:
        return [state.describe(event_of(hint), lang, hint.seat)]
    return [each.text(lang) for each in explain(state, facts_of(hint))] if hint.text in (WHY, CHECK) else []


def looked_at(state: State, hint: Entry) -> list[str]:
    """What a hint lets glow on the picture: what is touched first, then all of it; or what the reply touches."""
    assert hint.seat is not None
    if hint.text == CHECK:
        return reply_path(state.play(event_of(hint), hint.seat), hint.seat, facts_of(hint)["next"])
    path = list(state.clicks(hint.seat)[event_of(hint)])
    return path[:1] if hint.text == LOOK else path


def reply_path(state: State, seat: int, events: Iterable[tuple[int, str]]) -> list[str]:
    """What another seat touches for the first of these events that is not this seat's own."""
    for actor, text in events:
        if actor != seat:
            return list(state.clicks(actor)[text])
        state = state.play(text, seat)
    return []
