"""How long to wait before something that failed is tried again."""

from __future__ import annotations

import random
from collections.abc import Iterator

FIRST, LONGEST = 0.25, 15.0  # seconds


def pauses(first: float = FIRST, longest: float = LONGEST) -> Iterator[float]:
    """Longer and longer; never the same for two who failed together."""
    pause = first
    while True:
        yield pause * random.uniform(0.75, 1.25)
        pause = min(2 * pause, longest)
