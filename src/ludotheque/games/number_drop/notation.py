"""How the events of Number Drop are written. Whatever is legal, ``position.py`` says."""

from __future__ import annotations

import re

import numpy as np

from ludotheque.core.state import CHANCE, State

from . import position, shapes
from .cells import COLUMNS, NUMBERS
from .falling import landing_rows
from .places import CELL_PATTERN, COLUMN_NAMES, cell_name, cell_number

LETTERS = "ABCDE"
KINDS = ("id", "run")
COMBINATIONS = tuple(f"{kind}{size}" for kind in KINDS for size in range(3, 9))
DRAWS = (*LETTERS, "first", "n1", "n2", "n3", "n4", "shape", "none")
SHAPE_NAMES = (*shapes.SHAPES, "*")
NO_ACTION = -1  # written like an event, but no shape looks like that

PLACEMENT = re.compile(f"(put|drop) ((?:{CELL_PATTERN}){{3,5}})")
START = re.compile(f"({CELL_PATTERN})=[0-9]")


def write(state: State, seat: int, action: int) -> str:
    if seat == CHANCE:
        return _outcomes(state)[action]
    if action < position.PLACEMENTS:
        word = "drop" if state.fields.stage[seat] == position.DROP else "put"
        return f"{word} {''.join(map(cell_name, landing_cells(state, seat, action)))}"
    if position.CELL <= action < position.TILE and state.fields.stage[seat] == position.START:
        return f"{cell_name(action - position.CELL)}={first_digit(state, seat)}"
    return _WORDS[action]


def _words() -> dict[int, str]:
    """The actions whose text is always the same."""
    digits = {position.DIGIT + d: str(d) for d in range(10)} | {position.STAR_DIGIT + d: f"*{d}" for d in range(10)}
    combinations = {position.COMBINATION + i: name for i, name in enumerate(COMBINATIONS)} | {position.SKIP: "skip"}
    cells = {position.CELL + cell: cell_name(cell) for cell in range(NUMBERS) if cell & 7 < COLUMNS}
    return digits | combinations | cells | {position.TILE + i: f"slide {letter}" for i, letter in enumerate(LETTERS)}


_WORDS = _words()
_ACTIONS = {text: action for action, text in _WORDS.items()}


def parse(state: State, seat: int, text: str) -> int | None:
    """Everything that is written like an event has a code; whether it can be is for ``write`` and the rules to say."""
    if seat == CHANCE:
        outcomes = _outcomes(state)
        return outcomes.index(text) if text in outcomes else None
    if found := PLACEMENT.fullmatch(text):
        return _placement(cells_in(found[2]))
    if found := START.fullmatch(text):
        return position.CELL + cell_number(found[1])
    return _ACTIONS.get(text)


def _outcomes(state: State) -> list[str]:
    """The texts of all outcomes of the draw that is due, possible or not."""
    draw = state.fields.draw
    if draw < position.FIRST_DROPPER:
        values = list(shapes.SHAPES)
    elif draw == position.FIRST_DROPPER:
        values = [str(seat) for seat in range(state.seats)]
    elif draw < position.SHAPE_DIE:
        values = [face_name(face) for face in position.FACES[draw - position.FIRST_DIE]]
    else:
        values = [SHAPE_NAMES[shape] for shape in position.SHAPE_FACES]
    return [f"{DRAWS[draw]}={value}" for value in values]


def face_name(face: int) -> str:
    """What a number die shows; a point before it is rolled."""
    return {0: ".", position.STAR: "*"}.get(face, str(face))


def first_digit(state: State, seat: int) -> int:
    return int((seat - state.fields.dropper) % state.seats + 1)


# Placements


def cells_in(text: str) -> list[int]:
    """The cells of ``a1b1c1b2``."""
    return [cell_number(name) for name in re.findall(CELL_PATTERN, text)]


def _placement(cells: list[int]) -> int:
    squares = tuple((cell >> 3, cell & 7) for cell in cells)
    orientation = _NUMBER.get(shapes.settled(squares))
    return NO_ACTION if orientation is None else orientation * COLUMNS + min(column for _, column in squares)


_NUMBER = {squares: number for number, squares in enumerate(shapes.ORIENTATIONS)}


def landing_cells(state: State, seat: int, placement: int) -> list[int]:
    """Where a shape comes to rest, by row, then column; perhaps above the 14 rows."""
    row = state.memo(f"landings-{seat}", lambda state: _landing_rows(state, seat))[placement]
    orientation, column = divmod(placement, COLUMNS)
    return [8 * (row + y) + column + x for y, x in shapes.ORIENTATIONS[orientation]]


def _landing_rows(state: State, seat: int) -> list[int]:
    rows = np.empty(position.PLACEMENTS, np.int8)
    landing_rows(state.fields.heights[seat].copy(), rows)
    return list(rows.tolist())


def column_name(placement: int) -> str:
    return COLUMN_NAMES[placement % COLUMNS]
