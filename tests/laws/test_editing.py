"""Positions made by hand: whatever ``read`` accepts is a position of the game, and obeys its laws."""

from __future__ import annotations

import random

import pytest
from setups import Setup, each, random_game

import ludotheque as lt
from ludotheque.core import editing
from ludotheque.core.errors import GameError

EDITS = 40


def seat_of(state: lt.State, rng: random.Random) -> int:
    return rng.randrange(state.seats) if state.game.display.picture.OWN_SHEETS else 0


def edited(state: lt.State, rng: random.Random) -> lt.State:
    """After one edit of any kind; what is refused changes nothing."""
    editor, before = state.game.display.editor, bytes(state)
    seat = seat_of(state, rng)
    try:
        if rng.random() < 0.15:
            return editing.begin(state, rng.choice([*editor.moments(state)]))
        place = rng.choice([*editor.places(state, seat)])
        return editing.put(state, seat, place, rng.choice(["", "", *editor.pieces(state)]))
    except GameError as problem:
        assert problem.text("fr") and problem.text("en") and bytes(state) == before
        return state


def accepted(state: lt.State) -> lt.State | None:
    try:
        return editing.checked(state)
    except GameError as problem:
        assert problem.text("fr") != problem.text("en")
        return None


def obeys_the_laws(state: lt.State, rng: random.Random) -> None:
    """It is drawn, its choices are legal and can be made, it comes to an end, and somebody has won then or nobody."""
    assert state.game.read(state.diagram()) == state
    assert state.over + state.chance + bool(state.actors) == 1
    assert state.svg(0, "fr") and state.status("en") and state.topic
    for seat in state.actors:
        assert len({state.clicks(seat)[text] for text in state.choices(seat)}) == len(state.choices(seat)) > 0
    last = random_game(state, rng.randrange(1000), 60)
    for later in last.history():
        assert later.game.read(later.diagram()) == later
    if last.result and last.seats > 1:
        assert abs(sum(last.result)) < 1e-9 and all(-1 <= value <= 1 for value in last.result)


@pytest.mark.parametrize("setup", each(3))
def test_whatever_is_accepted_is_a_position_of_the_game(setup: Setup) -> None:
    rng = random.Random(f"{setup}")
    first = setup.game.start(setup.seats, None, dict(setup.options))
    state, sound = random_game(first, 3, rng.randrange(30)), 0
    state = editing.begin(state, next(iter(state.game.display.editor.moments(state))))
    for number in range(EDITS):
        state = edited(state, rng)
        assert editing.sketched(setup.game, state.diagram()) == state, "a sketch is drawn as it is"
        found = accepted(state)
        if found is not None:
            sound += 1
            if number % 8 == 0:
                obeys_the_laws(found, rng)
        elif number % 5 == 4:
            state = editing.begin(random_game(first, number, 25), next(iter(state.game.display.editor.moments(state))))
    assert sound, "some of these can be"


@pytest.mark.parametrize("name", lt.games())
def test_a_cleared_board_is_empty_and_can_be_filled_again(name: str) -> None:
    game = lt.load(name)
    empty = editing.cleared(random_game(game.new(), 2, 30))
    editor, rng = game.display.editor, random.Random(1)
    assert editing.cleared(empty) == empty and editor.moments(empty)
    for place in editor.places(empty, 0):
        assert editing.put(empty, 0, place, "") == empty
    filled = 0
    for piece in editor.pieces(empty):
        for place in rng.sample([*editor.places(empty, 0)], 6):
            try:
                filled += editing.put(empty, 0, place, piece) != empty
            except GameError:
                continue
    assert filled >= len(editor.pieces(empty)) // 2


@pytest.mark.parametrize("name", lt.games())
def test_pieces_places_and_moments_have_names(name: str) -> None:
    state = lt.load(name).new()
    editor = state.game.display.editor
    for lang in ("fr", "en"):
        labels = [piece.label.text(lang) for piece in editor.pieces(state).values()]
        assert len({*labels}) == len(labels) and all(labels)
        assert all(moment.text(lang) for moment in editor.moments(state).values())
    scene = state.scene(0)
    for box in editor.places(state, 0).values():
        assert box.x >= 0 and box.x + box.width <= scene.width + 1 and box.y >= 0 and box.y + box.height <= scene.height
    with pytest.raises(GameError, match="nowhere"):
        editing.put(state, 0, "nowhere", "")
    with pytest.raises(GameError, match="never"):
        editing.begin(state, "never")
    place = next(iter(editor.places(state, 0)))
    with pytest.raises(GameError, match="nothing"):
        editing.put(state, 0, place, "nothing")


def test_plates_that_overlap_are_refused_with_the_reason() -> None:
    state = lt.load("drivis").new()
    with pytest.raises(GameError, match="overlap"):
        editing.put(state, 0, "b1", "blue")
    empty = editing.cleared(state)
    with pytest.raises(GameError, match="over"):
        editing.checked(empty)
    with pytest.raises(GameError, match="centre"):
        editing.put(empty, 0, "e5", "blue")
