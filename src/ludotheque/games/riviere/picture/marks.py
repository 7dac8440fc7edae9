"""The signs of the colours of La Rivière de Couleurs, and small signs on pawns and board.

Red has a drop, blue waves, green a leaf, yellow a sun; the orange tile, open to all, has rings as on the water.
"""

from __future__ import annotations

import re
from functools import cache

from ludotheque.scene.scene import Node, Shape, around, caption, circle, memo, path, polygon, stroke

# Drawn around (0, 0) within ±8. All steps are relative, so that a mark can be moved and scaled by its numbers.
DROP = "M0 -8.5c2.6 4.2 6 7.2 6 11c0 3.4 -2.7 6 -6 6c-3.3 0 -6 -2.6 -6 -6c0 -3.8 3.4 -6.8 6 -11z"
WAVES = "M-8 -4.5q2.7 -4 5.4 0t5.4 0t5.2 0M-8 1q2.7 -4 5.4 0t5.4 0t5.2 0M-8 6.5q2.7 -4 5.4 0t5.4 0t5.2 0"
LEAF = "M-7.5 7.5c-2.2 -9.4 3.8 -15.6 15.5 -15.5c0.8 11 -5.4 17 -13 14.2m-2.5 1.3c2.6 -4.6 5.6 -7.6 9.4 -10"
SUN_RAYS = "".join(f"M{x:.2f} {y:.2f}l{0.55 * x:.2f} {0.55 * y:.2f}" for x, y in around(8, 5.6))
SUN = "M0 -3.6c2 0 3.6 1.6 3.6 3.6c0 2 -1.6 3.6 -3.6 3.6c-2 0 -3.6 -1.6 -3.6 -3.6c0 -2 1.6 -3.6 3.6 -3.6z"
FILLED = (DROP, "", "", SUN)
LINED = ("", WAVES, LEAF, SUN_RAYS)


@cache
def mark(colour: int, ink: str, size: float, places: tuple[tuple[float, float], ...] = ((0, 0),)) -> tuple[Shape, ...]:
    """The sign of a colour, at one or more places; ``size`` is half its width."""
    scale = size / 8
    filled = "".join(_placed(FILLED[colour], scale, x, y) for x, y in places)
    lined = "".join(_placed(LINED[colour], scale, x, y) for x, y in places)
    shapes = [path(filled, fill=f"${ink}")] if filled else []
    return tuple([*shapes, path(lined, **stroke(ink, 2.1 * scale))] if lined else shapes)


def _placed(drawing: str, scale: float, x: float, y: float) -> str:
    """A drawing of relative steps, scaled; only where the pen is put down does the place count."""

    def step(found: re.Match[str]) -> str:
        numbers = [float(n) * scale for n in found[2].split()]
        if found[1] == "M":
            numbers = [numbers[0] + x, numbers[1] + y]
        return found[1] + " ".join(f"{n:.2f}" for n in numbers)

    return re.sub(r"([Mmlcqt])([^A-Za-z]*)", step, drawing)


@memo
def question(x: float, y: float) -> tuple[Node, ...]:
    """Engraved above a tile that is to be remembered."""
    return (
        circle(x, y, 10, **stroke("engraved", 1.2, stroke_opacity=0.6, stroke_dasharray="3 2.5")),
        caption(x, y + 4.5, "?", 13, fill="$engraved", fill_opacity=0.85),
    )


@memo
def star() -> tuple[Node, ...]:
    """Above what has won."""
    points = [(x * r, y * r) for (x, y), r in zip(around(10, 1), (8.5, 3.8) * 5, strict=True)]
    return (polygon(points, fill="$accent", stroke="$accent_ground", stroke_width=1.6, stroke_linejoin="round"),)


def badge(ground: str, edge: str) -> tuple[Node, ...]:
    return (circle(0, 0, 8, fill=f"${ground}", stroke=f"${edge}", stroke_width=1.2),)
