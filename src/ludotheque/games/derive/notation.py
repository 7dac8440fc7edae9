"""The notation of Dérive: `+c1` enters a die, `c1-d2` moves it, `c1xd2` captures, `c1:4` changes it, `c1?` rolls it."""

from __future__ import annotations

import re
from functools import cache

from ludotheque.core.state import CHANCE, State

from . import rules
from .position import occupied
from .rules import ENTER
from .rules.geometry import PLACES, column_and_row, place_at

COLUMNS = "abcdefghijklm"
NAMES = [f"{chr(ord('a') + x)}{y + 1}" for x, y in map(column_and_row, range(PLACES))]


def name(place: int) -> str:
    return NAMES[place]


def place_of(name: str) -> int | None:
    """The number of the cell of that name: a letter and digits."""
    return place_at(ord(name[0]) - ord("a"), int(name[1:]) - 1)


def write(state: State, seat: int, action: int) -> str:
    if seat == CHANCE:
        return f"first={action}" if state.fields.turn == rules.NOBODY else f"={action + 1}"
    if action < ENTER:
        return _write_way(action, occupied(state) >> action % PLACES & 1)
    if action < rules.CHANGE:
        return _write_entry(action - ENTER, state.options["entry"] == "chosen")
    return _write_at_home(action)


# There are few texts, and a list of choices has many of them.


@cache
def _write_way(action: int, captures: int) -> str:
    origin, target = divmod(action, PLACES)
    return f"{name(origin)}{'x' if captures else '-'}{name(target)}"


@cache
def _write_entry(number: int, is_chosen: bool) -> str:
    place, face = divmod(number, 6)
    return f"+{name(place)}={face + 1}" if is_chosen else f"+{name(place)}"


@cache
def _write_at_home(action: int) -> str:
    """What changes a die where it is, or to pass."""
    if action >= rules.ROLL:
        return "pass" if action == rules.PASS else f"{name(action - rules.ROLL)}?"
    place, face = divmod(action - rules.CHANGE, 6)
    return f"{name(place)}:{face + 1}"


CELL = "([a-z][1-9][0-9]?)"
DRAW = re.compile("first=([0-3])|=([1-6])")
WAY = re.compile(f"{CELL}[-x]{CELL}")
ENTRY = re.compile(rf"\+{CELL}(?:=([0-9]))?")
CHANGE = re.compile(f"{CELL}:([0-9])")
ROLL = re.compile(rf"{CELL}\?")


def parse(state: State, seat: int, text: str) -> int | None:
    """The code of an event; for one that names a cell or a value that cannot be, the code of another text."""
    if seat == CHANCE:
        found = DRAW.fullmatch(text)
        return int(found[1] or int(found[2]) - 1) if found else None
    if text == "pass":
        return rules.PASS
    if found := WAY.fullmatch(text):
        origin, target = place_of(found[1]), place_of(found[2])
        return rules.PASS if origin is None or target is None else origin * PLACES + target
    return _parse_one_cell(text)


def _parse_one_cell(text: str) -> int | None:
    for pattern, first, values in ((ENTRY, rules.ENTER, 6), (CHANGE, rules.CHANGE, 6), (ROLL, rules.ROLL, 1)):
        if found := pattern.fullmatch(text):
            place = place_of(found[1])
            value = int(found[2] or 1) if values == 6 else 1
            return rules.PASS if place is None or not 1 <= value <= 6 else first + place * values + value - 1
    return None
