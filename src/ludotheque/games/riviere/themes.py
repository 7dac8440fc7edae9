"""What puzzles of La Rivière de Couleurs are about, in its own words."""

from __future__ import annotations

from ludotheque.core.state import State

from .measures import arrived, at_home, blocking


def themes(state: State, seat: int, text: str, after: State) -> list[str]:
    """Names of what a choice does; the sentences are ``theme.<name>``."""
    facts = {
        "push": text[-1] in "^v",
        "stop": text == "done",
        "journey": text != "done" and text[-1] not in "^v",
        "enter": at_home(after, seat) < at_home(state, seat),
        "across": arrived(after, seat) > arrived(state, seat),
        "climb": blocking(after, seat) > blocking(state, seat),
    }
    return [name for name, holds in facts.items() if holds]
