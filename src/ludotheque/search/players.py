"""Computer players."""

from __future__ import annotations

import random

from ..core.state import State


class RandomPlayer:
    """Chooses any legal event with equal probability. The weakest opponent, and a yardstick for the others."""

    def __init__(self, seed: int | None = None) -> None:
        self.rng = random.Random(seed)

    def choose(self, state: State, seat: int | None = None) -> str:
        """An event text for that seat, or for the only actor."""
        return self.rng.choice(state.choices(seat))
