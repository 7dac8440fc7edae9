"""The ice floes of Drivis, and the marks on them."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.scene.scene import (
    Node,
    Point,
    Shape,
    around,
    circle,
    group,
    line,
    memo,
    path,
    polygon,
    polyline,
    shifted,
    stroke,
)

from .board import CELL
from .palette import EDGES

HALF = CELL - 2.2  # from the middle of a plate to its side; neighbours leave a thin line of water


def outline(number: int) -> list[Point]:
    """A square with cut corners and slightly uneven sides, no two plates alike."""
    points: list[Point] = []
    for i in range(4):
        left, right = -HALF + 6 + _uneven(number, i, 9), HALF - 6 - _uneven(number, i + 4, 9)
        dent = (_uneven(number, i + 8, 16) - 8, -HALF + _uneven(number, i + 12, 1.6))
        points += [quarter_turn(x, y, i) for x, y in ((left, -HALF), dent, (right, -HALF))]
    return points


def _uneven(number: int, part: int, most: float) -> float:
    """Looks random, and is always the same for the same part of the same plate."""
    return (number * 37 + part * 23) % 11 / 10 * most


def quarter_turn(x: float, y: float, times: int) -> Point:
    for _ in range(times):
        x, y = -y, x
    return x, y


@memo
def ice(number: int, side: int) -> tuple[Node, ...]:
    """From the water up: shadow, thickness, face, a crack, light on the upper left edge, and the sign of its side."""
    shape, crack = outline(number), 12 - number % 5 * 5
    return (
        polygon(shifted(shape, 0, 5.5, 1.03), fill="$shadow", fill_opacity=0.34),
        polygon(shifted(shape, 0, 3), fill=EDGES[side]),
        polygon(shape, fill=f"@face-{side}"),
        path(f"M{-HALF * 0.9:.1f} {crack}l8 4l4 8l7 2l3 5", **stroke("snow", 1), stroke_opacity=0.6),
        path(f"M{HALF * 0.92:.1f} {-crack}l-6 -3l-2 -6", **stroke("snow", 1), stroke_opacity=0.6),
        polyline(shifted([*shape[9:], *shape[:3]], 0.7, 0.7, 0.97), **stroke("snow", 1.4), stroke_opacity=0.95),
        group(*(_crystal() if side == 0 else _sun())),
    )


@memo
def halo(number: int) -> Shape:
    return _ring(outline(number), 2.6, stroke_dasharray="1 6")


@memo
def chosen(number: int) -> Shape:
    return _ring(outline(number), 4)


@memo
def badges(number: int, flipped: bool, moved: bool) -> Iterator[Node]:
    """What the last event did to a plate."""
    if moved:
        yield group(_ring(outline(number), 2.4), layer="last")
    if flipped:
        yield group(*_turned_over(), x=HALF - 11, y=11 - HALF, layer="last", kind="flipped")


@memo
def winning(number: int) -> tuple[Node, ...]:
    """On each plate of the group that has won: a bold double outline."""
    return _ring(outline(number), 6), polygon(outline(number), **stroke("deep", 1.8))


def link(one: Point, other: Point) -> Node:
    """A clamp between two plates that touch: across the middle of the side that they share."""
    (x1, y1), (x2, y2) = one, other
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    dx, dy = (13, 0) if abs(x1 - x2) > abs(y1 - y2) else (0, 13)
    bar = [line(x - dx, y - dy, x + dx, y + dy, **stroke(ink, width)) for ink, width in (("deep", 13), ("accent", 9))]
    return group(*bar, kind="link")


@memo
def target() -> tuple[Node, ...]:
    """Where a plate can come to rest."""
    return (
        polygon(outline(0), fill="$accent", fill_opacity=0.16),
        _ring(outline(0), 2, stroke_dasharray="6 6"),
        circle(0, 0, 6, fill="$accent"),
    )


def _ring(shape: list[Point], width: float, **style: object) -> Shape:
    return polygon(shape, **stroke("accent", width, **style))


def _crystal() -> tuple[Node, ...]:
    """Six arms with barbs."""
    arms = ""
    for (x, y), (bx, by), (cx, cy) in zip(around(6, 17), around(6, 15.5, 20), around(6, 15.5, -20), strict=True):
        mx, my = x * 0.58, y * 0.58
        arms += f"M0 0L{x:.1f} {y:.1f}M{bx:.1f} {by:.1f}L{mx:.1f} {my:.1f}L{cx:.1f} {cy:.1f}"
    return (path(arms, **stroke("crystal", 2.1)),)


def _sun() -> tuple[Node, ...]:
    ends = zip(around(8, 11.5), around(8, 17), strict=True)
    rays = "".join(f"M{x:.1f} {y:.1f}L{fx:.1f} {fy:.1f}" for (x, y), (fx, fy) in ends)
    return circle(0, 0, 7.2, **stroke("sun", 2.4)), path(rays, **stroke("sun", 2.4))


def _turned_over() -> tuple[Node, ...]:
    """A badge with two turning arrows."""
    arcs = "M-4.6 -1.2A4.8 4.8 0 0 1 4 -2.6M4.6 1.2A4.8 4.8 0 0 1 -4 2.6"
    heads = "M4.6 -5.4L4.4 -2.2L1.3 -2.5M-4.6 5.4L-4.4 2.2L-1.3 2.5"
    badge = circle(0, 0, 8.6, fill="$deep", stroke="$accent", stroke_width=1.4)
    return badge, path(arcs + heads, **stroke("accent", 1.5))
