"""How fast the search is: simulations a second, against OpenSpiel's own, with threads, and from cache."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import ludotheque as lt
from ludotheque.search.network import NOTHING, Network, network_of
from ludotheque.search.tree import Tree

from .figures import Figure, timed_process

GAME = "drivis"  # without its network: plain random playouts
SECONDS = 0.4
ROUNDS = 7
FIRST_CHOICE = """
import random
import ludotheque as lt
state, rng = lt.load({name!r}).new(), random.Random(0)
while state.chance:
    state = state.draw(rng)
lt.ComputerPlayer(1, seed=0).choose(state, state.actors[0])
"""


def of_the_search() -> Iterator[Figure]:
    """Turn and turn about, and the best of each: what else the machine does then disturbs all alike."""
    ours(1), theirs(1)
    rounds = [(ours(1), ours(2), theirs(1)) for _ in range(ROUNDS)]
    one, two, openspiel = (statistics.median(rates) for rates in zip(*rounds, strict=True))
    yield Figure(f"{GAME}, simulations a second", f"{one:,.0f}", "≥ 500,000", one >= 500_000)
    yield Figure(
        "… times OpenSpiel's MCTSBot (C++) on breakthrough", f"{one / openspiel:.1f}", "≥ 30", one / openspiel >= 30
    )
    yield Figure("… two threads, times one", f"{two / one:.2f}", "≥ 1.8", two / one >= 1.8)
    learned = statistics.median(ours(1, network_of(lt.load(GAME))) for _ in range(ROUNDS))
    yield Figure(f"{GAME}, simulations a second with its network", f"{learned:,.0f}", "≥ 200,000", learned >= 200_000)
    for name in lt.games():
        timed_process(FIRST_CHOICE.format(name=name))
        seconds = statistics.median(timed_process(FIRST_CHOICE.format(name=name)) for _ in range(3))
        yield Figure(f"{name}, from cache to the first choice", f"{seconds:.2f} s", "< 1 s", seconds < 1)


def ours(threads: int, network: Network = NOTHING) -> float:
    """Simulations a second from the start position; each thread has a tree of its own."""
    state = lt.load(GAME).new()
    trees = [Tree(state, 0, 2_000_000, number, network) for number in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(lambda tree: rate(lambda: tree.search(20_000, 1.0), 20_000), trees))


def theirs(simulations: int) -> float:
    """The same of OpenSpiel's search written in C++, on its breakthrough with 8×8 cells."""
    import pyspiel

    game = pyspiel.load_game("breakthrough")
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 2000, 500, False, 1, False)
    state = game.new_initial_state()
    return rate(lambda: bot.step(state), 2000)


def rate(work: Callable[[], object], amount: int) -> float:
    """How much of it is done in a second."""
    done, start = 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        work()
        done += amount
    return done / (time.perf_counter() - start)
