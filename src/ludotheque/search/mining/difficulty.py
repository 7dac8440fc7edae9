"""How hard a puzzle is: how many simulations a search without a network needs until it has found the answer for good.

A network sees at a glance what people do not, and another one may be learned tomorrow; so none takes part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from statistics import median_low

from ...core.state import State
from ..network import NOTHING
from ..tree import Tree, room_for

FIRST, LAST = 3, 12  # powers of two
SEEDS = (1, 2)
EXPLORE = 1.0


@dataclass(frozen=True)
class Difficulty:
    """Simulations, and the choice that looked best before."""

    simulations: int
    tempting: int | None


def difficulty_of(state: State, seat: int, answers: Collection[int]) -> Difficulty:
    """The median of several searches. What is not found at all counts as one doubling more."""
    found = [_search(state, seat, answers, seed) for seed in SEEDS]
    wrong = Counter(action for _, seen in found for action in seen if action not in answers)
    return Difficulty(median_low(n for n, _ in found), wrong.most_common(1)[0][0] if wrong else None)


def _search(state: State, seat: int, answers: Collection[int], seed: int) -> tuple[int, list[int]]:
    """From which number of simulations on the answer is the best, and what was best at each doubling."""
    tree = Tree(state, seat, min(2_000_000, room_for(state, 1 << LAST)), seed, NOTHING)
    seen: list[int] = []
    for power in range(FIRST, LAST + 1):
        if not tree.proven:
            tree.search((1 << power) - tree.visits, EXPLORE)
        best = max(tree.children(), key=lambda child: tree.worth(child, seat))
        seen.append(int(tree.nodes["action"][best]))
    misses = [place for place, action in enumerate(seen) if action not in answers]
    return 1 << (FIRST + (misses[-1] + 1 if misses else 0)), seen
