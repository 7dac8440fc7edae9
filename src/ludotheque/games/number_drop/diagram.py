"""Positions of Number Drop as text, and back.

Three sheets lie side by side. A digit may have a mark behind it: ``'`` is used in a combination, ``+`` picked for the
one that is being made; ``_`` is a cell that waits for a die. Below come the table and what each seat is doing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from ludotheque.core.errors import GameError
from ludotheque.core.i18n import Sentence
from ludotheque.core.state import State
from ludotheque.scene.text import Span, TextPicture

from . import GAME, rules
from .notation import COLUMN_NAMES, COMBINATIONS, DRAWS, KINDS, LETTERS, SHAPE_NAMES, face_name
from .position import cells_of, points, sheet
from .rules import Position
from .rules.geometry import COLUMNS, GAME_OVER, ROWS
from .sentences import STAGES, joined, say, seat_name

ABREAST = 3  # sheets side by side
WIDTH = 2 * COLUMNS + 2  # of a sheet, with the gap behind it
LINES = ROWS + 3  # of a row of sheets: the heading, the line Game Over and the names of the columns
ENDINGS = ("running", "finished", "capped")
USED, PICKED, OPEN = "'", "+", "_"


# Drawing


def diagram(state: State) -> TextPicture:
    rows = [row for first in range(0, state.seats, ABREAST) for row in _band(state, first)]
    return TextPicture(tuple(rows), tuple(_details(state)), tuple(_notes(state)))


def _band(state: State, first: int) -> Iterator[tuple[Span, ...]]:
    """Up to three sheets, from the top down."""
    seats = range(first, min(first + ABREAST, state.seats))
    acting = {seat: state.actors and seat in state.actors for seat in seats}
    yield (Span("    "), *(_heading(state, seat, bool(acting[seat])) for seat in seats))
    for row in range(ROWS - 1, -1, -1):
        if row == GAME_OVER - 1:
            yield (Span("    "), *(Span(("- " * COLUMNS).ljust(WIDTH), "magenta") for _ in seats))
        yield (Span(f"{row + 1:2}  ", "quiet"), *(span for seat in seats for span in _row(state, seat, row)))
    yield (Span("    "), *(Span(" ".join(COLUMN_NAMES).ljust(WIDTH), "quiet") for _ in seats))


def _heading(state: State, seat: int, is_acting: bool) -> Span:
    said = say("note.heading", side=_short_name(state, seat))
    return Span(f"seat {seat}".ljust(WIDTH), "ink", "", is_acting, said)


def _short_name(state: State, seat: int) -> Sentence | str:
    return state.names[seat][: WIDTH - 2] or seat_name(state, seat)


def _row(state: State, seat: int, row: int) -> Iterator[Span]:
    content, marks = sheet(state, seat), _marks(state, seat)
    for cell in range(8 * row, 8 * row + COLUMNS):
        mark = marks.get(cell, " ")
        text = OPEN if mark == OPEN else content.get(cell, ".")
        ink = "magenta" if text == "X" else "cyan" if mark == USED else "ink" if text.isdigit() else "line"
        yield Span(text, ink, "", bold=mark in (" ", PICKED) and text.isdigit())
        yield Span(" " if mark == OPEN else mark, "cyan" if mark == USED else "magenta")
    yield Span("  ")


def _marks(state: State, seat: int) -> dict[int, str]:
    s = state.fields
    boards = ((s.used, USED), (s.picked, PICKED), (s.open, OPEN))
    return {cell: mark for board, mark in boards for cell in cells_of(board[seat])}


def _details(state: State) -> Iterator[str]:
    s = state.fields
    yield "tiles " + " ".join(_tile(state, slot) for slot in range(rules.LETTERS))
    yield f"dice {' '.join(map(face_name, s.dice))} shape {_shape(s.shape_die)}"
    falling = "-" if s.falling == rules.NONE else LETTERS[s.falling]
    yield f"table dropper {s.dropper} draw {DRAWS[s.draw]} slides {s.slides} falling {falling}"
    yield f"game {ENDINGS[s.ending]} {s.choices} made"
    for seat in range(state.seats):
        yield " ".join([f"seat {seat}", *_doing(state, seat), *_validated(state, seat)])


def _shape(shape: int) -> str:
    return "." if shape == rules.NONE else SHAPE_NAMES[shape]


def _tile(state: State, slot: int) -> str:
    """``A=T5``, solo with its step ``A=T+3``; ``A=x`` when the letter is crossed off, ``A=.`` before it is drawn."""
    s = state.fields
    shape = "x" if s.crossed >> slot & 1 else _shape(s.tiles[slot])
    return f"{LETTERS[slot]}={shape}" + (f"+{s.steps[slot]}" if state.seats == 1 else "")


def _doing(state: State, seat: int) -> Iterator[str]:
    """The stage, with the dice left or the combination that is being made."""
    s = state.fields
    yield STAGES[s.stage[seat]]
    if s.stage[seat] == rules.PICK:
        yield COMBINATIONS[s.combination[seat] - 1]
    yield from (face_name(s.dice[die]) for die in range(4) if s.dice_left[seat] >> die & 1)


def _validated(state: State, seat: int) -> Iterator[str]:
    validated = state.fields.validated[seat]
    for kind, word in enumerate(KINDS):
        sizes = "".join(str(step + 3) for step in range(5) if validated[kind] >> step & 1)
        yield f"{word}:{sizes or '-'}"
    if validated[0] & rules.BONUS:
        yield "bonus"


# What people see instead of the details


def _notes(state: State) -> Iterator[Sentence]:
    s = state.fields
    yield say("note.tiles", list=joined([_tile_note(state, slot) for slot in range(rules.LETTERS)]))
    if state.seats == 1:
        yield say("note.steps", list=", ".join(f"{LETTERS[slot]} {step}" for slot, step in enumerate(s.steps)))
    if s.draw > rules.FIRST_DIE:
        yield say("note.dice", dice=" ".join(map(face_name, s.dice)), shape=_shape(s.shape_die))
    for seat in range(state.seats):
        made = points(state, seat)
        zone = dict(word.split(":") for word in _validated(state, seat) if ":" in word)
        total = f"{' + '.join(map(str, made))} = {sum(made)}"
        yield say("note.sum", side=_short_name(state, seat), sum=total)
        yield say("note.zone", identical=zone["id"], consecutive=zone["run"])


def _tile_note(state: State, slot: int) -> Sentence:
    s = state.fields
    if s.crossed >> slot & 1:
        return say("note.crossed", letter=LETTERS[slot])
    return say("note.tile", letter=LETTERS[slot], shape=_shape(s.tiles[slot]))


# Reading

TILE = re.compile(r"([A-E])=([A-Z]\d?|\.|x)(?:\+([0-4]))?")
DICE = re.compile(r"dice ([1-7*.]) ([1-7*.]) ([1-7*.]) ([1-7*.]) shape ([IOTLS*.])")
TABLE = re.compile(r"table dropper ([0-5]) draw (\w+) slides ([0-2]) falling ([-A-E])")
COUNT = re.compile(r"game (\w+) (0|[1-9]\d{0,8}) made")
SEAT = re.compile(r"seat [0-5] (\w+)((?: \w+\d)?)((?: [1-7*])*) id:([3-7]+|-) run:([3-7]+|-)( bonus)?")


def read(s: Position, lines: Sequence[str]) -> None:
    """Fills a new position with what a diagram shows; ``Game.read`` draws it again to see that nothing was lost."""
    seats = int(s.seats)
    bands = (seats + ABREAST - 1) // ABREAST
    if len(lines) != bands * LINES + 4 + seats:
        raise GameError(GAME.catalog("diagram.sheets"))
    for seat in range(seats):
        top = seat // ABREAST * LINES + 1
        _read_sheet(s, seat, lines[top : top + ROWS + 1])
    _read_table(s, lines[bands * LINES :])
    for seat in range(seats):
        _read_seat(s, seat, lines[bands * LINES + 4 + seat])


def _match(pattern: re.Pattern[str], line: str) -> re.Match[str]:
    found = pattern.fullmatch(line)
    if found is None:
        raise GameError(GAME.catalog("diagram.details"))
    return found


def _read_sheet(s: Position, seat: int, lines: Sequence[str]) -> None:
    grid = [line for i, line in enumerate(lines) if i != ROWS - GAME_OVER]
    left = 4 + seat % ABREAST * WIDTH
    for row, line in enumerate(reversed(grid)):
        shown = line.ljust(left + WIDTH)[left : left + 2 * COLUMNS]
        for column in range(COLUMNS):
            _read_cell(s, seat, 8 * row + column, *shown[2 * column : 2 * column + 2])


def _read_cell(s: Position, seat: int, cell: int, text: str, mark: str) -> None:
    half, bit = cell // 64, np.uint64(1) << np.uint64(cell % 64)
    if text == OPEN:
        s.open[seat, half] |= bit
    elif text != ".":
        rules.write_cell(s, seat, cell, rules.X if text == "X" else int(text))
    if mark in (USED, PICKED):
        (s.used if mark == USED else s.picked)[seat, half] |= bit


def _read_table(s: Position, lines: Sequence[str]) -> None:
    for slot, word in enumerate(lines[0].removeprefix("tiles ").split(" ")):
        _, shape, step = _match(TILE, word).groups()
        s.crossed |= (shape == "x") << slot
        s.tiles[slot] = rules.NONE if shape in ".x" else SHAPE_NAMES.index(shape)
        s.steps[slot] = int(step or 0)
    *dice, shape = _match(DICE, lines[1]).groups()
    s.dice[:] = [_face(die) for die in dice]
    s.shape_die = rules.NONE if shape == "." else SHAPE_NAMES.index(shape)
    dropper, draw, slides, falling = _match(TABLE, lines[2]).groups()
    s.dropper, s.draw, s.slides = int(dropper), DRAWS.index(draw), int(slides)
    s.falling = rules.NONE if falling == "-" else LETTERS.index(falling)
    ending, made = _match(COUNT, lines[3]).groups()
    s.ending, s.choices = ENDINGS.index(ending), int(made)


def _face(text: str) -> int:
    return {".": 0, "*": rules.STAR}.get(text) or int(text.replace(".", "0"))


def _read_seat(s: Position, seat: int, line: str) -> None:
    stage, combination, dice, *sizes, bonus = _match(SEAT, line).groups()
    s.stage[seat] = STAGES.index(stage)
    s.acting |= (s.stage[seat] != rules.DONE) << seat
    s.combination[seat] = COMBINATIONS.index(combination.strip()) + 1 if combination else 0
    s.dice_left[seat] = _mask(list(map(int, s.dice)), [_face(die) for die in dice.split()])
    for kind in range(2):
        taken = sum(1 << (int(size) - 3) for size in sizes[kind].replace("-", ""))
        s.validated[seat, kind] = taken | (rules.BONUS if bonus else 0)


def _mask(dice: list[int], left: list[int]) -> int:
    """The dice left; of equal ones the first are gone."""
    mask = 0
    for face in reversed(left):
        mask |= 1 << next(i for i in (3, 2, 1, 0) if dice[i] == face and not mask >> i & 1)
    return mask


# Checking: what is drawn must be a position in which the rules can go on


def check(s: Position) -> None:
    is_sound = _is_table_sound(s) and all(_is_seat_sound(s, seat) for seat in range(s.seats))
    if not (is_sound and all(_can_choose(s, seat) for seat in range(s.seats))):
        raise GameError(GAME.catalog("diagram.details"))


def _is_table_sound(s: Position) -> bool:
    draw, dice = int(s.draw), [int(die) for die in s.dice]
    rolled = min(max(draw - rules.FIRST_DIE, 0), 4)
    slots = [s.tiles[slot] != rules.NONE or s.crossed >> slot & 1 for slot in range(rules.LETTERS)]
    return bool(
        slots == [slot < draw for slot in range(rules.LETTERS)]
        and dice[:rolled] == sorted(dice[:rolled])
        and all(dice[:rolled])
        and not any(dice[rolled:])
        and (s.shape_die != rules.NONE) == (draw > rules.SHAPE_DIE)
        and s.dropper < s.seats
        and (s.falling == rules.NONE or s.tiles[s.falling] != rules.NONE)
        and (s.seats == 1 or s.slides == 0)
        and (s.ending == rules.RUNNING or s.ending == rules.CAPPED or not s.acting)
        and _are_stages_sound(s)
    )


def _are_stages_sound(s: Position) -> bool:
    """Seats act after the shape die, one at a time where the order is clockwise, or all at the start."""
    stages = {int(s.stage[seat]) for seat in range(s.seats)}
    if not s.acting:
        return bool(s.draw <= rules.SHAPE_DIE)
    if rules.START in stages:
        return stages <= {rules.START, rules.DONE} and s.draw == rules.FIRST_DIE
    if rules.SLIDE in stages and s.seats > 1:
        return False
    if s.clockwise and rules.DROP not in stages and s.acting & (s.acting - 1):
        return False
    return bool((rules.DROP in stages) == (s.falling != rules.NONE) and s.draw > rules.SHAPE_DIE)


def _is_seat_sound(s: Position, seat: int) -> bool:
    stage, left = s.stage[seat], int(s.dice_left[seat]).bit_count()
    open_cells, picked = cells_of(s.open[seat]), cells_of(s.picked[seat])
    digits = set(cells_of(np.bitwise_or.reduce(s.digits[seat])))
    is_writing, is_picking = stage == rules.WRITE, stage == rules.PICK
    return bool(
        len(open_cells) == left
        and is_writing == (left > 0)
        and is_picking == (s.combination[seat] > 0)
        and {*picked, *cells_of(s.used[seat])} <= digits
        and (is_picking or not picked)
        and (not is_picking or len(picked) < (s.combination[seat] - 1) % rules.SIZES + rules.SMALLEST)
    )


def _can_choose(s: Position, seat: int) -> bool:
    return not s.acting >> seat & 1 or rules.legal(s, seat, np.empty(rules.ACTIONS, np.int32)) > 0
