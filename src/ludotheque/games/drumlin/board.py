"""Drumlin for people: notation, click paths, diagrams and sentences. Whatever is legal, ``rules.py`` says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ludotheque.core.errors import GameError
from ludotheque.core.i18n import Sentence
from ludotheque.core.state import State
from ludotheque.scene.text import Span, TextPicture

from . import GAME, rules
from .picture import scene
from .places import COLUMNS, cell, place_of

SIDES = ("violet", "pink")
LETTERS = (("v", "V"), ("p", "P"))  # in diagrams: elephant and dragon of each side
say = GAME.catalog

__all__ = ["clicks", "describe", "diagram", "parse", "read", "refusal", "scene", "status", "write"]


# Notation


class Event(NamedTuple):
    """What an action code stands for: the first letter of its text, and its cells."""

    letter: str
    cell: int
    target: int = -1


BASE = rules.CELLS  # as the cell of a departure
EVENT = re.compile("([EDX!@R])(base|[a-h](?:10|[1-9]))(?:-([a-h](?:10|[1-9])))?")


@cache
def decode(action: int) -> Event:
    if action < rules.EXCHANGE:
        kind, move = divmod(action, rules.CELLS * rules.WAYS)
        origin, way = divmod(move, rules.WAYS)
        return Event("ED"[kind], origin, int(rules.TARGETS[origin, way]))
    if action < rules.DEPART:
        return Event("X", *divmod(action - rules.EXCHANGE, rules.CELLS))
    if action < rules.PLACE:
        return Event("!", action - rules.DEPART)
    return Event("@", action - rules.PLACE) if action < rules.REMOVE else Event("R", action - rules.REMOVE)


def encode(event: Event) -> int:
    """The code of an event; a crooked move gets that of another, which then is not written the same."""
    if event.letter in "ED":
        origin, target = event.cell, event.target
        way = target & 7 if origin >> 3 == target >> 3 else 8 + (target >> 3)
        return ("ED".index(event.letter) * rules.CELLS + origin) * rules.WAYS + way
    if event.letter == "X":
        return int(rules.EXCHANGE + rules.CELLS * event.cell + event.target)
    return int({"!": rules.DEPART, "@": rules.PLACE, "R": rules.REMOVE}[event.letter] + event.cell)


def write(state: State, seat: int, action: int) -> str:
    return _text(action)


@cache
def _text(action: int) -> str:
    letter, first, second = decode(action)
    text = letter + ("base" if first == BASE else cell(first))
    return text if second < 0 else f"{text}-{cell(second)}"


def parse(state: State, seat: int, text: str) -> int | None:
    event = understand(text)
    return None if event is None else encode(event)


def understand(text: str) -> Event | None:
    found = EVENT.fullmatch(text)
    if not found or (found[3] is None) != (found[1] in "!@R") or (found[2] == "base" and found[1] != "!"):
        return None
    first = BASE if found[2] == "base" else place_of(found[2])
    return Event(found[1], first, place_of(found[3]) if found[3] else -1)


# Touching


def clicks(state: State, seat: int, action: int) -> tuple[str, ...]:
    return _path(action)


@cache
def _path(action: int) -> tuple[str, ...]:
    """What goes, then where: a piece and its target; two elephants and the dragon that they change places with; the
    egg and where its Drumlin goes. A Drumlin in the hand and pieces to be taken out need one touch."""
    event = decode(action)
    at = "base" if event.cell == BASE else cell(event.cell)
    if event.letter in "ED":
        return f"{'elephant' if event.letter == 'E' else 'dragon'}-{at}", f"to-{cell(event.target)}"
    if event.letter == "X":
        return f"elephant-{at}", f"exchange-{cell(event.target)}"
    if event.letter == "!":
        return "egg", f"to-{at}"
    return (f"to-{at}",) if event.letter == "@" else (f"remove-{at}",)


# What happens


def side(seat: int) -> Sentence:
    return say(f"seat.{seat}")


def describe(state: State, seat: int, action: int, text: str) -> Sentence:
    """What a legal event does."""
    event, after = decode(action), state.play(text, seat)
    names = [cell(place) if 0 <= place < BASE else "" for place in event[1:]]
    told = say(_event_key(event, after, seat), side=side(seat), enemy=side(1 - seat), cell=names[0], target=names[1])
    for more in _consequences(event, state, after, seat):
        told = say("event.both", first=told, second=more)
    return told


def _event_key(event: Event, after: State, seat: int) -> str:
    if event.letter != "!":
        return f"event.{event.letter}"
    if event.cell == BASE:
        return "event.base"
    return "event.depart-to-elephant" if after.fields.egg == seat else "event.depart"


def _consequences(event: Event, before: State, after: State, seat: int) -> Iterator[Sentence]:
    """What follows at once from an event, and whether it ends the game."""
    params = {"side": side(seat), "enemy": side(1 - seat), "cell": cell(max(before.fields.stone, 0))}
    if event.letter in "EDX" and before.fields.stone != after.fields.stone:
        yield say("event.forced", **params)
    elif event.letter in "EDX" and before.fields.egg != after.fields.egg:
        yield say("event.egg" if before.fields.egg == rules.NOBODY else "event.takeover", **params)
    if after.fields.winner != rules.RUNNING:
        yield _ending(after)
    elif after.fields.stone == rules.IN_HAND:
        yield say("event.then-place", **params)


def status(state: State) -> Sentence:
    """Whose turn it is and what is expected, or how the game ended."""
    s = state.fields
    if s.winner != rules.RUNNING:
        return _ending(state)
    params = {"side": side(s.turn), "enemy": side(1 - s.turn), "cells": ", ".join(map(cell, crowded(state, s.turn)))}
    return say(f"status.{_status_key(state)}", n=len(crowded(state, s.turn)), **params)


def _status_key(state: State) -> str:
    s, position = state.fields, record_of(state)
    if s.stone == rules.IN_HAND:
        return "place" if s.choices else "first"
    if crowded(state, s.turn):
        return "remove" if must_remove(state, s.turn) else "crowded"
    if rules.can_arrive(position, 1 - s.turn):
        return "threat"
    return "depart" if rules.may_depart(position, s.turn) else "move"


def _ending(state: State) -> Sentence:
    s = state.fields
    if s.winner == rules.DRAW:
        return say("status.draw", n=int(s.choices))
    return say(f"status.{_ending_key(state)}", side=side(s.winner), enemy=side(1 - s.winner))


def _ending_key(state: State) -> str:
    s = state.fields
    if s.stone == rules.ON_BASE:
        return "base"
    if s.herds[1 - s.winner] % rules.TROOP == 0:
        return "no-elephant"
    landed = state.last[1][0] == "!" if state.last else rules.can_act(record_of(state), 1 - s.winner)
    return "landed" if landed else "stuck"


# What the rules say about a position


def record_of(state: State) -> Any:
    """The position as the functions of ``rules.py`` take it."""
    return state.memo("record", lambda state: np.frombuffer(bytes(state), rules.LAYOUT)[0])


def crowded(state: State, seat: int) -> list[int]:
    """The cells of value 5 that bind a seat."""
    bound = (state.fields.standing[seat] & state.fields.rows[4]).tolist()
    return [place for place in range(rules.CELLS) if bound[place >> 3] >> (place & 7) & 1]


def must_remove(state: State, seat: int) -> bool:
    return any(action >= rules.REMOVE for action in state.legal(seat))


# Why not


def refusal(state: State, seat: int, action: int, text: str) -> Sentence:
    """Why an event that is written correctly is not legal here."""
    event = understand(text)
    assert event is not None
    why = _wrong_time(state, seat, event) or REASONS[event.letter](record_of(state), seat, event)
    key, place = why
    worth = int(rules.value(record_of(state), place)) if place >= 0 else 0
    params = {"cells": ", ".join(map(cell, crowded(state, seat))), "cell": cell(place) if place >= 0 else ""}
    return say(f"refusal.{key}", side=side(seat), enemy=side(1 - seat), n=worth, text=text, **params)


Reason = tuple[str, int]  # the key of a sentence, and the cell that it speaks about


def _wrong_time(state: State, seat: int, event: Event) -> Reason | None:
    """Something else is due first."""
    in_hand = state.fields.stone == rules.IN_HAND
    if in_hand != (event.letter == "@"):
        return ("place-first", -1) if in_hand else ("not-in-hand", -1)
    bound = [] if in_hand else crowded(state, seat)
    if bound and must_remove(state, seat):
        return "must-remove", -1
    leaves = event.letter in "ED" and event.cell in bound
    return ("crowded", -1) if bound and not leaves else None


def _why_not_move(s: Any, seat: int, event: Event) -> Reason:
    letter, origin, target = event
    kind = rules.ELEPHANT if letter == "E" else rules.DRAGON
    if not rules.movable(s, seat, kind, origin):
        return _no_such_piece(s, seat, event)
    if origin == target:
        return "still", origin
    if origin >> 3 != target >> 3 and origin & 7 != target & 7:
        return "crooked", origin
    return _why_not_there(s, event)


def _no_such_piece(s: Any, seat: int, event: Event) -> Reason:
    here = event.cell
    if s.troops[seat, here] == 0:
        return ("not-yours" if s.troops[1 - seat, here] else "nothing-there"), here
    if event.letter == "E" and rules.has_egg_on(s, seat, here):
        return "egg-stays", here
    return ("no-elephant" if event.letter == "E" else "no-dragon"), here


def _why_not_there(s: Any, event: Event) -> Reason:
    """The first cell on the way that stops the piece, or what is wrong with the target."""
    kind = rules.ELEPHANT if event.letter == "E" else rules.DRAGON
    low, high = sorted((event.cell, event.target))
    between = range(low, high, 1 if high - low < 8 else 8)[1:]
    stops = [place for place in between if rules.value(s, place) >= kind]
    if stops:
        return ("stops-elephant" if event.letter == "E" else "stops-dragon"), min(
            stops, key=lambda place: abs(place - event.cell)
        )
    lone = s.egg == rules.NOBODY and s.stone == event.target
    return ("dragon-on-drumlin" if lone else "rule-of-4"), event.target


def _why_not_exchange(s: Any, seat: int, event: Event) -> Reason:
    if event.cell == event.target:
        return "exchange-same", event.cell
    if rules.movable(s, seat, rules.ELEPHANT, event.cell) < 2:
        return "exchange-elephants", event.cell
    return "exchange-dragon", event.target


def _why_not_depart(s: Any, seat: int, event: Event) -> Reason:
    if s.egg != seat:
        return "no-egg", -1
    if not rules.may_depart(s, seat):
        return "no-majority", int(s.stone)
    if event.cell == BASE:
        return "not-before-base", int(s.stone)
    if event.cell == s.stone:
        return "already-there", event.cell
    if rules.elephants_on(s, seat, event.cell) == 0:
        return "depart-no-elephant", event.cell
    full = rules.value(s, event.cell) >= rules.MOST
    return ("depart-full" if full else "depart-no-majority"), event.cell


def _why_not_place(s: Any, seat: int, event: Event) -> Reason:
    return "not-free", event.cell


def _why_not_remove(s: Any, seat: int, event: Event) -> Reason:
    return "remove", event.cell


REASONS = {
    "E": _why_not_move,
    "D": _why_not_move,
    "X": _why_not_exchange,
    "!": _why_not_depart,
    "@": _why_not_place,
    "R": _why_not_remove,
}


# Diagrams


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
        spans += [Span(letter, *INKS[letter], bold=letter in "VP*") for letter in text]
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


def _cell_text(s: Any, place: int) -> str:
    """The egg first, then violet's and pink's dragons and elephants."""
    text = ""
    for seat, (elephant, dragon) in enumerate(LETTERS):
        dragons, elephants = divmod(int(s.troops[seat, place]), rules.TROOP)
        has_egg = s.egg == seat and s.stone == place
        text = (f"{elephant}*" if has_egg else "") + text + dragon * dragons + elephant * (elephants - has_egg)
    return text or ("*" if s.stone == place else ".")


def _details(s: Any) -> str:
    if s.winner == rules.RUNNING:
        doing = "place the Drumlin" if s.stone == rules.IN_HAND else "act"
        return f"{SIDES[s.turn]} to {doing}, {s.choices} made"
    ended = "drawn" if s.winner == rules.DRAW else f"{SIDES[s.winner]} won"
    where = {rules.IN_HAND: ", Drumlin in hand", rules.ON_BASE: ", Drumlin on the base line"}
    return f"{ended}, {s.choices} made{where.get(s.stone, '')}"


RUNNING = re.compile(r"(violet|pink) to (act|place the Drumlin), (0|[1-9]\d{0,8}) made")
ENDED = re.compile(r"(drawn|violet won|pink won), (0|[1-9]\d{0,8}) made(, Drumlin in hand|, Drumlin on the base line)?")


def read(s: Any, lines: Sequence[str]) -> None:
    """Fills a new position with what a diagram shows; ``Game.read`` draws it again to see that nothing was lost."""
    if len(lines) != 12:
        raise GameError(say("diagram.cells"))
    _clear(s)
    for row, line in zip(range(9, -1, -1), lines[:10], strict=True):
        for column in range(8):
            _read_cell(s, 8 * row + column, line[4 + 5 * column : 9 + 5 * column].rstrip())
    _read_details(s, lines[11])
    _check(s)


def _clear(s: Any) -> None:
    for seat, place in np.argwhere(s.troops):
        rules.remove(s, int(seat), int(place))
    s.stone, s.egg = rules.ON_BASE, rules.NOBODY


def _read_cell(s: Any, place: int, text: str) -> None:
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


def _read_details(s: Any, line: str) -> None:
    running, ended = RUNNING.fullmatch(line), ENDED.fullmatch(line)
    if running:
        s.turn, s.choices, s.winner = SIDES.index(running[1]), int(running[3]), rules.RUNNING
        in_hand = running[2] != "act"
    elif ended:
        s.turn, s.choices, s.winner = 0, int(ended[2]), ["violet won", "pink won", "drawn"].index(ended[1])
        in_hand = ended[3] == ", Drumlin in hand"
    else:
        raise GameError(say("diagram.turn"))
    if in_hand and s.stone == rules.ON_BASE:
        s.stone = rules.IN_HAND


def _check(s: Any) -> None:
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
