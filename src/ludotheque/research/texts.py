"""The sentences of the adapters, and the error for a missing extra."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ..core.errors import GameError
from ..core.i18n import LIBRARY, Catalog

CATALOG = Catalog(Path(__file__).parent)
MOST_SHOWN = 20


@contextmanager
def extra() -> Iterator[None]:
    """Around the imports of what ``ludotheque[research]`` installs: says what to do if it is missing."""
    try:
        yield
    except ModuleNotFoundError as problem:
        raise ImportError(CATALOG.say("needs-extra", LIBRARY, module=problem.name), name=problem.name) from problem


def listed(codes: Iterable[int]) -> str:
    """Action codes for a sentence; not hundreds of them."""
    every = sorted(codes)
    return ", ".join(map(str, every[:MOST_SHOWN])) + (" …" if len(every) > MOST_SHOWN else "")


def check_render_mode(mode: str | None, known: Iterable[str]) -> str | None:
    """The mode itself, or a GameError that says which there are."""
    if mode is not None and mode not in known:
        raise GameError(CATALOG("wrong-render-mode", mode=str(mode)[:40], known=", ".join(known)))
    return mode


def warn_of_no_render_mode() -> None:
    warnings.warn(CATALOG.say("no-render-mode", LIBRARY), stacklevel=3)
