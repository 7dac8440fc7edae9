"""What thinking found out, for people and programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from ..core.state import CHANCE, State
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
    line: tuple[tuple[int, str], ...] = ()  #: seat and text of the events that are expected, this choice first


@dataclass(frozen=True)
class Analysis:
    """The value of a position for each seat, and the choices of one of them, best first; given by :func:`analyse`."""

    state: State
    seat: int
    values: tuple[float, ...]
    proven: bool
    choices: tuple[Choice, ...]
    simulations: int
    unit: float = 1.0  #: what a win counts; alone, the points that are at stake
    grain: float = 1.0  #: how finely the values of choices differ here, in parts of a unit

    @property
    def best(self) -> Choice:
        """The first of the choices."""
        return self.choices[0]


def analysis_of(
    state: State, seat: int, trees: list[Tree], certain: Mapping[int, int] | None = None, *, lines: int = 0
) -> Analysis:
    """Puts together what the trees of all threads know and what is certain without them; lines for the best choices."""
    known = certain or {}
    choices = [_choice(state, seat, action, trees, known.get(action)) for action in state.legal(seat)]
    ranked = [
        replace(choice, line=_line(state, seat, choice, trees[0])) if place < lines else choice
        for place, choice in enumerate(_ranked(choices, seat, [*known]))
    ]
    best = ranked[0]
    won = state.seats > 1 and best.values[seat] >= 1.0
    proven = best.proven and (won or all(choice.proven for choice in ranked))
    visits, tree = sum(tree.visits for tree in trees), trees[0]
    return Analysis(state, seat, best.values, proven, tuple(ranked), visits, tree.unit, tree.grain)


def _ranked(choices: list[Choice], seat: int, soonest: list[int]) -> Iterator[Choice]:
    """The most explored first; what is certain takes its place by its value.

    Who must lose resists as long as possible: the other one may err.
    """

    def turns(choice: Choice) -> int:
        return soonest.index(choice.action) if choice.action in soonest else len(soonest)

    certain = sorted((c for c in choices if c.proven), key=lambda c: (-c.values[seat], -turns(c), -c.visits))
    others = sorted((c for c in choices if not c.proven), key=lambda c: (-c.visits, -c.values[seat]))
    while certain and others:
        yield (certain if certain[0].values[seat] >= others[0].values[seat] else others).pop(0)
    yield from certain or others


def _choice(state: State, seat: int, action: int, trees: list[Tree], certain: int | None) -> Choice:
    nodes = [(tree, child) for tree in trees if (child := tree.find(action)) is not None]
    visits = sum(int(tree.nodes["visits"][child]) for tree, child in nodes)
    proven = [tree.values[child] for tree, child in nodes if tree.nodes["proven"][child]]
    values = np.array(proven[0]) if proven else _mean(state, nodes)
    if certain is not None:
        _set_certain(values, seat, certain)
    text = state.game.display.notation.write(state, seat, action)
    shown = tuple(float(value) + 0.0 for value in values)
    return Choice(text, action, visits, shown, certain is not None or bool(proven))


def _mean(state: State, nodes: list[tuple[Tree, int]]) -> Array:
    """Of what the trees expect, each with the weight of its visits."""
    weights = [max(1e-3, float(tree.nodes["visits"][child])) for tree, child in nodes]
    total = sum(
        (w * tree.values[child] for w, (tree, child) in zip(weights, nodes, strict=True)), np.zeros(state.seats)
    )
    return np.asarray(total / max(1e-3, sum(weights)))


def _set_certain(values: Array, seat: int, certain: int) -> None:
    """A forced win or loss of this seat; of two seats the other one has the opposite."""
    if len(values) == 2:
        values[1 - seat] = -certain
    values[seat] = certain


def _line(state: State, seat: int, choice: Choice, tree: Tree) -> tuple[tuple[int, str], ...]:
    """What the search expects to happen, up to the next draw of chance."""
    line = [(seat, choice.text)]
    state, node = state.play(choice.text, seat), tree.find(choice.action)
    while node is not None and len(line) < LINE and tree.children(node) and tree.nodes["seat"][node] != CHANCE:
        actor = int(tree.nodes["seat"][node])
        node = max(tree.children(node), key=lambda child: tree.worth(child, actor))
        if not tree.nodes["visits"][node] and not tree.nodes["proven"][node]:
            break
        text = state.game.display.notation.write(state, actor, int(tree.nodes["action"][node]))
        line.append((actor, text))
        state = state.play(text, actor)
    return tuple(line)
