"""What the search holds for certain is true: compared with looking through everything, in plain Python."""

from __future__ import annotations

import random
from functools import cache

import pytest
from setups import random_event, random_game

import ludotheque as lt
from ludotheque.search.exact import certain_values
from ludotheque.search.tree import Tree

# Games of two in which something is certain soon enough: name -> options.
CERTAIN: dict[str, dict[str, str]] = {"drivis": {}, "drumlin": {}, "derive": {"level": "initiation"}}


def value(state: lt.State, seat: int, turns: int, last: int) -> int:
    """1 if the seat wins by force within so many more turns, −1 if it loses by force, else 0."""
    if state.over:
        assert state.result is not None
        return {1.0: 1, -1.0: -1}.get(state.result[seat], 0)
    if state.chance:
        return 0
    actor = state.actors[0]
    left = turns - (actor != last)
    if left < 0:
        return 0
    best = max if actor == seat else min
    return best(value(state.play(text, actor), seat, left, actor) for text in state.choices(actor))


def positions(name: str, n: int, seed: int = 0) -> list[lt.State]:
    """From random games: every other one with something certain, as far as a quick look says."""
    game, rng = lt.load(name), random.Random(seed)
    found: list[lt.State] = []
    while len(found) < n:
        state = game.start(2, None, game.parse_options(CERTAIN[name]))
        for _ in range(rng.randrange(4, 60)):
            state = state if state.over else random_event(state, rng)
        while state.chance:
            state = state.draw(rng)
        if state.actors and (len(found) % 2 or certain_values(state, state.actors[0], 20_000, 2)):
            found.append(state)
    return found


OTHERS = [("drumlin", 1, 4), ("drumlin", 2, 4), ("derive", 2, 8)]


@pytest.mark.parametrize(
    ("name", "turns", "n"),
    [("drivis", 3, 10), *(pytest.param(*more, marks=pytest.mark.slow) for more in OTHERS)],
)
def test_certain_values_are_those_of_brute_force(name: str, turns: int, n: int) -> None:
    for state in positions(name, n):
        seat = state.actors[0]
        certain = certain_values(state, seat, 10_000_000, turns)
        for text in state.choices(seat):
            true = value(state.play(text, seat), seat, turns - 1, seat)
            found = certain.get(state.action(text, seat), 0)
            # The first sure win is enough: the rest need not be looked at.
            assert found == true or (found == 0 and 1 in certain.values()), (state.diagram(), text)


@pytest.mark.slow
@pytest.mark.parametrize("name", CERTAIN)
def test_proven_positions_are_truly_won_or_lost(name: str) -> None:
    """Whatever a tree has proven holds against an exhaustive search that is deep enough to see it."""
    proofs = 0
    for number, state in enumerate(positions(name, 6)):
        seat = state.actors[0]
        tree = Tree(state, seat, 200_000, number)
        tree.search(3000, 1.0)
        certain = certain_values(state, seat, 100_000)
        for child in tree.children():
            true = certain.get(int(tree.nodes["action"][child]))
            if tree.nodes["proven"][child] and true is not None:
                assert tree.values[child, seat] == true
                proofs += 1
    assert proofs


def wins(state: lt.State, turns: int) -> bool:
    return 1 in certain_values(state, state.actors[0], 200_000, turns).values()


@cache
def won_position(name: str) -> lt.State:
    """Somebody can win by force within three turns, but not at once."""
    rng = random.Random(0)
    game = lt.load(name)
    while True:
        state = game.start(2, None, game.parse_options(CERTAIN[name]))
        while not state.over:
            if state.actors and wins(state, 3) and not wins(state, 1):
                return state
            state = random_event(state, rng)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["drivis", "drumlin"])
def test_a_strong_player_finds_a_forced_win_and_sees_that_it_is_certain(name: str) -> None:
    state = won_position(name)
    seat = state.actors[0]
    analysis = lt.ComputerPlayer(8, seed=1, simulations=200).think(state)
    assert analysis.proven and analysis.values[seat] == 1.0
    after = state.play(analysis.best.text)
    if after.actors and after.actors[0] != seat:
        replies = certain_values(after, after.actors[0], 1_000_000, 3)
        assert set(replies.values()) == {-1} and len(replies) == len(after.choices())


@cache
def lost_position(name: str) -> lt.State:
    """All is lost within five turns, but not everything within two."""
    for seed in range(10_000):
        state, rng = lt.load(name).new(), random.Random(seed)
        while not state.over:
            seat = state.actors[0]
            certain = certain_values(state, seat, 1_000_000, 5)
            soon = certain_values(state, seat, 1_000_000, 2)
            if certain and len(certain) == len(state.legal(seat)) and 0 < len(soon) < len(certain):
                return state
            state = random_event(state, rng)
    raise AssertionError("no such position")


@pytest.mark.parametrize("level", [5, 8])
def test_who_must_lose_resists_as_long_as_possible(level: int) -> None:
    state = lost_position("drivis")
    seat = state.actors[0]
    analysis = lt.ComputerPlayer(level, seed=2, simulations=3000).think(state)
    assert analysis.proven and analysis.best.values[seat] == -1.0
    for turns in range(1, 5):
        soon = certain_values(state, seat, 1_000_000, turns)
        assert len(soon) == len(state.legal(seat)) or analysis.best.action not in soon


def test_with_more_than_two_seats_a_loss_is_never_certain() -> None:
    """The others need not work together."""
    game = lt.load("derive")
    state = random_game(game.new(seats=3, level="initiation"), 5)
    for before in state.history()[-8:-1]:
        if before.actors:
            assert -1 not in certain_values(before, before.actors[0], 100_000, 3).values()


def test_alone_a_good_score_is_no_proof_that_there_is_no_better_one() -> None:
    game = lt.load("number-drop")
    state = random_game(game.new(seats=1), 3)
    before = next(s for s in reversed(state.history()) if s.actors and len(s.choices()) > 1)
    tree = Tree(before, 0, 200_000, 1)
    tree.search(20_000, 1.0)
    if tree.proven:
        assert float(tree.values[0, 0]) == max(float(tree.values[child, 0]) for child in tree.children())
