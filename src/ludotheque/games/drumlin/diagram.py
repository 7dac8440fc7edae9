"""Positions of Drumlin as text, written and read."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ludotheque.core.errors import GameError
from ludotheque.core.state import State
from ludotheque.scene.text import Span, TextPicture

from . import rules
from .notation import COLUMNS, cell
from .rules import Position
from .sentences import say

SIDES = ("violet", "pink")
LETTERS = (("v", "V"), ("p", "P"))  # elephant and dragon of each side


def diagram(state: State) -> TextPicture:
    """Rows 10 to 1. Violet's pieces are v (elephant) and V (dragon), pink's p and P; * is the Drumlin, alone or behind
    the elephant that carries it."""
    s = state.fields
    rows = [_row(state, row) for row in range(rules.ROWS - 1, -1, -1)]
    rows.append((Span("    " + "    ".join(COLUMNS), "quiet"),))
    return TextPicture(tuple(rows), (_details(s),))


def _row(state: State, row: int) -> tuple[Span, ...]:
    spans = [Span(f"{row + 1:>2}  ", "quiet")]
    for place in range(8 * row, 8 * row + 8):
        text = _cell_text(state.fields, place)
        spans += [_letter_span(letter) for letter in text]
        spans.append(Span(" " * (5 - len(text))))
    return tuple(spans)


INKS = {
    "v": ("violet_ink", "slab"),
    "V": ("violet_ink", "slab"),
    "p": ("pink_ink", "slab"),
    "P": ("pink_ink", "slab"),
    "*": ("ink", "slab"),
    ".": ("quiet", ""),
}


def _letter_span(letter: str) -> Span:
    said = say(f"letter.{letter}") if letter in "vVpP" else None
    return Span(letter, *INKS[letter], letter in "VP*", said)


def _cell_text(s: Position, place: int) -> str:
    """The egg first, then violet's and pink's dragons and elephants."""
    text = ""
    for seat, (elephant, dragon) in enumerate(LETTERS):
        dragons, elephants = divmod(int(s.troops[seat, place]), rules.TROOP)
        has_egg = s.egg == seat and s.stone == place
        text = (f"{elephant}*" if has_egg else "") + text + dragon * dragons + elephant * (elephants - has_egg)
    return text or ("*" if s.stone == place else ".")


def _details(s: Position) -> str:
    if s.winner == rules.RUNNING:
        return f"{SIDES[s.turn]} to {_due(s)}, {s.choices} made"
    ended = "drawn" if s.winner == rules.DRAW else f"{SIDES[s.winner]} won"
    where = {rules.IN_HAND: ", Drumlin in hand", rules.ON_BASE: ", Drumlin on the base line"}
    return f"{ended}, {s.choices} made{where.get(s.stone, '')}"


def _due(s: Position) -> str:
    if s.stone == rules.IN_HAND:
        return "place the Drumlin"
    return "keep or swap" if s.offer else "act"


RUNNING = re.compile(r"(violet|pink) to (act|place the Drumlin|keep or swap), (0|[1-9]\d{0,8}) made")
ENDED = re.compile(r"(drawn|violet won|pink won), (0|[1-9]\d{0,8}) made(, Drumlin in hand|, Drumlin on the base line)?")


def read(s: Position, lines: Sequence[str]) -> None:
    """Fills a new position with what a diagram shows; ``Game.read`` draws it again to see that nothing was lost."""
    if len(lines) != 12:
        raise GameError(say("diagram.cells"))
    _clear(s)
    for row, line in zip(range(9, -1, -1), lines[:10], strict=True):
        for column in range(8):
            _read_cell(s, 8 * row + column, line[4 + 5 * column : 9 + 5 * column].rstrip())
    _read_details(s, lines[11])


def _clear(s: Position) -> None:
    for seat, place in np.argwhere(s.troops):
        rules.remove(s, int(seat), int(place))
    s.stone, s.egg = rules.ON_BASE, rules.NOBODY


def _read_cell(s: Position, place: int, text: str) -> None:
    if text == ".":
        return
    if len(text) > 4:
        raise GameError(say("diagram.value", cell=cell(place)))
    for seat, (elephant, dragon) in enumerate(LETTERS):
        if elephant in text or dragon in text:
            rules.put(s, seat, place, text.count(elephant) + rules.TROOP * text.count(dragon))
    if "*" in text:
        if s.stone != rules.ON_BASE:
            raise GameError(say("diagram.drumlin"))
        s.stone = place
        s.egg = "vp".index(text[0]) if len(text) > 1 else rules.NOBODY
    if rules.value(s, place) > (3 if s.egg != rules.NOBODY and s.stone == place else 5):
        raise GameError(say("diagram.value", cell=cell(place)))


def _read_details(s: Position, line: str) -> None:
    running, ended = RUNNING.fullmatch(line), ENDED.fullmatch(line)
    if running:
        s.turn, s.choices, s.winner = SIDES.index(running[1]), int(running[3]), rules.RUNNING
        in_hand = running[2] == "place the Drumlin"
        s.offer &= running[2] == "keep or swap" or (in_hand and s.choices == 0)
    elif ended:
        s.turn, s.choices, s.winner = 0, int(ended[2]), ["violet won", "pink won", "drawn"].index(ended[1])
        in_hand = ended[3] == ", Drumlin in hand"
        s.offer = 0
    else:
        raise GameError(say("diagram.turn"))
    if in_hand and s.stone == rules.ON_BASE:
        s.stone = rules.IN_HAND


def check(s: Position) -> None:
    """A game that goes on must be one that can."""
    dragons, elephants = np.divmod(s.troops, rules.TROOP)
    if max((elephants + dragons).sum(axis=1)) > 12:
        raise GameError(say("diagram.pieces"))
    if s.winner != rules.RUNNING:
        return
    if s.stone == rules.ON_BASE:
        raise GameError(say("diagram.drumlin"))
    if 0 in s.herds % rules.TROOP or s.choices >= s.max_choices or (s.stone >= 0 and not rules.can_act(s, int(s.turn))):
        raise GameError(say("diagram.over"))
    if s.offer and not _is_beginning(s):
        raise GameError(say("diagram.beginning"))


def _is_beginning(s: Position) -> bool:
    """Whether nothing but the Drumlin can have been moved: violet answers to its first place only."""
    start = np.zeros_like(s.troops)
    for seat, places in enumerate(rules.START):
        start[seat, places] = rules.UNIT[rules.ELEPHANT]
    due = (rules.PINK, 0) if s.stone == rules.IN_HAND else (rules.VIOLET, 1)
    return (s.turn, s.choices) == due and s.egg == rules.NOBODY and bool((s.troops == start).all())
