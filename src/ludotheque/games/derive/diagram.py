"""Positions of Dérive as text, written and read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce

from ludotheque.core.errors import GameError
from ludotheque.core.i18n import Sentence
from ludotheque.core.state import State
from ludotheque.scene.text import Span, TextPicture

from . import rules
from .notation import CELL, COLUMNS, name, place_of
from .position import COLOURS, colour_of, dice, supply
from .rules.ending import winner_after
from .rules.geometry import BANKS, SHORE_PLACES, members, place_at
from .sentences import say, seat_name


def diagram(state: State) -> TextPicture:
    """The rows from the top, two characters a cell: a colour's letter and a value. White cells are blank."""
    size = state.fields.width
    rows = [_row(state, y) for y in range(size - 1, -1, -1)]
    rows.append((Span("    " + "  ".join(COLUMNS[:size]), "quiet"),))
    hands = ", ".join(f"{colour_of(state, seat)} {supply(state, seat)}" for seat in range(state.seats))
    return TextPicture(tuple(rows), (f"in supply: {hands}", _details(state)), (_supplies(state),))


def _supplies(state: State) -> Sentence:
    hands = (say("note.hand", side=seat_name(state, seat), n=supply(state, seat)) for seat in range(state.seats))
    return say("note.supply", hands=reduce(lambda hands, more: say("note.hands", hands=hands, more=more), hands))


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
    moved = state.last is not None and state.last[1].endswith(name(place))
    said = say(f"die.{colour}", value=die.value)
    return Span(f"{colour[0]}{die.value}", f"pip_{colour}", f"die_{colour}", moved, said)


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


def read(s: rules.Position, lines: Sequence[str]) -> None:
    """Fills a new position with what a diagram shows; ``Game.read`` draws it again to see that nothing was lost."""
    if len(lines) != s.width + 3:
        raise GameError(say("diagram.rows", size=int(s.width)))
    seats = {COLOURS[s.bank[seat]]: seat for seat in range(s.seats)}
    letters = {colour[0]: seat for colour, seat in seats.items()}
    for y, line in enumerate(reversed(lines[: s.width])):
        _read_row(s, y, line, letters)
    found = DETAILS.fullmatch(lines[-1])
    if not found:
        raise GameError(say("diagram.turn"))
    _read_details(s, found, seats)


def check(s: rules.Position) -> None:
    """That nobody has too many dice, and that the game stands as the rules say after the last choice."""
    if any(len(members(*s.dice[seat])) > rules.DICE[s.level] for seat in range(s.seats)):
        raise GameError(say("diagram.too-many", n=int(rules.DICE[s.level])))
    chooser = (int(s.turn) - (s.rolling == rules.NOTHING)) % int(s.seats)
    if s.winner != winner_after(s, chooser):
        raise GameError(say("diagram.over" if s.winner == rules.RUNNING else "diagram.winner"))


def _read_row(s: rules.Position, y: int, line: str, letters: dict[str, int]) -> None:
    for x in range(s.width):
        text, place = line[4 + 3 * x : 6 + 3 * x].strip(), place_at(x, y)
        if text in ("", "."):
            continue
        if place is None or len(text) != 2 or text[0] not in letters or text[1] not in "123456":
            raise GameError(say("diagram.dice", letters=", ".join(letters)))
        rules.put(s, letters[text[0]], place, int(text[1]))


def _read_details(s: rules.Position, found: re.Match[str], seats: dict[str, int]) -> None:
    turn, rolling, choices, drawn, winner = found.groups()
    s.choices = int(choices)
    s.turn = seats[turn] if turn else rules.NOBODY
    if rolling and (drawn or winner):
        raise GameError(say("diagram.roll", cell=rolling))
    if rolling:
        s.rolling = _rolled(s, rolling)
    s.winner = rules.DRAW if drawn else seats[winner] if winner else rules.RUNNING


def _rolled(s: rules.Position, cell: str) -> int:
    """The place of the die to be rolled, which must be one of the seat to act."""
    place = place_of(cell)
    if place is None or place not in members(*s.dice[s.turn]) or not rules.ROLLS[s.level]:
        raise GameError(say("diagram.roll", cell=cell))
    return place
