"""``python -m bench.rivals --game G``: two ways of alpha-beta play each other, with equal processor time for a choice.

A way is a network and a style: ``--new network=learn/network-02.npy,even=1,eager=1``. What is not said is as the game
has it (``network=none`` is its own evaluation); ``eager`` is what eagerness is multiplied with. Pairs of games
begin with the same random choices and have the seats exchanged. Both sides live in one process, so a version of the
sources is not what differs: that is ``bench.duel``.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

import ludotheque as lt
from ludotheque.search.deepening import Deepening, Memory, Style, style_of
from ludotheque.search.learning.self_play import drawn
from ludotheque.search.network import NOTHING, Network, network_of, with_room
from ludotheque.search.think import deepen

TABLE = 1 << 16
ENDLESS = 1_000_000_000


@dataclass(frozen=True)
class Way:
    """How one side judges and searches."""

    network: Network
    even: bool | None
    eager: float

    def style(self, state: lt.State) -> Style:
        usual = style_of(state)
        return Style(usual.even if self.even is None else self.even, self.eager * usual.eagerness)


def way_of(game: lt.Game, text: str) -> Way:
    told = dict(part.split("=") for part in text.split(",") if part)
    network = told.get("network")
    known = network_of(game) if network is None else NOTHING if network == "none" else with_room(np.load(network))
    return Way(known, told["even"] == "1" if "even" in told else None, float(told.get("eager", 1)))


class Side:
    """One of the two in a game."""

    def __init__(self, way: Way, seconds: float, nodes: int) -> None:
        self.way, self.seconds, self.nodes = way, seconds, nodes
        self.memory, self.style = Memory(TABLE), Style()
        self.spent, self.choices, self.depths = 0.0, 0, 0

    def choose(self, state: lt.State) -> lt.State:
        began, seat, style = time.thread_time(), state.chooser(), self.way.style(state)
        if style != self.style:
            self.memory, self.style = Memory(TABLE), style
        found = Deepening(state, seat, state.legal(seat), self.memory, self.way.network, 0.0, style=style)
        deepen(found, self.nodes or ENDLESS, time.thread_time() + self.seconds, time.thread_time)
        self.spent, self.choices = self.spent + time.thread_time() - began, self.choices + 1
        self.depths += found.depth
        return state.play(state.game.display.notation.write(state, seat, found.actions[0]), seat)


def play(start: lt.State, sides: tuple[Side, Side]) -> float:
    """The share of the first seat."""
    state = start
    while not state.over:
        state = sides[state.chooser()].choose(state)
    assert state.result is not None
    return (state.result[0] - state.result[1] + 2) / 4


def opened(game: lt.Game, options: dict[str, str], rng: random.Random, choices: int) -> lt.State:
    while True:
        state = game.start(2, None, game.parse_options(options))
        for _ in range(choices):
            if not state.over:
                state = drawn(state.play(rng.choice(state.choices())), rng)
        if not state.over:
            return state


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.rivals", description=(__doc__ or "").partition("\n\n")[2])
    parser.add_argument("--game", required=True)
    parser.add_argument("--new", default=""), parser.add_argument("--old", default="")
    parser.add_argument("-n", type=int, default=40, help="games")
    parser.add_argument("--seconds", type=float, default=0.01, help="of the processor, for a choice")
    parser.add_argument("--nodes", type=int, default=0, help="positions for a choice instead")
    parser.add_argument("--opening", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", action="append", default=[], help="option=value")
    args = parser.parse_args()
    tally = Tally()
    for number in range(args.n // 2):
        play_pair(args, number, tally)
        print(tally.report(), flush=True)


class Tally:
    """What came of all pairs so far; OLD first."""

    def __init__(self) -> None:
        self.pairs: list[float] = []
        self.shares: list[float] = []
        self.spent, self.depths, self.choices = [0.0, 0.0], [0, 0], [0, 0]

    def add(self, share: float, sides: Sequence[Side]) -> None:
        self.shares.append(share)
        for i, side in enumerate(sides):
            self.spent[i] += side.spent
            self.depths[i] += side.depths
            self.choices[i] += side.choices
        if len(self.shares) % 2 == 0:
            self.pairs.append(sum(self.shares[-2:]) / 2)

    def report(self) -> str:
        error = 1.96 * float(np.std(self.pairs, ddof=1)) / math.sqrt(len(self.pairs)) if len(self.pairs) > 1 else 1.0
        ends = "/".join(str(self.shares.count(share)) for share in (1.0, 0.5, 0.0))
        times = ", ".join(f"{1000 * self.spent[i] / self.choices[i]:.1f} ms" for i in (0, 1))
        depths = ", ".join(f"{self.depths[i] / self.choices[i]:.1f}" for i in (0, 1))
        length = sum(self.choices) / len(self.shares)
        return (
            f"{len(self.shares)}: NEW {np.mean(self.pairs):.3f} ± {error:.3f}, {ends} won/drawn/lost; "
            f"a choice, OLD, NEW: {times}, depth {depths}; {length:.0f} choices a game"
        )


def play_pair(args: argparse.Namespace, number: int, tally: Tally) -> None:
    game, seconds = lt.load(args.game), 1e9 if args.nodes else args.seconds
    options = dict(pair.split("=") for pair in args.o)
    start = opened(game, options, random.Random(args.seed * 1_000_003 + number), args.opening)
    ways = [way_of(game, text) for text in (args.old, args.new)]
    if number == 0:
        Side(ways[0], seconds, 1).choose(start)  # loads what was compiled
    for seat in (0, 1):  # of the new one
        old, new = (Side(way, seconds, args.nodes) for way in ways)
        share = play(start, (old, new) if seat else (new, old))
        tally.add(1 - share if seat else share, (old, new))


if __name__ == "__main__":
    main()
