"""What chance decides in Dérive, compiled: who begins, and what a rolled die shows."""

from __future__ import annotations

from ludotheque.core.fields import Codes, int64
from ludotheque.core.rule import rule

from .ending import end_event
from .state import NOBODY, NOTHING, Position, show


@rule
def weights(s: Position, out: Codes) -> int:
    """The first player, or the six faces of a die."""
    n = int64(s.seats) if s.turn == NOBODY else 6
    out[:n] = 1
    return n


@rule
def apply_draw(s: Position, outcome: int) -> None:
    if s.turn == NOBODY:
        s.turn = outcome
        return
    show(s, int64(s.rolling), outcome + 1)
    s.rolling = NOTHING
    end_event(s, int64(s.turn))
