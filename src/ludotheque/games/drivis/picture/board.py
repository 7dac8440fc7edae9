"""The sea of Drivis: all that never moves, and where everything lies."""

from __future__ import annotations

from ludotheque.scene.scene import Group, Node, caption, group, memo, path, polygon, rect, shifted, stroke

from .. import GAME

CELL = 40
MARGIN = 30
SIZE = 9 * CELL + 2 * MARGIN


@memo
def board(seat: int, lang: str) -> tuple[Node, ...]:
    """All that never changes."""
    return rect(0, 0, SIZE, SIZE, 14, fill="@water"), _aurora(), _grid(), _rock(lang), _coordinates(seat)


def _aurora() -> Group:
    """The northern lights on the water: the same bow, ever thinner, so that its edge is soft without a filter."""
    bow = "M-60 150C90 20 200 240 480 70"
    glow = (path(bow, **stroke("shine", 30 + 22 * i, stroke_opacity=0.035)) for i in range(6))
    return group(*glow)


def _grid() -> Group:
    """Barely visible: a small cross at every corner of a cell."""
    at = [MARGIN + CELL * i for i in range(10)]
    crosses = "".join(f"M{x - 3} {y}h6M{x} {y - 3}v6" for x in at for y in at)
    return group(path(crosses, stroke="$grid", stroke_width=1, stroke_opacity=0.22, fill="none"))


def _rock(lang: str) -> Group:
    outline = [(-15, 6), (-11, -9), (-2, -15), (9, -11), (16, -1), (12, 11), (1, 15), (-10, 13)]
    top = [(-11, -9), (-2, -15), (9, -11), (3, -2), (-7, -1)]
    return group(
        polygon(shifted(outline, 0, 3), fill="$shadow", fill_opacity=0.45),
        polygon(outline, fill="$rock_dark"),
        polygon([(-15, 6), (-11, -9), (-7, -1), (-10, 13)], fill="$rock"),
        polygon([(3, -2), (9, -11), (16, -1), (12, 11), (1, 15)], fill="$rock", fill_opacity=0.65),
        polygon(top, fill="$rock_light"),
        polygon([(-7, -12), (-2, -15), (6, -12), (1, -9), (-4, -8)], fill="$snow", fill_opacity=0.85),
        id="centre",
        label=GAME.catalog.say("picture.centre", lang),
        x=SIZE / 2,
        y=SIZE / 2,
    )


def _coordinates(seat: int) -> Group:
    marks: list[Node] = []
    for i in range(9):
        shown = 8 - i if seat == 1 else i
        at = MARGIN + CELL * (i + 0.5)
        marks.append(caption(at, SIZE - 10, "abcdefghi"[shown], 13, fill="$grid", fill_opacity=0.75))
        marks.append(caption(14, SIZE - at + 4.5, str(shown + 1), 13, fill="$grid", fill_opacity=0.75))
    return group(*marks, layer="coordinates")
