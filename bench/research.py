"""Figures of the adapters for research."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np

from ludotheque.research import pettingzoo
from ludotheque.research.batch import BatchedGames

from .figures import Figure

GAMES = 1024  # in a batch
RATE = 1_000_000
RATIO = 100


def batched_steps(name: str = "drivis") -> Iterator[Figure]:
    """many games at once, with masks, observations, random actions and new games"""
    batch, env = BatchedGames(name, GAMES, seed=1), pettingzoo.env(name)
    env.reset(seed=1)
    rng = np.random.default_rng(1)

    def batched() -> None:
        batch.step(batch.random_actions())

    def one_by_one() -> None:
        seen, _, terminated, _, _ = env.last()
        if terminated:
            env.reset()
        else:
            env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))

    # Turn and turn about, and the best of each: what else the machine does then disturbs both alike.
    rounds = [(GAMES * a_second(batched), a_second(one_by_one)) for _ in range(5)]
    quick, slow = (max(rates) for rates in zip(*rounds, strict=True))
    yield Figure(f"{GAMES:,} games at once, steps a second", f"{quick:,.0f}", f"≥ {RATE:,}", quick >= RATE)
    yield Figure("… times one by one in PettingZoo", f"{quick / slow:,.0f}", f"≥ {RATIO}", quick / slow >= RATIO)


def a_second(act: Callable[[], None], seconds: float = 0.4) -> float:
    act()
    n, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        act()
        n += 1
    return n / spent
