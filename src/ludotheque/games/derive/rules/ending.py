"""How a turn of Dérive ends, and the game, compiled."""

from __future__ import annotations

from ludotheque.core.fields import Values, int64
from ludotheque.core.rule import rule

from .geometry import NONE, SHORE
from .groups import goal, ordered
from .state import CHAIN, DRAW, INITIATION, NOTHING, RUNNING, Position, are_enemies


@rule
def end_event(s: Position, seat: int) -> None:
    """Looks for a winner, then for the cap; unless a roll is due, it is the next seat's turn."""
    s.winner = winner_after(s, seat)
    if s.winner != RUNNING:
        s.rolling = NOTHING
    if s.rolling == NOTHING:
        s.turn = seat + 1 if seat + 1 < s.seats else 0


@rule
def winner_after(s: Position, chooser: int) -> int:
    """The player who has just chosen is looked at first, then the others in turn order, and the cap last."""
    seats = int64(s.seats)
    for later in range(seats):
        seat = chooser + later if chooser + later < seats else chooser + later - seats
        if has_won(s, seat):
            return seat
    return DRAW if s.choices >= s.max_choices else RUNNING


@rule
def has_won(s: Position, seat: int) -> bool:
    """A long enough chain, anchored, ordered and isolated; at the first level any die on the opposite bank."""
    if s.level == INITIATION:
        return s.dice[seat, SHORE] & goal(s, seat) != NONE
    _, _, longest = ordered(s, seat)
    return longest >= CHAIN[s.level]


@rule
def result(s: Position, out: Values) -> None:
    """A single winner takes from all others alike; a team shares victory and defeat."""
    losers = 1 if s.teams else s.seats - 1
    for seat in range(int64(s.seats)):
        if s.winner == DRAW:
            out[seat] = 0.0
        else:
            out[seat] = -1.0 / losers if are_enemies(s, int64(s.winner), seat) else 1.0
