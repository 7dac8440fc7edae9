"""The large sheet of Number Drop: where everything lies, squared paper, the grid and its cells."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from ludotheque.scene.scene import Group, Node, Shape, caption, circle, group, line, memo, path, rect, stroke

from .. import GAME
from ..notation import COLUMN_NAMES, cell_name
from ..rules.geometry import COLUMNS, GAME_OVER, ROWS
from .marks import Frame, content, glowing, glyph
from .palette import CHOSEN, DASHED

WIDTH = 480
CELL = 30
LEFT, TOP = 36, 84  # of the large grid
RIGHT, BOTTOM = LEFT + COLUMNS * CELL, TOP + ROWS * CELL
LINE = BOTTOM - CELL * GAME_OVER  # Game Over
SHEET = Frame(LEFT, BOTTOM, CELL)
PANEL, PANEL_WIDTH = 294, 172  # score zone, dice and tiles
DICE, TILES = TOP + 196, TOP + 256
SUMS, SUMS_HEIGHT = BOTTOM + 24, 40  # along the bottom of the sheet
KEY, KEY_GAP = 38, 6  # the side of a key, and the space between two
TEXT_LINE = 20


@memo
def paper(width: float, height: float) -> Iterator[Node]:
    yield rect(0, 0, width, height, fill="@night")
    down = "".join(f"M{x} 0V{height}" for x in range(6, int(width), 15))
    across = "".join(f"M0 {y}H{width}" for y in range(9, int(height), 15))
    yield path(down + across, stroke="$square", stroke_width=0.6, stroke_opacity=0.38, fill="none")


@memo
def ground() -> Iterator[Node]:
    """The empty grid and its coordinates."""
    yield rect(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, fill="$panel")
    yield rect(LEFT, TOP, RIGHT - LEFT, LINE - TOP, fill="$danger")
    text = glyph("GAME OVER", (LEFT + RIGHT) / 2, (TOP + LINE) / 2, 20, "magenta", 0.14)
    yield group(text, opacity=0.3)
    down = "".join(f"M{LEFT + CELL * i} {TOP}V{BOTTOM}" for i in range(COLUMNS + 1))
    across = "".join(f"M{LEFT} {TOP + CELL * i}H{RIGHT}" for i in range(ROWS + 1))
    yield path(down + across, stroke="$grid", stroke_width=0.9, stroke_opacity=0.75, fill="none")
    yield _coordinates()


def _coordinates() -> Group:
    marks: list[tuple[float, float, str]] = [
        (LEFT + CELL * (i + 0.5), BOTTOM + 15, name) for i, name in enumerate(COLUMN_NAMES)
    ]
    marks += [(LEFT - 14, BOTTOM - CELL * (row + 0.5) + 4, str(row + 1)) for row in range(ROWS)]
    return group(*(caption(x, y, text, 12, fill="$quiet") for x, y, text in marks), layer="coordinates")


@memo
def edges() -> Iterator[Node]:
    yield path(f"M{LEFT} {TOP}V{BOTTOM}H{RIGHT}V{TOP}", **stroke("cyan", 2.6))
    yield glowing(line(LEFT - 8, LINE, RIGHT + 40, LINE, **stroke("magenta", 2.8, stroke_dasharray="9 5")))


@memo
def sheet_cell(seat: int, cell: int, text: str | None, is_used: bool, lang: str) -> Group:
    """A cell with what is written there; it can be touched in the set-up and for a combination."""
    name = cell_name(cell)
    blank = (SHEET.box(cell, 0.02, fill="$panel", fill_opacity=0),)
    kind = "empty" if text is None else "x" if text == "X" else "used" if is_used else "digit"
    light = SHEET.box(cell, 0, fill="$accent", fill_opacity=0.12)
    return group(
        *(blank if text is None else (content(text, cell, is_used, SHEET),)),
        id=f"cell-{seat}-{name}",
        label=GAME.catalog.say(f"picture.cell.{kind}", lang, cell=name, digit=text),
        halo=(light, SHEET.box(cell, 0.1, **DASHED)),
        chosen=(SHEET.box(cell, 0.1, **CHOSEN),),
    )


@memo
def panel(x: float, y: float, width: float, height: float) -> Shape:
    return rect(x, y, width, height, 8, fill="$panel", fill_opacity=0.9, stroke="$grid", stroke_width=1)


@memo
def track(x: float, top: float) -> Iterator[Node]:
    """Where a solo tile slides: five stops, the last one is GO!"""
    yield line(x, top, x, top + 80, stroke="$line", stroke_width=2, stroke_dasharray="2 4")
    yield from (circle(x, top + 22 * step, 3, fill="$panel", stroke="$line", stroke_width=1.2) for step in range(4))
    yield rect(x - 15, top + 76, 30, 24, 6, fill="$accent_soft", stroke="$accent", stroke_width=1.2)
    yield glyph("GO!", x, top + 88, 7, "accent", 0.2)


@dataclass(frozen=True)
class Keypad:
    """Where the keys lie that a seat can press now: in a strip below the large sheet, or in a column beside it.

    ``right`` and ``bottom`` are where one's own part of the picture ends.
    """

    x: float
    y: float
    width: float
    height: float
    letters: int  # in a line
    lines: int  # above the keys
    large: int  # so many keys can be large
    right: float
    bottom: float

    def panel(self) -> Node:
        return panel(self.x, self.y, self.width, self.height)

    def say(self, text: str, line: int, size: float, **style: object) -> Iterator[Node]:
        """A text from a line on."""
        for number, part in enumerate(textwrap.wrap(text, self.letters), start=line):
            y = self.y + 22 + TEXT_LINE * number
            yield caption(self.x + 14, y, part, size, text_anchor="start", **style)

    def keys(self, count: int) -> Iterator[tuple[float, float, float]]:
        """The middles of so many keys and their size: large ones, which a finger finds at once, if they fit."""
        size = 50 if count <= self.large else KEY
        step = size + KEY_GAP
        across = int((self.width + KEY_GAP) // step)
        left, top = self.x + (self.width - across * step + step) / 2, self.y + 9 + TEXT_LINE * self.lines + size / 2
        down = min(step, (self.y + self.height - 4 - top - size / 2) / max(1, (count - 1) // across))
        for number in range(count):
            yield left + step * (number % across), top + down * (number // across), size

    @property
    def middle(self) -> tuple[float, float]:
        """Of a key that lies there alone."""
        return self.x + self.width / 2, self.y + 42 + TEXT_LINE * self.lines


BELOW = Keypad(14, SUMS + SUMS_HEIGHT + 8, WIDTH - 28, 112, 58, 1, 8, WIDTH, SUMS + SUMS_HEIGHT + 132)
BESIDE = Keypad(WIDTH, TOP, 184, BOTTOM - TOP, 19, 4, 15, WIDTH + 198, SUMS + SUMS_HEIGHT + 12)
