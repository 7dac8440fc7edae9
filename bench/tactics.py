"""``python -m bench.tactics``: does level 8 find every forced win and avoid every forced loss that can be avoided?

On positions from strong play in which something is at stake within a few turns, found by exhaustive search.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

from rich.progress import track

import ludotheque as lt
from ludotheque.search.exact import certain_values

# Game -> options and turns that are looked through. Enough positions: every depth is looked through completely.
DEPTH = {"drivis": ({}, 5), "drumlin": ({}, 3), "derive": ({"level": "advanced"}, 3)}
ENOUGH = 100_000_000
STRONG = 300  # simulations of those who play the games from which the positions come


def positions(name: str) -> Iterator[tuple[lt.State, dict[int, int]]]:
    """Positions of strong play after a random opening, with what is certain, where the choice makes a difference."""
    game, (options, turns) = lt.load(name), DEPTH[name]
    for seed in range(1_000_000):
        rng = random.Random(seed)
        state = game.start(None, None, game.parse_options(options))
        players = [lt.ComputerPlayer(8, seed=seed + seat, simulations=STRONG) for seat in range(2)]
        while not state.over:
            if state.chance:
                state = state.draw(rng)
                continue
            seat = state.actors[0]
            certain = certain_values(state, seat, ENOUGH, turns)
            if 0 < len(certain) < len(state.legal(seat)):
                yield state, certain
            few = len(state.history()) < 6
            text = rng.choice(state.choices(seat)) if few else players[seat].choose(state, seat)
            state = state.play(text, seat)


def is_right(state: lt.State, certain: dict[int, int], scale: float) -> bool:
    """Whether level 8 wins where it can, and does not choose what loses."""
    action = state.action(lt.ComputerPlayer(8, seed=1, scale=scale).choose(state))
    if 1 in certain.values():
        # Another move may win too, seen by looking deeper than the table: then it is proven.
        return certain.get(action) == 1 or _also_wins(state, action)
    return certain.get(action) != -1


def _also_wins(state: lt.State, action: int) -> bool:
    seat = state.actors[0]
    after = state.play(state.game.display.notation.write(state, seat, action), seat)
    return after.over and after.result is not None and after.result[seat] == 1.0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.tactics", description=(__doc__ or "").split("\n\n")[1])
    parser.add_argument("games", nargs="*", default=list(DEPTH), help="of " + ", ".join(DEPTH))
    parser.add_argument("-n", type=int, default=200)
    parser.add_argument("--scale", type=float, default=1.0, help="a part of the effort of level 8")
    args = parser.parse_args()
    for name in args.games:
        source, right, wins = positions(name), 0, 0
        for _ in track(range(args.n), description=name):
            state, certain = next(source)
            wins += 1 in certain.values()
            right += is_right(state, certain, args.scale)
        print(f"{name}: right in {right} of {args.n} ({wins} forced wins, {args.n - wins} with losses to avoid)")


if __name__ == "__main__":
    main()
