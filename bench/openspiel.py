"""``python -m bench.openspiel``: level 8 against OpenSpiel's own MCTS bot, given the same time for a choice."""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import numpy as np
from open_spiel.python.algorithms import mcts
from rich.progress import track

import ludotheque as lt
from ludotheque.research import openspiel

from .duel import summary


class OpenSpielPlayer:
    """OpenSpiel's search with random rollouts, on the game as our adapter gives it to OpenSpiel."""

    def __init__(self, start: lt.State, seconds: float, seed: int) -> None:
        self.game = openspiel.load(start.game.name, start.seats, **start.options)
        self.seconds, self.rate = seconds, 20.0
        rng = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, rng)
        self.bot = mcts.MCTSBot(self.game, 2.0, 1, evaluator, random_state=rng)

    def choose(self, state: lt.State, seat: int) -> str:
        theirs = self._position(state)
        self.bot.max_simulations = max(2, int(self.seconds * self.rate))
        start = time.perf_counter()
        action = self.bot.step(theirs)
        spent = max(1e-6, time.perf_counter() - start)
        # So many simulations as fit into the time, by the pace of the last choice.
        self.rate = self.bot.max_simulations / spent
        return str(state.game.display.notation.write(state, seat, action))

    def _position(self, state: lt.State) -> Any:
        theirs = self.game.new_initial_state()
        for before, after in zip(state.history(), state.history()[1:], strict=False):
            assert after.last is not None
            seat, text = after.last
            theirs.apply_action(before.action(text, None if seat < 0 else seat))
        return theirs


def play(name: str, options: dict[str, str], seconds: float, number: int) -> float:
    """One game; level 8 has the first seat in every other one. 1 if it wins."""
    game, rng, ours = lt.load(name), random.Random(number // 2), number % 2
    state = game.start(2, None, game.parse_options(options))
    level, bot = lt.ComputerPlayer(8, seed=number, seconds=seconds), OpenSpielPlayer(state, seconds, number)
    while not state.over:
        if state.chance:
            state = state.draw(rng)
            continue
        seat = state.actors[0]
        state = state.play(level.choose(state, seat) if seat == ours else bot.choose(state, seat), seat)
    assert state.result is not None
    return (state.result[ours] + 1) / 2


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.openspiel", description=__doc__)
    parser.add_argument("games", nargs="*", default=[name for name in lt.games() if 2 in lt.load(name).seats])
    parser.add_argument("-n", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("-o", action="append", default=[], help="option=value")
    args = parser.parse_args()
    options = dict(pair.split("=") for pair in args.o)
    for name in args.games:
        shares = [play(name, options, args.seconds, number) for number in track(range(args.n), description=name)]
        print(f"{name}: level 8 has {summary(shares)} of {args.n} games at {args.seconds:g} s a choice")


if __name__ == "__main__":
    main()
