"""Dérive for people: notation, click paths and diagrams. Whatever is legal, ``rules.py`` says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ludotheque.core.errors import GameError
from ludotheque.core.state import CHANCE, State
from ludotheque.scene.text import Span, TextPicture

from . import GAME, rules
from .cells import BANKS, COLUMNS, PLACES, SHORE_PLACES, members, name, place_at, place_of
from .picture import scene
from .talk import describe, refusal, status
from .view import COLOURS, colour_of, dice, seat_name, supply

say = GAME.catalog

__all__ = ["clicks", "describe", "diagram", "parse", "read", "refusal", "scene", "seat_name", "status", "write"]


# Notation


def write(state: State, seat: int, action: int) -> str:
    if seat == CHANCE:
        return f"first={action}" if state.fields.turn == rules.NOBODY else f"={action + 1}"
    if action < rules.ENTER:
        return _write_way(state, *divmod(action, PLACES))
    if action < rules.ROLL:
        return _write_value(state, action)
    return "pass" if action == rules.PASS else f"{name(action - rules.ROLL)}?"


def _write_way(state: State, origin: int, target: int) -> str:
    return f"{name(origin)}{'x' if target in dice(state) else '-'}{name(target)}"


def _write_value(state: State, action: int) -> str:
    is_change = action >= rules.CHANGE
    place, face = divmod(action - (rules.CHANGE if is_change else rules.ENTER), 6)
    if is_change:
        return f"{name(place)}:{face + 1}"
    return f"+{name(place)}={face + 1}" if state.fields.entry_chosen else f"+{name(place)}"


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


# Touching


def clicks(state: State, seat: int, action: int) -> tuple[str, ...]:
    """A die and its target, or a die and a mark beside it, or the supply, a cell and perhaps a value."""
    if action == rules.PASS:
        return ("pass",)
    if action < rules.ENTER:
        origin, target = divmod(action, PLACES)
        return die_id(state, origin), f"cell-{name(target)}"
    if action < rules.CHANGE:
        place, face = divmod(action - rules.ENTER, 6)
        value = (f"value-{face + 1}",) if state.fields.entry_chosen else ()
        return f"supply-{colour_of(state, seat)}", f"cell-{name(place)}", *value
    if action < rules.ROLL:
        place, face = divmod(action - rules.CHANGE, 6)
        mark = "up" if face + 1 > dice(state)[place].value else "down"
        return die_id(state, place), f"{mark}-{name(place)}"
    return die_id(state, action - rules.ROLL), f"roll-{name(action - rules.ROLL)}"


def die_id(state: State, place: int) -> str:
    die = dice(state)[place]
    return f"die-{colour_of(state, die.seat)}-{die.number}"


# Diagrams


def diagram(state: State) -> TextPicture:
    """The rows from the top, two characters a cell: a colour's letter and a value. White cells are blank."""
    size = state.fields.width
    rows = [_row(state, y) for y in range(size - 1, -1, -1)]
    rows.append((Span("    " + "  ".join(COLUMNS[:size]), "quiet"),))
    hands = ", ".join(f"{colour_of(state, seat)} {supply(state, seat)}" for seat in range(state.seats))
    return TextPicture(tuple(rows), (f"in supply: {hands}", _details(state)))


def _row(state: State, y: int) -> tuple[Span, ...]:
    spans = [Span(f"{y + 1:>2}  ", "quiet")]
    for x in range(state.fields.width):
        spans += [_cell_span(state, x, y), Span(" ")]
    return tuple(spans[:-1])


def _cell_span(state: State, x: int, y: int) -> Span:
    place = place_at(x, y)
    if place is None:
        return Span("  ")
    die = dice(state).get(place)
    if die is None:
        return Span(". ", "cell_ink", _ground(state, place))
    colour = colour_of(state, die.seat)
    moved = state.last is not None and state.last[1].endswith(die.name)
    return Span(f"{colour[0]}{die.value}", f"pip_{colour}", f"die_{colour}", bold=moved)


def _ground(state: State, place: int) -> str:
    """The colour of an empty cell: a bank's, or the water's."""
    for bank, colour in enumerate(COLOURS):
        if place < SHORE_PLACES and int(BANKS[state.fields.width, bank]) >> place & 1:
            return f"bank_{colour}"
    return "shore" if place < SHORE_PLACES else "stream"


def _details(state: State) -> str:
    s = state.fields
    if s.turn == rules.NOBODY:
        return f"first player to be drawn, {s.choices} made"
    act = f"rolls {name(s.rolling)}" if s.rolling != rules.NOTHING else "to act"
    text = f"{colour_of(state, s.turn)} {act}, {s.choices} made"
    if s.winner == rules.DRAW:
        return text + ", drawn"
    return text if s.winner == rules.RUNNING else f"{text}, {colour_of(state, s.winner)} won"


WORD = "(red|blue|yellow|green)"
DETAILS = re.compile(
    rf"(?:first player to be drawn|{WORD} (?:to act|rolls {CELL})), (0|[1-9]\d{{0,8}}) made(?:, (drawn)|, {WORD} won)?"
)


def read(s: Any, lines: Sequence[str]) -> None:
    """Fills a new position with what a diagram shows; ``Game.read`` draws it again to see that nothing was lost."""
    if len(lines) != s.width + 3:
        raise GameError(say("diagram.rows", size=int(s.width)))
    seats = {COLOURS[s.bank[seat]]: seat for seat in range(s.seats)}
    letters = {colour[0]: seat for colour, seat in seats.items()}
    for y, line in enumerate(reversed(lines[: s.width])):
        _read_row(s, y, line, letters)
    if any(len(members(*s.dice[seat])) > rules.DICE[s.level] for seat in seats.values()):
        raise GameError(say("diagram.too-many", n=int(rules.DICE[s.level])))
    found = DETAILS.fullmatch(lines[-1])
    if not found:
        raise GameError(say("diagram.turn"))
    _read_details(s, found, seats)


def _read_row(s: Any, y: int, line: str, letters: dict[str, int]) -> None:
    for x in range(s.width):
        text, place = line[4 + 3 * x : 6 + 3 * x].strip(), place_at(x, y)
        if text in ("", "."):
            continue
        if place is None or len(text) != 2 or text[0] not in letters or text[1] not in "123456":
            raise GameError(say("diagram.dice", letters=", ".join(letters)))
        rules.put(s, letters[text[0]], place, int(text[1]))


def _read_details(s: Any, found: re.Match[str], seats: dict[str, int]) -> None:
    turn, rolling, choices, drawn, winner = found.groups()
    s.choices = int(choices)
    s.turn = seats[turn] if turn else rules.NOBODY
    if rolling and (drawn or winner):
        raise GameError(say("diagram.roll", cell=rolling))
    if rolling:
        s.rolling = _rolled(s, rolling)
    s.winner = rules.DRAW if drawn else seats[winner] if winner else rules.RUNNING


def _rolled(s: Any, cell: str) -> int:
    """The place of the die to be rolled, which must be one of the seat to act."""
    place = place_of(cell)
    if place is None or place not in members(*s.dice[s.turn]) or not rules.ROLLS[s.level]:
        raise GameError(say("diagram.roll", cell=cell))
    return place
