"""Many games at once, in compiled code: random play and perft."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from .game import Game
from .registry import load
from .state import State

Array = np.ndarray[Any, np.dtype[Any]]


class Simulation(NamedTuple):
    """Random games, a row each."""

    results: Array  #: what each seat had in the end: ``results[i, seat]``
    lengths: Array  #: the number of choices: ``lengths[i]``


def simulate(
    game: Game | str,
    n: int,
    seed: int,
    *,
    seats: int | None = None,
    threads: int = 1,
    first: int = 0,
    progress: Callable[[int], object] | None = None,
    **options: object,
) -> Simulation:
    """Plays n random games. Game number i is the same whatever n, ``threads`` and ``first`` are.

    ``first`` is the number of the first game, ``progress`` is called with how many more games are done.

    >>> results, lengths = lt.simulate("drivis", n=1000, seed=1)
    >>> float((results[:, 0] > 0).mean()), float(lengths.mean())
    (0.451, 17.175)
    """
    start = (load(game) if isinstance(game, str) else game).start(seats, None, options)
    simulation = Simulation(np.zeros((n, start.seats)), np.zeros(n, np.int64))
    chunks = np.array_split(np.arange(n), _chunks(n, threads, progress))
    with ThreadPoolExecutor(threads) as pool:
        jobs = [pool.submit(_play_chunk, start, seed, first, chunk, simulation) for chunk in chunks if len(chunk)]
        try:
            for job in jobs:
                done = job.result()
                if progress:
                    progress(done)
        finally:
            pool.shutdown(cancel_futures=True)  # Ctrl-C waits for the games that run, not for those that wait
    return simulation


def _chunks(n: int, threads: int, progress: object) -> int:
    """Enough pieces to keep the threads busy to the end and a progress bar moving."""
    return max(1, min(n, 200 if progress else 8 * threads if threads > 1 else 1))


def _play_chunk(start: State, seed: int, first: int, chunk: Array, into: Simulation) -> int:
    from .verbs import play_games

    here = slice(int(chunk[0]), int(chunk[-1]) + 1)
    with np.errstate(over="ignore"):  # uncompiled, the random numbers wrap around with a warning
        start.game.compiled(play_games)(
            start._data,
            np.uint64(seed),
            first + int(chunk[0]),
            _codes(start.game, 1)[0],
            into.results[here],
            into.lengths[here],
        )
    return len(chunk)


def perft(state: State, depth: int) -> int:
    """The number of event sequences of exactly that length.

    A chance outcome counts once, and of several actors only the lowest seat acts.

    >>> lt.perft(lt.load("drivis").new(), 4)
    2424
    """
    if depth < 0:
        raise ValueError("depth is a number of events: at least 0")
    if depth == 0:
        return 1
    from .verbs import count_sequences

    states = state.game.empty(depth)
    states[0] = state._data[0]
    return int(state.game.compiled(count_sequences)(states, depth, _codes(state.game, depth)))


def _codes(game: Game, rows: int) -> Array:
    """Room for the events of each level."""
    return np.empty((rows, game.num_codes), np.int32)
