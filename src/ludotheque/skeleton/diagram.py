"""Positions of Skeleton as text, written and read. Together the lines show the whole position."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludotheque.core.errors import GameError
from ludotheque.core.state import State
from ludotheque.scene.text import Span, TextPicture

from . import rules
from .notation import CELLS, COLUMNS
from .sentences import say

# The last line -> who has the turn, and who has won.
ENDS = {
    "cross to act": (rules.CROSS, rules.NOBODY),
    "ring to act": (rules.RING, rules.NOBODY),
    "chance to act": (rules.NOBODY, rules.NOBODY),
    "cross won": (rules.NOBODY, rules.CROSS),
    "ring won": (rules.NOBODY, rules.RING),
    "drawn": (rules.NOBODY, rules.BOTH),
}
# A cell with the names of its colours, ink and ground.
SPANS = {letter: Span(letter, ink, "tile") for letter, ink in (("x", "cross"), ("o", "ring"), (".", "letters"))}


def diagram(state: State) -> TextPicture:
    """Rows 3 to 1, the letters of the columns, and who is to act or has won."""
    rows = [_row(state, row) for row in (2, 1, 0)]
    rows.append((Span(f"   {' '.join(COLUMNS)}", "quiet"),))
    stands = (state.fields.turn, state.fields.winner)
    return TextPicture(tuple(rows), (next(line for line, meant in ENDS.items() if meant == stands),))


def _row(state: State, row: int) -> tuple[Span, ...]:
    spans = [Span(f"{row + 1} ", "quiet")]
    for cell in range(3 * row, 3 * row + 3):
        spans += [Span(" ", "", "tile"), SPANS[letter(state, cell)]]
    return tuple(spans)


def letter(state: State, cell: int) -> str:
    cross, ring = (int(marks) >> cell & 1 for marks in state.fields.marks)
    return "x" if cross else "o" if ring else "."


def read(s: rules.Position, lines: Sequence[str]) -> None:
    """Fills a new position with what those lines show. ``Game.read`` draws it again and compares, so there is no need
    to check here what the drawing shows anyway; whether it can be is for ``check`` to say."""
    for cell in range(len(CELLS)):
        shown = lines[2 - cell // 3][3 + 2 * (cell % 3)]
        if shown in "xo":
            s.marks["xo".index(shown)] |= np.uint64(1 << cell)
            s.choices += 1
    s.turn, s.winner = ENDS[lines[4]]


def check(s: rules.Position) -> None:
    """What the drawing cannot see: that the game stands as the rules say."""
    if s.winner != rules.winner(s):
        raise GameError(say("diagram.winner"))
