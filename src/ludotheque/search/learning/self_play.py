"""Games that the search plays against itself, and what is learned from: positions with what became of them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...core.fields import Codes, Float32Array, Int64Array, States
from ...core.game import Game
from ...core.options import Value
from ...core.registry import load
from ...core.state import State
from ..computer import look
from ..hooks import features
from ..levels import level_of
from ..network import Network
from ..tree import Tree

LONGEST_OPENING = 12  # choices at random
VARIED, LATER = 20, 3  # so many choices are taken as often as they were explored, later by the third power of that
LONGEST = 100  # choices, after which a game is drawn
ENOUGH = 5  # visits of a choice: then what follows it is learned too, by what the search expects there
ROOM_A_SIMULATION = 24


@dataclass(frozen=True)
class SelfPlay:
    """One game to play, as plain data that can be sent anywhere; it depends on nothing else."""

    game: str
    number: int
    seed: int
    simulations: int
    network: Network | None
    options: Mapping[str, Value] = field(default_factory=dict)

    def generator(self) -> random.Random:
        return random.Random(f"{self.seed}/{self.number}")


@dataclass(frozen=True)
class Positions:
    """Positions, and of each, for the seat that was to act: what the search expected and what came of it."""

    states: States
    values: Float32Array
    results: Float32Array

    def __len__(self) -> int:
        return len(self.values)

    @classmethod
    def join(cls, parts: Sequence[Positions]) -> Positions:
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__annotations__))


def opened(game: Game, options: Mapping[str, Value], rng: random.Random, choices: int) -> State:
    """A position after random choices that leave the game undecided."""
    while True:
        state = game.start(None, None, {**options, "max_choices": LONGEST})
        for _ in range(choices):
            state = state.play(rng.choice(state.choices()))
            if state.over:
                break
        if not state.over:
            return state


def play_itself(job: SelfPlay) -> Positions:
    """The positions of one game, and those that its choices would have led to."""
    game, rng = load(job.game), job.generator()
    state = opened(game, job.options, rng, rng.randrange(LONGEST_OPENING))
    begun, seen, path, movers = state.ply, Seen(), [], []
    aside: list[Positions] = []
    while not state.over:
        seat = state.chooser()
        tree = search(state, seat, job.simulations, job.network, rng.getrandbits(63))
        path.append(Positions(state.array, tree.values[:1, seat].copy(), np.zeros(1, np.float32)))
        aside.append(after_choices(tree))
        movers.append(seat)
        state = seen.next(tree, sampled(tree, rng, 1 if state.ply - begun < VARIED else LATER))
    played, results = Positions.join(path), np.array(state.result, np.float32)[movers]
    return Positions.join([replace(played, results=results), *aside])


def after_choices(tree: Tree) -> Positions:
    """What follows the choices of the root that were explored enough; for a result stands what is expected."""
    game, seat = tree.state.game, tree.seat
    enough = [child for child in tree.children() if tree.nodes["visits"][child] >= ENOUGH]
    chosen = [child for child in enough if not tree.nodes["proven"][child] and tree.nodes["seat"][child] == 1 - seat]
    states, codes = game.empty(len(chosen)), np.empty(game.num_codes, np.int32)
    for i, child in enumerate(chosen):
        game.ask.step(tree.state.array, states[i : i + 1], seat, int(tree.nodes["action"][child]), codes)
    values = tree.values[chosen, 1 - seat].astype(np.float32)
    return Positions(states, values, values)


def search(state: State, seat: int, simulations: int, network: Network | None, seed: int) -> Tree:
    room = max(4 * state.game.num_codes, simulations * ROOM_A_SIMULATION)
    tree = Tree(state, seat, room, seed, network)
    tree.search(simulations, level_of(state.game, 8).explore)
    return tree


def sampled(tree: Tree, rng: random.Random, power: int) -> list[int]:
    """The children of the root as they are preferred, after one that was drawn by how often it was explored."""
    children = preferred(tree)
    if not tree.proven:
        children[:0] = rng.choices(children, [int(tree.nodes["visits"][each]) ** power for each in children])
    return children


def preferred(tree: Tree) -> list[int]:
    return sorted(tree.children(), key=lambda each: tree.worth(each, tree.seat), reverse=True)


class Seen:
    """The positions of a game so far. Who plays to learn does not go round in circles."""

    def __init__(self) -> None:
        self.looks: set[bytes] = set()

    def next(self, tree: Tree, children: Sequence[int]) -> State:
        """The state after the first of these choices that leads to something new and is not lost; else the first."""
        self.looks.add(look(tree.state))
        for child in children:
            lost = tree.nodes["proven"][child] and tree.values[child, tree.seat] < 0
            if not lost and look(state := play(tree, child)) not in self.looks:
                return state
        return play(tree, children[0])


def play(tree: Tree, child: int) -> State:
    text = tree.state.game.display.notation.write(tree.state, tree.seat, int(tree.nodes["action"][child]))
    return tree.state.play(text, tree.seat)


# What a network is told of them


def write_features(states: States, codes: Codes, out: Int64Array) -> None:
    """The features of each position in a row of ``out``, which was filled with what stands for none."""
    for i in range(len(states)):
        n = features(states[i], codes)
        for j in range(n):
            out[i, j] = codes[j]


def features_in(game: Game, states: States, inputs: int) -> Int64Array:
    """A row of features a position; where there are fewer than in others, the rest is ``inputs``."""
    out = np.full((len(states), inputs), inputs)
    codes = np.empty(inputs, np.int32)
    write: Any = game.compiled(write_features)
    write(states, codes, out)
    most = int((out < inputs).sum(1).max(initial=1))
    return out[:, :most].copy()
