"""Games that alpha-beta plays against itself, each from its first choice to its end in compiled code.

A choice takes a fraction of a millisecond, so there can be many games. What is learned from are their positions, with
what the search expected there and what came of it; and positions beside the game, one random choice away, with what the
search expects there: most of what a search has to judge comes from choices that nobody would make.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core.bits import lowest, random_below
from ...core.fields import Codes, Fields, Float32Array, States, Stream, Values
from ...core.game import Game
from ...core.registry import load
from ...core.rule import generic
from ...core.verbs import actors, apply, legal
from ..alphabeta import advance, open_frame, put_first, sort
from ..alphabeta_table import DEPTH, INFINITE, LEVEL, MATE, NODES, RUNNING, SCALE, STATUS, Desk, key_of
from ..deepening import Memory, make_desk
from .self_play import LONGEST_OPENING, Positions, SelfPlay, longest, opened, returns

Flags = NDArray[np.bool_]

TABLE = 1 << 14  # positions that are remembered
DEEPEST = 20
TOO_MUCH = 3  # times the positions of a choice: then a depth is given up that was begun


def play_itself_deep(job: SelfPlay) -> Positions:
    """The positions of one game and those beside it; each takes about as many positions as the job has simulations."""
    game, rng = load(job.game), job.generator()
    start = opened(game, job.options, rng, rng.randrange(LONGEST_OPENING))
    path, beside = Notes.room(game, longest(game) + 1), Notes.room(game, longest(game))
    strayed = np.zeros(longest(game), np.bool_)
    path.states[0] = start.array[0]
    assert job.network is not None
    desk = make_desk(start, Memory(TABLE), job.network, game.num_codes)
    play: Any = game.compiled(play_deep)
    stream = np.array([rng.getrandbits(63)], np.uint64)
    n = int(play(desk, path, beside, strayed, job.stray, job.simulations, stream))
    outcome = np.zeros(2)
    game.ask.result(path.states[n : n + 1], outcome)
    later = returns(path.values[:n], path.seats[:n], outcome, job.td_lambda, job.discount, strayed[:n])
    played = Positions(path.states[:n], path.values[:n], later)
    found = beside.seats[:n] >= 0
    return Positions.join([played, Positions(beside.states[:n][found], *[beside.values[:n][found]] * 2)])


class Notes(NamedTuple):
    """Positions, who acts there or -1, and what the search expects for that seat."""

    states: States
    values: Float32Array
    seats: Codes

    @classmethod
    def room(cls, game: Game, n: int) -> Notes:
        return cls(game.empty(n), np.zeros(n, np.float32), np.full(n, -1, np.int32))


def play_deep(d: Desk, path: Notes, beside: Notes, strayed: Flags, stray: int, nodes: int, rng: Stream) -> int:
    """Goes on from the first state of the path to the end of the game; how many choices that took.

    One choice in ``stray`` is the one beside the game, unless that ends it.
    """
    outcome, n = np.zeros(2, np.float64), 0
    while actors(path.states[n]) != 0:
        seat = lowest(actors(path.states[n]))
        step_aside(path.states[n], seat, beside.states[n : n + 1], rng, d.codes[0])
        if actors(beside.states[n]) != 0:
            note(d, beside, n, nodes, outcome)
        note(d, path, n, nodes, outcome)
        if stray > 0 and beside.seats[n] >= 0 and random_below(rng, stray) == 0:
            strayed[n] = True
            path.states[n + 1] = beside.states[n]
        else:
            path.states[n + 1] = path.states[n]
            apply(path.states[n + 1], seat, d.frames[0].best_code)
        n += 1
    return n


@generic
def step_aside(s: Fields, seat: int, other: States, rng: Stream, codes: Codes) -> None:
    """Makes a choice at random, elsewhere."""
    other[0] = s
    apply(other[0], seat, codes[random_below(rng, legal(s, seat, codes))])


@generic
def note(d: Desk, notes: Notes, n: int, nodes: int, outcome: Values) -> None:
    """Thinks about a position and writes down what is to be expected."""
    notes.seats[n] = lowest(actors(notes.states[n]))
    d.states[0] = notes.states[n]
    think(d, notes.seats[n], nodes, outcome)
    notes.values[n] = max(-1.0, min(1.0, d.frames[0].best / SCALE))


@generic
def think(d: Desk, seat: int, nodes: int, outcome: Values) -> None:
    """Deeper and deeper, until so many positions were looked at; ``frames[0]`` knows the best choice then."""
    d.control[NODES] = 0
    for depth in range(1, DEEPEST):
        search_root(d, seat, depth, nodes, outcome)
        if d.control[NODES] >= nodes or abs(d.frames[0].best) > SCALE:
            return


@generic
def search_root(d: Desk, seat: int, depth: int, nodes: int, outcome: Values) -> None:
    """One depth. If it takes too long, what was known before counts."""
    d.control[LEVEL], d.control[STATUS], d.control[DEPTH] = 0, RUNNING, depth
    frame = d.frames[0]
    before, value = frame.best_code if depth > 1 else -1, frame.best
    open_frame(d, 0, seat, depth, -INFINITE, INFINITE, key_of(d.words, 0, d.mask))
    if not (before >= 0 and put_first(d, 0, before)) and not sort(d, 0, 0, outcome):
        frame.best, frame.best_code = MATE - 1, d.codes[0, 0]
        return
    while d.control[STATUS] == RUNNING and (depth == 1 or d.control[NODES] < TOO_MUCH * nodes):
        advance(d, outcome)
    if d.control[STATUS] == RUNNING:
        frame.best, frame.best_code = value, before
