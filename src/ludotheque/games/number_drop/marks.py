"""What is marked on a sheet, large or small: digits, X, combinations, and what has just changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from ludotheque.core.state import CHANCE, State
from ludotheque.scene.scene import Node, Point, Shape, group, memo, path, rect, stroke

from . import position
from .combinations import RUN, SIZES
from .ink import arrow, glyph, hatching, outline
from .places import cell_name, cells_of
from .telling import sheet

Validated = tuple[int, int, tuple[int, ...]]


@dataclass(frozen=True)
class Frame:
    """Where a sheet lies in the picture: its lower left corner, and the side of a cell."""

    left: float
    bottom: float
    side: float

    def middle(self, cell: int) -> Point:
        return self.left + self.side * ((cell & 7) + 0.5), self.bottom - self.side * ((cell >> 3) + 0.5)

    def box(self, cell: int, inset: float, **style: object) -> Shape:
        """A square a little smaller than a cell; the inset is a part of its side."""
        x, y = self.middle(cell)
        half = self.side * (0.5 - inset)
        return rect(x - half, y - half, 2 * half, 2 * half, self.side * 0.1, **style)

    def around(self, cells: Iterable[int], inset: float) -> str:
        places = [(cell >> 3, cell & 7) for cell in cells]
        return outline(places, self.left, self.bottom, self.side, inset * self.side)


# Which cells belong together is not part of a position, but it can be followed from the start


def combinations(state: State) -> tuple[Validated, ...]:
    """Seat, kind and cells of every combination that was validated on the way here; a run from its lowest digit."""
    return state.fold("combinations", lambda state: (), _add_combination)


def _add_combination(known: tuple[Validated, ...], before: State, after: State) -> tuple[Validated, ...]:
    seat, _ = after.last or (CHANCE, "")
    if seat == CHANCE or before.fields.stage[seat] != position.PICK or after.fields.combination[seat]:
        return known
    old = set(cells_of(before.fields.used[seat]))
    new = [cell for cell in cells_of(after.fields.used[seat]) if cell not in old]
    digits = sheet(after, seat)
    kind = (before.fields.combination[seat] - 1) // SIZES
    return (*known, (seat, kind, tuple(sorted(new, key=lambda cell: digits[cell_name(cell)]))))


def combination_frames(state: State, seat: int, frame: Frame) -> Iterator[Node]:
    """Groups in a cyan frame; runs in a magenta one, with an arrow from each digit to the next."""
    left = set(cells_of(state.fields.used[seat]))
    for owner, kind, cells in combinations(state):
        if owner == seat:
            yield _combination_frame(kind, cells, frame)
            left -= set(cells)
    for cell in left:  # validated before the first position that is known
        yield frame.box(cell, 0.08, fill="$cyan_soft", stroke="$line", stroke_width=frame.side * 0.05)


@memo
def _combination_frame(kind: int, cells: tuple[int, ...], frame: Frame) -> Iterator[Node]:
    ink = "magenta" if kind == RUN else "cyan"
    line = {"stroke": f"${ink}", "stroke_width": frame.side * 0.075, "stroke_linejoin": "round"}
    yield path(frame.around(cells, 0.08), fill=f"${ink}_soft", **line)
    if kind == RUN:
        yield path("".join(_arrow(a, b, frame) for a, b in pairwise(cells)), fill="$magenta")


def _arrow(cell: int, after: int, frame: Frame) -> str:
    (x1, y1), (x2, y2) = frame.middle(cell), frame.middle(after)
    dx, dy = (after & 7) - (cell & 7), (after >> 3) - (cell >> 3)
    return arrow((x1 + x2) / 2, (y1 + y2) / 2, dx, dy, frame.side * 0.15)


@memo
def content(text: str, cell: int, is_used: bool, frame: Frame) -> Iterator[Node]:
    """A digit in a square face, or an X on a hatched ground."""
    x, y = frame.middle(cell)
    if text != "X":
        yield glyph(text, x, y, frame.side * 0.5, "quiet" if is_used else "ink", 0.15)
        return
    corner, steps = frame.side / 2, 4 if frame.side > 20 else 3
    strokes = hatching(x - corner, y - corner, frame.side, steps)
    yield rect(x - corner, y - corner, frame.side, frame.side, fill="$magenta_soft")
    yield path(strokes, stroke="$magenta", stroke_width=frame.side * 0.035, stroke_opacity=0.5, fill="none")
    yield glyph("X", x, y, frame.side * 0.46, "magenta", 0.16)


def change_marks(state: State, seat: int, frame: Frame) -> Iterator[Node]:
    """The cells that wait for dice, the next one with an arrow; those picked; and what the last event changed."""
    s, side = state.fields, frame.side
    for i, cell in enumerate(cells_of(s.open[seat])):
        width = side * (0.09 if i == 0 else 0.04)
        yield frame.box(cell, 0.1, fill="$accent_soft", stroke="$accent", stroke_width=width)
        if i == 0:
            yield path(arrow(*frame.middle(cell), 0, -1, side * 0.2), fill="$accent")
    for cell in cells_of(s.picked[seat]):
        yield frame.box(cell, 0.1, **stroke("accent", side * 0.1))
    if cells := _changed(state, seat):
        yield group(path(frame.around(cells, 0), **stroke("accent", side * 0.06)), layer="last", kind="changed")


def _changed(state: State, seat: int) -> set[int]:
    if state.previous is None:
        return set()
    pairs = ((getattr(s, board)[seat] for s in (state.fields, state.previous.fields)) for board in ("filled", "used"))
    return {cell for now, before in pairs for cell in cells_of(now ^ before)}
