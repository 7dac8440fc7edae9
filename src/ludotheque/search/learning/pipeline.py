"""From self-play to a network that was accepted, generation by generation.

Each one plays games with the best network so far (where alpha-beta plays, with the last one), fits a new one to all
positions of the last generations, and lets it meet the best in a trial; only a winner becomes the best. Everything is
kept in a folder as soon as it is there: a run that was interrupted goes on where it was. Games and fits follow from the
seed alone. A trial measures processor time, so its games differ from run to run, and with them, where it was close,
what is accepted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import GameError
from ...core.fields import Float32Array, Int64Array
from ...core.game import Game
from ..hooks import features_of, hint
from ..network import LEARNED, NOTHING, Network, file_of, network_of, with_room
from ..score import Estimate
from ..texts import CATALOG
from .deep_play import play_itself_deep
from .fit import Samples, fit, fresh
from .processes import Pool, in_order
from .recipe import Recipe
from .self_play import Positions, SelfPlay, features_in, play_itself
from .trial import Pair, Trial, play_pair

AHEAD = 3  # jobs a process has waiting
LARGE = 50_000  # numbers

# What happens, with how far it is and how much there is: for whoever shows it.
Watch = Callable[[str, int, int], None]


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
        if known is None or 2 not in game.seats:
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
        """The last network that was accepted, else the one that the game has, unless it begins anew, else none."""
        file = self.folder / "best.npy"
        known = NOTHING if self.recipe.anew else network_of(self.game)
        return with_room(np.load(file)) if file.exists() else known

    def learned_before(self, generation: int) -> Network:
        """The network that plays: the best; with alpha-beta the last one, as no trial would notice its small steps."""
        file = self.folder / f"network-{generation - 1:02}.npy"
        return with_room(np.load(file)) if self.recipe.deep and file.exists() else self.best

    def run(self, pool: Pool, workers: int, watch: Watch) -> Iterator[Outcome]:
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

    def _play(self, number: int, pool: Pool, workers: int, watch: Watch) -> None:
        if self._positions(number).exists():
            return
        parts: list[Positions] = []
        watch("games", 0, self.recipe.games)
        play = play_itself_deep if self._is_deep(number) else play_itself
        for part in in_order(pool, play, self._jobs(number), AHEAD * workers):
            parts.append(part)
            watch("games", len(parts), self.recipe.games)
        found = Positions.join(parts)
        save_positions(self._positions(number), found)

    def _is_deep(self, generation: int) -> bool:
        """Whether alpha-beta plays: by a network, or by the evaluation that the game has of its own."""
        known = len(self.learned_before(generation)) > 0 or hint(self.game.rules, "evaluate") is not None
        return self.recipe.deep > 0 and known

    def _jobs(self, generation: int) -> Iterator[SelfPlay]:
        recipe, network, seed = self.recipe, self.learned_before(generation), self.seed * 1_000 + generation
        simulations = recipe.learned if len(network) else recipe.simulations
        job = SelfPlay(
            self.game.name,
            0,
            seed,
            recipe.deep if self._is_deep(generation) else simulations,
            network,
            td_lambda=recipe.td_lambda,
            discount=recipe.discount,
            stray=recipe.stray,
        )
        for number in range(self.recipe.games):
            yield replace(job, number=number, options=self.settings[number % len(self.settings)])

    # Fitting

    def _fit(self, number: int, watch: Watch) -> tuple[float, Network]:
        """A new network, fitted from the beginning, so that what was learned from worse games is left behind; or, where
        the recipe says so, going on from the one that played."""
        rng, before, errors = np.random.default_rng((self.seed, number)), self.learned_before(number), [0.0]
        network = before.copy() if self.recipe.going_on and len(before) else fresh(self.inputs, rng)
        passes = self.recipe.passes(number)
        watch("fit", 0, passes)
        for error in fit(network, self.samples(number), self.ways, passes, self.recipe.batch, rng):
            errors.append(error)
            watch("fit", len(errors) - 1, passes)
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

    def _try(self, number: int, network: Network, error: float, pool: Pool, workers: int, watch: Watch) -> Outcome:
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
        best, seed, deep = self.best, self.seed * 1_000 + generation, self.recipe.deep > 0
        for number in range(self.recipe.pairs):
            options = self.settings[number % len(self.settings)]
            yield Pair(self.game.name, number, seed, self.recipe.seconds, network, best, deep, options)

    def install(self) -> Path | None:
        """Makes the best network that of the game; None if nothing was accepted."""
        best = self.folder / "best.npy"
        if not best.exists():
            return None
        write_whole(file_of(self.game), as_file(np.load(best)))
        return file_of(self.game)


def _outcome(told: dict[str, Any]) -> Outcome:
    return Outcome(**{**told, "share": Estimate(*told["share"]), "seconds": tuple(told["seconds"])})


def as_file(learned: Network) -> bytes:
    """What a game keeps: of a large network 16 bits a number, which changes what it says by about a thousandth."""
    out = BytesIO()
    np.save(out, learned.astype(np.float16) if len(learned) > LARGE else learned)
    return out.getvalue()


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
