"""What the lessons of this game count."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludotheque.core.state import State

MEASURES: Mapping[str, Callable[[State, int], int]] = {}
