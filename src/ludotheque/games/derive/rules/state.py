"""A position of Dérive and its beginning, compiled: what stands where, and how that changes.

Every rule is called with numbers of one type, int64: so it is compiled only once.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from ludotheque.core.bits import ONE
from ludotheque.core.fields import Fields, Int8, Int8Array, Int32, UInt64Array, int64, layout
from ludotheque.core.rule import rule

from .geometry import BANK_OF_SEAT, BLUE, NONE, PLACES, SHORE_PLACES, cell_of, lattice_of

RUNNING, DRAW = -1, -2  # values of ``winner`` besides the seats
NOBODY = -1  # value of ``turn`` until the first player is drawn
NOTHING = -1  # value of ``rolling`` unless a die is being rolled

# What each level sets: dice each, chain to build, protection, compulsory capture, rolls.
LEVELS = {
    "initiation": (5, 1, 0, 0, 1),
    "blitz": (7, 3, 1, 0, 1),
    "classic": (10, 6, 1, 1, 1),
    "advanced": (10, 6, 1, 1, 0),
    "blitz-classic": (7, 3, 1, 1, 1),
    "blitz-advanced": (7, 3, 1, 1, 0),
}
INITIATION = 0
DICE, CHAIN, PROTECTION, COMPULSORY, ROLLS = (np.array(column) for column in zip(*LEVELS.values(), strict=True))


class Position(Fields):
    """The fields of a position."""

    dice: Annotated[UInt64Array, 4, 2]  # where each seat has dice, by lattice
    faces: Annotated[UInt64Array, 8, 2]  # where the dice show 1 … 6, by lattice; 0 and 7 are always empty
    choices: Int32  # made so far
    max_choices: Int32
    bank: Annotated[Int8Array, 4]  # each seat's own
    seats: Int8
    width: Int8
    level: Int8
    teams: Int8
    entry_chosen: Int8
    turn: Int8
    rolling: Int8  # the place of the die that is being rolled
    winner: Int8  # the seat whose chain is complete


class Options(NamedTuple):
    """What may be chosen before a game."""

    level: str
    size: int
    facing: str
    teams: bool
    entry: str
    max_choices: int


LAYOUT = layout(Position)

# Actions: a move or a capture is origin × PLACES + target; then place × 6 + value − 1, or the place.
ENTER = PLACES * PLACES
CHANGE = ENTER + PLACES * 6
ROLL = CHANGE + PLACES * 6
PASS = ROLL + PLACES
ACTIONS = PASS + 1
OUTCOMES = 6


def setup(s: Position, seats: int, options: Options) -> None:
    s.level = list(LEVELS).index(options.level)
    s.width = options.size
    s.teams = options.teams
    s.entry_chosen = options.entry == "chosen"
    s.max_choices = options.max_choices
    s.seats = seats
    s.bank[:] = BANK_OF_SEAT[seats]
    if options.facing == "adjacent":
        s.bank[1] = BLUE  # the two sit side by side
    s.turn = NOBODY
    s.rolling = NOTHING
    s.winner = RUNNING


@rule
def are_enemies(s: Position, seat: int, other: int) -> bool:
    """Everybody else, but in teams seats 0 and 2 stand against 1 and 3."""
    return (seat + other) % 2 == 1 if s.teams else seat != other


# Dice on the board


@rule
def occupied(s: Position, lattice: int) -> np.uint64:
    dice = NONE
    for seat in range(4):
        dice |= s.dice[seat, lattice]
    return dice


@rule
def value_at(s: Position, place: int) -> int:
    """What the die on this place shows, or 0 if there is none."""
    lattice, bit = lattice_of(place), np.uint64(place % SHORE_PLACES)
    shown = 0
    for value in range(1, 7):  # to the end: a way out would be mispredicted
        shown += value * int64(s.faces[value, lattice] >> bit & ONE)
    return shown


@rule
def put(s: Position, seat: int, place: int, value: int) -> None:
    lattice, cell = lattice_of(place), cell_of(place)
    s.dice[seat, lattice] |= cell
    s.faces[value, lattice] |= cell


@rule
def take_away(s: Position, seat: int, place: int, value: int) -> None:
    """A die of this value, if the seat has it here, goes back to its supply, which is whatever is not on the board."""
    lattice, cell = lattice_of(place), cell_of(place)
    s.dice[seat, lattice] &= ~cell
    s.faces[value, lattice] &= ~cell


@rule
def show(s: Position, place: int, value: int) -> None:
    """Turns the die on this place to another value."""
    lattice, cell = lattice_of(place), cell_of(place)
    for old in range(1, 7):
        s.faces[old, lattice] &= ~cell
    s.faces[value, lattice] |= cell
