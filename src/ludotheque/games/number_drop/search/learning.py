"""Learns how many points a sheet can expect: ``ludotheque learn number-drop``.

The planner plays itself, one turn deep, alone and with two to six seats. Every sheet after every turn is told what came
of it: a mixture of the final points and of what the network thought later on (TD(λ)). The network is fitted to the last
few generations of games, and plays the next one. After each generation everything is on disk; another start goes on
there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ludotheque.core.fields import Float32Array
from ludotheque.core.game import Game
from ludotheque.core.registry import load

from .fitting import Array, Layers, fit, new_layers, predict, to_layers, to_network
from .planner import WEIGHTS, new_desk
from .turns import self_play
from .turns.desk import PLACES, WAYS
from .turns.expectation import LEARNED, LENGTH
from .turns.features import MOST

NOTHING = np.zeros(0, np.float32)
TABLES = ((1,), (2, 2, 3, 4, 6))  # seats of the games for each of the two networks
MOST_TURNS = 40


@dataclass(frozen=True)
class Recipe:
    """How much is learned, and how."""

    generations: int = 10  # alone
    more: int = 5  # with more seats, where what was learned alone is the beginning
    sheets: int = 2500  # in a generation
    remembered: int = 4  # generations that a fit looks at
    trace: float = 0.7  # λ: how much of a value comes from what happened, not from the next opinion
    epochs: int = 3
    rate: float = 0.003
    last: int = 3  # generations with a third of the rate
    places: int = 12
    ways: int = 4
    seed: int = 1


QUICK = Recipe(generations=2, more=1, sheets=60, epochs=1)


@dataclass(frozen=True)
class Sheets:
    """Sheets after turns: their features, their points then, and where the same sheet is a turn later (−1: the end)."""

    samples: Array
    lengths: Array
    points: Array
    later: Array

    @property
    def finals(self) -> Array:
        return self.points[self.later < 0]


def play(game: Game, seats: int, network: Float32Array, recipe: Recipe, sheets: int, seed: int) -> Sheets:
    """Games with so many sheets in all."""
    games = max(1, sheets // seats)
    room = games * seats * MOST_TURNS
    desk = new_desk(game, network, 1 + seats)
    desk.numbers[PLACES], desk.numbers[WAYS], desk.rng[0] = recipe.places, recipe.ways, seed
    desk.states[0] = game.new(seats=seats).array[0]
    found = Sheets(np.zeros((room, MOST), np.int16), np.zeros(room, np.int64), np.zeros(room), np.zeros(room, np.int64))
    play_games = game.compiled(self_play.play_games)
    n = play_games(desk, seats, games, found.samples, found.lengths, found.points, found.later)
    return Sheets(found.samples[:n].copy(), found.lengths[:n], found.points[:n], found.later[:n])


def returns(sheets: Sheets, to_come: Array, trace: float) -> Array:
    """Points to come from each sheet, by what came and by what was thought later."""
    found = sheets.points.copy()
    for at in range(len(found) - 1, -1, -1):
        later = sheets.later[at]
        if later >= 0:
            is_end = sheets.later[later] < 0
            thought = sheets.points[later] + (0.0 if is_end else to_come[later])
            found[at] = trace * found[later] + (1 - trace) * thought
    return found - sheets.points


class Learner:
    """One of the two networks, and the generations it was fitted to."""

    def __init__(self, game: Game, number: int, recipe: Recipe, folder: Path, teacher: Learner | None = None) -> None:
        self.game, self.tables, self.recipe = game, TABLES[number], recipe
        self.file, self.generations = folder / f"network-{number}.npz", recipe.more if teacher else recipe.generations
        self.layers: Layers = new_layers(np.random.default_rng([recipe.seed, number]))
        if teacher:
            self.layers = to_layers(teacher.network)
        self.knows, self.generation, self.memory = teacher is not None, 0, list[tuple[Array, Array, Array]]()
        if self.file.exists():
            self._read()

    @property
    def network(self) -> Float32Array:
        """None at first: then the evaluation of playouts counts."""
        return to_network(self.layers) if self.knows else NOTHING

    def learn(self) -> str:
        """One generation: plays, fits, keeps. What came of it."""
        finals = [self._play(place, seats) for place, seats in enumerate(self.tables)]
        self.memory = self.memory[-self.recipe.remembered * len(self.tables) :]
        samples, lengths, targets = (np.concatenate(part) for part in zip(*self.memory, strict=True))
        is_late = self.generation >= self.generations - self.recipe.last
        rate = self.recipe.rate / 3 if is_late else self.recipe.rate
        rng = np.random.default_rng([self.recipe.seed, self.generation])
        error = fit(self.layers, samples, lengths, targets, self.recipe.epochs, rate, rng)
        self.generation, self.knows = self.generation + 1, True
        self._write()
        means = ", ".join(f"{seats}: {points.mean():.1f}" for seats, points in zip(self.tables, finals, strict=True))
        return f"generation {self.generation}: points by seats {means}; error of the fit {error:.2f}"

    def _play(self, place: int, seats: int) -> Array:
        sheets = self.recipe.sheets // len(self.tables)
        seed = int(np.random.SeedSequence([self.recipe.seed, self.generation, place]).generate_state(1, np.uint64)[0])
        found = play(self.game, seats, self.network, self.recipe, sheets, seed)
        trace = self.recipe.trace if self.knows else 1.0
        targets = returns(found, predict(self.layers, found.samples, found.lengths), trace)
        open_ = found.later >= 0
        self.memory.append((found.samples[open_], found.lengths[open_], targets[open_].astype(np.float32)))
        return found.finals

    def _write(self) -> None:
        parts = {f"{i}-{j}": part for i, each in enumerate(self.memory) for j, part in enumerate(each)}
        with self.file.with_suffix(".new").open("wb") as file:
            np.savez_compressed(file, network=self.network, generation=self.generation, **parts)  # type: ignore[arg-type]
        self.file.with_suffix(".new").replace(self.file)

    def _read(self) -> None:
        with np.load(self.file, allow_pickle=False) as kept:
            self.layers, self.generation, self.knows = to_layers(kept["network"]), int(kept["generation"]), True
            rounds = sorted({int(name.partition("-")[0]) for name in kept.files if "-" in name})
            self.memory = [(kept[f"{i}-0"], kept[f"{i}-1"], kept[f"{i}-2"]) for i in rounds]


def learn(folder: Path, seed: int, hurry: bool, watch: Callable[[str, int, int], None]) -> Path:
    """Both networks, begun or gone on with, in a file of the kind that the planner reads."""
    recipe = replace(QUICK if hurry else Recipe(), seed=seed)
    total, done = recipe.generations + recipe.more, 0
    learned = np.zeros((len(TABLES), LENGTH - LEARNED), np.float16)
    folder.mkdir(parents=True, exist_ok=True)
    learner: Learner | None = None
    watch("games", 0, total)
    for number in range(len(TABLES)):
        learner = Learner(load("number-drop"), number, recipe, folder, learner)
        done += learner.generation
        while learner.generation < learner.generations:
            note(folder, learner.learn())
            done += 1
            watch("games", done, total)
        learned[number] = learner.network[LEARNED:]
    np.save(folder / WEIGHTS.name, learned)
    return folder / WEIGHTS.name


def note(folder: Path, line: str) -> None:
    """What came of each generation, for whoever wants to see how it went."""
    with (folder / "generations.txt").open("a", encoding="utf-8") as file:
        file.write(line + "\n")


def install(learned: Path) -> Path:
    """Lets the planner use it."""
    WEIGHTS.write_bytes(learned.read_bytes())
    return WEIGHTS
