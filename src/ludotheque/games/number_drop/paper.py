"""The large sheet of Number Drop: where everything lies, squared paper, the grid and its cells."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.scene.scene import Group, Node, group, kept, line, path, rect, stroke, words

from . import GAME
from .cells import COLUMNS, GAME_OVER, ROWS
from .ink import CHOSEN, DASHED, glowing, glyph
from .marks import Frame, content
from .places import COLUMN_NAMES, cell_name

WIDTH = 480
CELL = 30
LEFT, TOP = 36, 84  # of the large grid
RIGHT, BOTTOM = LEFT + COLUMNS * CELL, TOP + ROWS * CELL
LINE = BOTTOM - CELL * GAME_OVER  # Game Over
SHEET = Frame(LEFT, BOTTOM, CELL)
PANEL, PANEL_WIDTH = 294, 172  # score zone, dice and tiles
DICE, TILES = TOP + 196, TOP + 256


@kept
def paper(width: float, height: float) -> Iterator[Node]:
    yield rect(0, 0, width, height, fill="@night")
    down = "".join(f"M{x} 0V{height}" for x in range(6, int(width), 15))
    across = "".join(f"M0 {y}H{width}" for y in range(9, int(height), 15))
    yield path(down + across, stroke="$square", stroke_width=0.6, stroke_opacity=0.38, fill="none")


@kept
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
    return group(*(words(x, y, text, 12, fill="$quiet") for x, y, text in marks), layer="coordinates")


@kept
def edges() -> Iterator[Node]:
    yield path(f"M{LEFT} {TOP}V{BOTTOM}H{RIGHT}V{TOP}", **stroke("cyan", 2.6))
    yield glowing(line(LEFT - 8, LINE, RIGHT + 40, LINE, **stroke("magenta", 2.8, stroke_dasharray="9 5")))


@kept
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
