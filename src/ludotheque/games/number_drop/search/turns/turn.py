"""A whole turn of one seat: every way through it ends with a sheet that is judged, compiled.

Seats hardly touch one another, so only the sheet of one seat goes on; those of the others stay as they are.
"""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import random_below
from ludotheque.core.fields import int64
from ludotheque.core.local import local_array
from ludotheque.core.rule import generic

from ...rules import state
from ...rules.apply import apply, pick
from ...rules.chance import begin_turn, cross_off, lay_die
from ...rules.geometry import NOTHING
from ...rules.state import Position
from ..hints import coming_stage
from .combine import finish_picking, try_combinations
from .desk import (
    AFTER,
    BEST,
    GIVEN,
    JUDGED,
    OTHER,
    PLACES,
    STEP,
    TURN,
    WAYS,
    Desk,
    clear,
    copy_state,
    judge,
    list_actions,
)
from .expectation import expectation, is_last
from .rivals import AHEAD
from .writing import try_places, try_writing

SOME_PLACES, SOME_WAYS = 20, 8  # that are looked at after each slide or drop
MOST_ACTIONS = 1024  # placements of a shape that is pushed on its way


@generic
def try_turn(desk: Desk, seat: int) -> None:
    """All plans for the rest of the turn in ``GIVEN``; each is tagged with the action that it begins with."""
    desk.states[GIVEN].stage[seat] = coming_stage(desk.states[GIVEN], seat)
    desk.states[GIVEN].clockwise = 0  # what the others do between two steps changes nothing on this sheet
    stage = desk.states[GIVEN].stage[seat]
    copy_state(desk, TURN, GIVEN)
    if stage == state.WRITE:
        try_writing(desk, TURN, seat)
    elif stage == state.PICK:
        try_picks(desk, seat)
    elif stage == state.SLIDE or stage == state.DROP or stage == state.START:
        try_each(desk, seat)
    else:
        try_rest(desk, seat, -1)


@generic
def try_each(desk: Desk, seat: int) -> None:
    """Every action, each with the best turn that can follow."""
    desk.numbers[PLACES], desk.numbers[WAYS] = SOME_PLACES, SOME_WAYS
    n = list_actions(desk, GIVEN, seat)
    actions = local_array(MOST_ACTIONS, np.int64)
    for i in range(n):
        actions[i] = desk.codes[i]
    for i in range(n):
        copy_state(desk, TURN, GIVEN)
        step(desk.states[TURN], seat, actions[i])
        settle(desk, seat)
        try_rest(desk, seat, actions[i])


@generic
def try_rest(desk: Desk, seat: int, tag: int) -> None:
    """From the shape on, or what is left of the turn."""
    stage = desk.states[TURN].stage[seat]
    if stage == state.PUT:
        try_places(desk, TURN, seat, tag)
    elif stage == state.COMBINE:
        try_combinations(desk, TURN, seat, tag)
    else:
        judge(desk, TURN, seat, tag)


@generic
def try_picks(desk: Desk, seat: int) -> None:
    n = list_actions(desk, GIVEN, seat)
    for i in range(n):
        copy_state(desk, AFTER, GIVEN)
        pick(desk.states[AFTER], seat, desk.codes[i] - state.CELL)
        finish_picking(desk, AFTER, seat)
        judge(desk, AFTER, seat, int64(desk.codes[i]))


@generic
def step(s: Position, seat: int, action: int) -> None:
    """Applies an action; a DROP is over for this sheet then, although others may still have to place it."""
    apply(s, seat, action)
    if s.seats > 1 and s.falling != state.NONE:
        cross_off(s)


# Slides and drops: what looks best by itself


@generic
def settle(desk: Desk, seat: int) -> None:
    """Slides tiles and lets them fall, until the shape is to be put."""
    while True:
        stage = desk.states[TURN].stage[seat]
        if stage == state.DROP:
            best_drop(desk, TURN, seat)
        elif stage == state.SLIDE:
            best_slide(desk, seat)
        else:
            return


@generic
def best_drop(desk: Desk, at: int, seat: int) -> float:
    """Lets the tile fall where it does least harm."""
    n, most = list_actions(desk, at, seat), -1e9
    for i in range(n):
        copy_state(desk, OTHER, at)
        step(desk.states[OTHER], seat, desk.codes[i])
        value = value_of(desk, OTHER, seat)
        if value > most:
            most = value
            copy_state(desk, AFTER, OTHER)
    copy_state(desk, at, AFTER)
    return most


@generic
def best_slide(desk: Desk, seat: int) -> None:
    most = -1e9
    for slot in range(state.LETTERS):
        if desk.states[TURN].steps[slot] == state.GO:
            continue
        copy_state(desk, STEP, TURN)
        step(desk.states[STEP], seat, state.TILE + slot)
        falls = desk.states[STEP].stage[seat] == state.DROP
        value = best_drop(desk, STEP, seat) if falls else value_of(desk, STEP, seat)
        if value > most:
            most = value
            copy_state(desk, BEST, STEP)
    copy_state(desk, TURN, BEST)


@generic
def value_of(desk: Desk, at: int, seat: int) -> float:
    desk.numbers[JUDGED] += 1
    return expectation(desk.states[at], seat, desk.network, desk.scan, desk.features)


# The next turn


@generic
def roll(desk: Desk, at: int, seat: int, shape: int) -> None:
    """Begins a turn of this seat with rolled dice; the shape die shows the face ``shape``."""
    s = desk.states[at]
    for other in range(int64(s.seats)):
        s.stage[other] = state.DONE
    s.open[seat, 0] = s.open[seat, 1] = NOTHING
    s.falling, s.slides, s.acting = state.NONE, 0, 0
    s.draw = state.SHAPE_DIE + 1
    s.shape_die = state.SHAPE_FACES[shape]
    for die in range(4):
        lay_die(s, die, state.FACES[die, random_below(desk.rng, 6)])
    begin_turn(s)
    if s.seats > 1 and s.falling != state.NONE and s.stage[seat] != state.DROP:
        cross_off(s)  # this seat has circled the letter: nothing happens on its sheet


@generic
def play_turn(desk: Desk, seat: int) -> float:
    """The best turn in ``TURN`` as far as the network sees; its end is in ``BEST``. What it is worth."""
    settle(desk, seat)
    clear(desk, BEST, 1)
    try_rest(desk, seat, 0)
    return float(desk.values[BEST])


@generic
def follow(desk: Desk, plan: int, seat: int, turns: int, shape: int) -> float:
    """What a plan is worth after so many more turns with rolled dice, of which the first shows this shape."""
    copy_state(desk, BEST, plan)
    value = desk.values[plan]
    desk.numbers[JUDGED] += 1  # so that a plan which ends the game costs something too
    for turn in range(turns):
        if is_last(desk.states[BEST]):
            break
        copy_state(desk, TURN, BEST)
        if len(desk.rivals) > 0:
            desk.rivals[AHEAD] = turn + 1.0
        roll(desk, TURN, seat, shape if turn == 0 else random_below(desk.rng, 6))
        value = play_turn(desk, seat)
    return float(value)
