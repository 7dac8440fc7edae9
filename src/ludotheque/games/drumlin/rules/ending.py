"""How a game of Drumlin ends."""

from __future__ import annotations

from ludotheque.core.fields import Values
from ludotheque.core.rule import rule

from .geometry import COLUMNS, FAR_ROW
from .legal import can_act, is_bound, may_depart, may_receive
from .state import DRAW, IN_HAND, RUNNING, TROOP, Position, is_offered


@rule
def result(s: Position, out: Values) -> None:
    out[:] = 0.0
    if s.winner != DRAW:
        out[s.winner] = 1.0
        out[1 - s.winner] = -1.0


@rule
def winner_after(s: Position, seat: int, arrived: bool) -> int:
    """How the game stands after an event of this seat, in the order of the rules; ``turn`` says who is next."""
    if arrived:
        return seat
    for loser in range(2):
        if s.herds[loser] & (TROOP - 1) == 0:
            return 1 - loser
    if s.stone != IN_HAND and not is_offered(s) and not can_act(s, s.turn):
        return 1 - s.turn
    return DRAW if s.choices >= s.max_choices else RUNNING


@rule
def can_arrive(s: Position, seat: int) -> bool:
    """Whether a seat, if it were to act, could win by a free departure."""
    if is_bound(s, seat) or not may_depart(s, seat):
        return False
    if s.stone >> 3 == FAR_ROW[seat]:
        return True
    receivers = 0
    for column in range(COLUMNS):
        receivers += may_receive(s, seat, COLUMNS * FAR_ROW[seat] + column)
    return receivers > 0
