"""Games in a batch are the games of the library, played at once."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.research.batch import BatchedGames
from ludotheque.research.observation import observe
from ludotheque.research.planes import observe_planes

MASK = 2**64 - 1
SEED = 7


def random_bits(stream: int) -> tuple[int, int]:
    """SplitMix64, written anew: the next state of a stream and its 64 bits."""
    stream = stream + 0x9E3779B97F4A7C15 & MASK
    mixed = (stream ^ stream >> 30) * 0xBF58476D1CE4E5B9 & MASK
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MASK
    return stream, mixed ^ mixed >> 31


class Chance:
    """The stream of one game, for ``state.draw``."""

    def __init__(self, seed: int, number: int) -> None:
        self.stream = random_bits(seed)[1] ^ number * 0xBF58476D1CE4E5B9 & MASK

    def randrange(self, stop: int, /) -> int:
        self.stream, bits = random_bits(self.stream)
        return (bits >> 32) * stop >> 32

    def draw_all(self, state: lt.State) -> lt.State:
        while state.chance:
            state = state.draw(self)
        return state


def check_row(batch: BatchedGames, i: int, state: lt.State) -> None:
    """What the batch shows of game i is what the state says."""
    assert batch.state(i) == state
    seat = state.actors[0]
    assert batch.seats_to_act[i] == seat
    assert np.flatnonzero(batch.masks[i]).tolist() == sorted(state.legal(seat))
    assert batch.legal(i).tolist() == state.legal(seat)
    seen = observe_planes(state, seat) if batch.observation == "planes" else observe(state, seat)
    assert np.array_equal(batch.observations[i], seen)


@pytest.mark.long
def test_lockstep_with_states(start: lt.State, setup: dict[str, Any]) -> None:
    assert play_in_lockstep(start, setup, 60) >= 6


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("observation", ["bits", "planes"])
def test_choices_at_the_same_time_are_hidden(seats: int, observation: str) -> None:
    """``observe`` hides them, see ``test_simultaneous.py``."""
    start = lt.load("number-drop").new(seats)
    play_in_lockstep(start, {"seats": seats, "observation": observation}, 12 * seats)


@pytest.mark.long
def test_planes_in_lockstep_with_states(start: lt.State, setup: dict[str, Any]) -> None:
    assert play_in_lockstep(start, setup | {"observation": "planes"}, 60) >= 6


def play_in_lockstep(start: lt.State, setup: dict[str, Any], steps: int) -> int:
    """Three games in a batch beside the same games as states; how many have ended."""
    batch = BatchedGames(start.game, 3, SEED, **setup)
    chances = [Chance(SEED, i) for i in range(3)]
    states = [chance.draw_all(start) for chance in chances]
    ended = 0
    for _ in range(steps):
        actions = batch.random_actions()
        results = [(0.0,) * start.seats] * 3
        for i, state in enumerate(states):
            check_row(batch, i, state)
            text = start.game.display.notation.write(state, state.actors[0], int(actions[i]))
            after = chances[i].draw_all(state.play(text, state.actors[0]))
            results[i] = after.result or results[i]
            states[i] = chances[i].draw_all(start) if after.over else after
            ended += after.over
        batch.step(actions)
        assert batch.rewards.tolist() == np.array(results, np.float32).tolist()
        assert batch.ended.tolist() == [state.fields.choices == 0 for state in states]
    return ended


def test_a_seed_decides_everything_and_games_do_not_touch(start: lt.State, setup: dict[str, Any]) -> None:
    few, many, other = (BatchedGames(start.game, n, seed, **setup) for n, seed in ((2, 5), (4, 5), (4, 6)))
    for _ in range(40):
        for batch in (few, many, other):
            batch.step(batch.random_actions())
    assert np.array_equal(few.states, many.states[:2])
    assert np.array_equal(few.observations, many.observations[:2])
    assert not np.array_equal(many.states, other.states)


def test_random_actions_do_not_move_chance() -> None:
    """Asking for random actions uses streams of its own: the draws stay the same."""
    one, two = (BatchedGames("derive", 4, 3) for _ in range(2))
    for _ in range(10):
        two.random_actions()
    actions = one.random_actions()
    one.step(actions)
    two.step(actions)
    assert np.array_equal(one.states, two.states)


def snapshot(batch: BatchedGames) -> list[bytes]:
    shown = (batch.states, batch.observations, batch.masks, batch.rewards, batch.ended, batch.seats_to_act)
    return [array.tobytes() for array in (*shown, batch._streams, batch._counts, batch._views, batch._choosing)]


def test_an_illegal_action_changes_nothing(start: lt.State, setup: dict[str, Any]) -> None:
    batch = BatchedGames(start.game, 4, 1, **setup)
    batch.step(batch.random_actions())  # at the start of a game everything may be allowed
    actions = batch.random_actions()
    before = snapshot(batch)
    for wrong in (-1, start.game.num_actions, int(np.flatnonzero(~batch.masks[2])[0])):
        actions[2] = wrong
        with pytest.raises(ValueError, match=rf"In game 2 the action {wrong} .*Allowed: {batch.legal(2).min()}"):
            batch.step(actions)
        assert snapshot(batch) == before


@pytest.mark.parametrize("wrong", [[1, 2], [0.0] * 3, [[1], [2], [3]], 1])
def test_actions_are_one_whole_number_a_game(wrong: object) -> None:
    with pytest.raises(ValueError, match="array of 3 whole numbers"):
        BatchedGames("drivis", 3, 1).step(wrong)


def test_wrong_set_ups_are_refused() -> None:
    with pytest.raises(lt.GameError, match="At least one game"):
        BatchedGames("drivis", 0, 1)
    with pytest.raises(lt.GameError, match="seats"):
        BatchedGames("drivis", 1, 1, seats=3)
    with pytest.raises(lt.UnknownGame):
        BatchedGames("chess", 1, 1)
    with pytest.raises(lt.GameError, match=r'"bits" .* "planes"'):
        BatchedGames("drivis", 1, 1, observation="pixels")


def test_a_copy_goes_its_own_way(start: lt.State, setup: dict[str, Any]) -> None:
    batch = BatchedGames(start.game, 4, 1, **setup)
    batch.step(batch.random_actions())
    copy, before = batch.copy(), snapshot(batch)
    assert snapshot(copy) == before
    actions = copy.random_actions()
    copy.step(actions)
    assert snapshot(batch) == before
    batch.step(actions)
    assert np.array_equal(batch.states, copy.states)
    assert np.array_equal(batch.masks, copy.masks)


@pytest.mark.parametrize("again", [lambda batch: pickle.loads(pickle.dumps(batch)), copy.copy, copy.deepcopy])
def test_a_batch_goes_on_where_it_was(start: lt.State, setup: dict[str, Any], again: Any) -> None:
    """After a pickle or a copy: the same arrays, the same draws and the same random actions, through new games too."""
    batch = BatchedGames(start.game, 3, 1, **setup)
    for _ in range(5):
        batch.step(batch.random_actions())
    other = again(batch)
    assert snapshot(other) == snapshot(batch)
    assert other.state(1) == batch.state(1) and other.options == batch.options
    for _ in range(30):  # longer than a game
        actions = batch.random_actions()
        batch.step(actions)
        assert np.array_equal(other.random_actions(), actions)
        other.step(actions)
        assert snapshot(other) == snapshot(batch)
    assert other.game is batch.game


def test_a_pickle_is_hardly_larger_than_what_a_batch_shows() -> None:
    """The room for the legal actions is large and mostly empty."""
    batch = BatchedGames("derive", 50, 1)
    shown = (batch.states, batch.observations, batch.masks)
    assert len(pickle.dumps(batch)) < 1.2 * sum(array.nbytes for array in shown)


def test_users_cannot_make_illegal_actions_legal() -> None:
    batch = BatchedGames("drivis", 1, 1)
    batch.masks[:] = True
    with pytest.raises(lt.IllegalEvent):
        batch.step(np.flatnonzero(~BatchedGames("drivis", 1, 1).masks[0])[:1])


CHECKSUM = """
import zlib
from ludotheque.research.batch import BatchedGames
for name in ("drivis", "riviere"):
    batch = BatchedGames(name, 3, 2, max_choices=9)
    for _ in range(12):
        batch.step(batch.random_actions())
    print(zlib.crc32(batch.states.tobytes() + batch.observations.tobytes() + batch.masks.tobytes()))
"""


@pytest.mark.slow
def test_uncompiled_it_is_the_same() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-W", "error", "-c", CHECKSUM],
            check=True,
            capture_output=True,
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
        ).stdout
        for disabled in "01"
    }
    assert len(outputs) == 1
