"""What puzzles of Number Drop are about, in its own words."""

from __future__ import annotations

from ludotheque.core.state import State

from .measures import holes, rows


def themes(state: State, seat: int, text: str, after: State) -> list[str]:
    """Names of what a choice does; the sentences are ``theme.<name>``."""
    facts = {
        "shape": text.startswith("put"),
        "number": text.isdigit(),
        "star": text.startswith("*"),
        "same-digits": text.startswith("id"),
        "run": text.startswith("run"),
        "no-combination": text == "skip",
        "drop": text.startswith("drop"),
        "slide": text.startswith("slide"),
        "row": rows(after, seat) > rows(state, seat),
        "hole": holes(after, seat) > holes(state, seat),
    }
    return [name for name, holds in facts.items() if holds]
