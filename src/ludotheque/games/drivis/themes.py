"""What puzzles of Drivis are about, in its own words."""

from __future__ import annotations

from ludotheque.core.state import State

from .measures import groups, opponent_groups, plates

MANY = 2  # plates turned over at once


def themes(state: State, seat: int, text: str, after: State) -> list[str]:
    """Names of what a choice does; the sentences are ``theme.<name>``."""
    turned = plates(after, seat) - plates(state, seat)
    facts = {
        "turn-over": turned >= MANY,
        "join": groups(after, seat) == 1 < groups(state, seat),
        "break": opponent_groups(after, seat) > opponent_groups(state, seat),
    }
    return [name for name, holds in facts.items() if holds]
