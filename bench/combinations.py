"""Every combination of seats and options once: ``python -m bench.combinations``.

Few variants have levels of their own (``ludotheque ladder --variants``); all others borrow a table. Here each of them
gets one short game between levels 1 and 3: that it can be played by computers at all, that every choice is legal, and
how long a choice takes at most.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import time
from collections.abc import Iterator
from itertools import product
from typing import Any

import ludotheque as lt
from ludotheque.core.game import Game
from ludotheque.core.options import Whole

LEVELS = (1, 3)


def combinations(game: Game) -> Iterator[tuple[int, dict[str, Any]]]:
    """Seats and options that go together; how long a game may last is no variant."""
    chosen = {name: option.values for name, option in game.options.items() if not isinstance(option.values, Whole)}
    for seats in game.seats:
        for values in product(*chosen.values()):
            options = dict(zip(chosen, values, strict=True))
            with contextlib.suppress(lt.GameError):
                game.settle(seats, options)
                yield seats, options


def play(state: lt.State, seed: int) -> tuple[int, float]:
    """The game to its end: how many choices it had, and the longest of them in CPU seconds."""
    rng, longest, made = random.Random(seed), 0.0, 0
    players = [lt.ComputerPlayer(LEVELS[seat % len(LEVELS)], seed + seat) for seat in range(state.seats)]
    while not state.over:
        if state.chance:
            state = state.draw(rng)
            continue
        seat, start = state.actors[0], time.thread_time()
        text = players[seat].choose(state, seat)
        longest, made = max(longest, time.thread_time() - start), made + 1
        state = state.play(text, seat)
    return made, longest


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.combinations", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", help="else all")
    parser.add_argument("--choices", type=int, default=16, help="after which a game is cut short")
    args = parser.parse_args()
    print("| game | combinations | choices | longest choice (CPU) |\n| --- | ---: | ---: | ---: |")
    for name in args.games or lt.games():
        game, played = lt.load(name), []
        for number, (seats, options) in enumerate(combinations(game)):
            played.append(play(game.start(seats, None, options | {"max_choices": args.choices}), number))
        made, longest = sum(n for n, _ in played), max(seconds for _, seconds in played)
        print(f"| {game.title('en')} | {len(played)} | {made:,} | {longest * 1000:.0f} ms |", flush=True)


if __name__ == "__main__":
    main()
