"""Drivis for people: notation, click paths, diagrams and sentences. Whatever is legal, ``rules.py`` says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from ludotheque.core.errors import GameError
from ludotheque.core.i18n import Sentence
from ludotheque.core.state import State
from ludotheque.scene.text import Span, TextPicture

from . import GAME, rules
from .picture import plate_numbers, scene
from .places import COLUMNS, cell, place_of

SIDES = ("blue", "yellow")
say = GAME.catalog

__all__ = ["clicks", "describe", "diagram", "parse", "read", "refusal", "scene", "status", "write"]


# Notation


def write(state: State, seat: int, action: int) -> str:
    if action == rules.PASS:
        return "pass"
    return f"{cell(action >> 2)}-{cell(destination(state, action))}"


def parse(state: State, seat: int, text: str) -> int | None:
    """The slide in the direction of the target; whether it goes that far is for ``write`` to say."""
    if text == "pass":
        return rules.PASS
    if not re.fullmatch("[a-h][1-8]-[a-h][1-8]", text):
        return None
    origin, target = place_of(text[:2]), place_of(text[3:])
    return origin * 4 + direction_to(origin, target)


def direction_to(origin: int, target: int) -> int:
    """Where the target lies; a crooked or empty way gets some direction, which then does not lead to the target."""
    if origin & 7 == target & 7:
        return rules.UP if target > origin else rules.DOWN
    return rules.RIGHT if target & 7 > origin & 7 else rules.LEFT


def destination(state: State, action: int) -> int:
    """The place where a slide stops."""
    return int(state.memo("destinations", _destinations)[action])


def _destinations(state: State) -> np.ndarray[Any, np.dtype[np.int8]]:
    stops = np.empty(rules.PASS, np.int8)
    state.game.compiled(rules.destinations)(state.array, stops)
    return stops


# Touching


def clicks(state: State, seat: int, action: int) -> tuple[str, ...]:
    """The plate, then the place where it stops."""
    if action == rules.PASS:
        return ("pass",)
    return f"plate-{plate_numbers(state)[action >> 2]}", f"spot-{cell(destination(state, action))}"


# Sentences


def side(seat: int) -> Sentence:
    return say(f"seat.{seat}")


def describe(state: State, seat: int, action: int, text: str) -> Sentence:
    """What a legal event does."""
    if action == rules.PASS:
        return say("event.pass", side=side(seat))
    origin, target = text.split("-")
    after = state.play(text, seat)
    flipped = _count(after, seat) - _count(state, seat)
    key = "event.flip" if flipped else "event.slide"
    move = say(key, side=side(seat), origin=origin, target=target, n=flipped)
    return _consequence(after, seat, move)


def _consequence(after: State, seat: int, move: Sentence) -> Sentence:
    winner = after.fields.winner
    if winner == seat:
        return say("event.wins", move=move, side=side(seat))
    if winner == 1 - seat:
        return say("event.gives", move=move, enemy=side(1 - seat))
    return say("event.connects", move=move) if _is_connected(after, seat) else move


def status(state: State) -> Sentence:
    """Whose turn it is and what is expected, or how the game ended."""
    s = state.fields
    if s.winner == rules.DRAW:
        return say("status.draw", n=int(s.choices))
    if s.winner != rules.RUNNING:
        key = "status.won" if s.plates[1 - s.winner] else "status.swept"
        return say(key, side=side(s.winner), enemy=side(1 - s.winner))
    params = {"side": side(s.turn), "enemy": side(1 - s.turn)}
    if state.legal(int(s.turn)) == [rules.PASS]:
        return say("status.pass", **params)
    return say("status.reply" if _is_connected(state, 1 - s.turn) else "status.slide", **params)


def refusal(state: State, seat: int, action: int, text: str) -> Sentence:
    """Why an event that is written correctly is not legal here."""
    if action == rules.PASS:
        return say("refusal.pass")
    origin, target = text.split("-")
    key = _refusal_key(state, seat, action, place_of(target))
    stop = cell(destination(state, action))
    return say(f"refusal.{key}", origin=origin, target=target, stop=stop, enemy=side(1 - seat))


def _refusal_key(state: State, seat: int, action: int, target: int) -> str:
    place = action >> 2
    own, enemy = (int(state.fields.plates[who]) >> place & 1 for who in (seat, 1 - seat))
    if not own:
        return "enemy" if enemy else "empty"
    if place == target:
        return "still"
    if place & 7 != target & 7 and place >> 3 != target >> 3:
        return "crooked"
    return "blocked" if destination(state, action) == place else "not-as-far"


def _count(state: State, seat: int) -> int:
    return int(state.fields.plates[seat]).bit_count()


def _is_connected(state: State, seat: int) -> bool:
    s = state.fields
    return bool(rules.is_connected(s.plates[seat], s.lone_connected))


# Diagrams


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
        spans.append(Span(shown, ink, ground, bold=is_name or place == moved))
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
