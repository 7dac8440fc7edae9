"""Computer players: legal, repeatable, bounded, and better the higher their level."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time

import pytest
from setups import Setup, random_event, sample

import ludotheque as lt
from ludotheque.search.players import LEVELS, is_player, make_player
from ludotheque.search.think import Effort, Thinker, follow
from ludotheque.search.tree import ROOM_A_SIMULATION, Tree

SETUPS = [setup for name in lt.games() for setup in sample(name, 3)]


def some_position(setup: Setup, events: int, seed: int = 0) -> lt.State:
    """After so many random events, or earlier if the game is over by then; somebody is to choose."""
    state, rng = setup.new(), random.Random(seed)
    while events > 0 or not state.actors:
        after = random_event(state, rng)
        if after.over:
            return state if state.actors else some_position(setup, events, seed + 1)
        state, events = after, events - 1
    return state


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_seat_gets_a_legal_choice_at_every_level(setup: Setup) -> None:
    for level in LEVELS:
        state = some_position(setup, 5 * level, level)
        for seat in state.actors:
            player = lt.ComputerPlayer(level, seed=1, scale=0.001)
            assert player.choose(state, seat) in state.choices(seat)


@pytest.mark.parametrize("name", lt.games())
def test_the_same_seed_and_simulations_make_the_same_choices(name: str) -> None:
    def choices() -> list[str]:
        state, rng = lt.load(name).new(max_choices=8), random.Random(1)
        players = [lt.ComputerPlayer(level, seed=level, simulations=150) for level in (1, 8, 3, 4, 5, 6)]
        made = []
        while not state.over:
            if state.chance:
                state = state.draw(rng)
                continue
            seat = state.actors[0]
            made.append(players[seat].choose(state, seat))
            state = state.play(made[-1], seat)
        return made

    assert choices() == choices()


COMPARE = """
import random, sys, ludotheque as lt
state, rng = lt.load(sys.argv[1]).new(max_choices=40), random.Random(2)
before = state
while not state.over and (len(state.history()) < 30 or not state.actors):
    before = state if state.actors else before
    state = state.draw(rng) if state.chance else state.play(rng.choice(state.choices(state.actors[0])), state.actors[0])
state = before if state.over else state
found = lt.ComputerPlayer(8, seed=3, simulations=60, scale=0.003, seconds=600).think(state, state.actors[0])
print([(c.text, c.visits, c.proven) for c in found.choices if c.visits])
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", lt.games())
def test_uncompiled_the_search_finds_the_same(name: str) -> None:
    """So that the search can be followed with a debugger."""

    def think(disable_jit: str) -> str:
        env = {**os.environ, "NUMBA_DISABLE_JIT": disable_jit}
        done = subprocess.run(
            [sys.executable, "-c", COMPARE, name], check=True, capture_output=True, text=True, env=env
        )
        return done.stdout

    assert think("0") == think("1")


@pytest.mark.parametrize("name", lt.games())
def test_time_is_a_limit(name: str) -> None:
    state = some_position(Setup(name, lt.load(name).seats[0], ()), 12)
    lt.ComputerPlayer(8, seed=1, simulations=50).choose(state, state.actors[0])
    start = time.perf_counter()
    lt.ComputerPlayer(8, seed=1, seconds=0.05).choose(state, state.actors[0])
    # Generous, because the machine may be busy; without the limit it would never end.
    assert time.perf_counter() - start < 3


@pytest.mark.parametrize("name", lt.games())
def test_memory_is_a_limit(name: str) -> None:
    state = some_position(Setup(name, lt.load(name).seats[0], ()), 12)
    thinker = Thinker(1)
    analysis = thinker.think(state, state.actors[0], Effort(20_000, nodes=500))
    assert len(thinker.trees[0].nodes) == 500
    assert analysis.best.text in state.choices(state.actors[0])


def test_a_tree_goes_on_with_what_it_knew() -> None:
    state = lt.load("drivis").new()
    tree = Tree(state, 0, 100_000, 1)
    tree.search(5000, 1.0)
    child = max(tree.children(), key=lambda node: tree.nodes["visits"][node])
    text = state.game.display.notation.write(state, 0, int(tree.nodes["action"][child]))
    after = state.play(text)
    node = max(tree.children(child), key=lambda node: tree.nodes["visits"][node])
    reply = state.game.display.notation.write(after, 1, int(tree.nodes["action"][node]))
    later = follow(tree, after.play(reply), 0)
    assert later is not None
    assert later.visits == tree.nodes["visits"][node] > 0
    assert list(later.values[0]) == list(tree.values[node])
    assert {int(later.nodes["action"][c]) for c in later.children()} == {
        int(tree.nodes["action"][c]) for c in tree.children(node)
    }
    assert follow(tree, state.game.new().play(text).play(reply), 0) is None, "another game of the same moves"


def test_threads_share_the_work() -> None:
    state = lt.load("drivis").new()
    analysis = lt.analyse(state, simulations=4000, threads=2)
    assert analysis.simulations == 4000
    assert analysis == lt.analyse(state, simulations=4000, threads=2)


@pytest.mark.parametrize("name", lt.games())
def test_an_analysis_explains_itself(name: str) -> None:
    state = some_position(Setup(name, lt.load(name).seats[0], ()), 10)
    seat = state.actors[0]
    analysis = lt.analyse(state, seat, simulations=500)
    assert [c.text for c in analysis.choices if c.text in state.choices(seat)] == [c.text for c in analysis.choices]
    assert sorted(c.text for c in analysis.choices) == state.choices(seat)
    assert len(analysis.values) == state.seats
    assert analysis.best.line[0] == (seat, analysis.best.text)
    replayed = state
    for actor, text in analysis.best.line:
        replayed = replayed.play(text, actor)


@pytest.mark.parametrize("name", lt.games())
def test_in_a_game_of_several_seats_expectations_cancel_out(name: str) -> None:
    for setup in sample(name, 3):
        state = some_position(setup, 10)
        analysis = lt.analyse(state, state.actors[0], simulations=300)
        if state.seats > 1:
            assert sum(analysis.values) == pytest.approx(0.0, abs=1e-3)


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(lt.GameError, match="level 9"):
        lt.ComputerPlayer(9)
    with pytest.raises(lt.GameError, match="champion"):
        make_player("champion")
    over = lt.load("drivis").new(max_choices=1)
    over = over.play(over.choices()[0])
    with pytest.raises(lt.IllegalEvent, match="over"):
        lt.ComputerPlayer(1).choose(over)
    with pytest.raises(lt.IllegalEvent):
        lt.ComputerPlayer(1).choose(lt.load("derive").new())


@pytest.mark.parametrize("name", lt.games())
def test_a_tree_has_room_for_all_that_its_simulations_open(name: str) -> None:
    """One that is full would search no deeper, however long it went on."""
    for setup in sample(name, 4):
        for learned in (True, False):
            state, simulations = some_position(setup, 30), 400
            thinker = Thinker(1)
            thinker.think(state, state.actors[0], Effort(simulations, 1e6, learned=learned))
            (tree,) = thinker.trees
            assert tree.used < simulations * ROOM_A_SIMULATION / 1.3


def test_players_have_names() -> None:
    assert all(map(is_player, ("random", "careful", "greedy", "1", "8", "8@2000", "8@0.5s", "3x0.1")))
    assert not any(map(is_player, ("", "0", "9", "8@", "8@x", "champion", "8@2000s5")))
    state = lt.load("drivis").new()
    for name in ("random", "careful", "greedy", "2", "8@20", "8@0.01s", "8x0.001"):
        assert make_player(name, 1).choose(state) in state.choices()
