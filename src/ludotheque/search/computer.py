"""The computer players of levels 1 to 8."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from ..core.errors import GameError
from ..core.game import Game
from ..core.state import State
from .analysis import Analysis, Choice
from .levels import MOST_SECONDS, Level, level_of
from .players import LEVELS
from .texts import CATALOG
from .think import Effort, Thinker

ENDLESS = 1_000_000_000
PATIENCE = 0.1  # what a seat gives up to leave a circle, each time it has gone round
HURRY, HURRIED_POSITIONS = 1.0, 200  # seconds of searching, and positions looked through before that
# So many choices of a seat belong to the opening. There one that is worth as much as the best, as far as a search can
# tell, may be taken in its place, so that not all games begin alike. A search hardly explores what looks a little worse
# at first; so the nearest rivals of the best get a part of its simulations before they are compared.
OPENING, RIVALS = 3, 3
NEAR, EQUAL = 0.1, 0.01
WELL = 0.2
HARDLY = 0.05  # of the visits of the most explored choice: below that, a value says little


class ComputerPlayer:
    """A computer player of level 1 (gentle) to 8 (very strong), for any game. It sees what a player sees, no more.

    ``simulations``, ``seconds`` and ``scale`` change how much it thinks, not how it judges. With the same seed, and as
    long as the seconds suffice, it makes the same choices; not so with several ``threads`` where alpha-beta searches,
    because they share what they find. A player keeps what it knows from choice to choice: use one for each game and
    seat.

    >>> lt.ComputerPlayer(level=2, seed=1).choose(lt.load("drivis").new())  # such as 'c8-d8'
    '...'
    """

    def __init__(
        self,
        level: int = 5,
        seed: int | None = None,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        scale: float = 1.0,
        threads: int = 1,
    ) -> None:
        if level not in LEVELS:
            raise GameError(CATALOG("unknown-level", level=str(level)[:20], least=LEVELS[0], most=LEVELS[-1]))
        self.level, self.scale, self.threads = level, scale, threads
        self.seconds = MOST_SECONDS if seconds is None else seconds
        self.simulations = ENDLESS if simulations is None and seconds is not None else simulations
        self.rng = random.Random(seed)
        self.thinker = Thinker(self.rng.getrandbits(63))
        self.repetitions = Repetitions()

    def choose(self, state: State, seat: int | None = None) -> str:
        """An event text for that seat, or for the only actor."""
        return self.think(state, seat).best.text

    def think(self, state: State, seat: int | None = None) -> Analysis:
        """What it thinks of its choices, the one it would make first."""
        level = self.settings(state)
        effort = replace(level.effort(self.seconds), threads=self.threads)
        analysis = self.thinker.think(state, state.chooser(seat), effort)
        analysis = self._vary(analysis, effort)
        return misjudge(analysis, level.noise, self.rng) if level.noise else self._open(analysis, effort)

    def _open(self, analysis: Analysis, effort: Effort) -> Analysis:
        """In the opening, any of the choices that are equally good."""
        trees = self.thinker.trees
        if not trees or trees[0].state is not analysis.state:  # alpha-beta varies by itself
            return analysis
        rivals = close(analysis, NEAR)[: RIVALS + 1]
        if analysis.proven or len(rivals) < 2 or not is_opening(analysis.state, analysis.seat):
            return analysis
        explored = self.thinker.explore(analysis, rivals, round(WELL * analysis.best.visits), effort)
        return brought_forward(explored, self.rng.choice(equals(explored)))

    def _vary(self, analysis: Analysis, effort: Effort) -> Analysis:
        """Rather than make the same choice in the same position again, another one that is hardly worse."""
        before = self.repetitions.choices_before(analysis.state, analysis.seat)
        best = analysis.best
        if analysis.proven or best.text not in before:
            return analysis
        other = self.thinker.think_again(analysis, before, effort)
        enough = best.values[analysis.seat] - PATIENCE * analysis.unit * before[best.text]
        return other if other and other.best.values[analysis.seat] >= enough else analysis

    def settings(self, where: Game | State) -> Level:
        """What its level means in this game, or in the variant of this state."""
        level = level_of(where, self.level).scaled(self.scale)
        return level.with_simulations(self.simulations) if self.simulations else level


class HurriedPlayer(ComputerPlayer):
    """A player at a table whose search is not compiled yet: it answers with what can be had in so many seconds.

    It looks for a win at once, then searches as far as it gets; so it is weaker than its level.
    """

    def __init__(self, level: int, seconds: float = HURRY) -> None:
        super().__init__(level)
        self.seconds = seconds

    def settings(self, where: Game | State) -> Level:
        level = super().settings(where)
        return replace(level, sight=min(level.sight, 1), positions=min(level.positions, HURRIED_POSITIONS), plans=0)


class Repetitions:
    """What each seat chose in which position of one game. It follows the game from choice to choice, also back."""

    def __init__(self) -> None:
        self.line: list[State] = []
        self.chosen: dict[tuple[int, bytes], Counter[str]] = {}

    def choices_before(self, state: State, seat: int) -> Counter[str]:
        """What this seat chose earlier in the game where everything was as it is now, and how often."""
        self._follow(state)
        return +self.chosen.get((seat, look(state)), Counter())

    def _follow(self, state: State) -> None:
        new: list[State] = []
        at: State | None = state
        while at is not None and not (at.ply < len(self.line) and self.line[at.ply] is at):
            new.append(at)
            at = at.previous
        while self.line and self.line[-1] is not at:
            self._count(self.line.pop(), -1)
        for later in reversed(new):
            self._count(later, 1)
            self.line.append(later)

    def _count(self, after: State, times: int) -> None:
        if after.previous is not None and after.last is not None:
            seat, text = after.last
            self.chosen.setdefault((seat, look(after.previous)), Counter())[text] += times


def look(state: State) -> bytes:
    """The position without the number of choices made so far."""
    data = state.array.copy()
    data["choices"] = 0
    return data.tobytes()


def misjudge(analysis: Analysis, noise: float, rng: random.Random) -> Analysis:
    """The same with a small error in the value of every choice, which may bring another one to the front."""
    seat, error = analysis.seat, noise * analysis.unit * analysis.grain
    if analysis.proven and analysis.best.values[seat] <= -analysis.unit:
        return analysis  # all is lost: then the longest way

    def felt(choice: Choice) -> float:
        return choice.values[seat] + error * rng.gauss(0.0, 1.0)

    most = max(choice.visits for choice in analysis.choices)
    seen = [choice for choice in analysis.choices if choice.visits > most * HARDLY or choice.proven]
    return brought_forward(analysis, max(seen, key=felt) if seen else analysis.best)


def brought_forward(analysis: Analysis, chosen: Choice) -> Analysis:
    """The same with this choice in front."""
    others = tuple(choice for choice in analysis.choices if choice is not chosen)
    return replace(analysis, choices=(chosen, *others))


def is_opening(state: State, seat: int) -> bool:
    """Whether this seat has made few choices so far."""
    made, at = 0, state
    while made < OPENING and at.previous is not None and at.last is not None:
        made += at.last[0] == seat
        at = at.previous
    return made < OPENING


def close(analysis: Analysis, margin: float) -> list[Choice]:
    """The choices that were explored and are worth no less than the best but for this margin; that one is the first."""
    seat, explored = analysis.seat, [each for each in analysis.choices if each.visits and not each.proven]
    least = analysis.best.values[seat] - margin * analysis.unit * analysis.grain
    return [each for each in explored if each.values[seat] >= least]


def equals(analysis: Analysis) -> list[Choice]:
    """The choices that are as good as the best, and explored well enough to know."""
    enough = WELL * analysis.best.visits - 1
    return [each for each in close(analysis, EQUAL) if each.visits >= enough] or [analysis.best]
