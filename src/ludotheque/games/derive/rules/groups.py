"""Chains, compiled: dice of one seat that hang together, and what is known about them.

Sets of cells are given by lattice, as (shore, stream); see ``geometry.py``.
"""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import count
from ludotheque.core.fields import int64
from ludotheque.core.rule import generic, rule

from .geometry import BANKS, NONE, SHORE, STREAM, CellSet, first, touching
from .state import Position


@rule
def goal(s: Position, seat: int) -> np.uint64:
    """The bank opposite the seat's own, whether or not anybody sits there."""
    return BANKS[s.width, (s.bank[seat] + 2) % 4]


@rule
def chain(s: Position, seat: int, start: np.uint64) -> CellSet:
    """All dice of the seat that hang together with those of ``start``, which are on the shore; by lattice."""
    shore, stream = start, NONE
    while True:
        stream = touching(SHORE, shore) & s.dice[seat, STREAM]
        more = (shore | touching(STREAM, stream)) & s.dice[seat, SHORE]
        if more == shore:
            return shore, stream
        shore = more


@rule
def anchored(s: Position, seat: int) -> CellSet:
    """The dice of the seat's anchored chains, by lattice."""
    return chain(s, seat, s.dice[seat, SHORE] & goal(s, seat))


@rule
def is_ordered(s: Position, shore: np.uint64, stream: np.uint64) -> bool:
    """Ordered and isolated: all values of a chain are different, and adjacent dice differ by exactly one."""
    wrong, most = NONE, 0
    for value in range(1, 7):  # to the end: a way out would be mispredicted
        here, there = shore & s.faces[value, SHORE], stream & s.faces[value, STREAM]
        most = max(most, count(here) + count(there))
        next_there = s.faces[value - 1, STREAM] | s.faces[value + 1, STREAM]
        next_here = s.faces[value - 1, SHORE] | s.faces[value + 1, SHORE]
        wrong |= touching(SHORE, here) & stream & ~next_there | touching(STREAM, there) & shore & ~next_here
    return most == 1 and wrong == NONE


@rule
def ordered(s: Position, seat: int) -> tuple[np.uint64, np.uint64, int]:
    """The seat's dice in chains that are anchored, ordered and isolated, by lattice; and the longest one's length."""
    anchors = s.dice[seat, SHORE] & goal(s, seat)
    if touching(SHORE, anchors) & s.dice[seat, STREAM] == NONE:
        return anchors, NONE, int64(anchors != NONE)  # each is a chain by itself: nearly always so
    return ordered_chains(s, seat, anchors)


@generic
def ordered_chains(s: Position, seat: int, anchors: np.uint64) -> tuple[np.uint64, np.uint64, int]:
    """The same from these anchors; called, because what it looks up would be loaded before it is known to be needed."""
    shore, stream, longest = NONE, NONE, 0
    while anchors:
        here, there = chain(s, seat, first(anchors))
        anchors &= ~here
        if is_ordered(s, here, there):
            shore |= here
            stream |= there
            longest = max(longest, count(here) + count(there))
    return shore, stream, longest
