"""What thinking found out, for people and programs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from ..core.state import CHANCE, State
from .samples import Samples
from .tree import Array, Tree

LINE = 6  # events of an expected line


@dataclass(frozen=True)
class Choice:
    """One choice and what is known about it."""

    text: str
    action: int
    visits: int
    values: tuple[float, ...]  #: what each seat can expect, like a result
    proven: bool
    error: float = math.inf  #: standard error of what the seat can expect; infinite if one tree alone says so
    weight: int = 0  #: of an outcome of chance: how likely it is, compared with the others
    line: tuple[tuple[int, str], ...] = ()  #: seat and text of the events that are expected, this choice first


@dataclass(frozen=True)
class Analysis:
    """The value of a position for each seat, and the choices of one of them, best first; given by :func:`analyse`.

    When chance is to act, ``seat`` is −1, the choices are the outcomes in the order of ``state.outcomes()``, and the
    values are those before the draw.
    """

    state: State
    seat: int
    values: tuple[float, ...]
    proven: bool
    choices: tuple[Choice, ...]
    simulations: int
    unit: float = 1.0  #: what a win counts; alone, the points that are at stake
    grain: float = 1.0  #: how finely the values of choices differ here, in parts of a unit
    error: float = math.inf  #: standard error of the value, like that of a choice
    samples: Samples | None = field(default=None, compare=False, repr=False)  #: what the errors were found from

    @property
    def best(self) -> Choice:
        """The first of the choices."""
        return self.choices[0]

    def named(self, text: str) -> Choice:
        """The choice with this text."""
        return next(choice for choice in self.choices if choice.text == text)

    def loss(self, text: str, best: str | None = None) -> tuple[float, float]:
        """What the seat gives away with this choice instead of the best, or another one; and the standard error.

        It is less than the errors of both together suggest: what misjudges one of them misjudges the other too.
        """
        choice, better = self.named(text), self.best if best is None else self.named(best)
        loss = better.values[self.seat] - choice.values[self.seat]
        if choice is better:
            return 0.0, 0.0
        if self.samples is None or better.proven or choice.proven:
            return loss, math.hypot(better.error, choice.error)
        place = self.samples.actions.index(choice.action)
        return loss, float(self.samples.below(better.action).errors()[place, self.seat])


def analysis_of(
    state: State, seat: int, trees: list[Tree], certain: Mapping[int, int] | None = None, *, lines: int = 0
) -> Analysis:
    """Puts together what the trees of all threads know and what is certain without them; lines for the best choices."""
    known = certain or {}
    choices = [_choice(state, seat, action, trees, known.get(action)) for action in state.legal(seat)]
    return conclude(state, seat, trees, [*ranked(choices, seat, [*known])], lines=lines)


def conclude(state: State, seat: int, trees: list[Tree], choices: list[Choice], *, lines: int) -> Analysis:
    """The analysis of a position whose choices are known, best first; adds the expected lines of the first of them."""
    told = [replace(choice, line=_line(state, seat, choice, trees)) for choice in choices[:lines]] + choices[lines:]
    best, tree = told[0], trees[0]
    won = state.seats > 1 and best.values[seat] >= 1.0
    proven = best.proven and (won or all(choice.proven for choice in told))
    visits = sum(tree.visits for tree in trees)
    return Analysis(state, seat, best.values, proven, tuple(told), visits, tree.unit, tree.grain, best.error)


def ranked(choices: list[Choice], seat: int, soonest: list[int], *, by_value: bool = False) -> Iterator[Choice]:
    """The most explored first, or the best; what is certain takes its place by its value.

    Who must lose resists as long as possible: the other one may err.
    """

    def turns(choice: Choice) -> int:
        return soonest.index(choice.action) if choice.action in soonest else len(soonest)

    certain = sorted((c for c in choices if c.proven), key=lambda c: (-c.values[seat], -turns(c), -c.visits))
    others = sorted((c for c in choices if not c.proven), key=lambda c: (by_value or -c.visits, -c.values[seat]))
    while certain and others:
        yield (certain if certain[0].values[seat] >= others[0].values[seat] else others).pop(0)
    yield from certain or others


def _choice(state: State, seat: int, action: int, trees: list[Tree], certain: int | None) -> Choice:
    nodes = [(tree, child) for tree in trees if (child := tree.find(action)) is not None]
    visits = sum(int(tree.nodes["visits"][child]) for tree, child in nodes)
    proven = [tree.values[child] for tree, child in nodes if tree.nodes["proven"][child]]
    values = np.array(proven[0]) if proven else _mean(state, nodes)
    if certain is not None:
        set_certain(values, seat, certain)
    text = state.game.display.notation.write(state, seat, action)
    shown = tuple(float(value) + 0.0 for value in values)
    sure = certain is not None or bool(proven)
    return Choice(text, action, visits, shown, sure, 0.0 if sure else math.inf)


def _mean(state: State, nodes: list[tuple[Tree, int]]) -> Array:
    """Of what the trees expect, each with the weight of its visits."""
    weights = [max(1e-3, float(tree.nodes["visits"][child])) for tree, child in nodes]
    total = sum(
        (w * tree.values[child] for w, (tree, child) in zip(weights, nodes, strict=True)), np.zeros(state.seats)
    )
    return np.asarray(total / max(1e-3, sum(weights)))


def set_certain(values: Array, seat: int, certain: int) -> None:
    """A forced win or loss of this seat; of two seats the other one has the opposite."""
    if len(values) == 2:
        values[1 - seat] = -certain
    values[seat] = certain


def _line(state: State, seat: int, choice: Choice, trees: list[Tree]) -> tuple[tuple[int, str], ...]:
    """What the tree that looked at it most expects to happen, up to the next draw of chance."""
    line = [(seat, choice.text)]
    nodes = [(tree, child) for tree in trees if (child := tree.find(choice.action)) is not None]
    tree, node = max(nodes, key=lambda place: place[0].nodes["visits"][place[1]], default=(trees[0], None))
    state = state.play(choice.text, None if seat == CHANCE else seat)
    while node is not None and len(line) < LINE and tree.children(node) and tree.nodes["seat"][node] != CHANCE:
        actor = int(tree.nodes["seat"][node])
        node = max(tree.children(node), key=lambda child: tree.worth(child, actor))
        if not tree.nodes["visits"][node] and not tree.nodes["proven"][node]:
            break
        text = state.game.display.notation.write(state, actor, int(tree.nodes["action"][node]))
        line.append((actor, text))
        state = state.play(text, actor)
    return tuple(line)
