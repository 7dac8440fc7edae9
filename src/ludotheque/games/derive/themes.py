"""What puzzles of Dérive are about, in its own words."""

from __future__ import annotations

from ludotheque.core.state import State

from .measures import chain


def themes(state: State, seat: int, text: str, after: State) -> list[str]:
    """Names of what a choice does; the sentences are ``theme.<name>``."""
    facts = {
        "capture": "x" in text,
        "enter": text.startswith("+"),
        "value": ":" in text,
        "roll": text.endswith("?"),
        "jump": is_jump(text),
        "chain": chain(after, seat) > chain(state, seat),
        "chain-broken": any(chain(after, other) < chain(state, other) for other in range(state.seats) if other != seat),
    }
    return [name for name, holds in facts.items() if holds]


def is_jump(text: str) -> bool:
    """Whether a move goes further than to the next cell."""
    start, dash, end = text.partition("-")
    if not dash:
        return False
    return max(abs(ord(start[0]) - ord(end[0])), abs(int(start[1:]) - int(end[1:]))) > 1
