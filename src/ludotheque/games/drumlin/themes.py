"""What puzzles of Drumlin are about, in its own words."""

from __future__ import annotations

from ludotheque.core.state import State

from .measures import dragons, eggs, fives


def themes(state: State, seat: int, text: str, after: State) -> list[str]:
    """Names of what a choice does; the sentences are ``theme.<name>``."""
    other = 1 - seat
    facts = {
        "departure": text.startswith("!"),
        "placing": text.startswith("@"),
        "exchange": text.startswith("X"),
        "dragon": text.startswith("D"),
        "hatching": dragons(after, seat) > dragons(state, seat),
        "stone": eggs(after, seat) > eggs(state, seat),
        "stone-taken": eggs(after, other) < eggs(state, other),
        "crowd": fives(after, seat) + fives(after, other) > fives(state, seat) + fives(state, other),
    }
    return [name for name, holds in facts.items() if holds]
