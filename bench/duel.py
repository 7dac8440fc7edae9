"""``python -m bench.duel OLD NEW --game G``: two versions of the sources play each other, to see which is stronger.

OLD and NEW are folders that hold the package ``ludotheque`` (such as ``src``). Each side is a process of its own with
its own compiled code, so that anything can differ: the search, a game's hints, the levels. Both play each seat.

On a busy machine ``--cpu`` counts seconds of the processor, also those of players like ``8@0.2s``, in both versions.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

SIDE = """
import json, sys, time, types
import ludotheque as lt
from ludotheque.search import think
from ludotheque.search.players import make_player
clock = getattr(time, sys.argv[1])
think.time = types.SimpleNamespace(perf_counter=clock)
for line in sys.stdin:
    order = json.loads(line)
    if "game" in order:
        game = lt.load(order["game"])
        state = game.start(order["seats"], None, game.parse_options(order["options"]))
        player = {}
    elif "event" in order:
        state = state.play(order["event"][1], order["event"][0])
    else:
        seat = order["choose"]
        if seat not in player:
            player[seat] = make_player(order["player"], order["seed"] + seat)
        start = clock()
        text = player[seat].choose(state, seat)
        print(json.dumps([text, clock() - start]), flush=True)
"""


class Side:
    """One version of the sources, thinking in its own process."""

    def __init__(self, folder: str, player: str, clock: str) -> None:
        self.player, self.seconds, self.choices = player, 0.0, 0
        env = {**os.environ, "PYTHONPATH": str(Path(folder).resolve())}
        self.process = subprocess.Popen(
            [sys.executable, "-c", SIDE, clock], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env
        )

    def tell(self, order: dict[str, Any]) -> None:
        assert self.process.stdin
        print(json.dumps(order), file=self.process.stdin, flush=True)

    def choose(self, seat: int, seed: int) -> str:
        assert self.process.stdout
        self.tell({"choose": seat, "player": self.player, "seed": seed})
        text, seconds = json.loads(self.process.stdout.readline())
        self.seconds += seconds
        self.choices += 1
        return str(text)


def play(
    game: str, seats: int | None, options: dict[str, str], sides: list[Side], seed: int, opening: int = 0
) -> tuple[float, ...]:
    """One game; seat i is played by ``sides[i]``, after so many random choices. The result."""
    import ludotheque as lt

    rng, box = random.Random(seed), lt.load(game)
    state = box.start(seats, None, box.parse_options(options))
    for side in set(sides):
        side.tell({"game": game, "seats": seats, "options": options})
    while not state.over:
        if state.chance:
            state = state.draw(rng)
        else:
            seat = state.actors[0]
            at_random = sum(1 for each in state.history()[1:] if each.last and each.last[0] >= 0) < opening
            text = rng.choice(state.choices(seat)) if at_random else sides[seat].choose(seat, seed)
            state = state.play(text, seat)
        for side in set(sides):
            side.tell({"event": state.last})
    assert state.result is not None
    return state.result


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.duel", description=(__doc__ or "").partition("\n\n")[2])
    parser.add_argument("old"), parser.add_argument("new")
    parser.add_argument("--game", required=True)
    parser.add_argument("-n", type=int, default=40)
    parser.add_argument("--player", default="8@500", help="as in `ludotheque match`, for both")
    parser.add_argument("--old-player", help="another one for OLD")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--opening", type=int, default=0, help="so many random choices begin a game; alike for a pair")
    parser.add_argument("--cpu", action="store_true", help="seconds of the processor instead of those on the wall")
    parser.add_argument("-o", action="append", default=[], help="option=value")
    args = parser.parse_args()
    clock = "thread_time" if args.cpu else "perf_counter"
    old, new = Side(args.old, args.old_player or args.player, clock), Side(args.new, args.player, clock)
    options = dict(pair.split("=") for pair in args.o)
    results: list[float] = []
    start = time.perf_counter()
    for number in range(args.n):
        results.append(new_share(args, options, old, new, number))
        print(f"\r{number + 1}: {summary(results)}", end="", file=sys.stderr)
    speeds = ", ".join(f"{side.seconds / max(1, side.choices) * 1000:.1f} ms" for side in (old, new))
    print(
        f"\nNEW {summary(results)} in {args.n} games, {time.perf_counter() - start:.0f} s; a choice: OLD, NEW {speeds}"
    )


def new_share(args: argparse.Namespace, options: dict[str, str], old: Side, new: Side, number: int) -> float:
    """Two games in turn have the same chance and the seats exchanged. Alone, the points of NEW less those of OLD."""
    import ludotheque as lt

    seats = args.seats or lt.load(args.game).seats[0]
    seed = args.seed * 1_000_003 + number // 2
    if seats == 1:
        return play(args.game, 1, options, [new], number)[0] - play(args.game, 1, options, [old], number)[0]
    sides = [(new, old)[(seat + number) % 2] for seat in range(seats)]
    result = play(args.game, seats, options, sides, seed, args.opening)
    ours = [value for value, side in zip(result, sides, strict=True) if side is new]
    theirs = [value for value, side in zip(result, sides, strict=True) if side is old]
    lead = sum(ours) / len(ours) - sum(theirs) / len(theirs)
    return 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5


def summary(results: list[float]) -> str:
    mean = sum(results) / len(results)
    error = math.sqrt(sum((r - mean) ** 2 for r in results) / max(1, len(results) - 1) / len(results))
    return f"{mean:.3f} ± {1.96 * error:.3f}"


if __name__ == "__main__":
    main()
