"""What planning works with: positions, the best plans found so far, and room for what a sheet shows."""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.core.fields import Codes, Float32Array, Int8Array, Int64Array, States, Stream, Values, int64
from ludotheque.core.rule import generic

from ...rules.legal import legal
from .expectation import expectation, is_last
from .rivals import chance_to_win

# Positions to work with: as given, at the beginning of a turn, two for its steps, with the dice written, at its end.
GIVEN, TURN, STEP, OTHER, WRITTEN, AFTER = range(6)
BEST = 6  # the best end of a turn of a sample
PLANS = 7  # and those of the plans that are compared

# What ``numbers`` holds: where the list of plans begins, how many it may have and has, positions judged so far, how
# many placements of a shape and how many ways to write its dice are looked at.
FIRST, ROOM, LENGTH, JUDGED, PLACES, WAYS = range(6)
NUMBERS = 6
MOST_WAYS = 64


class Desk(NamedTuple):
    """Arrays, all of them changed while planning."""

    states: States
    values: Values  # what each kept plan is worth
    tags: Codes  # and the action that it begins with
    best: Values  # the most that any plan with an action is worth, by its code
    numbers: Int64Array
    network: Float32Array
    scan: Int8Array
    sheet: Int8Array  # a view of the sheet before the dice are written
    features: Codes
    codes: Codes
    rng: Stream
    rivals: Values  # what the others can expect: see ``rivals.py``; empty where points count


@generic
def copy_state(desk: Desk, into: int, source: int) -> None:
    """Called everywhere, because compiling it takes long."""
    desk.states[into] = desk.states[source]


@generic
def judge(desk: Desk, at: int, seat: int, tag: int) -> None:
    """Values a position after a turn, and keeps it if it is among the best so far."""
    value = expectation(desk.states[at], seat, desk.network, desk.scan, desk.features)
    if len(desk.rivals) > 0:
        value = chance_to_win(desk.rivals, value, is_last(desk.states[at]))
    desk.numbers[JUDGED] += 1
    if tag >= 0 and value > desk.best[tag]:
        desk.best[tag] = value
    keep(desk, at, tag, value)


@generic
def keep(desk: Desk, at: int, tag: int, value: float) -> None:
    """The list is not sorted: what is worse than the worst of a full list is forgotten."""
    first, length = desk.numbers[FIRST], desk.numbers[LENGTH]
    place = first + length
    if length == desk.numbers[ROOM]:
        place = first
        for i in range(first + 1, first + length):
            if desk.values[i] < desk.values[place]:
                place = i
        if desk.values[place] >= value:
            return
    else:
        desk.numbers[LENGTH] += 1
    desk.values[place] = value
    desk.tags[place] = tag
    copy_state(desk, place, at)


@generic
def clear(desk: Desk, first: int, room: int) -> None:
    desk.numbers[FIRST], desk.numbers[ROOM], desk.numbers[LENGTH] = first, room, 0


@generic
def list_actions(desk: Desk, at: int, seat: int) -> int:
    """Writes what a seat may do into ``codes``, and returns how much; called, because that is long."""
    return int64(legal(desk.states[at], seat, desk.codes))
