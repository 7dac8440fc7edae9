"""``python -m bench.errors``: are the standard errors of analyses true?

On positions of games between players of a low level, some choices are analysed several times with little effort and
different seeds, each time with equal effort, and once with much more. A true error holds the value of the long run in
68 % of the cases, twice the error in 95 %. For comparison: what the spread among the trees alone would have said.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rich.progress import track

import ludotheque as lt
from ludotheque.search.exact import certain_values
from ludotheque.search.levels import level_of
from ludotheque.search.players import LEVELS

# What is looked at: game, seats and options, as a row of the table.
ROWS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "Drivis": ("drivis", 2, {}),
    "Drumlin": ("drumlin", 2, {}),
    "Dérive, classic": ("derive", 2, {}),
    "Rivière": ("riviere", 2, {}),
    "Number Drop, two seats": ("number-drop", 2, {}),
    "Number Drop, alone": ("number-drop", 1, {}),
}
CHOICES = 4  # of a position
LONGER = 64  # times the simulations in the long run


@dataclass
class Tally:
    """How far the short runs were from the long one, in errors."""

    errors: list[float] = field(default_factory=list)
    off: list[float] = field(default_factory=list)
    by_error: list[float] = field(default_factory=list)
    by_spread: list[float] = field(default_factory=list)
    by_loss: list[float] = field(default_factory=list)
    left_out: int = 0

    def row(self, name: str) -> str:
        within = [f"{share(self.by_error, n)} | {share(self.by_loss, n)} | {share(self.by_spread, n)}" for n in (1, 2)]
        medians = f"{statistics.median(self.off):.3f} | {statistics.median(self.errors):.3f}"
        return f"| {name} | {len(self.off)} | {self.left_out} | {medians} | {' | '.join(within)} |"


HEAD = """\
| game | values | left out | off by (median) | error (median) | within 1 error | … losses | … spread alone | within 2 | … losses | … spread alone |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"""  # noqa: E501 - a table


def share(parts: list[float], most: float) -> str:
    return f"{100 * statistics.mean(part <= most for part in parts):.0f} %" if parts else "–"


def positions(name: str, seats: int, options: dict[str, Any], n: int, seed: int) -> Iterator[lt.State]:
    """From games of level 3 with little effort, wherever there is something to choose."""
    rng = random.Random(seed)
    while n:
        state = lt.load(name).start(seats, None, options)
        for _ in range(rng.randrange(4, 40)):
            state = state if state.over else one_event(state, rng)
        while state.chance:
            state = state.draw(rng)
        if state.actors and len(state.legal(state.actors[0])) >= CHOICES:
            n -= 1
            yield state


def one_event(state: lt.State, rng: random.Random) -> lt.State:
    if state.chance:
        return state.draw(rng)
    seat = state.actors[0]
    player = lt.ComputerPlayer(3, seed=rng.randrange(1_000_000), simulations=60)
    return state.play(player.choose(state, seat), seat)


def measure(state: lt.State, simulations: int, runs: int, tally: Tally, *, named: bool) -> None:
    """Open choices of one position; what a proof has decided meanwhile needs no error, and is left out."""
    seat, level = state.actors[0], level_of(state, LEVELS[-1])
    certain = certain_values(state, seat, level.positions, level.sight) if level.sight else {}
    actions = [action for action in state.legal(seat) if action not in certain]
    actions = random.Random(1).sample(actions, min(CHOICES, len(actions)))
    if not actions:
        return
    texts = [state.game.display.notation.write(state, seat, action) for action in actions]
    effort = simulations * len(texts)
    long = lt.analyse(state, seat, texts, LONGER * effort, seed=1000, lines=0)
    for seed in range(runs):
        short = lt.analyse(state, seat, texts if named else None, effort, seed=seed, lines=0)
        compare(short, long, tally)


def compare(short: lt.Analysis, long: lt.Analysis, tally: Tally) -> None:
    seat = short.seat
    assert short.samples is not None
    spread = dict(zip(short.samples.actions, short.samples.spread()[:, seat].tolist(), strict=True))
    known = {choice.text: choice for choice in long.choices}
    for choice, true in ((each, known[each.text]) for each in short.choices if each.text in known):
        if true.proven or choice.proven:
            tally.left_out += 1
            continue
        off = abs(choice.values[seat] - true.values[seat])
        tally.off.append(off)
        tally.errors.append(choice.error)
        tally.by_error.append(off / max(choice.error, 1e-9))
        tally.by_spread.append(off / max(spread[choice.action], 1e-9))
        compare_loss(short, long, choice.text, tally)


def compare_loss(short: lt.Analysis, long: lt.Analysis, text: str, tally: Tally) -> None:
    """What a choice loses against the one that the long run holds for the best."""
    best = next((choice.text for choice in long.choices if not choice.proven), text)
    if text == best or short.named(best).proven:
        return
    loss, error = short.loss(text, best)
    tally.by_loss.append(abs(loss - long.loss(text, best)[0]) / max(error, 1e-9))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.errors", description=(__doc__ or "").split("\n\n")[1])
    parser.add_argument("--positions", type=int, default=12)
    parser.add_argument("--simulations", type=int, default=1600, help="of each choice, in all trees together")
    parser.add_argument("--runs", type=int, default=4)
    parser.add_argument("--usual", action="store_true", help="do not name the choices: most effort goes to the best")
    parser.add_argument("--seed", type=int, default=11, help="of the positions: others to fit `reach`, these to check")
    parser.add_argument("--game", default="", choices=["", *lt.games()], help="only this game")
    args = parser.parse_args()
    rows = []
    for name, (game, seats, options) in ROWS.items():
        if args.game not in ("", game):
            continue
        tally = Tally()
        for state in track([*positions(game, seats, options, args.positions, args.seed)], name):
            measure(state, args.simulations, args.runs, tally, named=not args.usual)
        rows.append(tally.row(name))
    print("\n".join([HEAD, *rows]))


if __name__ == "__main__":
    main()
