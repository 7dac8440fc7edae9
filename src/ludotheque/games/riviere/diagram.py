"""Positions of La Rivière de Couleurs as text, written and read.

The rows are for the eyes and keep the secret of the covered tiles if the game is played from memory; the details
below complete the position. A hole shows its tile in a small letter and its pawns from bottom to top, with ``!`` behind
a pawn that must advance and ``'`` behind one that has moved.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ludotheque.core.errors import GameError
from ludotheque.core.state import State
from ludotheque.scene.text import Span, TextPicture

from . import rules
from .notation import CELLS, COLOURS, COLUMNS
from .picture.palette import NAMES
from .position import UNKNOWN, compelled, is_covered, owner, shows_bag, stack_of, tile_letter
from .rules import Position
from .sentences import say

SIDES = ("red-blue", "green-yellow")

Row = tuple[Span, ...]


# Drawing


def diagram(state: State) -> TextPicture:
    """From the top: seat 1's home, rows 7 to 0, seat 0's home, and the spare; then what the eyes are not shown."""
    s = state.fields
    width = max(4, *(len(stack_of(int(stack))) + 1 for stack in s.stacks))
    rows = [_bank(state, 1), *(_row(state, row, width) for row in range(7, -1, -1)), _letters(width), _bank(state, 0)]
    rows.append(_spare(s))
    if shows_bag(state):
        rows.append(_bag(s))
    return TextPicture(tuple(rows), (_details(s), _covered(s)))


def _bank(state: State, seat: int) -> Row:
    """One end of the board: who waits there, and who of the other side has arrived."""
    s, guests = state.fields, range(2 - 2 * seat, 4 - 2 * seat)
    must = compelled(state)
    waiting = [COLOURS[c] * int(s.home[c]) + "!" * (f"{COLOURS[c]}@" in must) for c in (2 * seat, 2 * seat + 1)]
    arrived = [COLOURS[c] * int(s.arrived[c]) for c in guests]
    return (*_word("home"), *_groups(waiting), *_word("arrived"), *_groups(arrived))


def _word(word: str, then: str = " ") -> tuple[Span, ...]:
    """A word of the format, which people read in their own language."""
    return Span("   "), Span(word, "quiet", said=say(f"diagram.word-{word}")), Span(then)


def _groups(groups: list[str]) -> list[Span]:
    shown = [group for group in groups if group] or ["-"]
    spans = [Span(" ")] * (2 * len(shown) - 1)
    spans[::2] = [Span(group, *_pawn_colours(group[0]), bold=True) for group in shown]
    return spans


def _pawn_colours(letter: str) -> tuple[str, str]:
    if letter == "-":
        return "quiet", ""
    name = NAMES[COLOURS.index(letter)]
    return f"{name}_sign", name


def _row(state: State, row: int, width: int) -> Row:
    spans = [Span(f"{row}  ", "quiet")]
    for column in range(3):
        spans += [*_cell(state, 8 * column + row, width), Span("  ")]
    return tuple(spans[:-1])


def _cell(state: State, cell: int, width: int) -> list[Span]:
    letter = tile_letter(state.fields, cell)
    if is_covered(cell) and not shows_bag(state):
        letter = UNKNOWN
    ink, ground = _tile_colours(letter)
    pawns = [Span(COLOURS[c], *_pawn_colours(COLOURS[c]), bold=True) for c in stack_of(int(state.fields.stacks[cell]))]
    mark = _mark(state, cell)
    blank = " " * (width - len(pawns) - len(mark))
    return [Span(f"{letter.lower()} ", ink, ground), *pawns, Span(mark + blank, ink, ground, bold=True)]


def _tile_colours(letter: str) -> tuple[str, str]:
    if letter == UNKNOWN:
        return "quiet", ""
    name = NAMES[COLOURS.index(letter)]
    return f"{name}_ink", f"{name}_tile"


def _mark(state: State, cell: int) -> str:
    if int(state.fields.moved) >> cell & 1:
        return "'"
    return "!" if CELLS[cell] in compelled(state) else ""


def _letters(width: int) -> Row:
    return (Span("   " + (" " * (width + 3)).join(COLUMNS), "quiet"),)


def _spare(s: Position) -> Row:
    """The spare tile, and the column that may not be pushed with it."""
    letter = UNKNOWN if s.spare == rules.NONE else COLOURS[s.spare]
    spans = [*_word("spare"), Span(letter.lower(), *_tile_colours(letter))]
    return tuple(spans if s.banned == rules.NONE else [*spans, *_word("not", f" {COLUMNS[s.banned]}")])


def _bag(s: Position) -> Row:
    spans = [*_word("bag", "")]
    for colour, letter in enumerate(COLOURS):
        spans += [Span(" "), Span(f"{letter.lower()}{rules.left_in_bag(s, colour)}", *_tile_colours(letter))]
    return tuple(spans)


def _details(s: Position) -> str:
    who = "who begins" if s.turn == rules.NONE else SIDES[s.turn]
    doing = (f"{who} to travel", f"{who} to push", f"a draw, then {who}", f"drawn, {who} next")[s.phase]
    if s.phase == rules.OVER and s.winner != rules.DRAWN:
        doing = f"{SIDES[s.winner]} won"
    return f"{doing}, {s.choices} made"


def _covered(s: Position) -> str:
    """The tiles under the frame, rows 0 and 7, as far as they have been seen."""
    rows = ("".join(tile_letter(s, 8 * column + row).lower() for column in range(3)) for row in (0, 7))
    return "under the frame " + " ".join(rows)


# Reading

CELL = r"([rbgyo?])( [RBGY]+)?(['!])?"
ROWS = re.compile(rf"[0-7]  {CELL} +{CELL} +{CELL}")
BANK = re.compile(r"   home (.+?)   arrived (.+)")
SPARE = re.compile(r"   spare ([rbgyo?])(?:   not ([abc]))?")
DETAILS = re.compile(
    r"(?:(?P<travel>[a-z-]+) to travel|(?P<push>[a-z-]+) to push|a draw, then (?P<draw>[a-z- ]+)"
    r"|drawn, (?P<drawn>[a-z-]+) next|(?P<won>[a-z-]+) won), (?P<made>0|[1-9]\d{0,8}) made"
)
COVERED = re.compile(r"under the frame ([rbgyo?]{3}) ([rbgyo?]{3})")


def read(s: Position, lines: Sequence[str]) -> None:
    """Fills a new position with what a diagram shows; ``Game.read`` draws it again to see that nothing was lost."""
    if len(lines) not in (14, 15):
        raise _wrong("lines")
    for row, line in zip(range(6, 0, -1), lines[2:8], strict=True):
        _read_row(s, row, line)
    _read_covered(s, lines[-1])
    _read_spare(s, lines[11])
    _read_pawns(s, (lines[0], lines[10]))
    _read_details(s, lines[-2])


def _wrong(key: str) -> GameError:
    return GameError(say(f"diagram.{key}"))


def _match(pattern: re.Pattern[str], line: str, key: str) -> re.Match[str]:
    found = pattern.fullmatch(line)
    if found is None:
        raise _wrong(key)
    return found


def _read_row(s: Position, row: int, line: str) -> None:
    found = _match(ROWS, line, "row")
    for column in range(3):
        cell = 8 * column + row
        tile, stack, mark = found.groups()[3 * column : 3 * column + 3]
        _lay(s, cell, tile)
        for letter in (stack or "").strip():
            _put(s, cell, COLOURS.index(letter))
        if mark == "'":
            s.moved |= 1 << cell


def _lay(s: Position, cell: int, letter: str) -> None:
    if letter != UNKNOWN:
        s.tiles[COLOURS.index(letter.upper())] |= 1 << cell


def _put(s: Position, cell: int, colour: int) -> None:
    """On top of a stack, if it may be there."""
    stack = stack_of(int(s.stacks[cell]))
    if (stack and owner(stack[-1]) == owner(colour)) or (s.stack_limit and len(stack) >= s.stack_limit):
        raise _wrong("stack")
    rules.put(s, cell, colour)


def _read_covered(s: Position, line: str) -> None:
    found = _match(COVERED, line, "covered")
    for row, letters in zip((0, 7), found.groups(), strict=True):
        for column, letter in enumerate(letters):
            _lay(s, 8 * column + row, letter)


def _read_spare(s: Position, line: str) -> None:
    letter, column = _match(SPARE, line, "spare").groups()
    s.spare = rules.NONE if letter == UNKNOWN else COLOURS.index(letter.upper())
    s.banned = rules.NONE if column is None else COLUMNS.index(column)
    if any(rules.left_in_bag(s, colour) < 0 for colour in range(5)):
        raise _wrong("tiles")


def _read_pawns(s: Position, banks: Sequence[str]) -> None:
    """Those who wait are counted; of three, those who neither wait nor stand in a hole have arrived."""
    waiting = "".join(_match(BANK, bank, "pawns")[1] for bank in banks)
    standing = [colour for stack in s.stacks for colour in stack_of(int(stack))]
    for colour in range(4):
        s.home[colour] = waiting.count(COLOURS[colour])
        arrived = 3 - int(s.home[colour]) - standing.count(colour)
        if arrived < 0:
            raise _wrong("pawns")
        s.arrived[colour] = arrived


def _read_details(s: Position, line: str) -> None:
    found = _match(DETAILS, line, "turn")
    doing, who = next((key, who) for key, who in found.groupdict().items() if who is not None and key != "made")
    s.choices = int(found["made"])
    s.turn = rules.NONE if who == "who begins" else SIDES.index(who)
    s.phase = {"travel": rules.JOURNEYS, "push": rules.PUSH, "draw": rules.DRAW}.get(doing, rules.OVER)
    s.winner = {"drawn": rules.DRAWN, "won": s.turn}.get(doing, rules.NONE)


def check(s: Position) -> None:
    """What the drawing cannot see: that the phase is the one that the rules give to such a position."""
    won = [seat for seat in range(2) if int(s.arrived[2 * seat]) + int(s.arrived[2 * seat + 1]) == 6]
    if won != ([s.winner] if s.winner in (0, 1) else []):
        raise _wrong("winner")
    if (s.choices >= s.max_choices) != (s.winner == rules.DRAWN) and s.winner not in (0, 1):
        raise _wrong("cap")
    if s.phase != rules.OVER and not _phase_fits(s):
        raise _wrong("phase")
    own = 0 if s.phase != rules.JOURNEYS else int(s.tops[2 * s.turn] | s.tops[2 * s.turn + 1])
    if int(s.moved) & ~own:
        raise _wrong("moved")


def _phase_fits(s: Position) -> bool:
    draw_is_due = rules.hidden_holes(s) != 0 or s.spare == rules.NONE or s.turn == rules.NONE
    if draw_is_due or s.phase == rules.DRAW:
        return bool(draw_is_due and s.phase == rules.DRAW)
    return s.phase == rules.PUSH or bool(rules.can_travel(s, s.turn))
