"""The notation of Skeleton: `b2` marks a cell; `cross` and `ring` are draws, of who begins.

Texts are short, plain ASCII, and stay readable for ever: records are full of them.
"""

from __future__ import annotations

from ludotheque.core.state import CHANCE, State

SIDES = ("cross", "ring")
COLUMNS = "abc"
CELLS = [f"{column}{row}" for row in "123" for column in COLUMNS]


def write(state: State, seat: int, action: int) -> str:
    """Must not fail for any code that ``parse`` can give."""
    return SIDES[action] if seat == CHANCE else CELLS[action]


def parse(state: State, seat: int, text: str) -> int | None:
    """Be lenient: whatever is well written gets a code, so that ``refusal`` can say what is wrong with it."""
    known = SIDES if seat == CHANCE else CELLS
    return known.index(text) if text in known else None
