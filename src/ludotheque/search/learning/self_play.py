"""Games that the search plays against itself, and what is learned from: positions with what became of them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...core.fields import Codes, Float32Array, Int64Array, States
from ...core.game import Game
from ...core.options import Value
from ...core.registry import load
from ...core.state import State
from ..hooks import features
from ..levels import level_of
from ..network import Network
from ..tree import Tree

LONGEST_OPENING = 12  # choices at random
VARIED = 20  # so many choices are taken as often as they were explored; then mostly the best, or games would go round
LATER = 3  # in circles: by the third power of that
LONGEST = 100  # choices, after which a game is drawn
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
    """The positions of one game."""
    game, rng = load(job.game), job.generator()
    state = opened(game, job.options, rng, rng.randrange(LONGEST_OPENING))
    begun, seen, values, movers = state.ply, [], [], []
    while not state.over:
        seat = state.chooser()
        tree = search(state, seat, job.simulations, job.network, rng.getrandbits(63))
        seen.append(state.array)
        values.append(tree.values[0, seat])
        movers.append(seat)
        power = 1 if state.ply - begun < VARIED else LATER
        state = state.play(text_of(state, seat, choose(tree, rng, power)), seat)
    result = np.array(state.result, np.float32)
    return Positions(np.concatenate(seen), np.array(values, np.float32), result[movers])


def search(state: State, seat: int, simulations: int, network: Network | None, seed: int) -> Tree:
    room = max(4 * state.game.num_codes, simulations * ROOM_A_SIMULATION)
    tree = Tree(state, seat, room, seed, network)
    tree.search(simulations, level_of(state.game, 8).explore)
    return tree


def choose(tree: Tree, rng: random.Random, power: int) -> int:
    """An action of the root: what is certain, else by how often it was explored."""
    children = tree.children()
    if tree.proven:
        child = best_child(tree)
    else:
        (child,) = rng.choices(children, [int(tree.nodes["visits"][each]) ** power for each in children])
    return int(tree.nodes["action"][child])


def best_child(tree: Tree) -> int:
    return max(tree.children(), key=lambda each: tree.worth(each, tree.seat))


def text_of(state: State, seat: int, action: int) -> str:
    return state.game.display.notation.write(state, seat, action)


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
