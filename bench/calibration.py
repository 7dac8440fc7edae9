"""Are positions told to be worth 70 % won in 70 % of the games between equals? ``python -m bench.calibration``

Two players of one level play whole games; at every few choices ``lt.analyse`` tells what the seat that is to choose can
expect, and the result of the game says what came of it (a draw counts half). Positions are put together in steps of ten
per cent. What is certain is left out. Positions of one game share its result, so the intervals (95 %) count games, not
positions. Last comes the ``temper`` for the game's ``levels.toml`` that would have told these games best, with the
interval in which telling is hardly worse.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import ludotheque as lt
from ludotheque.search.calibration import temper_of

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "Drivis": ("drivis", {}),
    "Drumlin": ("drumlin", {}),
    "Dérive, classic": ("derive", {}),
    "Rivière": ("riviere", {}),
    "Number Drop, two seats": ("number-drop", {}),
}
SEATS = 2
STEPS = 10
TEMPERS = [math.exp(step / 40) for step in range(-60, 61)]
CLEARLY_WORSE = 1.92  # of the logarithm of likelihood: outside the interval of 95 %


@dataclass(frozen=True)
class Told:
    """A position: the game it is of, the chance that was told, and what came of it."""

    game: int
    chance: float
    result: float


def told_in(name: str, options: dict[str, Any], number: int, args: argparse.Namespace) -> Iterator[Told]:
    """Positions of one game."""
    rng = random.Random(f"{name}/{args.seed}/{number}")
    state = lt.load(name).start(SEATS, None, options)
    players = [lt.ComputerPlayer(args.level, rng.getrandbits(32), scale=args.scale) for _ in range(SEATS)]
    known: list[tuple[int, float]] = []
    due = rng.randrange(args.every)
    while not state.over:
        if state.chance:
            state = state.draw(rng)
            continue
        seat = state.actors[0]
        due -= 1
        if due < 0:
            due = rng.randrange(1, 2 * args.every)
            analysis = lt.analyse(state, seat, simulations=args.simulations, lines=0)
            if not analysis.best.proven:
                known.append((seat, (1 + analysis.values[seat]) / 2))
        state = state.play(players[seat].choose(state, seat), seat)
    assert state.result is not None
    for seat, chance in known:
        yield Told(number, chance, (1 + state.result[seat]) / 2)


def rows(told: list[Told]) -> Iterator[list[str]]:
    """A line for each step of ten per cent."""
    for step in range(STEPS):
        within = [each for each in told if min(STEPS - 1, int(each.chance * STEPS)) == step]
        if within:
            mean = statistics.mean(each.chance for each in within)
            won, margin = by_game(within)
            games = len({each.game for each in within})
            yield [
                f"{10 * step}–{10 * step + 10} %",
                str(len(within)),
                str(games),
                f"{mean:.0%}",
                f"{won:.0%} ± {margin:.0%}",
            ]


def by_game(within: list[Told]) -> tuple[float, float]:
    """The mean result, and an error in which positions of one game count as one that weighs more."""
    sums: dict[int, list[float]] = defaultdict(list)
    for each in within:
        sums[each.game].append(each.result)
    mean = statistics.mean(each.result for each in within)
    squares = sum((sum(results) - len(results) * mean) ** 2 for results in sums.values())
    least = 0.25 / len(sums) ** 2  # a few games that all ended alike are no certainty
    return mean, 1.96 * math.sqrt(squares / len(within) ** 2 + least)


def likelihood(told: list[Told], temper: float) -> float:
    """The mean logarithm of likelihood a game; positions of one game share its weight."""
    sums: dict[int, list[float]] = defaultdict(list)
    for each in told:
        value = min(0.999, max(-0.999, 2 * each.chance - 1))
        chance = (1 + math.tanh(temper * math.atanh(value))) / 2
        chance = min(0.999, max(0.001, chance))
        sums[each.game].append(each.result * math.log(chance) + (1 - each.result) * math.log(1 - chance))
    return sum(statistics.mean(parts) for parts in sums.values())


def best_temper(told: list[Told]) -> tuple[float, float, float]:
    found = {temper: likelihood(told, temper) for temper in TEMPERS}
    most = max(found.values())
    good = [temper for temper, known in found.items() if known >= most - CLEARLY_WORSE]
    return max(found, key=lambda temper: found[temper]), min(good), max(good)


def measure(title: str, name: str, options: dict[str, Any], args: argparse.Namespace) -> None:
    told = [each for number in range(args.games) for each in told_in(name, options, number, args)]
    print(f"### {title}\n\n| told | positions | games | mean told | won (95 %) |\n| --- | ---: | ---: | ---: | ---: |")
    for row in rows(told):
        print("| " + " | ".join(row) + " |")
    now = temper_of(lt.load(name).start(SEATS, None, options))
    best, least, most = (now * each for each in best_temper(told))
    print(f"\ntemper now {now:.2f}, best in these {args.games} games {best:.2f} ({least:.2f}–{most:.2f})\n", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.calibration", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games_named", nargs="*", metavar="GAME", help="else all")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--level", type=int, default=5)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--simulations", type=int, default=2000, help="of each analysis")
    parser.add_argument("--every", type=int, default=6, help="about so many choices between two positions")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for title, (name, options) in GAMES.items():
        if not args.games_named or name in args.games_named:
            measure(title, name, options, args)


if __name__ == "__main__":
    main()
