"""``python -m bench.puzzles``: do puzzles keep their answers when an independent search looks at them for longer?

Of each game some puzzles at random. What was proven is looked at by alpha-beta or a tree, which know nothing of the
proof; what was compared with the same draws is looked at with other draws and another seed, four times as long.
"""

from __future__ import annotations

import argparse
import random

from rich.progress import track

import ludotheque as lt
from ludotheque.core.puzzles import BEST, DEFENCE, Puzzle, puzzles
from ludotheque.search.analyse import analyse
from ludotheque.search.computer import ComputerPlayer
from ludotheque.search.mining.judge import LOOK, PLAN_HELPINGS
from ludotheque.search.mining.rollouts import PlanSamples
from ludotheque.search.plans import planner_of

LONGER = 4
SEED = 4711
PART = 0.2  # of the effort of the strongest level: more than four times what a proof took in most games


def keeps_answer(puzzle: Puzzle) -> bool:
    """Whether the longer search would choose the answer, or what is as good."""
    if puzzle.kind != BEST:
        return chosen_by_player(puzzle) in puzzle.answers or is_lost_anyway(puzzle)
    planner = planner_of(puzzle.game)
    return (chosen_by_plans(puzzle) if planner else chosen_by_tree(puzzle)) in puzzle.answers


def chosen_by_player(puzzle: Puzzle) -> str:
    """What the strongest player chooses."""
    return ComputerPlayer(8, SEED, scale=PART).choose(puzzle.state, puzzle.seat)


def is_lost_anyway(puzzle: Puzzle) -> bool:
    """An only defence may lose later by force, farther than was looked: then any choice is as good."""
    if puzzle.kind != DEFENCE:
        return False
    analysis = ComputerPlayer(8, SEED, scale=PART).think(puzzle.state, puzzle.seat)
    return analysis.proven and analysis.values[puzzle.seat] <= -1.0


def chosen_by_tree(puzzle: Puzzle) -> str:
    return analyse(puzzle.state, puzzle.seat, simulations=LONGER * LOOK, seed=SEED).best.text


def chosen_by_plans(puzzle: Puzzle) -> str:
    """All plans with the same draws, but others than those that were used before."""
    planner = planner_of(puzzle.game)
    assert planner is not None
    plans = PlanSamples(planner, puzzle.state, puzzle.seat, 12, SEED)
    found = plans.sample(LONGER * sum(PLAN_HELPINGS))
    action = found.actions[found.order()[0]]
    return puzzle.game.display.notation.write(puzzle.state, puzzle.seat, action)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.puzzles", description=(__doc__ or "").split("\n\n")[1])
    parser.add_argument("games", nargs="*", default=lt.games(), help="of " + ", ".join(lt.games()))
    parser.add_argument("-n", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for name in args.games:
        every = puzzles(lt.load(name))
        some = random.Random(args.seed).sample(every, min(args.n, len(every)))
        wrong = [puzzle.id for puzzle in track(some, description=name) if not keeps_answer(puzzle)]
        proven = sum(puzzle.kind != BEST for puzzle in some)
        print(f"{name}: {len(some) - len(wrong)} of {len(some)} keep their answer ({proven} proven)", *wrong)


if __name__ == "__main__":
    main()
