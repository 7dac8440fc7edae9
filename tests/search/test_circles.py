"""A computer that would make the same choice in the same position again loses its patience with time."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

import ludotheque as lt
from ludotheque.core.game import Game
from ludotheque.search.computer import Repetitions
from ludotheque.search.levels import Level

# Pink's best choice is b6-b4, worth some 0.3 more than any other; both sides can go back to where they were.
POSITION = """\
10  .    p    .    .    .    .    .    .
 9  p    V    v    .    .    .    .    .
 8  .    .    .    .    p    .    .    pp
 7  p    .    .    .    .    .    p    .
 6  p    p    .    v    .    .    p    .
 5  .    .    .    .    .    p    .    .
 4  *    .    .    .    v    .    .    v
 3  .    vv   .    .    .    vv   v    .
 2  .    .    .    .    .    .    .    .
 1  .    v    .    p    .    .    v    .
    a    b    c    d    e    f    g    h
pink to act, 60 made
seats=2 max_choices=10000"""
BEST, *BACK = "Eb6-b4", "Db9-a9", "Eb4-b6", "Da9-b9"


def gone_round(times: int) -> lt.State:
    state = lt.load("drumlin").read(POSITION)
    for text in [BEST, *BACK] * times:
        state = state.play(text)
    return state


class TreePlayer(lt.ComputerPlayer):
    """Level 8 as it was: alpha-beta holds what comes back for drawn, and loses its patience at once."""

    def settings(self, where: Game | lt.State) -> Level:
        return replace(super().settings(where), alphabeta=0, learned=False)


@pytest.mark.parametrize("rounds", range(6))
def test_a_computer_leaves_a_circle_when_it_has_gone_round_often_enough(rounds: int) -> None:
    """Each round it gives up a tenth of a win for leaving: nearly 0.3 after three, never at once."""
    chosen = TreePlayer(8, seed=1, simulations=400).choose(gone_round(rounds))
    assert (chosen == BEST) == (rounds < 3)


def test_a_computer_that_has_followed_the_game_leaves_it_as_well() -> None:
    player = TreePlayer(8, seed=1, simulations=400)
    chosen = [player.choose(gone_round(0))]
    state = gone_round(0)
    for _ in range(5):
        for text in (BEST, *BACK):
            state = state.play(text)
        chosen.append(player.choose(state))
    assert chosen[0] == BEST and chosen[-1] != BEST


def test_repetitions_are_those_of_the_history_also_after_choices_were_taken_back() -> None:
    rng, known = random.Random(5), Repetitions()
    repeated, state = 0, gone_round(0)
    for _ in range(80):
        for _ in range(rng.randrange(8)):  # some are taken back
            state = state.previous or state
        for _ in range(rng.randrange(8)):
            circle = {BEST, *BACK} & set(state.choices())
            state = state.play(rng.choice(sorted(circle) or state.choices()))
        found = known.choices_before(state, state.actors[0])
        assert found == looked_up(state, state.actors[0])
        repeated += bool(found)
    assert repeated > 5


def looked_up(state: lt.State, seat: int) -> Counter[str]:
    history = [*zip(state.history(), state.record.events, strict=False)]
    return Counter(text for then, (who, text) in history if who == seat and board(then) == board(state))


def board(state: lt.State) -> str:
    """The position without the number of choices made so far."""
    return "".join(line for line in state.diagram().splitlines() if "made" not in line) + str(state.actors)
