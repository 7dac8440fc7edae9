"""A search tree and what may be asked of it. The work is done in compiled code; see ``mcts.py``."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from ..core.state import State
from . import mcts
from .hooks import fits, judge_of
from .network import NOTHING, Network, inputs_of, network_of
from .oversight import glance_of

Array = np.ndarray[Any, np.dtype[Any]]
DEEPEST = 1024  # events below the root that one simulation may pass before its playout
# Nodes that a simulation adds: more than in any game that we have (Drumlin with its network 140, Dérive 23).
ROOM_A_SIMULATION = 256


class Tree:
    """What is known about one position and about what may follow. Searching again adds to it."""

    def __init__(
        self, state: State, seat: int, room: int, seed: int, network: Network | None = None, oversight: float = 0.0
    ) -> None:
        """``seat`` is who acts in that state: of several seats the one to look at, or CHANCE.

        ``network`` judges positions in place of the one that the game has; ``oversight`` is what is missed of them.
        """
        self.state = state
        known = network_of(state.game) if network is None else network
        known = known if len(known) and fits(state) else NOTHING
        self.judge = judge_of(state.game.rules, known)  # trees of other threads work in their own
        self.nodes: Array = np.zeros(room, mcts.NODE)
        self.values: Array = np.zeros((room, state.seats), np.float32)
        self.counts = np.array([1, 0, max(seat, 0), *glance_of(seed, oversight)], np.int64)
        self.span = np.array([0.0, 0.0, 1.0])
        self.rng = np.array([seed], np.uint64)
        self.nodes["seat"][0] = seat

    @property
    def seat(self) -> int:
        """Whose choice is looked at."""
        return int(self.nodes["seat"][0])

    @property
    def network(self) -> Network:
        """What judges positions; empty if the game does it without."""
        return self.judge.network

    @property
    def visits(self) -> int:
        return int(self.nodes["visits"][0])

    @property
    def proven(self) -> bool:
        return bool(self.nodes["proven"][0])

    @property
    def unit(self) -> float:
        """What is at stake."""
        return mcts.stake_of(self.span, self.state.seats)

    @property
    def grain(self) -> float:
        """How finely the values of choices differ here, in parts of a unit."""
        return float(self.span[mcts.GRAIN])

    def search(self, simulations: int, explore: float) -> None:
        """Adds simulations, fewer if the outcome becomes certain."""
        game = self.state.game
        states = game.empty(3)
        states[0] = self.state.array[0]
        path, codes = np.zeros(DEEPEST, np.int32), np.empty(max(game.num_codes, inputs_of(self.network)), np.int32)
        tree = self.nodes, self.values, self.counts, self.span
        with np.errstate(over="ignore"):  # uncompiled, the random numbers wrap around with a warning
            game.compiled(mcts.search)(states, *tree, path, self.rng, codes, self.judge, explore, simulations)

    def open(self, explore: float) -> dict[int, int]:
        """Gives the root its children, and says which child each action leads to."""
        while not self.nodes["children"][0]:
            self.search(1, explore)
        self.nodes["proven"][0] = 0
        children = self.children()
        return dict(zip(self.nodes["action"][children.start : children.stop].tolist(), children, strict=True))

    def search_child(self, child: int, simulations: int, explore: float) -> None:
        """Adds simulations of one choice of the root, and of no other; fewer if its outcome becomes certain."""
        if self.nodes["proven"][child]:
            return
        first, children = self.nodes["first"][0], self.nodes["children"][0]
        self.nodes["first"][0], self.nodes["children"][0] = child, 1
        self.search(simulations, explore)
        self.nodes["first"][0], self.nodes["children"][0] = first, children
        self.nodes["proven"][0] = 0  # what one choice leads to proves nothing about the others

    @property
    def used(self) -> int:
        """Nodes there are."""
        return int(self.counts[mcts.USED])

    def children(self, node: int = 0) -> range:
        first = int(self.nodes["first"][node])
        return range(first, first + int(self.nodes["children"][node]))

    def find(self, action: int, node: int = 0) -> int | None:
        """The child that an action leads to."""
        return next((child for child in self.children(node) if self.nodes["action"][child] == action), None)

    def keep(self, actions: Collection[int]) -> None:
        """Forgets all other choices of the root."""
        kept = [child for child in self.children() if int(self.nodes["action"][child]) in actions]
        for place, child in zip(self.children(), kept, strict=False):
            self.nodes[place], self.values[place] = self.nodes[child].copy(), self.values[child].copy()
        self.nodes["children"][0] = len(kept)

    def worth(self, child: int, seat: int) -> tuple[float, int]:
        """By what a seat prefers a child: certain wins first, certain losses last, else the most explored."""
        certain = float(self.values[child, seat]) if self.nodes["proven"][child] else 0.0
        return certain, int(self.nodes["visits"][child])

    def below(self, child: int, state: State) -> Tree:
        """The tree of a position that has been reached, with all that is known about it."""
        rest = Tree(state, 0, len(self.nodes), int(self.rng[0]), self.network)
        keep = state.game.compiled(mcts.keep_subtree)
        rest.counts[mcts.USED] = keep(self.nodes, self.values, child, rest.nodes, rest.values)
        rest.counts[mcts.ME] = self.counts[mcts.ME]
        rest.span[:] = self.span
        return rest


def room_for(state: State, simulations: int) -> int:
    """Nodes that so many simulations need at most; memory is taken only when it is used."""
    return max(4 * state.game.num_codes, simulations * ROOM_A_SIMULATION)
