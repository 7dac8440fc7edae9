"""Games of the planner against itself, one turn deep: what a network learns from, compiled."""

from __future__ import annotations

from ludotheque.core.bits import random_below
from ludotheque.core.fields import Int16Array, Int64Array, Values, int64
from ludotheque.core.rule import CHANCE, generic

from ...rules import state
from ...rules.apply import apply
from ...rules.chance import weights
from ...rules.state import Position
from .desk import BEST, PLANS, TURN, Desk, clear, copy_state, judge
from .expectation import is_last, points_of
from .features import sheet_features
from .turn import play_turn, roll

GAME, SHEETS = PLANS, PLANS + 1  # the position of the game, and the sheets after a turn


def play_games(
    desk: Desk, seats: int, games: int, samples: Int16Array, lengths: Int64Array, values: Values, chains: Int64Array
) -> int:
    """Plays games from the position in state 0, and notes every sheet after every turn: its features, what the network
    thought of it (after it: the points it had in the end), and where the next one of the same sheet is. Returns how
    many.
    """
    used = 0
    for _ in range(games):
        if used + 40 * seats > len(lengths):
            break
        begin_game(desk)
        while not is_last(desk.states[GAME]):
            play_round(desk, seats)
            for seat in range(seats):
                note(desk, seat, used, samples, lengths, values)
                chains[used] = used + seats
                used += 1
        for seat in range(seats):
            chains[used - seats + seat] = -1
            values[used - seats + seat] = points_of(desk.states[GAME], seat)
    return used


@generic
def begin_game(desk: Desk) -> None:
    copy_state(desk, GAME, 0)
    s = desk.states[GAME]
    while s.draw <= state.FIRST_DROPPER:
        n = weights(s, desk.codes)
        total = 0
        for i in range(n):
            total += int64(desk.codes[i])
        at, outcome = random_below(desk.rng, total), 0
        while at >= desk.codes[outcome]:
            at -= int64(desk.codes[outcome])
            outcome += 1
        apply(s, CHANCE, outcome)
    for seat in range(int64(s.seats)):
        apply(s, seat, state.CELL + first_column(desk, seat))


@generic
def first_column(desk: Desk, seat: int) -> int:
    """Where the first digit is written."""
    clear(desk, BEST, 1)
    for column in range(7):
        copy_state(desk, TURN, GAME)
        apply(desk.states[TURN], seat, state.CELL + column)
        judge(desk, TURN, seat, state.CELL + column)
    return int64(desk.tags[BEST]) - state.CELL


@generic
def play_round(desk: Desk, seats: int) -> None:
    shape, seed = random_below(desk.rng, 6), desk.rng[0]
    for seat in range(seats):
        copy_state(desk, TURN, GAME)
        desk.rng[0] = seed  # the same dice for all
        roll(desk, TURN, seat, shape)
        play_turn(desk, seat)
        copy_state(desk, SHEETS + seat, BEST)
    copy_state(desk, GAME, SHEETS)
    for seat in range(1, seats):
        copy_sheet(desk.states[GAME], desk.states[SHEETS + seat], seat)


@generic
def copy_sheet(into: Position, source: Position, seat: int) -> None:
    for half in range(2):
        for digit in range(10):
            into.digits[seat, digit, half] = source.digits[seat, digit, half]
        into.filled[seat, half] = source.filled[seat, half]
        into.used[seat, half] = source.used[seat, half]
    for column in range(7):
        into.heights[seat, column] = source.heights[seat, column]
    for kind in range(2):
        into.validated[seat, kind] = source.validated[seat, kind]


@generic
def note(desk: Desk, seat: int, at: int, samples: Int16Array, lengths: Int64Array, values: Values) -> None:
    n = sheet_features(desk.states[GAME], seat, desk.scan, desk.features)
    for i in range(n):
        samples[at, i] = desk.features[i]
    lengths[at] = n
    values[at] = points_of(desk.states[GAME], seat)
