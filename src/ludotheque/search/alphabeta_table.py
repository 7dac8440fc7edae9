"""What an alpha-beta search works with, and the table in which it remembers positions; see ``alphabeta.py``.

Several threads may write into one table, without a lock: an entry's key is crossed with what the entry says (its seal),
so that one of which two threads have written a half each belongs to no position.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..core.fields import Codes, Fields, Int8, Int16, Int32, Int64Array, States, UInt64, UInt64Array, int64, layout
from ..core.rule import generic
from .hooks import Judge

SCALE = 1_000_000  # an evaluation of 1
MATE = 2 * SCALE  # a win here and now
FORCED = MATE - 10_000  # what counts more is a forced win
INFINITE = 3 * SCALE
OPEN = 4 * SCALE  # no value yet: the position has to be searched

RUNNING, DONE, UNFIT = 0, 1, 2  # states of a search; unfit is a game in which chance or several seats are to act
# What ``control`` says: where the search stands, then its style (see ``deepening.py``): whether late choices are
# searched less deep by turns of both, and what it is worth to whom that something comes to pass, beyond what has.
LEVEL, NODES, STATUS, DEPTH, AGE, EVEN, EAGERNESS, ROOT_SEAT, PASSED = range(9)
CONTROLS = PASSED + 1
KILLERS = 2
LOWER, UPPER, EXACT, FORCED_REPLY = 1, 2, 3, 4  # what a value of the table is, and a mark

MIX, SEED = np.uint64(0x9E37_79B9_7F4A_7C15), np.uint64(0x2545_F491_4F6C_DD1D)
_32, _29 = np.uint64(32), np.uint64(29)


class Frame(Fields):
    """Where the search stands at one level."""

    key: UInt64
    alpha: Int32  # what the seat has for certain …
    beta: Int32  # … and what the other one will not let it have
    floor: Int32  # alpha when the position was opened
    best: Int32
    best_code: Int32
    slack: Int32  # how much worse than the best a choice may be and still get its exact value
    n: Int32  # choices
    at: Int32  # the one in hand
    pad: Int32
    depth: Int16
    phase: Int16
    seat: Int8
    extension: Int8
    sorted: Int8
    spare: Int8


class Entry(Fields):
    """What the table remembers of a position."""

    key: UInt64  # crossed with the seal
    value: Int32
    code: Int32
    depth: Int16
    bound: Int8
    age: Int8
    pad: Int32


FRAME, ENTRY = layout(Frame), layout(Entry)


class Desk(NamedTuple):
    """Everything that a search works with."""

    states: States  # one a level, the root first
    words: UInt64Array  # the same memory, eight bytes at a time: for keys
    mask: UInt64Array  # what of it belongs to a position
    past: UInt64Array  # the keys of the positions before the root
    frames: States
    codes: Codes  # a row of choices a level …
    order: Int64Array  # … and how soon each is to be tried
    values: Int64Array  # of the choices of the root
    spent: Int64Array  # positions looked at for each of them
    table: States
    killers: Codes
    history: Int64Array
    judge: Judge
    room: Codes
    control: Int64Array


@generic
def key_of(words: UInt64Array, row: int, mask: UInt64Array) -> np.uint64:
    key = SEED
    for i in range(len(mask)):
        key = (key ^ (words[row, i] & mask[i])) * MIX
        key ^= key >> _29
    return key ^ (key >> _32)


@generic
def seal(value: int, code: int, depth: int, bound: int) -> np.uint64:
    """All that an entry says, as one number."""
    return np.uint64((int64(value) + OPEN) << 40 | (int64(code) + 1) << 12 | int64(depth) << 4 | int64(bound))


@generic
def is_about(entry: Entry, key: np.uint64) -> bool:
    return bool((entry.key ^ seal(entry.value, entry.code, entry.depth, entry.bound)) == key)


@generic
def slot_of(d: Desk, key: np.uint64) -> int:
    """Where a position is, or where it would be put: in the place that is worth less of two."""
    first = int64(key & np.uint64(len(d.table) - 1))
    second = first ^ 1
    if is_about(d.table[first], key):
        return first
    if is_about(d.table[second], key):
        return second
    return first if worth(d, first) <= worth(d, second) else second


@generic
def worth(d: Desk, slot: int) -> int:
    return int64(d.table[slot].depth) + (1000 if d.table[slot].age == d.control[AGE] else 0)


@generic
def remember(d: Desk, level: int) -> None:
    """Writes down what was found out about the position of this level."""
    frame = d.frames[level]
    bound = LOWER if frame.best >= frame.beta else UPPER if frame.best <= frame.floor else EXACT
    if frame.extension:
        bound |= FORCED_REPLY
    value = from_here(frame.best, level)
    entry = d.table[slot_of(d, frame.key)]
    entry.key = frame.key ^ seal(value, frame.best_code, frame.depth, bound)
    entry.value = value
    entry.code = frame.best_code
    entry.depth = frame.depth
    entry.age = d.control[AGE]
    entry.bound = bound


@generic
def recall(d: Desk, key: np.uint64) -> tuple[int, int, int, int]:
    """What the table says of a position, read once: value, choice, depth, and what the value is; no bound: nothing."""
    first = int64(key & np.uint64(len(d.table) - 1))
    for slot in (first, first ^ 1):
        entry = d.table[slot]
        value, code, depth, bound = int64(entry.value), int64(entry.code), int64(entry.depth), int64(entry.bound)
        if (entry.key ^ seal(value, code, depth, bound)) == key:
            return value, code, depth, bound
    return 0, -1, -1, 0


@generic
def is_enough(value: int, bound: int, alpha: int, beta: int) -> bool:
    """Whether this decides what a window asks."""
    kind = bound & EXACT
    return kind == EXACT or (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha)


@generic
def is_repeated(d: Desk, level: int, key: np.uint64) -> bool:
    for above in range(level - 1, -1, -1):
        if d.frames[above].key == key:
            return True
    for i in range(len(d.past)):  # noqa: SIM110 - compiled code has no generator expressions
        if d.past[i] == key:
            return True
    return False


@generic
def from_here(value: int, level: int) -> int:
    """How the table says when a win comes: counted from the position itself."""
    return value + level if value >= FORCED else value - level if value <= -FORCED else value


@generic
def from_root(value: int, level: int) -> int:
    return value - level if value >= FORCED else value + level if value <= -FORCED else value
