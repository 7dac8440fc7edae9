"""The notation of Drumlin: `Eb1-b4` moves a piece, `Xc3-d5` exchanges, `!e5` and `@e5` send and place the Drumlin,
`keep` and `swap` answer to its first place.

Columns are a–h, rows 1–10; cells are counted from a1 row by row.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from ludotheque.core.state import State

from . import rules

COLUMNS = "abcdefgh"
CELLS = [f"{column}{row}" for row in range(1, 11) for column in COLUMNS]


def cell(place: int) -> str:
    return CELLS[place]


def place_of(name: str) -> int:
    return COLUMNS.index(name[0]) + 8 * (int(name[1:]) - 1)


# Events


class Event(NamedTuple):
    """What an action code stands for: the first letter of its text, and its cells; or a word without cells."""

    letter: str
    cell: int = -1
    target: int = -1


BASE = rules.CELLS  # as the cell of a departure
ANSWERS = {"keep": rules.KEEP, "swap": rules.SWAP}
EVENT = re.compile("([EDX!@R])(base|[a-h](?:10|[1-9]))(?:-([a-h](?:10|[1-9])))?")


@cache
def decode(action: int) -> Event:
    if action < rules.EXCHANGE:
        kind, move = divmod(action, rules.CELLS * rules.WAYS)
        origin, way = divmod(move, rules.WAYS)
        return Event("ED"[kind], origin, int(rules.TARGETS[origin, way]))
    if action < rules.DEPART:
        return Event("X", *divmod(action - rules.EXCHANGE, rules.CELLS))
    if action < rules.KEEP:
        first = max(code for code in LETTERS if code <= action)
        return Event(LETTERS[first], action - first)
    return Event("keep" if action == rules.KEEP else "swap")


LETTERS = {rules.DEPART: "!", rules.PLACE: "@", rules.REMOVE: "R"}  # the events of one cell, by their first codes


def encode(event: Event) -> int:
    """The code of an event; a crooked move gets that of another, which then is not written the same."""
    if event.letter in "ED":
        origin, target = event.cell, event.target
        way = target & 7 if origin >> 3 == target >> 3 else 8 + (target >> 3)
        return ("ED".index(event.letter) * rules.CELLS + origin) * rules.WAYS + way
    if event.letter in ANSWERS:
        return ANSWERS[event.letter]
    if event.letter == "X":
        return int(rules.EXCHANGE + rules.CELLS * event.cell + event.target)
    return int({"!": rules.DEPART, "@": rules.PLACE, "R": rules.REMOVE}[event.letter] + event.cell)


def write(state: State, seat: int, action: int) -> str:
    return _text(action)


@cache
def _text(action: int) -> str:
    letter, first, second = decode(action)
    if letter in ANSWERS:
        return letter
    text = letter + ("base" if first == BASE else cell(first))
    return text if second < 0 else f"{text}-{cell(second)}"


def parse(state: State, seat: int, text: str) -> int | None:
    event = understand(text)
    return None if event is None else encode(event)


def understand(text: str) -> Event | None:
    if text in ANSWERS:
        return Event(text)
    found = EVENT.fullmatch(text)
    if not found or (found[3] is None) != (found[1] in "!@R") or (found[2] == "base" and found[1] != "!"):
        return None
    first = BASE if found[2] == "base" else place_of(found[2])
    return Event(found[1], first, place_of(found[3]) if found[3] else -1)
