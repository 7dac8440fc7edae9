"""A new network against an old one, or against none: pairs of games with the same processor time for every choice.

The test is sequential, the betting of ``score.py``: after every pair it may be looked at. The new one is taken when a
capital that bets on it has become 40 times what it was, which a network that is no better achieves with a probability
of at most 1/40; it is refused when the same holds for the old one, or when the pairs are used up.

Each side searches as its network will: by alpha-beta where the game learns with it, else with the tree.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from ...core.game import Game
from ...core.options import Value
from ...core.registry import load
from ...core.state import State
from ..deepening import Deepening, Memory
from ..levels import level_of
from ..match import better
from ..network import Network
from ..score import Score
from ..think import deepen, simulate
from ..tree import Tree
from .self_play import Seen, drawn, opened, preferred

OPENINGS = range(1, 5)  # so many choices at random begin a pair: after more of them many games are decided
NODES_A_SECOND = 12_000_000
LEAST_NODES, MOST_NODES = 50_000, 2_000_000
MOST_TABLE = 1 << 16  # positions that alpha-beta remembers
ENDLESS = 1_000_000_000


@dataclass(frozen=True)
class Pair:
    """Two games from the same beginning with the seats exchanged, as plain data."""

    game: str
    number: int
    seed: int
    seconds: float  #: of the processor, for a choice
    new: Network
    old: Network
    deep: bool = False  #: whether a network plays by alpha-beta, as it did to learn; without one the tree searches
    options: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class PlayedPair:
    """What came of it for the new network, and the processor time that each of them took."""

    shares: tuple[float, float]
    seconds: tuple[float, float]


def play_pair(pair: Pair) -> PlayedPair:
    game, rng = load(pair.game), random.Random(f"trial/{pair.seed}/{pair.number}")
    start = opened(game, pair.options, rng, rng.choice(OPENINGS))
    spent, luck = [0.0, 0.0], rng.getrandbits(63)
    results = [play_on(start, new_seat, pair, spent, random.Random(luck)) for new_seat in (0, 1)]
    return PlayedPair((results[0], results[1]), (spent[0], spent[1]))


def play_on(state: State, new_seat: int, pair: Pair, spent: list[float], rng: random.Random) -> float:
    """One game to its end; the share of the new network. Both games of a pair have the same luck, in turn."""
    seen, chance = Seen(), random.Random(rng.getrandbits(63))
    memories = Memory(MOST_TABLE), Memory(MOST_TABLE)
    while not state.over:
        seat = state.chooser()
        old = int(seat != new_seat)
        network, seed, began = (pair.new, pair.old)[old], rng.getrandbits(63), time.thread_time()
        if pair.deep and len(network):
            state = deeply(state, seat, network, memories[old], pair.seconds)
        else:
            tree = think(state, seat, network, pair.seconds, seed)
            state = drawn(seen.next(tree, preferred(tree)), chance)
        spent[old] += time.thread_time() - began
    assert state.result is not None
    return better(state.result[new_seat], state.result[1 - new_seat])


def deeply(state: State, seat: int, network: Network, memory: Memory, seconds: float) -> State:
    """The state after what alpha-beta thinks best; there a position that was there before counts as a draw."""
    found = Deepening(state, seat, state.legal(seat), memory, network, 0.0)
    found.search(1)  # in a new process this loads the compiled code
    deepen(found, ENDLESS, time.thread_time() + seconds, time.thread_time)
    text = state.game.display.notation.write(state, seat, found.actions[0])
    return state.play(text, seat)


def think(state: State, seat: int, network: Network, seconds: float, seed: int) -> Tree:
    room = int(min(MOST_NODES, max(LEAST_NODES, seconds * NODES_A_SECOND)))
    tree, explore = Tree(state, seat, room, seed, network), explore_of(state.game)
    tree.search(2, explore)  # gives the root its children, and in a new process loads the compiled code
    simulate(tree, ENDLESS, time.thread_time() + seconds, explore, time.thread_time)
    return tree


def explore_of(game: Game) -> float:
    return level_of(game, 8).explore


class Trial:
    """The sequential test; give it pairs until it is settled."""

    def __init__(self, pairs: int) -> None:
        self.most, self.score = pairs, Score(lasting=True)
        self.seconds = [0.0, 0.0]

    def add(self, played: PlayedPair) -> None:
        self.score.add(played.shares)
        for side in (0, 1):
            self.seconds[side] += played.seconds[side]

    @property
    def settled(self) -> bool:
        return self.score.clear or self.score.groups >= self.most

    @property
    def accepted(self) -> bool:
        return self.score.clear and self.score.ahead
