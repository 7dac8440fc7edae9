"""``python -m bench.threads [GAME …]``: what threads that share one table save, where alpha-beta searches.

One search alone finds how deep it gets; then two or more that share a table look until one of them is as deep. What is
compared is positions, alone and of the thread that looked at most: so speed does not matter. But threads have to
run at the same time: on a busy machine, where they take turns, the figure is far too good.
What threads cost one another (memory, the clock of the processor) is not in it.
"""

from __future__ import annotations

import argparse
import random
import statistics
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import ludotheque as lt
from ludotheque.search.deepening import Deepening, Memory, network_for
from ludotheque.search.levels import uses_alphabeta

OPTIONS: dict[str, dict[str, Any]] = {"derive": {"level": "advanced"}}  # where nothing is rolled
OPENING = 8  # random choices
PIECE = 2_000  # positions between two looks at the others


def position(name: str, number: int) -> lt.State:
    """A running one after a few random choices."""
    rng = random.Random(number)
    state = lt.load(name).new(**OPTIONS.get(name, {}))
    while state.ply < OPENING and not state.over:
        state = state.draw(rng) if state.chance else state.play(rng.choice(state.choices()))
    return position(name, number + 1000) if state.over or state.chance else state


def searches(state: lt.State, threads: int, nodes: int) -> list[Deepening]:
    seat, memory = state.chooser(), Memory(nodes)
    network = network_for(state, None, True)
    return [Deepening(state, seat, state.legal(seat), memory, network, 0.0, min(i, 1)) for i in range(threads)]


def depth_alone(state: lt.State, nodes: int) -> tuple[int, int]:
    """The last depth that a search finishes with so many positions, and how many it took; 0 if all is decided."""
    (search,) = searches(state, 1, nodes)
    finished = (0, 0)
    while search.nodes < nodes and not search.settled:
        before = search.depth
        search.search(PIECE)
        finished = (before, search.nodes) if search.depth > before else finished
    return (0, 0) if search.settled else finished


def positions_together(state: lt.State, threads: int, depth: int, nodes: int) -> int:
    """How many positions the busiest of them has looked at when one gets as far."""
    done = Event()

    def run(search: Deepening) -> int:
        while search.depth <= depth and not search.settled and not done.is_set():
            search.search(PIECE)
        done.set()
        return search.nodes

    together = searches(state, threads, nodes)
    with ThreadPoolExecutor(threads) as pool:
        return max(pool.map(run, together))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    users = [name for name in lt.games() if uses_alphabeta(lt.load(name))]
    parser.add_argument("games", nargs="*", default=users, metavar="GAME", help=f"one of {', '.join(users)}")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--positions", type=int, default=48, help="how many are looked at")
    parser.add_argument("--nodes", type=int, default=400_000, help="positions of the search alone")
    args = parser.parse_args()
    for name in args.games:
        ratios = []
        for number in range(args.positions):
            state = position(name, number)
            depth, alone = depth_alone(state, args.nodes)
            if depth:
                ratios.append(alone / positions_together(state, args.threads, depth, args.nodes))
        low, middle, high = statistics.quantiles(ratios, n=4)
        spread = f"median of {len(ratios)}; half of them 1/{low:.2f} to 1/{high:.2f}"
        print(f"{name}: {args.threads} threads need 1/{middle:.2f} of the positions each ({spread})", flush=True)


if __name__ == "__main__":
    main()
