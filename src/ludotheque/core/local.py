"""Memory of one call: a copy of a state, and small arrays to reckon with.

Compiled, both lie on the stack. Nothing else can point there, so the machine keeps what it can in registers, and it
costs nothing to make. They end with the function that made them: pass them on, never return or keep them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.typing.context import Context
from numba.core.typing.templates import Signature
from numba.extending import intrinsic, overload
from numba.np import arrayobj
from numpy.typing import NDArray

from .fields import Fields
from .rule import WITH_NRT

P = TypeVar("P", bound=Fields)
Number = TypeVar("Number", bound=np.generic)
Emitted = tuple[Signature, Callable[..., ir.Value]]
LINE = 64  # bytes that a processor loads at once: what begins at such an address takes the fewest of them
tools: Any = cgutils  # of these two only a part has types
arrays: Any = arrayobj


def local_copy(s: P) -> P:
    """A copy of a state that ends with the function that asks for it."""
    states: Any = np.empty(1, s.dtype)
    states[0] = s
    copy: P = states[0]
    return copy


def local_array(n: int, kind: type[Number]) -> NDArray[Number]:
    """Room for n numbers of a kind, n being a constant; what is in it before is not said."""
    return np.zeros(n, kind)


@intrinsic
def _copy(typing: Context, s: Any) -> Emitted:
    def emit(context: Any, builder: ir.IRBuilder, signature: Any, args: Any) -> ir.Value:
        place = _place(builder, context.get_data_type(s))
        tools.raw_memcpy(builder, place, args[0], ir.Constant(ir.IntType(64), s.size), 1)
        return place

    return s(s), emit


@intrinsic(prefer_literal=True)
def _array(typing: Context, n: Any, kind: Any) -> Emitted:
    array = types.Array(kind.instance_type, 1, "C")

    def emit(context: Any, builder: ir.IRBuilder, signature: Any, args: Any) -> ir.Value:
        size, number = n.literal_value, context.get_data_type(array.dtype)
        made = context.make_array(array)(context, builder)
        place = builder.bitcast(_place(builder, ir.ArrayType(number, size)), number.as_pointer())
        step = context.get_constant(types.intp, context.get_abi_sizeof(number))
        arrays.populate_array(made, place, [context.get_constant(types.intp, size)], [step], step, None)
        return cast(ir.Value, made._getvalue())

    return array(n, kind), emit


def _place(builder: ir.IRBuilder, kind: ir.Type) -> ir.Value:
    place: Any = tools.alloca_once(builder, kind)
    place.align = LINE
    return cast(ir.Value, place)


# Inlined before anything is compiled: so the memory is that of the function that asks.
_copied = cast(Callable[[Fields], Fields], _copy)
_made = cast(Callable[[int, object], NDArray[Any]], _array)


@overload(local_copy, inline="always")
def _local_copy(s: Fields) -> Callable[..., object]:
    def call(s: Fields) -> Fields:
        return _copied(s)

    return call


@overload(local_array, inline="always", prefer_literal=True, jit_options=WITH_NRT)
def _local_array(n: Any, kind: type[Number]) -> Callable[..., object]:
    if not isinstance(n, types.IntegerLiteral):
        raise TypingError("the size of a local array must be a constant of a module")
    size = n.literal_value

    def call(n: Any, kind: type[Number]) -> NDArray[Number]:
        return _made(size, kind)

    return call
