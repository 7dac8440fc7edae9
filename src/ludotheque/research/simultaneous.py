"""What seats see while several choose at the same time: their own choices, and not yet those of the others.

The adapters ask such seats one after the other. Nobody's choice depends on another's, so what a seat may know is the
position in which all began to choose, with its own choices played in it and no others. When all have chosen, everybody
sees everything.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..core.game import Game
from ..core.state import State

Array = np.ndarray[Any, np.dtype[Any]]


class Views(NamedTuple):
    """While several seats choose at the same time: what each of them knows."""

    choosing: int  # bit mask of those that have not finished
    records: Array  # a position a seat; and behind them the one in which they began, which all know
    events: int  # played since they began


def begin(acting: int, array: Array, seats: int) -> Views | None:
    """The views of a position that is reached, or None where at most one seat is to choose: then all is known."""
    several = acting > 0 and acting & (acting - 1)
    return Views(acting, np.repeat(array, seats + 1), 0) if several else None


def follow(game: Game, views: Views, seat: int, action: int, acting: int, array: Array) -> Views | None:
    """The views after a seat's action, which led to the position ``array``, where ``acting`` are to act."""
    records, codes = views.records.copy(), np.empty(game.num_codes, np.int32)
    own = records[seat : seat + 1]
    game.ask.step(views.records[seat : seat + 1], own, seat, action, codes)
    has_finished = not game.ask.actors(own) >> seat & 1
    choosing = views.choosing & ~(1 << seat) if has_finished else views.choosing
    if choosing and acting > 0:
        return Views(choosing, records, views.events + 1)
    return begin(acting, array, len(records) - 1)


def views_of(state: State) -> Views | None:
    """The views at a state, by its history; without one nothing that it shows was chosen at the same time."""
    return state.fold("views", _first, _next)


def _first(state: State) -> Views | None:
    return begin(_acting(state), state.array, state.seats)


def _next(views: Views | None, before: State, after: State) -> Views | None:
    if views is None:
        return _first(after)
    assert after.last is not None
    seat, text = after.last
    return follow(after.game, views, seat, before.action(text, seat), _acting(after), after.array)


def _acting(state: State) -> int:
    return sum(1 << seat for seat in state.actors)


def seen_by(state: State, seat: int) -> State:
    """The position that a seat knows: without what others have chosen while it is choosing, too."""
    views = views_of(state)
    if views is None:
        return state
    return State(state.game, state.options, state.names, views.records[seat : seat + 1])
