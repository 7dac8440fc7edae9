"""Sets of up to 64 things as the bits of a ``uint64``, and random numbers.

In compiled code the counting functions become one machine instruction each. Keep every constant of bit work a
``np.uint64``: Numba turns uint64 combined with int64 into float64.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, SupportsInt, cast

import numpy as np
from llvmlite import ir
from llvmlite.ir import IRBuilder, Value
from numba import types
from numba.core import cgutils
from numba.core.typing.context import Context
from numba.core.typing.templates import Signature
from numba.extending import intrinsic, overload

from .fields import Stream, int64
from .rule import generic, rule
from .target import processor

tools: Any = cgutils  # of which only a part has types
ONE = np.uint64(1)
FULL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


def count(bits: SupportsInt) -> int:
    """How many bits are set."""
    return int(bits).bit_count()


def lowest(bits: SupportsInt) -> int:
    """The number of the lowest set bit; at least one must be set."""
    return (int(bits) & -int(bits)).bit_length() - 1


def highest(bits: SupportsInt) -> int:
    """The number of the highest set bit; at least one must be set."""
    return int(bits).bit_length() - 1


def nth(bits: SupportsInt, n: int) -> int:
    """The number of the set bit above n lower ones; more than n must be set."""
    left = int(bits)
    for _ in range(n):
        left &= left - 1
    return lowest(left)


def _instruction(emit: Callable[[IRBuilder, Value], Value]) -> Callable[[np.uint64], np.uint64]:
    """One machine instruction as a function of compiled code."""

    @intrinsic
    def call(typing: Context, bits: types.Type) -> tuple[Signature, Callable[..., Value]]:
        return types.uint64(types.uint64), lambda context, builder, signature, args: emit(builder, args[0])

    return cast(Callable[[np.uint64], np.uint64], call)


_ctpop = _instruction(lambda builder, bits: builder.ctpop(bits))
_cttz = _instruction(lambda builder, bits: builder.cttz(bits, cgutils.false_bit))
_ctlz = _instruction(lambda builder, bits: builder.ctlz(bits, cgutils.false_bit))


@overload(count, inline="always")
def _count(bits: SupportsInt) -> Callable[..., int]:
    def call(bits: SupportsInt) -> int:
        return int64(_ctpop(np.uint64(bits)))

    return call


@overload(lowest, inline="always")
def _lowest(bits: SupportsInt) -> Callable[..., int]:
    def call(bits: SupportsInt) -> int:
        return int64(_cttz(np.uint64(bits)))

    return call


@overload(highest, inline="always")
def _highest(bits: SupportsInt) -> Callable[..., int]:
    def call(bits: SupportsInt) -> int:
        return int64(63) - int64(_ctlz(np.uint64(bits)))

    return call


@intrinsic
def _pdep(typing: Context, bits: types.Type, mask: types.Type) -> tuple[Signature, Callable[..., Value]]:
    def emit(context: object, builder: IRBuilder, signature: Signature, args: Sequence[Value]) -> Value:
        word: Any = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        return builder.call(tools.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64"), args)

    return types.uint64(types.uint64, types.uint64), emit


# The lowest bits, one on each place of the mask: an instruction of the common kind of processor (BMI2).
_spread = cast(Callable[[np.uint64, np.uint64], np.uint64], _pdep)


@overload(nth, inline="always")
def _nth(bits: SupportsInt, n: int) -> Callable[..., int]:
    def at_once(bits: SupportsInt, n: int) -> int:
        return int64(_cttz(_spread(ONE << np.uint64(n), np.uint64(bits))))

    def one_by_one(bits: SupportsInt, n: int) -> int:
        left = np.uint64(bits)
        for _ in range(n):
            left &= left - ONE
        return int64(_cttz(left))

    return at_once if "+bmi2" in processor()[1].split(",") else one_by_one


# Random numbers: SplitMix64. Tiny, quick, and every seed gives an independent stream.
_STEP = np.uint64(0x9E37_79B9_7F4A_7C15)
_MIX_1 = np.uint64(0xBF58_476D_1CE4_E5B9)
_MIX_2 = np.uint64(0x94D0_49BB_1331_11EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@generic
def seed_stream(rng: Stream, seed: SupportsInt, number: int) -> None:
    """Starts stream ``number`` of ``seed`` in ``rng``, an array of one uint64."""
    rng[0] = np.uint64(seed)
    rng[0] = random_bits(rng) ^ (np.uint64(number) * _MIX_1)


@rule
def random_bits(rng: Stream) -> np.uint64:
    """64 random bits."""
    rng[0] += _STEP
    mixed = rng[0]
    mixed = (mixed ^ (mixed >> _30)) * _MIX_1
    mixed = (mixed ^ (mixed >> _27)) * _MIX_2
    return mixed ^ (mixed >> _31)


@rule
def random_below(rng: Stream, n: int) -> int:
    """A whole number from 0 to n − 1, for n below 2³²; the bias is below n/2³²."""
    return int64(((random_bits(rng) >> _32) * np.uint64(n)) >> _32)
