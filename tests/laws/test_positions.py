"""What a computer player is given that thinks elsewhere: the same position, with all that matters of its past."""

from __future__ import annotations

import pytest
from setups import Setup, each, random_game

import ludotheque as lt
from ludotheque.play.positions import MOST_EVENTS, read_position, write_position
from ludotheque.search.computer import Repetitions

NAME = "Zoé Quincampoix"  # in no text of any game
STEP = 27  # events: some positions near the beginning, some far from it


def positions(setup: Setup) -> list[lt.State]:
    """Positions of a random game whose players have names; the last one is a long way from the first."""
    first = setup.game.start(setup.seats, [f"{NAME} {seat}" for seat in range(setup.seats)], dict(setup.options))
    history = random_game(first, 5, 140).history()
    return [state for state in history[::STEP] if not state.over]


@pytest.mark.parametrize("setup", each(7))
def test_a_thinker_elsewhere_is_given_the_same_game(setup: Setup) -> None:
    for state in positions(setup):
        text = write_position(state)
        read = read_position(text)
        assert read == state and read.options == state.options and read.actors == state.actors
        assert all(read.choices(seat) == state.choices(seat) for seat in state.actors)
        assert read.outcomes() == state.outcomes()
        assert NAME not in text
        assert read.ply == min(state.ply, MOST_EVENTS)
        assert read.record.events == state.record.events[-MOST_EVENTS:]


@pytest.mark.parametrize("name", lt.games())
def test_it_sees_what_was_chosen_before_in_the_same_position(name: str) -> None:
    for state in positions(Setup(name, lt.load(name).seats[0], ())):
        before, elsewhere = Repetitions(), Repetitions()
        read = read_position(write_position(state))
        for seat in state.actors:
            assert elsewhere.choices_before(read, seat) <= before.choices_before(state, seat)
            if state.ply <= MOST_EVENTS:
                assert elsewhere.choices_before(read, seat) == before.choices_before(state, seat)


@pytest.mark.parametrize("name", lt.games())
def test_a_position_does_not_grow_with_its_game(name: str) -> None:
    """A diagram and so many events are all there is."""
    last = random_game(lt.load(name).new(), 3).previous
    assert last is not None
    around = len(write_position(lt.load(name).read(last.diagram())))
    assert len(write_position(last)) <= around + MOST_EVENTS * max(len(f"* {text}\n") for _, text in last.record.events)


def test_a_game_that_began_somewhere_is_read_from_there() -> None:
    game = lt.load(lt.games()[0])
    middle = game.read(random_game(game.new(), 1, 9).diagram())
    after = random_game(middle, 2, 5)
    read = read_position(write_position(after))
    assert read == after and read.record.origin == middle.origin
