"""``python -m bench.versus OLD NEW [GAME …]``: how many times as fast as another version of the sources this one is.

OLD and NEW are folders that hold the package ``ludotheque`` (such as ``src``). Each is a process of its own with its
own compiled code; they work in turns on one core each, and the processor time that each of them took is compared, so
that what else the machine does disturbs both alike.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

# Random play from the start, and simulations of the search with plain random playouts, also in a version where a
# network would judge; both as amounts a second.
SIDE = """
import inspect, json, sys, time
import numpy as np
import ludotheque as lt
from ludotheque.search.tree import Tree

has_networks = "network" in inspect.signature(Tree).parameters
plain = {"network": np.zeros(0, np.float32)} if has_networks else {}

def play(game, seats, options, seed):
    return int(lt.simulate(game, order["n"], seed, seats=seats, **options).lengths.sum())

def search(game, seats, options, seed):
    tree = Tree(lt.load(game).new(seats, **options), 0, 2_000_000, seed, **plain)
    tree.search(order["n"], 1.0)
    return order["n"]

for line in sys.stdin:
    order = json.loads(line)
    work = {"play": play, "search": search}[order["what"]]
    start = time.process_time()
    done = work(order["game"], order["seats"], order["options"], order["seed"])
    print(json.dumps(done / (time.process_time() - start)), flush=True)
"""

# Random games a turn: about a tenth of a second.
GAMES = {"drivis": 60_000, "drumlin": 500, "derive": 350, "number-drop": 12_000, "riviere": 6_000}
Job = dict[str, object]


class Side:
    """One version of the sources."""

    def __init__(self, folder: str) -> None:
        env = {**os.environ, "PYTHONPATH": str(Path(folder).resolve())}
        self.process = subprocess.Popen(
            [sys.executable, "-c", SIDE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env
        )

    def rate(self, job: Job, seed: int) -> float:
        """How much it does in a second of the processor."""
        assert self.process.stdin and self.process.stdout
        print(json.dumps({**job, "seed": seed}), file=self.process.stdin, flush=True)
        return float(json.loads(self.process.stdout.readline()))


def jobs(names: list[str]) -> dict[str, Job]:
    """What is compared, by what it is called."""
    found: dict[str, Job] = {
        f"{name}, random play": {"what": "play", "game": name, "seats": None, "options": {}, "n": n}
        for name, n in GAMES.items()
        if name in names
    }
    if "drivis" in names:  # it has no hints
        found["drivis, simulations"] = {"what": "search", "game": "drivis", "seats": None, "options": {}, "n": 40_000}
    return found


def compare(old: Side, new: Side, job: Job, rounds: int) -> tuple[float, float, float]:
    """Medians: what each does in a second, and the ratio of neighbours in time."""
    for side in (old, new):
        side.rate(job, 0)  # compiles
    pairs = [(old.rate(job, number), new.rate(job, number)) for number in range(1, rounds + 1)]
    before, after = (statistics.median(rates) for rates in zip(*pairs, strict=True))
    return before, after, statistics.median(b / a for a, b in pairs)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.versus", description=(__doc__ or "").partition("\n\n")[2])
    parser.add_argument("old"), parser.add_argument("new")
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(GAMES), help="all without a name")
    parser.add_argument("--rounds", type=int, default=15)
    args = parser.parse_args()
    old, new = Side(args.old), Side(args.new)
    for name, job in jobs(args.games).items():
        before, after, ratio = compare(old, new, job, args.rounds)
        print(f"{name:28} {before / 1e6:7.2f} {after / 1e6:7.2f} million a second   × {ratio:.2f}", flush=True)


if __name__ == "__main__":
    main()
