"""The fields of a position, described once: mypy reads the types, ``layout`` makes a NumPy record type of them.

::

    class Position(Fields):
        plates: Annotated[UInt64Array, 2]  # the places of the blue and of the yellow plates
        turn: Int8

    LAYOUT = layout(Position)

Then ``s.turn`` works the same in Python and in compiled code. Put the widest fields first: all of them are aligned
without padding.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, SupportsInt, get_type_hints

import numpy as np
from numpy.typing import NDArray

# Kinds of fields; an array says its shape: ``Annotated[Int8Array, 6, 7]``.
Int8 = Annotated[int, "i1"]
Int16 = Annotated[int, "i2"]
Int32 = Annotated[int, "i4"]
Int64 = Annotated[int, "i8"]
UInt64 = Annotated[np.uint64, "u8"]
Float32 = Annotated[float, "f4"]
Float32Array = Annotated[NDArray[np.float32], "f4"]
Int8Array = Annotated[NDArray[np.int8], "i1"]
Int16Array = Annotated[NDArray[np.int16], "i2"]
Int32Array = Annotated[NDArray[np.int32], "i4"]
Int64Array = Annotated[NDArray[np.int64], "i8"]
UInt64Array = Annotated[NDArray[np.uint64], "u8"]

UInt8Array = NDArray[np.uint8]
BoolArray = NDArray[np.bool_]

# What rules are given besides a position.
Codes = NDArray[np.int32]  # room for action codes, or for the weights of outcomes
Values = NDArray[np.float64]  # one number a seat
Stream = NDArray[np.uint64]  # the state of a random number generator
States = NDArray[np.void]  # positions, one a row

if TYPE_CHECKING:

    def int64(number: SupportsInt) -> int: ...

else:
    int64 = np.int64  # what whole numbers are in compiled code; mypy knows them as int


class Fields:
    """The base of what every game calls ``Position``. Nothing is ever made of it: positions are NumPy records.

    Every position counts the choices made so far; when there are as many as the option allows, the game ends.
    """

    if TYPE_CHECKING:
        dtype: np.dtype[Any]
        choices: int
        max_choices: int


def layout(fields: type[Fields]) -> np.dtype[Any]:
    """The record type of a position. Compiled code tells games apart by it, so a title, which nobody sees, makes it
    different from that of a game with the same fields."""
    (first, *rest), *others = columns = list(_columns(fields))
    hidden = [name for name, *_ in columns if hasattr(np.record, name)]
    if hidden:
        raise TypeError(f"uncompiled, NumPy's own attributes would hide these fields: {', '.join(hidden)}")
    return np.dtype((np.record, [((fields.__module__, first), *rest), *others]))


def _columns(fields: type[Fields]) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    for name, hint in get_type_hints(fields, include_extras=True).items():
        kind, *shape = getattr(hint, "__metadata__", (None,))
        if not isinstance(kind, str) or not all(type(size) is int for size in shape):
            raise TypeError(f"{name}: describe a field by Int8 … UInt64, an array as Annotated[Int8Array, 4]")
        yield name, kind, tuple(shape)
