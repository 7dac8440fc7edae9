"""Actions in packs: those of one kind whose codes lie in equal steps, such as a plate's ways or the cells for a stone.

A pack is two words: a set of up to 64 numbers, and the code of number 0 with the step from one number to the next. A
game that packs its actions once can list them, count them, and take one of them without listing the others.
"""

from __future__ import annotations

import numpy as np

from .bits import ONE, count, lowest, nth
from .fields import Codes, UInt64Array, int64
from .rule import rule

PACKS = 0xFFFF
ABOVE = 1 << 16  # what is added to the code of number 0, which may be negative where that number is never there
_32 = np.uint64(32)
_LOW = np.uint64(0xFFFF_FFFF)


@rule
def pack(room: UInt64Array, tally: int, numbers: np.uint64, first: int, step: int) -> int:
    """Notes the actions ``first + step × number`` behind those that were packed before; returns the new tally.

    A tally counts the packs in its lowest 16 bits and the actions above; it is 0 before the first one. An empty pack is
    written but not counted: a branch here would be mispredicted.
    """
    packs = tally & PACKS
    room[2 * packs] = numbers
    room[2 * packs + 1] = np.uint64(first + ABOVE) | np.uint64(step) << _32
    return tally + count(numbers) * (PACKS + 1) + int64(numbers != 0)


@rule
def count_packed(tally: int) -> int:
    """How many actions there are."""
    return tally >> 16


@rule
def code_at(room: UInt64Array, i: int, number: int) -> int:
    """The code of a number of pack i."""
    return int64(room[2 * i + 1] & _LOW) - ABOVE + int64(room[2 * i + 1] >> _32) * number


@rule
def nth_packed(room: UInt64Array, n: int) -> int:
    """The code of the action that has n others before it."""
    i, here = 0, count(room[0])
    while n >= here:
        n -= here
        i += 1
        here = count(room[2 * i])
    return code_at(room, i, nth(room[2 * i], n))


@rule
def unpack(room: UInt64Array, tally: int, out: Codes) -> int:
    """Writes the codes of all actions; returns how many."""
    n = 0
    for i in range(tally & PACKS):
        numbers = room[2 * i]
        while numbers:
            out[n] = code_at(room, i, lowest(numbers))
            n += 1
            numbers &= numbers - ONE
    return n
