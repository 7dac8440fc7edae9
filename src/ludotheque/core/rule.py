"""The tools for writing rules: a decorator that compiles, and what it compiles to.

Importing this module loads Numba (about a third of a second) and compiles nothing.
"""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core.bytecode import FunctionIdentity
from numba.core.registry import CPUDispatcher

from . import cache
from .numba_cache import NumbaCache
from .target import our_way

# As the seat of an event and as the answer of ``actors``: chance is to act.
CHANCE = -1

F = TypeVar("F", bound=Callable[..., Any])

# Numba numbers the functions it compiles from 1 in every process, and these numbers make the names of machine code
# unique. Code that was kept by two processes can meet in a third one, where equal names mean equal code to the linker:
# there one game would run pieces of another. So every process begins at a number of its own.
FunctionIdentity._unique_ids = itertools.count(secrets.randbits(48))  # type: ignore[attr-defined, unused-ignore]

# Nobody calls our functions from C, and inner ones not from Python either: entrances take long to compile.
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
# Inner functions allocate nothing (see ``local.py``), so nobody has to count who still needs an array. They are given
# arrays all the time: counting took up to a sixth of random play.
INNER = OPTIONS | {"no_cpython_wrapper": True, "_nrt": False}
# The same for overloads. Numba wants the counting where an array is returned, even if that is inlined at once.
WITHOUT_NRT: Any = {"_nrt": False, "forceinline": True}
WITH_NRT: Any = {"_nrt": True}


def rule(function: F) -> F:
    """Compiles a function as part of those that call it; called from Python it runs as it is written.

    ``Game.compiled`` makes an entrance for Python, where it is asked often enough. Rules become part of their callers
    wherever they are called: a call costs as much as many a rule does.
    """
    return _inner(function, forceinline=True)


def generic(function: F) -> F:
    """The same for a function that serves every game, or that is long: the compiler chooses whether it is called."""
    return _inner(function, forceinline=False)


def _inner(function: F, forceinline: bool) -> F:
    made: Any = numba.njit(**INNER, forceinline=forceinline)(function)
    if made is not function:  # it is where nothing is to be compiled
        made.__class__ = Inner
    return cast(F, made)


class Ours(CPUDispatcher):
    """A function that is compiled our way."""

    def compile(self, sig: Any) -> Any:
        with our_way(self.targetctx):
            return super().compile(sig)


class Inner(Ours):
    """A function without an entrance for Python, which goes in by the words instead."""

    def __call__(self, *args: Any, **named: Any) -> Any:
        with np.errstate(over="ignore"):  # numbers wrap around as they do when compiled
            return self.py_func(*args, **named)


def compiled(function: F, game_folder: Path) -> F:
    """Compiles for one game, with an entrance for Python; the result is kept for later processes."""
    function = getattr(function, "py_func", function)
    made: Any = numba.njit(**OPTIONS)(function)
    if made is not function:
        made.__class__ = Ours
        source = Path(function.__code__.co_filename)
        made._cache = NumbaCache(function, cache.name(game_folder, source))
    return cast(F, made)
