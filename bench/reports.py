"""Are reports right, and how long do they take? ``python -m bench.reports`` prints the tables of docs/reports.md.

Four parts, all of them without a name: ``luck`` (its mean is 0), ``levels`` (the stronger loses less), ``seeds``
(another seed moves a loss within its error) and ``speed`` (CPU seconds and standard errors of the quality that pages
use). ``--game`` leaves out the other games.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time
from collections.abc import Callable, Iterator

import ludotheque as lt
from ludotheque.core.record import Record
from ludotheque.search.reports.quality import Quality
from ludotheque.search.reports.report import Report, judged_errors
from ludotheque.search.score import mean_interval

TINY = Quality("tiny", 0.004, 0.004, 0.003, 0.0)  # luck is 0 on average, however bad the judge is
Setup = tuple[str, int]
CHANCE: tuple[Setup, ...] = (("derive", 2), ("riviere", 2), ("number-drop", 2), ("number-drop", 3))
PAIRS: tuple[Setup, ...] = (("drivis", 2), ("drumlin", 2), ("riviere", 2), ("derive", 2), ("number-drop", 2))
ALL: tuple[Setup, ...] = (*PAIRS, ("number-drop", 6))


def game(setup: Setup, players: list[str], seed: int) -> Record:
    """A whole game between levels, such as ``3`` or ``8x0.05``."""
    name, seats = setup
    rng, state = random.Random(seed), lt.load(name).new(seats=seats)
    computers = [computer(each, 100 * seed + seat) for seat, each in enumerate(players)]
    while not state.over:
        seat = state.actors[0] if state.actors else -1
        state = state.draw(rng) if state.chance else state.play(computers[seat].choose(state, seat), seat)
    return state.record


def computer(name: str, seed: int) -> lt.ComputerPlayer:
    level, _, scale = name.partition("x")
    return lt.ComputerPlayer(int(level), seed, scale=float(scale or 1))


def gap(report: Report) -> float:
    """How far the identity is from holding."""
    parts = zip(report.expectation, report.own, report.gifts, report.luck, report.result, strict=True)
    return max(abs(expected + own + gifts + luck - result) for expected, own, gifts, luck, result in parts)


def luck(games: int, only: str) -> Iterator[str]:
    """The luck of the first seat, whose mean is 0 within its error; and the identity."""
    yield "| game | games | mean luck of each seat (95 %) | spread of one game | identity off by at most |"
    yield "| --- | ---: | --- | ---: | ---: |"
    for setup in chosen(CHANCE, only):
        reports = [lt.report(game(setup, ["1"] * setup[1], seed), seed, quality=TINY) for seed in range(games)]
        means = [mean_interval(each.luck[seat] for each in reports) for seat in range(setup[1])]
        told = ", ".join(f"{m.value:+.3f} ± {m.high - m.value:.3f}" for m in means)
        spread = statistics.stdev(each.luck[0] for each in reports)
        yield f"| {named(setup)} | {games} | {told} | {spread:.2f} | {max(map(gap, reports)):.0e} |"


def levels(games: int, only: str) -> Iterator[str]:
    """Level 8 with a part of its effort against level 3: who lost less by choices of their own."""
    yield "| game | games | won by 8×0.05 | it lost less skill in | it lost (mean) | level 3 lost (mean) |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for setup in chosen(PAIRS, only):
        won = less = 0
        lost: tuple[list[float], list[float]] = [], []
        for seed in range(games):
            strong = seed % 2
            players = ["8x0.05", "3"] if strong == 0 else ["3", "8x0.05"]
            report = lt.report(game(setup, players, seed), seed, quality="quick")
            won += report.result[strong] > report.result[1 - strong]
            less += report.own[strong] > report.own[1 - strong]
            lost[0].append(-report.own[strong])
            lost[1].append(-report.own[1 - strong])
        means = " | ".join(f"{statistics.mean(each):.2f}" for each in lost)
        yield f"| {named(setup)} | {games} | {won} | {less} | {means} |"


def seeds(games: int, only: str) -> Iterator[str]:
    """The same games with two seeds: how far a loss moves, in standard errors, and how many verdicts change."""
    yield "| game | games | choices | within 1 error | within 2 | other verdict | of these more than 2 errors apart |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for setup in chosen(PAIRS, only):
        moved: list[float] = []
        changed: list[float] = []
        for seed in range(games):
            record = game(setup, ["3", "3"], seed)
            one, other = (lt.report(record, seed=each, quality="quick") for each in (1, 2))
            for a, b in zip(one.moments, other.moments, strict=True):
                if a.verdict and b.verdict and (error := math.hypot(a.error, b.error)) > 0:
                    moved.append(abs(a.loss - b.loss) / error)
                    changed += [moved[-1]] if a.verdict != b.verdict else []
        shares = " | ".join(f"{sum(each <= n for each in moved) / len(moved):.0%}" for n in (1, 2))
        yield f"| {named(setup)} | {games} | {len(moved)} | {shares} | {len(changed)} | {sum(n > 2 for n in changed)} |"


def speed(games: int, only: str) -> Iterator[str]:
    """CPU seconds of a report of good quality, and the standard error of judged choices."""
    yield "| game | games | events (median) | CPU seconds (median) | judged choices | standard error (median) |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for setup in chosen(ALL, only):
        reports, seconds = [], []
        for seed in range(games):
            record = game(setup, ["3"] * setup[1], seed)
            began = time.process_time()
            reports.append(lt.report(record, quality="good"))
            seconds.append(time.process_time() - began)
        events, errors = statistics.median(len(each.moments) for each in reports), judged_errors(reports)
        told = f"{statistics.median(seconds):.0f} | {len(errors)} | {statistics.median(errors):.3f}"
        yield f"| {named(setup)} | {games} | {events:g} | {told} |"


def chosen(setups: tuple[Setup, ...], only: str) -> list[Setup]:
    return [setup for setup in setups if only in ("", setup[0])]


def named(setup: Setup) -> str:
    name, seats = setup
    return f"{lt.load(name).title('en')}, {seats} seats"


PARTS: dict[str, tuple[Callable[[int, str], Iterator[str]], int]] = {
    "luck": (luck, 24),
    "levels": (levels, 6),
    "seeds": (seeds, 1),
    "speed": (speed, 1),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="which parts; all of them without a name")
    parser.add_argument("--games", type=int, help="how many games in each row")
    parser.add_argument("--game", default="", choices=["", *lt.games()], help="only this game")
    args = parser.parse_args()
    for name in args.parts or PARTS:
        part, usual = PARTS[name]
        print(f"\n### {name}\n", flush=True)
        for line in part(args.games or usual, args.game):
            print(line, flush=True)


if __name__ == "__main__":
    main()
