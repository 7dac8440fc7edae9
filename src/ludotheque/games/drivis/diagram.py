"""Positions of Drivis as text, written and read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from ludotheque.core.errors import GameError
from ludotheque.core.state import State
from ludotheque.scene.text import Span, TextPicture

from . import rules
from .notation import COLUMNS, cell, place_of
from .sentences import say

SIDES = ("blue", "yellow")
LETTERS = ("B", "b", "Y", "y")
ZERO = np.uint64(0)


def diagram(state: State) -> TextPicture:
    """Rows 9 to 1. A plate is four letters, the capital on the cell that names it."""
    plates = _plates_by_cell(state)
    moved = place_of(state.last[1][3:]) if state.last and state.last[1] != "pass" else None
    rows = [_row(y, plates, moved) for y in range(8, -1, -1)]
    rows.append((Span("   " + " ".join(COLUMNS), "quiet"),))
    return TextPicture(tuple(rows), (_details(state.fields),))


def _plates_by_cell(state: State) -> dict[tuple[int, int], tuple[str, int]]:
    """Cell -> the letter of the side whose plate covers it, and the plate's place."""
    covered: dict[tuple[int, int], tuple[str, int]] = {}
    for seat, letter in enumerate("BY"):
        for place in _places(state.fields.plates[seat]):
            x, y = place & 7, place >> 3
            covered |= dict.fromkeys([(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)], (letter, place))
    return covered


def _places(plates: Any) -> list[int]:
    return [place for place in range(64) if int(plates) >> place & 1]


INKS = {"B": ("crystal", "ice_blue"), "Y": ("sun", "ice_yellow"), "#": ("rock_light", "rock"), ".": ("grid", "sea")}


def _row(y: int, plates: dict[tuple[int, int], tuple[str, int]], moved: int | None) -> tuple[Span, ...]:
    spans = [Span(f"{y + 1}  ", "quiet")]
    for x in range(9):
        letter, place = plates.get((x, y), ("#" if (x, y) == (4, 4) else ".", -1))
        ink, ground = INKS[letter]
        is_name = place == x + 8 * y and x < 8
        shown = letter if is_name else letter.lower()
        said = say(f"letter.{shown}") if shown in LETTERS else None
        spans.append(Span(shown, ink, ground, is_name or place == moved, said))
        inside = place >= 0 and plates.get((x + 1, y), ("", -1))[1] == place
        spans.append(Span(" ", "", ground if inside else "sea"))
    return tuple(spans[:-1])


def _details(s: Any) -> str:
    text = f"{SIDES[s.turn]} to act, {s.choices} made"
    if s.winner == rules.DRAW:
        return text + ", drawn"
    return text if s.winner == rules.RUNNING else f"{text}, {SIDES[s.winner]} won"


DETAILS = re.compile(r"(blue|yellow) to act, (0|[1-9]\d{0,8}) made(, drawn|, (blue|yellow) won)?")


def read(s: Any, lines: Sequence[str]) -> None:
    """Fills a new position with what a diagram shows; ``Game.read`` draws it again to see that nothing was lost."""
    if len(lines) != 11:
        raise GameError(say("diagram.plates"))
    s.plates[0], s.plates[1] = (_read_plates(lines[:9], letter) for letter in "BY")
    found = DETAILS.fullmatch(lines[10])
    if not found:
        raise GameError(say("diagram.turn"))
    s.turn, s.choices, s.winner = SIDES.index(found[1]), int(found[2]), rules.RUNNING
    if found[3]:
        s.winner = SIDES.index(found[4]) if found[4] else rules.DRAW


def _read_plates(lines: Sequence[str], letter: str) -> int:
    places = 0
    for y, row in enumerate(reversed(lines)):
        for x, found in enumerate(row[3::2]):
            if found == letter and (x > 7 or y > 7 or 1 << (x + 8 * y) & int(rules.CENTRE)):
                raise GameError(say("diagram.plates"))
            places |= (found == letter) << (x + 8 * y)
    return places


def check(s: Any) -> None:
    """That plates do not overlap, and that the game stands as the rules say after the last choice."""
    _check_overlap(_places(s.plates[0] | s.plates[1]))
    turn = int(s.turn)
    if s.winner != rules.winner_after(s, 1 - turn, s.plates[1 - turn], s.plates[turn], ZERO):
        raise GameError(say("diagram.over" if s.winner == rules.RUNNING else "diagram.winner"))


def _check_overlap(places: Sequence[int]) -> None:
    """Drawing again does not find this: of two plates with the same letter the cells in common look like either's."""
    for one, other in combinations(places, 2):
        if abs((one & 7) - (other & 7)) < 2 and abs((one >> 3) - (other >> 3)) < 2:
            raise GameError(say("diagram.overlap", one=cell(one), other=cell(other)))
