"""Games that the search plays against itself, and what is learned from: positions with what became of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

import numpy as np
from numpy.typing import NDArray

from ...core.fields import Codes, Float32Array, Int64Array, States, Values
from ...core.game import Game
from ...core.options import Value
from ...core.registry import load
from ...core.state import State
from ..computer import look
from ..hooks import features, features_of, viewpoint_by
from ..levels import level_of
from ..network import Network
from ..tree import Tree, room_for
from .fit import Numbers

LONGEST_OPENING = 12  # choices at random
VARIED, LATER = 20, 3  # so many choices are taken as often as they were explored, later by the third power of that
LONGEST = 100  # choices, after which a game is drawn, unless the features say otherwise
ENOUGH = 5  # visits of a choice: then what follows it is learned too, by what the search expects there


@dataclass(frozen=True)
class SelfPlay:
    """One game to play, as plain data that can be sent anywhere; it depends on nothing else."""

    game: str
    number: int
    seed: int
    simulations: int
    network: Network | None
    options: Mapping[str, Value] = field(default_factory=dict)
    td_lambda: float = 1.0
    discount: float = 1.0
    stray: int = 0

    def generator(self) -> random.Random:
        return random.Random(f"{self.seed}/{self.number}")


@dataclass(frozen=True)
class Positions:
    """Positions, and of each, for the seat that sees it: what the search expected and what came of it."""

    states: States
    values: Float32Array
    results: Float32Array

    def __len__(self) -> int:
        return len(self.values)

    @classmethod
    def join(cls, parts: Sequence[Positions]) -> Positions:
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__annotations__))


def opened(game: Game, options: Mapping[str, Value], rng: random.Random, choices: int) -> State:
    """A position after random choices that leave the game undecided, in which somebody is to choose."""
    while True:
        state = drawn(game.start(2, None, {**options, "max_choices": longest(game)}), rng)
        for _ in range(choices):
            if not state.over:
                state = drawn(state.play(rng.choice(state.choices())), rng)
        if not state.over:
            return state


def longest(game: Game) -> int:
    """How many choices a game that is learned from may take."""
    return int(getattr(features_of(game.rules), "LONGEST", LONGEST))


def drawn(state: State, rng: random.Random) -> State:
    """What chance makes of it, until somebody is to choose."""
    while state.chance:
        state = state.draw(rng)
    return state


def play_itself(job: SelfPlay) -> Positions:
    """The positions of one game, and those that its choices would have led to."""
    game, rng = load(job.game), job.generator()
    state = opened(game, job.options, rng, rng.randrange(LONGEST_OPENING))
    begun, seen, path, seats = state.ply, Seen(), [], []
    aside: list[Positions] = []
    while not state.over:
        tree = search(state, state.chooser(), job.simulations, job.network, rng.getrandbits(63))
        seats.append(viewpoint_by(game.rules, state.array[0]))
        path.append(Positions(state.array, tree.values[:1, seats[-1]].copy(), np.zeros(1, np.float32)))
        aside.append(after_choices(tree))
        state = drawn(seen.next(tree, sampled(tree, rng, 1 if state.ply - begun < VARIED else LATER)), rng)
    played, result = Positions.join(path), np.array(state.result)
    results = returns(played.values, np.array(seats), result, job.td_lambda)
    return Positions.join([replace(played, results=results), *aside])


def returns(
    values: Float32Array,
    seats: Int64Array | Codes,
    result: Values,
    td_lambda: float,
    discount: float = 1.0,
    strayed: Sequence[bool] | NDArray[np.bool_] = (),
) -> Float32Array:
    """What came of each position of a game, for the seat that saw it: TD(λ).

    With λ = 1 it is the result of the game. Below that, what was expected later has a part in it: where much can yet
    happen, the result of one game says little. It counts less by ``discount`` for every choice until then. Where the
    game strayed from what was thought best, what came later says nothing: what was expected stands for it.
    """
    told, later = np.empty(len(values), np.float32), result
    for i in range(len(values) - 1, -1, -1):
        expected = np.where(np.arange(2) == seats[i], values[i], -values[i])
        if len(strayed) and strayed[i]:
            later = expected
        told[i] = later[seats[i]]
        later = discount * (td_lambda * later + (1 - td_lambda) * expected)
    return told


def after_choices(tree: Tree) -> Positions:
    """What follows the choices of the root that were explored enough; for a result stands what is expected."""
    game, nodes = tree.state.game, tree.nodes
    chosen = [child for child in tree.children() if nodes["visits"][child] >= ENOUGH and not nodes["proven"][child]]
    states, codes = game.empty(len(chosen)), np.empty(game.num_codes, np.int32)
    for i, child in enumerate(chosen):
        game.ask.step(tree.state.array, states[i : i + 1], tree.seat, int(nodes["action"][child]), codes)
    seats = [viewpoint_by(game.rules, state) for state in states]
    values = tree.values[chosen, seats].astype(np.float32)
    return Positions(states, values, values)


def search(state: State, seat: int, simulations: int, network: Network | None, seed: int) -> Tree:
    tree = Tree(state, seat, room_for(state, simulations), seed, network)
    tree.search(simulations, level_of(state, 8).explore)
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


def write_features(states: States, codes: Codes, out: Numbers) -> int:
    """The features of each position in a row of ``out``, which was filled with what stands for none; how many at most.

    Rows that are too short are left as they are.
    """
    most = 1
    for i in range(len(states)):
        n = features(states[i], codes)
        most = max(most, n)
        if n <= out.shape[1]:
            for j in range(n):
                out[i, j] = codes[j]
    return most


def features_in(game: Game, states: States, inputs: int) -> Numbers:
    """A row of features a position; where there are fewer than in others, the rest is ``inputs``."""
    codes, write = np.empty(inputs, np.int32), cast("Callable[..., int]", game.compiled(write_features))
    most = write(states, codes, np.empty((len(states), 0), np.uint16))
    out = np.full((len(states), most), inputs, np.uint16)
    write(states, codes, out)
    return out
