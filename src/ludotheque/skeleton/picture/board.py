"""The board of Skeleton: all that never moves, and where everything lies."""

from __future__ import annotations

from ludotheque.scene.scene import Group, Node, Point, caption, group, memo, rect

from ..notation import CELLS, COLUMNS

CELL = 100
MARGIN = 30
SIZE = 3 * CELL + 2 * MARGIN


def middle(cell: int, seat: int) -> Point:
    """The middle of a cell as a seat sees it: each from its own side of the table."""
    shown = 8 - cell if seat == 1 else cell
    return MARGIN + (shown % 3 + 0.5) * CELL, SIZE - MARGIN - (shown // 3 + 0.5) * CELL


@memo
def board(seat: int) -> tuple[Node, ...]:
    """Drawn once for each seat: what ``@memo`` made before is taken again."""
    tiles = (_tile(*middle(cell, seat)) for cell in range(len(CELLS)))
    return rect(0, 0, SIZE, SIZE, 22, fill="@frame"), *tiles, _coordinates(seat)


def _tile(x: float, y: float) -> Group:
    """A tile with a lower edge, so that it lies on the frame."""
    return group(
        rect(-45, -41, 90, 90, 15, fill="$shadow", fill_opacity=0.35),
        rect(-45, -45, 90, 90, 15, fill="@tile"),
        x=x,
        y=y,
    )


def _coordinates(seat: int) -> Group:
    """A layer of its own, which people can switch off."""
    marks: list[Node] = []
    for i in range(3):
        at, shown = MARGIN + CELL * (i + 0.5), 2 - i if seat == 1 else i
        marks.append(caption(at, SIZE - 9, COLUMNS[shown], 15, fill="$letters"))
        marks.append(caption(15, SIZE - at + 5, str(shown + 1), 15, fill="$letters"))
    return group(*marks, layer="coordinates")
