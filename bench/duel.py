"""``python -m bench.duel OLD NEW --game G``: two versions of the sources play each other, to see which is stronger.

OLD and NEW are folders that hold the package ``ludotheque`` (such as ``src``). Each side is a process of its own with
its own compiled code, so that anything can differ: the search, a game's hints, the levels. Both play each seat.

Random choices may decide a game before either side thinks; ``--fair`` leaves such openings out.

Who wins counts. With more seats ``--placing`` says more: of all pairs of a new and an old seat, the share in which the
new one ends with more points.

On a busy machine ``--cpu`` counts seconds of the processor, also those of players like ``8@0.2s``, in both versions.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludotheque.search.match import better

if TYPE_CHECKING:
    from ludotheque import State

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


def play(start: State, options: dict[str, str], rng: random.Random, sides: list[Side], seed: int) -> State:
    """One game from there to its end; seat i is played by ``sides[i]``."""
    for side in set(sides):
        side.tell({"game": start.game.name, "seats": start.seats, "options": options})
        for later in start.history()[1:]:
            side.tell({"event": later.last})
    state = start
    while not state.over:
        if state.chance:
            state = state.draw(rng)
        else:
            seat = state.actors[0]
            state = state.play(sides[seat].choose(seat, seed), seat)
        for side in set(sides):
            side.tell({"event": state.last})
    return state


def opened(start: State, rng: random.Random, opening: int, fair: float) -> State:
    """After so many random choices. With ``fair``, only what level 8 thinks open: neither seat has that much."""
    while True:
        state, made = start, 0
        while not state.over and made < opening:
            made += not state.chance
            state = state.draw(rng) if state.chance else state.play(rng.choice(state.choices(state.actors[0])))
        if not fair or is_open(state, rng, fair):
            return state


def is_open(state: State, rng: random.Random, fair: float) -> bool:
    import ludotheque as lt

    while state.chance:
        state = state.draw(rng)
    if state.over:
        return False
    seat = state.actors[0]
    return abs(lt.ComputerPlayer(8, seed=0).think(state, seat).values[seat]) < fair


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
    parser.add_argument(
        "--fair", type=float, default=0.0, help="only openings that level 8 here judges below that, as 0.5"
    )
    parser.add_argument("--placing", action="store_true", help="points of seats against seats, not who wins")
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
    ended = (
        f"{counted(results, 0.0 if args.seats == 1 else 0.5)} in {args.n} games, {time.perf_counter() - start:.0f} s"
    )
    print(f"\nNEW {summary(results)}, {ended}; a choice: OLD, NEW {speeds}")


def new_share(args: argparse.Namespace, options: dict[str, str], old: Side, new: Side, number: int) -> float:
    """Two games in turn have the same chance and the seats exchanged. Alone, the points of NEW less those of OLD."""
    import ludotheque as lt

    game = lt.load(args.game)
    seats, seed = args.seats or game.seats[0], args.seed * 1_000_003 + number // 2
    start = game.start(seats, None, game.parse_options(options))
    if seats == 1:
        lasts = [play(start, options, random.Random(number), [side], number) for side in (new, old)]
        mine, other = (last.result[0] for last in lasts if last.result)
        return mine - other
    sides = [(new, old)[(seat + number) % 2] for seat in range(seats)]
    rng = random.Random(seed)
    last = play(opened(start, rng, args.opening, args.fair), options, rng, sides, seed)
    values = (last.scores if args.placing else last.result) or ()
    ours = [value for value, side in zip(values, sides, strict=True) if side is new]
    theirs = [value for value, side in zip(values, sides, strict=True) if side is old]
    return placed(ours, theirs) if args.placing else better(statistics.mean(ours), statistics.mean(theirs))


def placed(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Of all pairs of one of ours and one of theirs, the share in which ours has more; equal ones count half."""
    return statistics.mean(better(mine, other) for mine in ours for other in theirs)


def counted(results: list[float], even: float) -> str:
    """Won, drawn and lost."""
    return "/".join(str(sum((r > even) - (r < even) == kind for r in results)) for kind in (1, 0, -1))


def summary(results: list[float]) -> str:
    mean = sum(results) / len(results)
    error = math.sqrt(sum((r - mean) ** 2 for r in results) / max(1, len(results) - 1) / len(results))
    return f"{mean:.3f} ± {1.96 * error:.3f}"


if __name__ == "__main__":
    main()
