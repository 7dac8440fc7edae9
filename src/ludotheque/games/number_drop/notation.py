"""How the events of Number Drop are written, and what cells are called: columns a–g, rows 1–14 from the bottom."""

from __future__ import annotations

import re

from ludotheque.core.state import CHANCE, State

from . import rules
from .position import first_digit, is_placement, landing_cells, landing_row
from .rules.geometry import COLUMNS, NUMBERS, ORIENTATIONS, ROWS, SHAPES, settled

COLUMN_NAMES = "abcdefg"
LETTERS = "ABCDE"
KINDS = ("id", "run")
COMBINATIONS = tuple(f"{kind}{size}" for kind in KINDS for size in range(3, 9))
DRAWS = (*LETTERS, "first", "n1", "n2", "n3", "n4", "shape", "none")
SHAPE_NAMES = (*SHAPES, "*")
NO_ACTION = -1  # written like an event, but no shape looks like that

CELL_PATTERN = "[a-g](?:1[0-4]|[1-9])"
PLACEMENT = re.compile(f"(put|drop) ((?:{CELL_PATTERN}){{3,5}})")
START = re.compile(f"({CELL_PATTERN})=[0-9]")


def cell_name(cell: int) -> str:
    return f"{COLUMN_NAMES[cell & 7]}{(cell >> 3) + 1}"


def cell_number(name: str) -> int:
    return COLUMN_NAMES.index(name[0]) + 8 * (int(name[1:]) - 1)


def face_name(face: int) -> str:
    """What a number die shows; a point before it is rolled."""
    return {0: ".", rules.STAR: "*"}.get(face, str(face))


def write(state: State, seat: int, action: int) -> str:
    if seat == CHANCE:
        return _outcomes(state)[action]
    if is_placement(action):
        word = "drop" if state.fields.stage[seat] == rules.DROP else "put"
        return f"{word} {''.join(map(cell_name, landing_cells(state, seat, action)))}"
    if rules.CELL <= action < rules.TILE and state.fields.stage[seat] == rules.START:
        return f"{cell_name(action - rules.CELL)}={first_digit(state, seat)}"
    return _WORDS[action]


def _words() -> dict[int, str]:
    """The actions whose text is always the same."""
    digits = {rules.DIGIT + d: str(d) for d in range(10)} | {rules.STAR_DIGIT + d: f"*{d}" for d in range(10)}
    combinations = {rules.COMBINATION + i: name for i, name in enumerate(COMBINATIONS)} | {rules.SKIP: "skip"}
    cells = {rules.CELL + cell: cell_name(cell) for cell in range(NUMBERS) if cell & 7 < COLUMNS}
    return digits | combinations | cells | {rules.TILE + i: f"slide {letter}" for i, letter in enumerate(LETTERS)}


_WORDS = _words()
_ACTIONS = {text: action for action, text in _WORDS.items()}


def parse(state: State, seat: int, text: str) -> int | None:
    """Everything that is written like an event has a code; whether it can be is for ``write`` and the rules to say."""
    if seat == CHANCE:
        outcomes = _outcomes(state)
        return outcomes.index(text) if text in outcomes else None
    if found := PLACEMENT.fullmatch(text):
        return _placement(state, seat, cells_in(found[2]))
    if found := START.fullmatch(text):
        return rules.CELL + cell_number(found[1])
    return _ACTIONS.get(text)


def _outcomes(state: State) -> list[str]:
    """The texts of all outcomes of the draw that is due, possible or not."""
    draw = state.fields.draw
    if draw < rules.FIRST_DROPPER:
        values = list(SHAPES)
    elif draw == rules.FIRST_DROPPER:
        values = [str(seat) for seat in range(state.seats)]
    elif draw < rules.SHAPE_DIE:
        values = [face_name(face) for face in rules.FACES[draw - rules.FIRST_DIE]]
    else:
        values = [SHAPE_NAMES[shape] for shape in rules.SHAPE_FACES]
    return [f"{DRAWS[draw]}={value}" for value in values]


def cells_in(text: str) -> list[int]:
    """The cells of ``a1b1c1b2``."""
    return [cell_number(name) for name in re.findall(CELL_PATTERN, text)]


def _placement(state: State, seat: int, cells: list[int]) -> int:
    """Where nothing can be pushed the row does not matter: all rows stand for the one where the shape stops."""
    squares = tuple((cell >> 3, cell & 7) for cell in cells)
    orientation = _NUMBER.get(settled(squares))
    if orientation is None:
        return NO_ACTION
    row, straight = min(squares)[0], orientation * COLUMNS + min(column for _, column in squares)
    if not state.fields.pushing or row == landing_row(state, seat, straight):
        return straight
    return rules.PUSHED + ROWS * straight + row


_NUMBER = {squares: number for number, squares in enumerate(ORIENTATIONS)}
