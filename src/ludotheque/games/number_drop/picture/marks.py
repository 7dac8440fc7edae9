"""Marks on squared paper: digits in a square face, outlines around cells, combinations, and what has just changed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from ludotheque.core.state import State
from ludotheque.scene.scene import Node, Point, Shape, around, group, memo, path, polygon, rect, stroke

from .. import rules
from ..position import cells_of
from ..rules.geometry import COLUMNS
from ..tracking import combinations

# A square face on a field of 2 × 4: pen strokes, straight as on an arcade screen.
GLYPHS = {
    "0": "M0 0H2V4H0Z",
    "1": "M0 0H1V4M0 4H2",
    "2": "M0 0H2V2H0V4H2",
    "3": "M0 0H2V4H0M.5 2H2",
    "4": "M0 0V2H2M2 0V4",
    "5": "M2 0H0V2H2V4H0",
    "6": "M2 0H0V4H2V2H0",
    "7": "M0 0H2V4",
    "8": "M0 0H2V4H0ZM0 2H2",
    "9": "M2 2H0V0H2V4H0",
    "A": "M0 4V0H2V4M0 2H2",
    "B": "M0 0H1.5V2H0M1.5 2H2V4H0V0",
    "C": "M2 0H0V4H2",
    "D": "M0 0H1.2L2 .8V3.2L1.2 4H0Z",
    "E": "M2 0H0V4H2M0 2H1.5",
    "G": "M2 .6V0H0V4H2V2H1.1",
    "O": "M0 0H2V4H0Z",
    "X": "M0 0L2 4M2 0L0 4",
    "M": "M0 4V0L1 1.6L2 0V4",
    "R": "M0 4V0H2V2H0M.8 2L2 4",
    "V": "M0 0V2.4L1 4L2 2.4V0",
    "!": "M1 0V2.4M1 3.7V4",
    "+": "M0 2H2M1 1V3",
    "-": "M0 2H2",
    " ": "",
}
STROKES = re.compile("([MLHVZ])([^MLHVZ]*)")


@cache
def glyph(text: str, x: float, y: float, height: float, colour: str, weight: float = 0.13) -> Shape:
    """A character or several, centred on a point."""
    unit = height / 4
    left = x - (len(text) * 3 - 1) * unit / 2
    d = "".join(_drawn(mark, left + 3 * unit * i, y - height / 2, unit) for i, mark in enumerate(text))
    return path(d, fill="none", stroke=f"${colour}", stroke_width=height * weight, stroke_linecap="square")


def score_text(points: int) -> str:
    """Points as a cabinet shows them: 007. A single 0 would look like an empty frame."""
    return f"{points:03d}"


def signed(points: int) -> str:
    """With a minus sign as long as a plus."""
    return str(points).replace("-", "−")


def glyph_width(text: str, height: float) -> float:
    return (len(text) * 3 - 1) * height / 4


def _drawn(mark: str, x: float, y: float, unit: float) -> str:
    """The strokes of a character at some place and size; only the commands M, L, H, V and Z occur."""
    d = ""
    for command, numbers in STROKES.findall(GLYPHS[mark]):
        shift = {"H": (x,), "V": (y,)}.get(command, (x, y))
        values = (float(number) * unit + by for number, by in zip(numbers.split(), shift, strict=False))
        d += command + " ".join(f"{value:.2f}" for value in values)
    return d


# Small shapes


def star(x: float, y: float, radius: float, **style: object) -> Shape:
    pairs = zip(around(5, radius), around(5, radius * 0.45, 36), strict=True)
    return polygon([(x + px, y + py) for pair in pairs for px, py in pair], **style)


def squares(cells: Iterable[tuple[int, int]], x: float, y: float, size: float, **style: object) -> tuple[Node, ...]:
    """A small shape of (row, column) squares, centred on a point."""
    cells = list(cells)
    width, height = 1 + max(c for _, c in cells), 1 + max(r for r, _ in cells)
    left, bottom = x - width * size / 2, y + height * size / 2
    gap = size * 0.08
    return tuple(
        rect(left + c * size + gap, bottom - (r + 1) * size + gap, size - 2 * gap, size - 2 * gap, size * 0.12, **style)
        for r, c in cells
    )


def outline(cells: Collection[tuple[int, int]], x: float, bottom: float, size: float, inset: float) -> str:
    """A path around (row, column) cells, a little inside their edges; ``bottom`` is the lower edge of row 0."""
    loops = _loops(set(cells))
    return "".join(_loop_path([_inset(loop, i, size, inset) for i in range(len(loop))], x, bottom) for loop in loops)


def _loops(cells: set[tuple[int, int]]) -> list[list[Point]]:
    """The edges of a set of cells as closed ways with the cells on the left hand, corner to corner."""
    ahead = _edges(cells)
    loops = []
    while ahead:
        start = at = next(iter(ahead))
        loop, way = [], (0.0, 0.0)
        while True:
            to = _turn(ahead[at], at, way)
            ahead[at].remove(to)
            if not ahead[at]:
                del ahead[at]
            if (new := (to[0] - at[0], to[1] - at[1])) != way:
                loop.append(at)
            at, way = to, new
            if at == start:
                break
        first_way = (loop[1][0] - start[0], loop[1][1] - start[1])
        is_corner = way[0] * first_way[1] != way[1] * first_way[0]
        loops.append(loop if is_corner else loop[1:])
    return loops


def _edges(cells: set[tuple[int, int]]) -> dict[Point, list[Point]]:
    ahead: dict[Point, list[Point]] = {}
    for row, column in cells:
        corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
        beyond = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]
        for i, other in enumerate(beyond):
            if other not in cells:
                ahead.setdefault(corners[i], []).append(corners[(i + 1) % 4])
    return ahead


def _turn(choices: list[Point], at: Point, way: Point) -> Point:
    """Where two cells touch by a corner, the way stays with its cell: it turns left."""
    left = (at[0] - way[1], at[1] + way[0])
    return left if left in choices else choices[0]


def _inset(loop: list[Point], i: int, size: float, inset: float) -> Point:
    """A corner moved inwards: to the left of both edges that meet there."""
    (x, y), before, after = loop[i], loop[i - 1], loop[(i + 1) % len(loop)]
    dx = dy = 0.0
    for (x1, y1), (x2, y2) in ((before, (x, y)), ((x, y), after)):
        dx -= (y2 > y1) - (y2 < y1)
        dy += (x2 > x1) - (x2 < x1)
    return x * size + dx * inset, y * size + dy * inset


def _loop_path(points: list[Point], x: float, bottom: float) -> str:
    return "M" + "L".join(f"{x + px:.1f} {bottom - py:.1f}" for px, py in points) + "Z"


def arrow(x: float, y: float, dx: int, dy: int, size: float) -> str:
    """A small head that points in one of four directions (dy upwards)."""
    tip, left, right = (dx, -dy), (-dy, -dx), (dy, dx)
    points = [(x + px * size - dx * size / 2, y + py * size + dy * size / 2) for px, py in (tip, left, right)]
    return "M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in points) + "Z"


def hatching(x: float, y: float, size: float, steps: int = 4) -> str:
    """Diagonal strokes in a square with its upper left corner there."""
    d = ""
    for i in range(1, 2 * steps):
        t = size * i / steps
        x1, y1, x2, y2 = (0, t, t, 0) if t <= size else (t - size, size, size, t - size)
        d += f"M{x + x1:.1f} {y + y1:.1f}L{x + x2:.1f} {y + y2:.1f}"
    return d


def glowing(shape: Shape, wider: float = 5, opacity: float = 0.22) -> Node:
    """A line with a soft light around it."""
    width = float(shape.attributes["stroke_width"])
    light = Shape(shape.tag, {**shape.attributes, "stroke_width": width + wider, "stroke_opacity": opacity})
    return group(light, shape)


# On a sheet, large or small


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
    ink = "magenta" if kind == rules.RUN else "cyan"
    line = {"stroke": f"${ink}", "stroke_width": frame.side * 0.075, "stroke_linejoin": "round"}
    yield path(frame.around(cells, 0.08), fill=f"${ink}_soft", **line)
    if kind == rules.RUN:
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


def beyond_marks(rows: Iterable[int], frame: Frame) -> Iterator[Node]:
    """What ended the game: each row above the line that holds anything is framed."""
    for row in rows:
        top = frame.bottom - frame.side * (row + 1)
        yield rect(frame.left, top, frame.side * COLUMNS, frame.side, 2, **stroke("magenta", frame.side * 0.11))


def _changed(state: State, seat: int) -> set[int]:
    if state.previous is None:
        return set()
    pairs = ((getattr(s, board)[seat] for s in (state.fields, state.previous.fields)) for board in ("filled", "used"))
    return {cell for now, before in pairs for cell in cells_of(now ^ before)}
