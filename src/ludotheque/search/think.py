"""Thinking about a position: what is certain within a few turns first, then simulations."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from ..core.state import CHANCE, State
from .analysis import Analysis, analysis_of
from .exact import certain_values
from .network import NOTHING, Network
from .tree import Tree

PIECE_SECONDS = 0.02
ROOM_A_SIMULATION = 24
MOST_NODES = 2_000_000


@dataclass(frozen=True)
class Effort:
    """How much to think. Time is a guard: below it, the same seed and the same effort give the same choice."""

    simulations: int
    seconds: float = 10.0
    sight: int = 0  # turns that are looked through completely, as far as ``positions`` allows
    positions: int = 0
    explore: float = 1.0
    learned: bool = True  # whether a network judges, where the game has one
    threads: int = 1
    nodes: int = MOST_NODES

    def room(self, state: State) -> int:
        """Nodes that a tree needs at most; memory is taken only when it is used."""
        return min(self.nodes, max(4 * state.game.num_codes, self.simulations * ROOM_A_SIMULATION))


class Thinker:
    """Thinks about the positions of one game, and keeps what it knows from choice to choice."""

    def __init__(self, seed: int | None = None, network: Network | None = None) -> None:
        self.seed = int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])
        self.network = network  # in place of the one that the game has
        self.trees: list[Tree] = []

    def think(self, state: State, seat: int, effort: Effort, *, lines: int = 0) -> Analysis:
        """What this seat can expect of each of its choices; with expected lines for the best of them."""
        certain = certain_values(state, seat, effort.positions, effort.sight) if effort.sight else {}
        self.trees = self._trees(state, seat, effort)
        if 1 not in certain.values() and len(state.legal(seat)) > 1:
            self._simulate(effort)
        return analysis_of(state, seat, self.trees, certain, lines=lines)

    def think_again(self, analysis: Analysis, without: Collection[str], effort: Effort) -> Analysis | None:
        """The same without some of the choices; None if nothing worth considering is left."""
        state, seat = analysis.state, analysis.seat
        left = [c for c in analysis.choices if c.text not in without and not (c.proven and c.values[seat] < 0)]
        if not left:
            return None
        self.trees = self._new_trees(state, seat, effort)
        for tree in self.trees:
            tree.search(2, effort.explore)  # gives the root its children
            tree.keep({choice.action for choice in left})
        self._simulate(effort)
        found = analysis_of(state, seat, self.trees)
        texts = {choice.text for choice in left}
        choices = tuple(choice for choice in found.choices if choice.text in texts)
        return replace(found, choices=choices, values=choices[0].values, proven=False)

    def _trees(self, state: State, seat: int, effort: Effort) -> list[Tree]:
        room = effort.room(state)
        if len(self.trees) == effort.threads and len(self.trees[0].nodes) >= room:
            known = [later for tree in self.trees if (later := follow(tree, state, seat))]
            if len(known) == effort.threads:
                return known
        return self._new_trees(state, seat, effort)

    def _new_trees(self, state: State, seat: int, effort: Effort) -> list[Tree]:
        room = effort.room(state)
        network = self.network if effort.learned else NOTHING
        seeds = (self.seed + state.ply + 1 + 1_000_003 * number for number in range(effort.threads))
        return [Tree(state, seat, room, seed & 0xFFFF_FFFF_FFFF_FFFF, network) for seed in seeds]

    def _simulate(self, effort: Effort) -> None:
        """Each thread has a tree of its own; together they know more than one of them."""
        share = -(-effort.simulations // len(self.trees))
        end = time.perf_counter() + effort.seconds
        if len(self.trees) == 1:
            simulate(self.trees[0], share, end, effort.explore)
            return
        with ThreadPoolExecutor(len(self.trees)) as pool:
            list(pool.map(lambda tree: simulate(tree, share, end, effort.explore), self.trees))


def simulate(
    tree: Tree, simulations: int, end: float, explore: float, clock: Callable[[], float] | None = None
) -> None:
    """Up to so many simulations in all, in pieces, so that the clock can be looked at: that on the wall, or another."""
    piece, clock = 1, clock or time.perf_counter
    while tree.visits < simulations and not tree.proven and (start := clock()) < end:
        tree.search(min(piece, simulations - tree.visits), explore)
        spent = clock() - start
        aim = min(PIECE_SECONDS, max(0.0, end - start - spent))
        piece = max(1, min(8 * piece, int(piece * aim / max(spent, 1e-6))))


def follow(tree: Tree, state: State, seat: int) -> Tree | None:
    """The part of a tree that belongs to a later state of the same game, if there the same seat is to choose."""
    events = _events_since(tree.state, state)
    node: int | None = 0
    before = tree.state
    for after in events or ():
        assert after.last is not None and node is not None
        node = _step(tree, node, before, *after.last)
        if node is None:
            return None
        before = after
    if events is None or node is None or tree.nodes["seat"][node] != seat:
        return None
    return tree.below(node, state) if node else tree


def _events_since(old: State, state: State) -> list[State] | None:
    """The states after ``old`` up to this one, if it came from there."""
    since: list[State] = []
    at: State | None = state
    while at is not None and at.ply > old.ply:
        since.append(at)
        at = at.previous
    return since[::-1] if at is old else None


def _step(tree: Tree, node: int, before: State, seat: int, text: str) -> int | None:
    if tree.nodes["seat"][node] != seat:
        return None
    return tree.find(before.action(text, None if seat == CHANCE else seat), node)
