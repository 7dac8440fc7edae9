"""Fits the levels of a variant: ``python -m bench.fit_levels derive -o level=blitz``.

Three things are found, each with the table that counts for the variant now:

1. what the two yardsticks score against level 1, and which level 1 the better of them meets as an equal;
2. what each level scores against the one below it;
3. from these shares, rows with even steps: the same way from the first to the last level, cut into equal parts of Elo.

Between two rows of a table lie others: simulations and errors change by the same factor at every part of the way. Below
level 1 the way goes on. What is proposed is written as TOML for the game's ``levels.toml``; ``ludotheque ladder``
measures it afterwards.
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import ludotheque as lt
from ludotheque.search.computer import ComputerPlayer
from ludotheque.search.levels import Level, level_of
from ludotheque.search.match import Job, Match, Played, Setting, play, play_match
from ludotheque.search.players import Player, make_player
from ludotheque.search.score import Score, elo

YARDSTICKS = ("careful", "greedy")
OPENING = 2
GENTLER = {"simulations": 0.5, "noise": 1.5}  # from a level to one below the first
OVERLOOKED = 0.3  # what such a level overlooks besides
FEWEST = 8  # simulations
FARTHEST = -3.0  # below level 1
ALMOST = 0.02  # a share of 0 or 1 says no more than that, in so few games


class TriedPlayer(ComputerPlayer):
    """A computer player with a row that stands in no table."""

    def __init__(self, row: Level, seed: int) -> None:
        super().__init__(1, seed)
        self.row = row

    def settings(self, where: object) -> Level:
        return self.row


def match(setting: Setting, one: Level | str, other: Level | str, games: int, seed: int = 0) -> Score:
    """Two players, given by name or by their rows."""
    known = {"1": one, "2": other}
    names = [number if isinstance(player, Level) else player for number, player in known.items()]
    contest = Match(setting, names[0], names[1], games, seed=seed)
    return play_match(contest, partial(_play, known))


def _play(known: Mapping[str, Level | str], jobs: Iterator[Job]) -> Iterator[Played]:
    return (play(job, partial(_made, known)) for job in jobs)


def _made(known: Mapping[str, Level | str], name: str, seed: int) -> Player:
    row = known.get(name)
    return TriedPlayer(row, seed) if isinstance(row, Level) else make_player(name, seed)


# Rows between rows


def between(rows: Mapping[int, Level], at: float) -> Level:
    """The row at a place between two of them, or below the first."""
    if at < min(rows):
        return gentler(rows[min(rows)], min(rows) - at)
    low = min(int(at), max(rows) - 1)
    part = at - low
    return mixed(rows[low], rows[low + 1], part)


def mixed(low: Level, high: Level, part: float) -> Level:
    """Numbers change by equal factors, or by equal amounts where one of them is 0; the rest is that of the nearer."""
    nearer = high if part >= 0.5 else low
    return dataclasses.replace(
        nearer,
        simulations=_number(low.simulations, high.simulations, part),
        positions=_number(low.positions, high.positions, part),
        noise=_mean(low.noise, high.noise, part),
        oversight=_mean(low.oversight, high.oversight, part),
        explore=_mean(low.explore, high.explore, part),
    )


def _mean(low: float, high: float, part: float) -> float:
    mean = low ** (1 - part) * high**part if low and high else low * (1 - part) + high * part
    return round(mean, 4)


def _number(low: int, high: int, part: float) -> int:
    return round(float(f"{_mean(low, high, part):.2g}"))


def gentler(row: Level, by: float) -> Level:
    return dataclasses.replace(
        row,
        simulations=max(FEWEST, round(row.simulations * GENTLER["simulations"] ** by)),
        noise=round(row.noise * GENTLER["noise"] ** by, 3),
        oversight=round(row.oversight + OVERLOOKED * by, 2),
    )


# Fitting


def level_one(setting: Setting, rows: Mapping[int, Level], yardstick: str, games: int) -> float:
    """Where the yardstick meets an equal: by small steps towards it, ever smaller ones; the mean of the later half."""
    at = 1.0
    places: list[float] = []
    for number in range(games // 2):
        score = match(setting, between(rows, at), yardstick, 2, seed=1000 + number)
        step = 2.0 / (number + 2.0) ** 0.6
        at = min(float(max(rows)), max(FARTHEST, at + step * (0.5 - score.mean)))
        places.append(at)
    later = places[len(places) // 2 :]
    return sum(later) / len(later)


def even_places(places: Sequence[float], shares: Sequence[float], rows: int) -> list[float]:
    """So many places with equal differences of Elo, where these shares were found from each place to the next."""
    steps = [elo(min(1 - ALMOST, max(ALMOST, share))) for share in shares]
    heights = [0.0, *itertools.accumulate(steps)]
    wanted = [heights[-1] * number / (rows - 1) for number in range(rows)]
    return [_place(places, heights, height) for height in wanted]


def _place(places: Sequence[float], heights: Sequence[float], height: float) -> float:
    for low, high in itertools.pairwise(range(len(places))):
        if heights[low] <= height <= heights[high]:
            part = (height - heights[low]) / max(1e-9, heights[high] - heights[low])
            return places[low] + part * (places[high] - places[low])
    return places[-1]


def written(number: int, row: Level) -> str:
    """A line of ``levels.toml``."""
    usual = {field.name: field.default for field in dataclasses.fields(Level)}
    told = {name: value for name, value in dataclasses.asdict(row).items() if value != usual[name]}
    inside = ", ".join(f"{name} = {str(value).lower()}" for name, value in told.items())
    return f"{number} = {{ {inside} }}"


def say(what: str, score: Score, start: float) -> None:
    value, low, high = score.share
    points = " points {:.1f} / {:.1f}".format(*score.means) if score.means else ""
    counts = f"{score.wins}/{score.draws}/{score.losses}"
    spent = time.process_time() - start
    print(f"{what}: {value:.1%} ({low:.1%}–{high:.1%}) {counts}{points}, {spent:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("-o", "--option", action="append", default=[])
    parser.add_argument("-n", type=int, default=40, help="games a step")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--last", type=int, default=6)
    parser.add_argument("--scale", type=float, default=1.0, help="of the effort of all rows")
    parser.add_argument("--gentle", type=int, default=0, metavar="N", help="look for level 1 with so many games")
    parser.add_argument("--yardsticks", nargs="*", choices=YARDSTICKS, default=YARDSTICKS)
    args = parser.parse_args()
    given = dict(each.split("=", 1) for each in args.option)
    game = lt.load(args.game)
    opening = 0 if args.seats == 1 else OPENING
    setting = Setting.of(args.game, args.seats, opening=opening, **game.parse_options(given))
    rows = {number: level_of(setting.start(), number) for number in range(args.first, args.last + 1)}
    print(f"{args.game} {args.seats or ''} {given}", flush=True)
    fit(setting, rows, args)


def fit(setting: Setting, rows: dict[int, Level], args: argparse.Namespace) -> None:
    start = time.process_time()
    first: float = args.first
    if args.yardsticks:
        scores = {each: match(setting, each, rows[args.first], args.n) for each in args.yardsticks}
        for each, score in scores.items():
            say(f"{each} against {args.first}", score, start)
        if args.gentle:
            first = level_one(setting, rows, max(scores, key=lambda each: scores[each].mean), args.gentle)
            print(f"level {args.first} at {first:.2f}: {written(args.first, between(rows, first))}", flush=True)
    places = [first, *(number for number in rows if number > first)]
    shares = []
    for low, high in itertools.pairwise(places):
        upper, lower = (between(rows, at).scaled(args.scale) for at in (high, low))
        score = match(setting, upper, lower, args.n, seed=1)
        say(f"{high:g} against {low:.2f}", score, start)
        shares.append(score.mean)
    if len(places) > 2:
        for number, at in enumerate(even_places(places, shares, len(rows)), args.first):
            print(written(number, between(rows, at)), f" # {at:.2f}", flush=True)


if __name__ == "__main__":
    main()
