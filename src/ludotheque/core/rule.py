"""The tools for writing rules: a layout for the state, and a decorator that compiles.

Importing this module loads Numba (about a third of a second) and compiles nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np

from . import cache

# As the seat of an event and as the answer of ``actors``: chance is to act.
CHANCE = -1

F = TypeVar("F", bound=Callable[..., Any])

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
    return cast(F, numba.njit(**GENERIC)(function))


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
        return cast(F, numba.njit(cache=True, **OPTIONS)(function))
    finally:
        config.CACHE_DIR = before
