"""The marks of Skeleton. Colour is never the only sign: the sides have shapes of their own."""

from __future__ import annotations

from ludotheque.scene.scene import Node, Point, Shape, circle, line, memo, path, rect, stroke

CROSS = "M-22 -22L22 22M22 -22L-22 22"
GLOSS = ("M-21 -24L-12 -15M20 -23L11 -14", "M-24 -9A26 26 0 0 1 -2 -26")
COLOURS = ("cross", "ring")


@memo
def mark(seat: int) -> tuple[Node, ...]:
    """From the tile up: shadow, colour, light."""
    light = path(GLOSS[seat], **stroke("gloss", 3.5, stroke_opacity=0.55))
    return _shape(seat, 3, "shadow", 0.28), _shape(seat, 0, COLOURS[seat], 1), light


def _shape(seat: int, drop: float, colour: str, opacity: float) -> Shape:
    style = stroke(colour, 15, stroke_opacity=opacity, transform=f"translate(0 {drop})")
    return path(CROSS, **style) if seat == 0 else circle(0, 0, 25, **style)


@memo
def target() -> tuple[Node, ...]:
    """Where a mark can be set; shown only while it can."""
    field = rect(-40, -40, 80, 80, 12, fill="$accent", fill_opacity=0.14)
    return field, rect(-40, -40, 80, 80, 12, **stroke("accent", 3, stroke_dasharray="3 8"))


@memo
def last() -> Shape:
    """Around the mark that was set last."""
    return rect(-45, -45, 90, 90, 15, **stroke("accent", 4))


def three(one: Point, other: Point) -> Shape:
    """A band below the three that end the game."""
    return line(*one, *other, **stroke("accent", 44, stroke_opacity=0.4))
