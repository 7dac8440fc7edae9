"""What the rules say about a position of Drumlin."""

from __future__ import annotations

import numpy as np

from ludotheque.core.state import State

from . import rules


def position_of(state: State) -> rules.Position:
    """The position as the functions of the rules take it."""
    position: rules.Position = state.memo("position", lambda state: np.frombuffer(bytes(state), rules.LAYOUT)[0])
    return position


def crowded(state: State, seat: int) -> list[int]:
    """The cells of value 5 that bind a seat."""
    bound = (state.fields.standing[seat] & state.fields.rows[4]).tolist()
    return [place for place in range(rules.CELLS) if bound[place >> 3] >> (place & 7) & 1]


def must_remove(state: State, seat: int) -> bool:
    return any(action >= rules.REMOVE for action in state.legal(seat))


def ending_key(state: State) -> str:
    """What has decided a game that somebody has won: ``base``, ``landed``, ``no-elephant`` or ``stuck``."""
    s = state.fields
    if s.stone == rules.ON_BASE:
        return "base"
    if s.herds[1 - s.winner] % rules.TROOP == 0:
        return "no-elephant"
    landed = state.last[1][0] == "!" if state.last else rules.can_act(position_of(state), 1 - s.winner)
    return "landed" if landed else "stuck"
