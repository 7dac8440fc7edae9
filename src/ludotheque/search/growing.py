"""An analysis that grows: the first lines at once, better ones as long as somebody looks.

It is the analysis of ``analyse.py`` in small pieces: the same trees, and the same errors, from their spread and from
how far values moved whenever the effort doubled. What it was asked for cannot change: another position is another one.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ..core.state import CHANCE, State
from .analyse import judge
from .analysis import Analysis, Choice, conclude, ranked, set_certain
from .batches import LEAST, Batch, open_batches, samples_of
from .exact import certain_values
from .levels import level_of
from .players import LEVELS
from .samples import Samples

MOST_NODES = 1_000_000  # of all trees of an analysis together: some 40 MB
FIRST_POSITIONS = 4_000  # that are looked through for certain results before the first lines
FIRST_GLANCE = 0.02  # seconds in which every choice is looked at once
FULL = 0.9  # of the room of a tree: then it no longer grows


@dataclass(frozen=True)
class Line:
    """A choice or an outcome with what is expected to follow, and the value and standard error for each seat."""

    choice: Choice
    errors: tuple[float, ...]


@dataclass(frozen=True)
class Lines:
    """How far an analysis has come; the first line is the best, for a draw the outcomes in their order."""

    analysis: Analysis
    lines: tuple[Line, ...]
    errors: tuple[float, ...]  #: of ``analysis.values``
    is_final: bool  #: whether more thinking changes nothing


class GrowingAnalysis:
    """Thinks about one position for one seat (CHANCE for a draw), a little more at every call of ``grow``."""

    def __init__(self, state: State, seat: int, *, lines: int = 5, seed: int = 0) -> None:
        self.state, self.seat, self.most = state, seat, lines
        self.effort = replace(level_of(state, LEVELS[-1]).effort(math.inf), nodes=MOST_NODES, simulations=MOST_NODES)
        self.weights = {state.action(text): weight for text, weight in state.outcomes().items()}
        self.actions = [*self.weights] if seat == CHANCE else state.legal(seat)
        self.batches = open_batches(state, seat, self.actions, self.effort, seed)
        self.targets = self.batches[0].children if seat == CHANCE else np.array([0])
        self.certain: Mapping[int, int] = {}
        self.positions = 0  # looked through for what is certain
        self.noted = 0  # simulations at the last stage
        for batch in self.batches:
            batch.note()

    def grow(self, seconds: float) -> Lines:
        """Thinks for about so long, and tells how it stands."""
        self.think(seconds)
        return self.lines()

    def think(self, seconds: float) -> None:
        """For about so long."""
        end = time.perf_counter() + seconds
        if not self.positions:
            self.look_ahead(FIRST_POSITIONS)
            self.glance(FIRST_GLANCE)
        elif self.positions < self.effort.positions:
            self.look_ahead(self.effort.positions)
        while not self.is_settled and (left := end - time.perf_counter()) > 0:
            for batch in self.batches:
                self.advance(batch, left / len(self.batches))
            self.note()

    def look_ahead(self, positions: int) -> None:
        """What is certain within the next few turns; not where chance is to act, nor alone."""
        self.positions = positions
        if self.seat != CHANCE and self.effort.sight:
            most = min(positions, self.effort.positions)
            self.certain = certain_values(self.state, self.seat, most, self.effort.sight, self.actions)

    def glance(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        for batch in self.batches:
            batch.glance(LEAST, end)

    def advance(self, batch: Batch, seconds: float) -> None:
        """One of the trees, until the time is over or the number of simulations has doubled."""
        aim = 8 + 2 * self.noted // (len(self.batches) * len(self.targets))
        batch.advance(self.targets, aim, time.perf_counter() + seconds)

    def note(self) -> None:
        """A stage of every tree, whenever the simulations have doubled: so the errors are found."""
        done = sum(batch.tree.visits for batch in self.batches)
        if done >= 2 * self.noted:
            self.noted = done
            for batch in self.batches:
                batch.note()

    @property
    def is_settled(self) -> bool:
        """Whether all is certain, or there is no more room."""
        return all(each.settled or each.tree.used > FULL * len(each.tree.nodes) for each in self.batches)

    # How it stands

    def lines(self) -> Lines:
        samples = self.samples()
        errors = samples.errors()
        found = [self.with_certainty(choice) for choice in judge(self.state, self.seat, self.batches, samples)]
        choices = found if self.seat == CHANCE else [*ranked(found, self.seat, [*self.certain])]
        if self.seat == CHANCE:
            choices = [replace(choice, weight=self.weights[choice.action]) for choice in choices]
        shown = len(choices) if self.seat == CHANCE else self.most
        analysis = conclude(self.state, self.seat, [batch.tree for batch in self.batches], choices, lines=shown)
        rows = dict(zip(samples.actions, errors.tolist(), strict=True))
        lines = tuple(Line(choice, self.errors_of(choice, rows[choice.action])) for choice in analysis.choices[:shown])
        return self.draw(analysis, samples, lines) if self.seat == CHANCE else self.choice(analysis, lines)

    def choice(self, analysis: Analysis, lines: tuple[Line, ...]) -> Lines:
        return Lines(analysis, lines, lines[0].errors, analysis.proven or self.is_settled)

    def draw(self, analysis: Analysis, samples: Samples, lines: tuple[Line, ...]) -> Lines:
        """Before a draw the values are the mean of what follows."""
        total = sum(self.weights.values())
        shares = {action: weight / total for action, weight in self.weights.items()}
        values = sum(shares[line.choice.action] * np.array(line.choice.values) for line in lines)
        proven = all(line.choice.proven for line in lines)
        errors = [0.0] * self.state.seats if proven else samples.mixed(shares).errors()[0].tolist()
        whole = replace(analysis, values=tuple(np.asarray(values).tolist()), proven=proven, error=max(errors))
        return Lines(whole, lines, tuple(errors), proven or self.is_settled)

    def errors_of(self, choice: Choice, errors: list[float]) -> tuple[float, ...]:
        """None where it is certain; where a choice was hardly looked at, it may be worth anything."""
        if choice.proven:
            return (0.0,) * self.state.seats
        return tuple(max(error, choice.error if choice.error >= self.unit else 0.0) for error in errors)

    @property
    def unit(self) -> float:
        return self.batches[0].tree.unit

    def samples(self) -> Samples:
        """Of all stages so far, and of this moment."""
        for batch in self.batches:
            batch.note()
        samples = samples_of(self.state, self.batches, self.actions)
        for batch in self.batches:
            del batch.visits[-1], batch.values[-1]
        return samples

    def with_certainty(self, choice: Choice) -> Choice:
        certain = self.certain.get(choice.action)
        if certain is None:
            return choice
        values = np.array(choice.values)
        set_certain(values, self.seat, certain)
        return replace(choice, values=tuple(values.tolist()), proven=True, error=0.0)
