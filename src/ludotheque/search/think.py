"""Thinking about a position: what is certain within a few turns first, then a search.

That is the tree search, for any game; or alpha-beta where a level asks for it and the game turns out to be one for it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import Event

import numpy as np

from ..core.state import CHANCE, State
from . import deepening
from .analysis import Analysis, Choice, analysis_of
from .deepening import Deepening, Memory, Style
from .exact import certain_values
from .network import NOTHING, Network
from .oversight import glance_of
from .plans import Planner, analyse_plans, planner_of
from .tree import Tree, room_for

PIECE_SECONDS = 0.02
FIRST_CHOICES = 6  # of a game, which may vary
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
    oversight: float = 0.0  # how much is overlooked, see ``oversight.py``
    threads: int = 1
    nodes: int = MOST_NODES
    plans: int = 0  # positions that are judged where whole turns are planned; 0 where the tree is to search
    alphabeta: int = 0  # positions that alpha-beta looks at; 0 where the tree is to search
    vary: float = 0.0  # how much a first choice may be worth less than the best

    def room(self, state: State) -> int:
        """Nodes that a tree needs at most; memory is taken only when it is used."""
        return min(self.nodes, room_for(state, self.simulations))


class Thinker:
    """Thinks about the positions of one game, and keeps what it knows from choice to choice."""

    def __init__(self, seed: int | None = None, network: Network | None = None) -> None:
        self.seed = int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])
        self.network = network  # in place of the one that the game has
        self.trees: list[Tree] = []
        self.memory: Memory | None = None
        self.style = Style()

    def think(self, state: State, seat: int, effort: Effort, *, lines: int = 0) -> Analysis:
        """What this seat can expect of each of its choices; with expected lines for the best of them."""
        planner = planner_of(state.game) if effort.plans and not lines else None
        if planner:
            return self._plan(planner, state, seat, effort)
        certain = self._look_ahead(state, seat, effort) if effort.sight else {}
        if effort.alphabeta and not lines and 1 not in certain.values():
            actions = [action for action in state.legal(seat) if action not in certain]
            if actions and (found := self._deepen(state, seat, actions, effort)):
                self.trees = []  # they know nothing of this position
                return deepening.analysis_of(found, certain)
        self.trees = self._trees(state, seat, effort)
        if 1 not in certain.values() and len(state.legal(seat)) > 1:
            self._simulate(effort)
        return analysis_of(state, seat, self.trees, certain, lines=lines)

    def _look_ahead(self, state: State, seat: int, effort: Effort) -> dict[int, int]:
        glance = glance_of(self._seed_at(state), effort.oversight)
        return certain_values(state, seat, effort.positions, effort.sight, glance=glance)

    def think_again(self, analysis: Analysis, without: Collection[str], effort: Effort) -> Analysis | None:
        """The same without some of the choices; None if nothing worth considering is left."""
        state, seat = analysis.state, analysis.seat
        left = [c for c in analysis.choices if c.text not in without and not (c.proven and c.values[seat] < 0)]
        if not left:
            return None
        if effort.alphabeta and (deeper := self._deepen(state, seat, [c.action for c in left], effort)):
            return replace(deepening.analysis_of(deeper, {}), proven=False)
        self.trees = self._new_trees(state, seat, effort)
        for tree in self.trees:
            tree.search(2, effort.explore)  # gives the root its children
            tree.keep({choice.action for choice in left})
        self._simulate(effort)
        found = analysis_of(state, seat, self.trees)
        texts = {choice.text for choice in left}
        choices = tuple(choice for choice in found.choices if choice.text in texts)
        return replace(found, choices=choices, values=choices[0].values, proven=False)

    def explore(self, analysis: Analysis, choices: Collection[Choice], visits: int, effort: Effort) -> Analysis:
        """The same after each of these choices was explored so often in all."""
        for choice in choices:
            for tree in self.trees:
                child = tree.find(choice.action)
                if child is not None and choice.visits < visits:
                    tree.search_child(child, -(-(visits - choice.visits) // len(self.trees)), effort.explore)
        return analysis_of(analysis.state, analysis.seat, self.trees)

    # Alpha-beta

    def _deepen(self, state: State, seat: int, actions: list[int], effort: Effort) -> Deepening | None:
        """What alpha-beta finds out about some of the choices; None if the game is none for it."""
        network = deepening.network_for(state, self.network, effort.learned)
        if not deepening.suits(state, network):
            return None
        style = deepening.style_of(state)
        if self.memory is None or style != self.style:  # what was found in another style means something else
            self.memory, self.style = Memory(effort.alphabeta), style
        memory = self.memory
        first = state.ply < FIRST_CHOICES
        slack = effort.vary if first else 0.0
        ahead = (min(i, 1) for i in range(effort.threads))
        searches = [Deepening(state, seat, actions, memory, network, slack, each, style) for each in ahead]
        found = deepen_together(searches, effort.alphabeta if len(actions) > 1 else 0, effort.seconds)
        if first:
            found.vary(random.Random(f"{self.seed}/{state.ply}"))
        return None if found.unfit else found

    # Plans

    def _plan(self, planner: Planner, state: State, seat: int, effort: Effort) -> Analysis:
        """Plans the rest of the turn; the clock counts only where it is ahead of the positions."""
        start, seed = time.perf_counter(), (self.seed + state.ply + 1) & 0x7FFF_FFFF_FFFF_FFFF

        def progress(judged: float) -> float:
            return max(judged, (time.perf_counter() - start) / effort.seconds)

        return analyse_plans(planner, state, seat, effort.plans, seed, progress)

    # The tree

    def _trees(self, state: State, seat: int, effort: Effort) -> list[Tree]:
        room = effort.room(state)
        if not effort.oversight and len(self.trees) == effort.threads and len(self.trees[0].nodes) >= room:
            known = [later for tree in self.trees if (later := follow(tree, state, seat))]
            if len(known) == effort.threads:
                return known
        return self._new_trees(state, seat, effort)

    def _new_trees(self, state: State, seat: int, effort: Effort) -> list[Tree]:
        room = effort.room(state)
        network = self.network if effort.learned else NOTHING
        seeds = (self._seed_at(state) + 1_000_003 * number for number in range(effort.threads))
        missed = effort.oversight
        return [Tree(state, seat, room, seed & 0xFFFF_FFFF_FFFF_FFFF, network, missed) for seed in seeds]

    def _seed_at(self, state: State) -> int:
        return self.seed + state.ply + 1

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


def deepen(
    search: Deepening,
    nodes: int,
    end: float,
    clock: Callable[[], float] | None = None,
    stop: Callable[[], bool] = bool,
) -> None:
    """One depth after the other, until so many positions were looked at; the first one always to its end."""
    piece, clock = 1, clock or time.perf_counter
    while not search.settled and (search.depth == 1 or (search.nodes < nodes and clock() < end and not stop())):
        start, before = clock(), search.nodes
        search.search(min(piece, nodes - before) if search.depth > 1 else piece)
        spent = clock() - start
        aim = min(PIECE_SECONDS, max(0.0, end - start - spent))
        piece = max(1, min(8 * piece, int((search.nodes - before) * aim / max(spent, 1e-6))))
    search.note()


def deepen_together(searches: list[Deepening], nodes: int, seconds: float) -> Deepening:
    """A thread for each: they share one table, so each finds what the others found. A win counts, else the deepest."""
    share, end = -(-nodes // len(searches)), time.perf_counter() + seconds
    if len(searches) == 1:
        deepen(searches[0], share, end)
        return searches[0]
    done = Event()

    def run(search: Deepening) -> None:
        deepen(search, share, end, stop=done.is_set)
        done.set()

    with ThreadPoolExecutor(len(searches)) as pool:
        list(pool.map(run, searches))
    return max(searches, key=lambda search: (search.won, search.depth))


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
