"""How much a report thinks about each event: counted in simulations, never in time.

So the same record and seed give the same report on every machine. The parts are of what the strongest level spends on
a choice, which is about a second in every game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...core.errors import GameError
from ...core.state import State
from ..levels import level_of
from ..players import LEVELS
from ..texts import CATALOG

LEAST = 64  # simulations; fewer say nothing
SHORT, LONG = 40, 300  # events: a shorter game gets more for each of them, a longer one less
MOST_FOR_SHORT = 2.5


@dataclass(frozen=True)
class Quality:
    """The parts of level 8's effort that go into one event."""

    name: str
    find: float  #: to find the best choice
    measure: float  #: to compare it with the one that was made, with other samples
    outcome: float  #: to judge each outcome of a draw
    again: float  #: so many times as much where the first comparison leaves a doubt; 0: never

    def shared_among(self, events: int) -> Quality:
        """The same for a game of so many events, so that no report takes too long and no short one is less sure."""
        factor = max(1.0, min(MOST_FOR_SHORT, SHORT / max(1, events))) * min(1.0, LONG / max(1, events))
        find, measure, outcome = factor * self.find, factor * self.measure, factor * self.outcome
        return replace(self, find=find, measure=measure, outcome=outcome)

    def simulations(self, state: State, part: float) -> int:
        """What a part comes to in the game and the variant of this state."""
        return max(LEAST, round(part * level_of(state, LEVELS[-1]).simulations))


QUALITIES = {
    each.name: each
    for each in (
        Quality("quick", 0.04, 0.06, 0.01, 0.0),
        Quality("good", 0.2, 0.3, 0.05, 2.0),
        Quality("thorough", 0.8, 1.2, 0.2, 2.0),
    )
}


def quality_of(name: str) -> Quality:
    """The quality of that name, or an error that names those there are."""
    if name not in QUALITIES:
        raise GameError(CATALOG("report.unknown-quality", name=name[:40], known=", ".join(QUALITIES)))
    return QUALITIES[name]
