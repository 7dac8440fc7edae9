"""Positions made by hand, from others: what the editor and the analysis board ask of a game's ``editor.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .errors import GameError
from .game import Game
from .state import State
from .texts import CATALOG

MOST_ON_A_PLACE = 8  # pieces that are taken away one by one


# Putting a position together: what these give is a sketch, which ``checked`` accepts or not


def put(state: State, seat: int, place: str, piece: str) -> State:
    """With a piece on a place (of a seat's sheet, where everybody has one), or without one what lies on top gone."""
    editor = state.game.display.editor
    if place not in editor.places(state, seat):
        raise GameError(CATALOG("editor.no-place", place=place[:40]))
    if piece and piece not in editor.pieces(state):
        raise GameError(CATALOG("editor.no-piece", piece=piece[:40]))
    array = state.array.copy()
    editor.put(array[0], seat, place, piece)
    return _sketch(state, array)


def begin(state: State, moment: str) -> State:
    """It is this one's turn now, or whatever else the moment is."""
    editor = state.game.display.editor
    if moment not in editor.moments(state):
        raise GameError(CATALOG("editor.no-moment", moment=moment[:40]))
    array = state.array.copy()
    editor.begin(array[0], moment)
    return _sketch(state, array)


def cleared(state: State) -> State:
    """Without anything that can be taken away; a turn begins."""
    editor = state.game.display.editor
    now = editor.moment(state.array[0]) or next(iter(editor.moments(state)))
    array = begin(state, now).array.copy()
    sheets = range(state.seats) if state.game.display.picture.OWN_SHEETS else range(1)
    for seat in sheets:
        for place in editor.places(state, seat):
            for _ in range(MOST_ON_A_PLACE):
                editor.put(array[0], seat, place, "")
    return _sketch(state, array)


def with_options(state: State, seats: int, options: Mapping[str, object]) -> State:
    """The same pieces in another variant, if they fit there; else its beginning."""
    game = state.game
    number, settled = game.settle(seats, options)
    drawn = state.diagram().rpartition("\n")[0]
    try:
        return game.sketch(f"{drawn}\n{game.write_options(number, settled)}")
    except GameError:
        return game.start(number, None, settled)


def _sketch(state: State, array: np.ndarray[Any, np.dtype[Any]]) -> State:
    """Without a past."""
    return State(state.game, state.options, ("",) * state.seats, array)


def checked(state: State) -> State:
    """The position, if it can be; a GameError gives the reason of the rules."""
    return state.game.read(state.diagram())


def sketched(game: Game, diagram: str | None) -> State:
    """What a diagram shows, can it be or not; without one, the beginning."""
    return game.new() if diagram is None else game.sketch(diagram)


# Threats


def passed(state: State) -> State | None:
    """The same position with the turn given to the next seat, as if one had done nothing: what do the others threaten?

    None where chance or several seats are to act, where the game knows no such thing, and where the rules refuse the
    position. Its past is that of the state, so every piece keeps its name.
    """
    if len(state.actors) != 1:
        return None
    array = state.array.copy()
    if not state.game.display.editor.pass_turn(array[0]):
        return None
    after = State(state.game, state.options, state.names, array)
    try:
        state.game.read(after.diagram())
    except GameError:
        return None
    return None if after.over or after.chance else state.with_array(array)
