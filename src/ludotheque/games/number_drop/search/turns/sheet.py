"""What stands beside what on a sheet: the group and the runs that every unused digit is part of, compiled.

A ``View`` has four planes with a number for each cell: the digit plus one (0: nothing that may still be used), the size
of its group of equal digits, the longest run that ends and the longest that begins there. Around every plane is an
empty border, so that neighbours need no check.
"""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE, lowest
from ludotheque.core.fields import Int8Array, int64
from ludotheque.core.rule import generic, rule

from ...rules.geometry import NUMBERS, CellSet, beside, bit, first, group, size
from ...rules.groups import unused
from ...rules.state import Position

View = Int8Array

BORDER = 8
PLANE = NUMBERS + 3 * BORDER
DIGITS, GROUPS, ENDS, STARTS = (BORDER + PLANE * plane for plane in range(4))
VIEW = 4 * PLANE
ASIDE = np.array([-1, 1, -8, 8])


@generic
def read_sheet(s: Position, seat: int, view: View) -> None:
    for i in range(VIEW):
        view[i] = 0
    for digit in range(10):
        low, high = unused(s, seat, digit)
        if low | high:
            read_digit(view, digit, low, high)
    for digit in range(8, -1, -1):
        low, high = unused(s, seat, digit)
        read_starts(view, digit, 0, low)
        read_starts(view, digit, 64, high)


@generic
def read_digit(view: View, digit: int, low: np.uint64, high: np.uint64) -> None:
    """Lower digits have been read, so the runs that end here are known."""
    read_ends(view, digit, 0, low)
    read_ends(view, digit, 64, high)
    side_low, side_high = beside(low, high)
    low, high = low & side_low, high & side_high  # single ones need no look
    while low | high:
        one_low, one_high = bit(first(low, high))
        group_low, group_high = group(one_low, one_high, low, high)
        low, high = low ^ group_low, high ^ group_high
        cells = size(group_low, group_high)
        write_plane(view, GROUPS, group_low, cells)
        write_plane(view, GROUPS + 64, group_high, cells)


@rule
def write_plane(view: View, at: int, cells: np.uint64, number: int) -> None:
    while cells:
        view[at + lowest(cells)] = number
        cells &= cells - ONE


@rule
def read_ends(view: View, digit: int, offset: int, cells: np.uint64) -> None:
    while cells:
        cell = offset + lowest(cells)
        cells &= cells - ONE
        view[DIGITS + cell] = digit + 1
        view[GROUPS + cell] = 1
        view[ENDS + cell] = 1 + longest_beside(view, ENDS, cell, digit - 1)
        view[STARTS + cell] = 1


@rule
def read_starts(view: View, digit: int, offset: int, cells: np.uint64) -> None:
    while cells:
        cell = offset + lowest(cells)
        cells &= cells - ONE
        view[STARTS + cell] = 1 + longest_beside(view, STARTS, cell, digit + 1)


@rule
def longest_beside(view: View, plane: int, cell: int, digit: int) -> int:
    """The longest run that ends (or starts) beside a cell with this digit."""
    most = 0
    for i in range(4):
        near = cell + ASIDE[i]
        length = int64(view[plane + near])
        if view[DIGITS + near] == digit + 1 and length > most:
            most = length
    return most


@rule
def group_with(view: View, cell: int, digit: int) -> int:
    """The size of the group that a digit makes in an empty cell; two sides of one group count twice."""
    cells = 1
    for i in range(4):
        near = cell + ASIDE[i]
        if view[DIGITS + near] == digit + 1:
            cells += int64(view[GROUPS + near])
    return cells


@rule
def run_with(view: View, cell: int, digit: int) -> int:
    """The length of the run that a digit makes in an empty cell."""
    return 1 + longest_beside(view, ENDS, cell, digit - 1) + longest_beside(view, STARTS, cell, digit + 1)


@rule
def silhouette(low: np.uint64, high: np.uint64) -> CellSet:
    """All cells at or below something: what no falling shape reaches."""
    high |= high >> np.uint64(8)
    high |= high >> np.uint64(16)
    high |= high >> np.uint64(32)
    low |= (high & np.uint64(0x7F)) << np.uint64(56)
    low |= low >> np.uint64(8)
    low |= low >> np.uint64(16)
    low |= low >> np.uint64(32)
    return low, high
