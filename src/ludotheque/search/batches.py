"""Independent trees about one position, each with its share of the effort."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ..core.game import Game
from ..core.state import State
from .calibration import calibrated, temper_of
from .hooks import hint
from .levels import reach_of
from .network import network_of
from .samples import Samples
from .think import PIECE_SECONDS, Effort
from .tree import Array, Tree

BATCHES = 4  # where chance plays a part in the search; otherwise all trees would be the same
STAGES = tuple(
    0.5**halvings for halvings in range(7, -1, -1)
)  # parts of the work after which a tree notes what it thinks
LEAST = 4  # simulations that a tree spends on every choice, however bad it looks


class Batch:
    """One of several independent trees. At each stage of its work it notes what it thinks of the actions."""

    def __init__(self, tree: Tree, actions: Sequence[int], explore: float) -> None:
        self.tree, self.explore = tree, explore
        places = tree.open(explore)
        self.children = np.array([places[action] for action in actions])
        self.visits: list[Array] = []
        self.values: list[Array] = []

    def work(self, effort: Effort, equally: bool) -> None:
        """All its stages: up to so many simulations in all, or so many seconds, or until all is certain."""
        start, targets = time.perf_counter(), self.children if equally else np.array([0])
        self.note()
        if not equally:
            self.glance(min(LEAST, effort.simulations // (8 * len(self.children))), start + STAGES[-3] * effort.seconds)
        for part in STAGES:
            share = max(1, int(part * effort.simulations / len(targets)))
            self.advance(targets, share, start + part * effort.seconds)
            self.note()

    def glance(self, simulations: int, end: float) -> None:
        """A first look at every choice, so that something is known of the weak ones too."""
        for child in self.children:
            if time.perf_counter() < end:
                self.tree.search_child(int(child), simulations, self.explore)

    def advance(self, targets: Array, share: int, end: float) -> None:
        """Until each of the targets, children or the root itself, has been looked at so often, or the time is over."""
        piece = share if end == math.inf else 1  # turns that the clock decides would differ from time to time
        while not self.settled and (left := share - self.done(targets)) > 0 and (start := time.perf_counter()) < end:
            for target in targets:
                self.add(int(target), min(piece, left))
            spent = time.perf_counter() - start
            piece = max(1, min(8 * piece, int(piece * PIECE_SECONDS / max(spent, 1e-6))))

    def add(self, target: int, simulations: int) -> None:
        if target:
            self.tree.search_child(target, simulations, self.explore)
        else:
            self.tree.search(simulations, self.explore)
            self.tree.nodes["proven"][0] = 0  # a certain win ends a game, not an analysis

    def done(self, targets: Array) -> int:
        """Simulations of each target; what is certain needs no more of them."""
        nodes = self.tree.nodes[targets]
        return int(nodes["visits"][nodes["proven"] == 0].min(initial=2**31 - 1))

    @property
    def settled(self) -> bool:
        return bool(self.tree.nodes["proven"][self.children].all())

    def note(self) -> None:
        self.visits.append(self.tree.nodes["visits"][self.children].astype(np.int64))
        self.values.append(self.tree.values[self.children].astype(np.float64))


def open_batches(state: State, seat: int, actions: Sequence[int], effort: Effort, seed: int) -> list[Batch]:
    """Independent trees, each with its share of the room; the same ones for the same position."""
    number = BATCHES if is_random(state.game) else 1
    room = max(4 * state.game.num_codes, effort.room(state) // number)
    seeds = range(1 + seed * number, 1 + (seed + 1) * number)
    return [Batch(Tree(state, seat, room, each), actions, effort.explore) for each in seeds]


def is_random(game: Game) -> bool:
    """Whether a search can come out differently: by draws of chance or by playouts."""
    plays_out = not len(network_of(game)) and hint(game.rules, "HORIZON") != 0
    return game.num_outcomes > 0 or plays_out


def run(batches: list[Batch], effort: Effort, equally: bool) -> None:
    """Shares the effort among the batches; threads change nothing but how long it takes."""
    seconds = effort.seconds * effort.threads / len(batches)
    each = Effort(effort.simulations // len(batches), seconds)
    if effort.threads == 1:
        for batch in batches:
            batch.work(each, equally)
        return
    with ThreadPoolExecutor(effort.threads) as pool:
        list(pool.map(lambda batch: batch.work(each, equally), batches))


def samples_of(state: State, batches: list[Batch], actions: Sequence[int]) -> Samples:
    visits, values = [batch.visits for batch in batches], np.array([batch.values for batch in batches])
    settled = np.any([batch.tree.nodes["proven"][batch.children] for batch in batches], axis=0)
    told = calibrated(values, temper_of(state))
    return Samples(tuple(actions), np.array(visits), told, settled, reach_of(state))
