"""Compiles what a game needs before somebody sits down to it, part by part, and remembers what is done."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from pathlib import Path

from ..core import cache
from ..core.compiler import load_compiler
from ..core.game import RULES, SEARCH, Game
from ..core.i18n import Sentence
from ..core.simulation import perft, simulate
from ..core.state import State
from .texts import CATALOG

# Every game can be capped; so many choices show every kind of event.
ENOUGH = 40
BULK = "bulk"  # random games by the thousand and perft: for research, nobody at a table waits for them


@functools.cache
def prepare(game: Game) -> None:
    """Everything that a game at the table needs, compiled: plays a short one through, as people do."""
    rng = random.Random(0)
    state = game.new(max_choices=ENOUGH)
    while not state.over:
        _ = state.status()
        state = _any_event(state, rng)
    _ = state.result, state.scores, state.status(), state.diagram(), state.scene()


def _any_event(state: State, rng: random.Random) -> State:
    if state.chance:
        return state.draw(rng)
    seat = state.actors[0]
    text = rng.choice(state.choices(seat))
    state.describe(text, seat=seat)
    return state.play(text, seat)


@functools.cache
def prepare_search(game: Game) -> None:
    """Everything that computer players need, compiled: looks ahead, searches, and keeps what it knows for later."""
    from .exact import certain_values
    from .levels import uses_alphabeta
    from .plans import planner_of
    from .think import Effort, Thinker
    from .tree import Tree

    state, rng = game.new(seats=next(n for n in game.seats if n > 1), max_choices=ENOUGH), random.Random(0)
    while state.chance:
        state = state.draw(rng)
    seat = state.actors[0]
    certain_values(state, seat, positions=20, turns=1)
    tree = Tree(state, seat, room=4 * game.num_codes, seed=0)
    tree.search(simulations=8, explore=1.0)
    tree.below(tree.children()[0], state)
    if uses_alphabeta(game):
        Thinker(0).think(state, seat, Effort(0, alphabeta=20))
    if planner_of(game):
        Thinker(0).think(state, seat, Effort(0, plans=20))


def prepare_bulk(game: Game) -> None:
    """Random games and perft, compiled."""
    simulate(game, 1, 0)
    perft(game.new(), 2)


# In the order in which they are needed.
PARTS: dict[str, Callable[[Game], None]] = {RULES: prepare, SEARCH: prepare_search, BULK: prepare_bulk}


def make_ready(game: Game, part: str) -> None:
    """Compiles one part, or finds that it is compiled."""
    PARTS[part](game)
    _mark(game, part, cache.own_root()).parent.mkdir(parents=True, exist_ok=True)
    _mark(game, part, cache.own_root()).touch()


def is_ready(game: Game, part: str) -> bool:
    """Whether a part was compiled before, here or where we came from: from these sources, for such a processor."""
    return any(_mark(game, part, root).exists() for root in (cache.SHIPPED, cache.own_root()))


def why_compiling() -> Sentence:
    """Why something has to be compiled on this machine, for whoever runs it."""
    from ..core.target import lacking

    if not cache.SHIPPED.exists():
        return CATALOG("compiling.new")
    if lacking():
        return CATALOG("compiling.processor", features=", ".join(lacking()))
    return CATALOG("compiling.versions")


def files_of(game: Game, part: str) -> list[Path]:
    """Where that stands which is compiled for a part."""
    if part != SEARCH:
        return [cache.CORE / "verbs.py"]
    from .levels import uses_alphabeta
    from .plans import planner_of

    names = ["mcts.py", "solve.py"] + ["alphabeta.py"] * uses_alphabeta(game)
    planner = planner_of(game)
    return [Path(__file__).with_name(name) for name in names] + (planner.compiled_files() if planner else [])


def _mark(game: Game, part: str, root: Path) -> Path:
    load_compiler()
    from ..core.target import processor_key

    return root / cache.name(game.folder, *files_of(game, part)) / f"{part}-{processor_key()}.ready"
