"""From self-play to a network that was accepted, generation by generation.

Each one plays games with the best network so far, fits a new one to all positions of the last generations, and lets
it meet the best in a trial; only a winner becomes the best. Everything is kept in a folder as soon as it is there: a
run that was interrupted goes on where it was. Games and fits follow from the seed alone. A trial measures processor
time, so its games differ from run to run, and with them, where it was close, what is accepted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import GameError
from ...core.fields import Float32Array, Int64Array
from ...core.game import Game
from ..hooks import features_of
from ..network import LEARNED, Network, file_of, network_of, with_room
from ..score import Estimate
from ..texts import CATALOG
from .fit import Samples, fit, fresh
from .processes import in_order
from .self_play import Positions, SelfPlay, features_in, play_itself
from .trial import Pair, Trial, play_pair

AHEAD = 3  # jobs a process has waiting

# What happens, with how far it is and how much there is: for whoever shows it.
Watch = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Recipe:
    """How much of everything."""

    generations: int = 3
    games: int = 4_000  #: of self-play, a generation
    simulations: int = 300  #: for a choice in them, while there is no network
    learned: int = 100  #: the same with a network, where each looks at all that may follow
    window: int = 3  #: so many generations are learned from
    epochs: int = 8
    batch: int = 512
    trust: float = 0.5  #: how much the result of a game counts; the rest is what the search expected
    pairs: int = 100  #: of games in a trial, at most
    seconds: float = 0.02  #: of the processor, for a choice in a trial


QUICK = Recipe(generations=2, games=3_000, simulations=200, learned=60, epochs=6, pairs=60, seconds=0.01)


@dataclass(frozen=True)
class Outcome:
    """What a generation came to."""

    generation: int
    positions: int
    error: float  #: mean square, at positions that were not learned from
    share: Estimate  #: of the new network against the best before it
    games: int
    seconds: tuple[float, float]  #: of the processor, of both
    accepted: bool


class Course:
    """One run of learning, kept in a folder."""

    def __init__(self, game: Game, folder: Path, recipe: Recipe, seed: int) -> None:
        known = features_of(game.rules)
        if known is None or 2 not in game.seats or game.num_outcomes:
            raise GameError(CATALOG("learn-nothing", game=game.catalog("title")))
        self.game, self.folder, self.recipe, self.seed = game, folder, recipe, seed
        self.inputs: int = known.INPUTS
        self.settings: tuple[Mapping[str, Any], ...] = known.SETTINGS
        self.ways: Int64Array = known.symmetries()
        folder.mkdir(parents=True, exist_ok=True)
        self._agree()

    def _agree(self) -> None:
        """A folder belongs to one recipe: half a run of each would be neither."""
        file, told = self.folder / "recipe.json", {"game": self.game.name, "seed": self.seed, **asdict(self.recipe)}
        if not file.exists():
            file.write_text(json.dumps(told, indent=2) + "\n", "utf-8")
        elif json.loads(file.read_text("utf-8")) != told:
            raise GameError(CATALOG("learn-other", folder=str(self.folder)))

    @property
    def best(self) -> Network:
        """The last network that was accepted, else the one that the game has, else none."""
        file = self.folder / "best.npy"
        return with_room(np.load(file)) if file.exists() else network_of(self.game)

    def run(self, pool: Executor, workers: int, watch: Watch) -> Iterator[Outcome]:
        """All generations; those that are done are told again."""
        for number in range(self.recipe.generations):
            file = self.folder / f"outcome-{number:02}.json"
            if not file.exists():
                self._play(number, pool, workers, watch)
                error, network = self._fit(number, watch)
                told = self._try(number, network, error, pool, workers, watch)
                write_whole(file, json.dumps(asdict(told), indent=2).encode())
            yield _outcome(json.loads(file.read_text("utf-8")))

    # Games

    def _positions(self, number: int) -> Path:
        return self.folder / f"positions-{number:02}.npz"

    def _play(self, number: int, pool: Executor, workers: int, watch: Watch) -> None:
        if self._positions(number).exists():
            return
        parts: list[Positions] = []
        watch("games", 0, self.recipe.games)
        for part in in_order(pool, play_itself, self._jobs(number), AHEAD * workers):
            parts.append(part)
            watch("games", len(parts), self.recipe.games)
        found = Positions.join(parts)
        save_positions(self._positions(number), found)

    def _jobs(self, generation: int) -> Iterator[SelfPlay]:
        best, seed = self.best, self.seed * 1_000 + generation
        simulations = self.recipe.learned if len(best) else self.recipe.simulations
        for number in range(self.recipe.games):
            options = self.settings[number % len(self.settings)]
            yield SelfPlay(self.game.name, number, seed, simulations, best, options)

    # Fitting

    def _fit(self, number: int, watch: Watch) -> tuple[float, Network]:
        """A new network, fitted from the beginning: what was learned from worse games is left behind."""
        rng = np.random.default_rng((self.seed, number))
        network, errors = fresh(self.inputs, rng), [0.0]
        passes = fit(network, self.samples(number), self.ways, self.recipe.epochs, self.recipe.batch, rng)
        watch("fit", 0, self.recipe.epochs)
        for error in passes:
            errors.append(error)
            watch("fit", len(errors) - 1, self.recipe.epochs)
        np.save(self.folder / f"network-{number:02}.npy", network[LEARNED:])
        return errors[-1], network

    def samples(self, number: int) -> Samples:
        """All positions of the last generations."""
        first = max(0, number + 1 - self.recipe.window)
        known = Positions.join([load_positions(self._positions(one), self.game) for one in range(first, number + 1)])
        return Samples(features_in(self.game, known.states, self.inputs), self._targets(known), self.inputs)

    def _targets(self, known: Positions) -> Float32Array:
        return np.asarray(self.recipe.trust * known.results + (1 - self.recipe.trust) * known.values)

    # The trial

    def _try(self, number: int, network: Network, error: float, pool: Executor, workers: int, watch: Watch) -> Outcome:
        recipe, trial = self.recipe, Trial(self.recipe.pairs)
        watch("trial", 0, recipe.pairs)
        with closing(in_order(pool, play_pair, self._pairs(number, network), workers)) as playing:
            for played in playing:
                trial.add(played)
                watch("trial", trial.score.groups, recipe.pairs)
                if trial.settled:
                    break
        if trial.accepted:
            np.save(self.folder / "best.npy", network[LEARNED:])
        return Outcome(
            number,
            len(load_positions(self._positions(number), self.game)),
            error,
            trial.score.share,
            trial.score.compared,
            (trial.seconds[0], trial.seconds[1]),
            trial.accepted,
        )

    def _pairs(self, generation: int, network: Network) -> Iterator[Pair]:
        best, seed = self.best, self.seed * 1_000 + generation
        for number in range(self.recipe.pairs):
            options = self.settings[number % len(self.settings)]
            yield Pair(self.game.name, number, seed, self.recipe.seconds, network, best, options)

    def install(self) -> Path | None:
        """Makes the best network that of the game; None if nothing was accepted."""
        best = self.folder / "best.npy"
        if not best.exists():
            return None
        write_whole(file_of(self.game), best.read_bytes())
        return file_of(self.game)


def _outcome(told: dict[str, Any]) -> Outcome:
    return Outcome(**{**told, "share": Estimate(*told["share"]), "seconds": tuple(told["seconds"])})


def write_whole(path: Path, content: bytes) -> None:
    """All of it or nothing: what is there is never half written."""
    new = path.with_name(path.name + ".new")
    new.write_bytes(content)
    new.replace(path)


def save_positions(path: Path, positions: Positions) -> None:
    new = path.with_suffix(".new.npz")
    states = np.frombuffer(positions.states.tobytes(), np.uint8)
    np.savez_compressed(new, states=states, values=positions.values, results=positions.results)
    new.replace(path)


def load_positions(path: Path, game: Game) -> Positions:
    with np.load(path) as found:
        states = np.frombuffer(found["states"].tobytes(), game.rules.LAYOUT)
        return Positions(states, found["values"], found["results"])
