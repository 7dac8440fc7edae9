"""``python -m bench.learner``: MaskablePPO of sb3-contrib learns Drivis against random play, and prints its curve.

Nothing of the project needs what this needs: ``pip install sb3-contrib`` (which brings PyTorch), beside
``ludotheque[research]``. One thread and one seed: the same machine and versions print the same curve, but for the time.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO

import ludotheque.research.gym

GAME = "drivis"
SEED = 1
GAMES = 400  # that are played for a point of the curve, half of them in each seat
STEPS = 8192  # from one point to the next
POINTS = 8
# Choices, at most, of a game that is learnt from: random play at Drivis wanders about.
MAX_CHOICES = 100


def make(rank: int = 0) -> gymnasium.Env[Any, Any]:
    name = ludotheque.research.gym.environment_id(GAME)
    env = gymnasium.make(name, opponents="random", seat="alternate", max_choices=MAX_CHOICES)
    env.reset(seed=SEED + rank)
    return env


def results(choose: Callable[[Any, Any], int]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """What the learning seat wins in so many games against random play: 1, 0 or −1 each."""
    env = make(1000)
    masks, found = env.get_wrapper_attr("action_masks"), []
    for _ in range(GAMES):
        (seen, _), over, reward = env.reset(), False, 0.0
        while not over:
            seen, reward, over, _, _ = env.step(choose(seen, masks()))  # type: ignore[assignment]
        found.append(float(reward))
    return np.array(found)


def show(steps: int, seconds: float, found: np.ndarray[Any, np.dtype[np.float64]]) -> None:
    print(f"| {steps:,} | {seconds:.0f} | {(found > 0).mean():.0%} | {found.mean():+.2f} |", flush=True)


def learn(points: int) -> None:
    torch.set_num_threads(1)
    model = MaskablePPO("MlpPolicy", make(), seed=SEED, n_steps=2048, batch_size=256, ent_coef=0.01, device="cpu")

    def choose(seen: Any, mask: Any) -> int:
        return int(model.predict(seen, action_masks=mask)[0])

    print("| steps | CPU seconds | won | mean result |\n| ---: | ---: | ---: | ---: |")
    spent = 0.0
    show(0, spent, results(choose))
    for point in range(1, points + 1):
        begun = time.process_time()
        model.learn(STEPS, reset_num_timesteps=False)
        spent += time.process_time() - begun
        show(STEPS * point, spent, results(choose))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.learner", description="A learner at Drivis, with its curve.")
    parser.add_argument("points", nargs="?", type=int, default=POINTS, help=f"{STEPS} steps each")
    learn(parser.parse_args().points)
