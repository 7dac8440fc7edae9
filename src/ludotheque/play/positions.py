"""A position as those get it who think about it elsewhere: a record without names, however long the game.

It begins a while ago, so that a computer player sees where it goes in circles.
"""

from __future__ import annotations

from ..core.record import Event, Record
from ..core.state import State

MOST_EVENTS = 64  # before the position


def write_position(state: State) -> str:
    first, events = state, list[Event]()
    while first.previous is not None and first.last is not None and len(events) < MOST_EVENTS:
        events.append(first.last)
        first = first.previous
    origin = first.origin if first.previous is None else first.diagram()
    names = ("",) * state.seats
    return str(Record(state.game, state.options, names, tuple(events[::-1]), state.game.edition, origin=origin))


def read_position(text: str) -> State:
    return Record.parse(text).replay()
