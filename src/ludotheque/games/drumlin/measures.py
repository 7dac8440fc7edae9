"""What the lessons of this game count."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludotheque.core.state import State

from . import rules
from .position import crowded, position_of


def eggs(state: State, seat: int) -> int:
    """1 if an elephant of this seat carries the Drumlin."""
    return int(state.fields.egg == seat)


def dragons(state: State, seat: int) -> int:
    """How many dragons a seat has."""
    return int(state.fields.herds[seat]) // rules.TROOP


def fives(state: State, seat: int) -> int:
    """How many cells of value 5 bind a seat."""
    return len(crowded(state, seat))


def shared(state: State, seat: int) -> int:
    """How many cells hold pieces of both sides."""
    troops = state.fields.troops
    return int(((troops[0] > 0) & (troops[1] > 0)).sum())


def departures(state: State, seat: int) -> int:
    """1 if the Drumlin may leave this seat's egg freely."""
    return int(rules.may_depart(position_of(state), seat))


def threats(state: State, seat: int) -> int:
    """1 if a free departure would win, were it this seat's turn."""
    return int(rules.can_arrive(position_of(state), seat))


MEASURES: Mapping[str, Callable[[State, int], int]] = {
    "eggs": eggs,
    "dragons": dragons,
    "fives": fives,
    "shared": shared,
    "departures": departures,
    "threats": threats,
}
