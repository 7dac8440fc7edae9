"""The tools for writing rules: a layout for the state, and a decorator that compiles.

Importing this module loads Numba (about a third of a second) and compiles nothing.
"""

from __future__ import annotations

import itertools
import os
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.core.registry import CPUDispatcher

from . import cache

# As the seat of an event and as the answer of ``actors``: chance is to act.
CHANCE = -1

F = TypeVar("F", bound=Callable[..., Any])

# Numba numbers the functions it compiles from 1 in every process, and these numbers make the names of machine code
# unique. Code that was kept by two processes can meet in a third one, where equal names mean equal code to the linker:
# there one game would run pieces of another. So every process begins at a number of its own.
FunctionIdentity._unique_ids = itertools.count(secrets.randbits(48))  # type: ignore[attr-defined, unused-ignore]

# Nobody calls our functions from C, and generic ones not from Python either: not making those entrances saves a fifth
# of the time that compiling takes.
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
GENERIC = OPTIONS | {"no_cpython_wrapper": True}


def layout(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """The fields of a state, as a record type: ``s.turn`` works the same in Python and in compiled code.

    Put the widest fields first; then all of them are aligned without padding.
    """
    hidden = [name for name, *_ in fields if hasattr(np.record, name)]
    if hidden:
        raise TypeError(f"uncompiled, NumPy's own attributes would hide these fields: {', '.join(hidden)}")
    return np.dtype((np.record, list(fields)))


def rule(function: F) -> F:
    """Compiles a function of a game's ``rules.py`` on first use, and keeps the result for later processes."""
    return compiled(function, Path(function.__code__.co_filename).parent)


def generic(function: F) -> F:
    """Compiles a function that serves every game. It becomes part of what calls it and is not kept alone."""
    made: Any = numba.njit(**GENERIC)(function)
    if made is not function:  # it is where nothing is to be compiled
        made.__class__ = Inner
    return cast(F, made)


class Inner(CPUDispatcher):
    """A function without an entrance for Python, where going in would end in a crash."""

    def __call__(self, *_: Any, **__: Any) -> Any:
        name = self.py_func.__name__
        raise TypeError(f"only compiled functions can call {name}; with NUMBA_DISABLE_JIT=1 Python can, too")


def compiled(function: F, game_folder: Path) -> F:
    """Compiles for one game: the result is kept in a folder that changes with that game's rules."""
    config: Any = numba.config
    before = config.CACHE_DIR
    folder = cache.folder(game_folder, Path(function.__code__.co_filename).parent)
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)  # in use, so not to be forgotten
    # Numba reads its cache folder here, when it decorates; our users' own Numba code keeps theirs.
    config.CACHE_DIR = str(folder)
    try:
        dispatcher = numba.njit(**OPTIONS)(function)
        if not config.DISABLE_JIT:
            dispatcher._cache = CheckedCache(function)  # type: ignore[no-untyped-call]
        return cast(F, dispatcher)
    finally:
        config.CACHE_DIR = before


class Place(UserProvidedCacheLocator):
    """The same folder wherever the package lies: its name already holds a digest of the sources."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return Path(py_file).parent.name


class Results(CompileResultCacheImpl):
    _locator_classes = (Place,)


class CheckedCache(FunctionCache):
    """Numba's cache, sure that what it loads was compiled for the arguments that are asked for.

    When two processes compile one function at the same time for different arguments, both may give their code the same
    file name; the list then names code for other arguments, which would run and give nonsense.
    """

    _impl_class = Results

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found: Any = super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        if found is None or tuple(found.signature.args) == tuple(getattr(sig, "args", sig)):
            return found
        return None  # so it is compiled anew, and written over
