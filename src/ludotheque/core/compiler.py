"""Loads the compiler: a third of a second, so only where it is needed."""

from __future__ import annotations

from threading import Lock

_loading = Lock()


def load_compiler() -> None:
    """Whoever needs it first loads it, and the others wait: two threads that load it at once see half of it."""
    with _loading:
        import numba.extending  # noqa: F401
