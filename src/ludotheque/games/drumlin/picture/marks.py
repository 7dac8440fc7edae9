"""The signs on the pieces and slabs of Drumlin: values, what can be touched, what just happened."""

from __future__ import annotations

from ludotheque.scene.scene import Group, Node, Shape, around, caption, circle, group, memo, path, polygon, rect, stroke

from .. import GAME
from ..notation import cell
from ..rules import MOST
from .board import SLAB, middle
from .pieces import REACH, stone

WEIGHT = "M-2.4 -7L2.4 -7L2.4 -5.4L6.6 -5.4L9.4 7.4Q9.6 9 8 9L-8 9Q-9.6 9 -9.4 7.4L-6.6 -5.4L-2.4 -5.4Z"


@memo
def weight(value: int) -> tuple[Node, ...]:
    """What a cell is worth, on a weight such as scales have: how heavy it is, not how many stand there."""
    colour, ink = ("$accent", "$accent_ink") if value > MOST else ("$weight", "$weight_ink")
    handle = circle(0, -8.6, 2.6, fill="none", stroke=colour, stroke_width=1.8)
    rim = {"stroke": "$light", "stroke_width": 1, "stroke_linejoin": "round"}
    return (
        circle(0, -8.6, 4, fill="$light"),
        handle,
        path(WEIGHT, fill=colour, **rim),
        caption(0, 6.9, str(value), 13, fill=ink, font_weight=700),
    )


@memo
def two_ways() -> tuple[Node, ...]:
    """The sign of an exchange: two arrows, there and back."""
    arrows = "M-5 -2.6H4.6M1.8 -5.4L4.8 -2.6L1.8 0.2M5 2.8H-4.6M-1.8 0L-4.8 2.8L-1.8 5.6"
    disc = circle(0, 0, 10, fill="$accent", stroke="$light", stroke_width=1.4)
    return disc, path(arrows, **stroke("accent_ink", 1.9))


@memo
def cross() -> tuple[Node, ...]:
    """The sign of pieces that leave the game."""
    disc = circle(0, 0, 10, fill="$accent", stroke="$light", stroke_width=1.4)
    return disc, path("M-4 -4L4 4M4 -4L-4 4", **stroke("accent_ink", 2.6))


@memo
def star() -> tuple[Node, ...]:
    """The sign of what has won the game."""
    outer, inner = around(5, 8), around(5, 3.4, 36)
    points = [point for pair in zip(outer, inner, strict=True) for point in pair]
    disc = circle(0, 0, 11, fill="$accent", stroke="$light", stroke_width=1.6)
    return disc, polygon(points, fill="$accent_ink")


@memo
def victory() -> tuple[Node, ...]:
    """On the cell, or the place on the base line, where the Drumlin has won."""
    return slab_outline("accent", 3.4), group(star(), x=-SLAB + 4, y=-SLAB + 4)


@memo
def defeat() -> tuple[Node, ...]:
    """On a cell of a player who has no elephant, or no move, left."""
    return slab_outline("accent", 2.6, "4 5"), group(cross(), x=-SLAB + 5, y=-SLAB + 5)


@memo
def sparks(radius: float) -> Shape:
    """Rays around a dragon that has just been born."""
    ends = zip(around(10, radius * 1.5, 18), around(10, radius * 1.78, 18), strict=True)
    rays = "".join(f"M{x:.1f} {y:.1f}L{fx:.1f} {fy:.1f}" for (x, y), (fx, fy) in ends)
    return path(rays, **stroke("accent", 2.2))


def slab_outline(colour: str, width: float, dashes: str = "") -> Shape:
    return slab_outline_at(0, 0, colour, width, dashes)


def slab_outline_at(x: float, y: float, colour: str, width: float, dashes: str = "") -> Shape:
    style = {"stroke_dasharray": dashes} if dashes else {}
    inner = SLAB - 1
    return rect(x - inner, y - inner, 2 * inner, 2 * inner, 7, **stroke(colour, width, **style))


@memo
def must_leave() -> tuple[Node, ...]:
    """On a cell that must be left."""
    glow = rect(-SLAB, -SLAB, 2 * SLAB, 2 * SLAB, 7, fill="$accent", fill_opacity=0.32)
    corners = "".join(
        f"M{sx * SLAB} {sy * (SLAB - 13)}L{sx * SLAB} {sy * SLAB}L{sx * (SLAB - 13)} {sy * SLAB}"
        for sx in (-1, 1)
        for sy in (-1, 1)
    )
    return glow, path(corners, **stroke("accent", 4))


@memo
def takeable(pieces: tuple[tuple[float, float, float], ...]) -> tuple[Node, ...]:
    """Around pieces that can be taken."""
    return (
        *(circle(x, y, REACH * r + 1.5, fill="$accent", fill_opacity=0.02) for x, y, r in pieces),
        *(circle(x, y, REACH * r + 1, **stroke("accent", 2.2, stroke_dasharray="3.2 4")) for x, y, r in pieces),
    )


@memo
def taken(pieces: tuple[tuple[float, float, float], ...]) -> tuple[Node, ...]:
    return tuple(circle(x, y, REACH * r + 0.6, **stroke("accent", 3.6)) for x, y, r in pieces)


@memo
def leaving() -> tuple[Node, ...]:
    return slab_outline("accent", 3), cross()


@memo
def partner(radius: float) -> tuple[Node, ...]:
    """Around a dragon that two elephants can change places with."""
    area = circle(0, 0, REACH * radius + 1, fill="$accent", fill_opacity=0.04)
    ring = circle(0, 0, REACH * radius + 1, **stroke("accent", 2.2, stroke_dasharray="3.2 4"))
    return area, ring, group(two_ways(), x=-radius, y=-radius)


@memo
def answer(word: str, ghost: bool) -> tuple[Node, ...]:
    """A pad over the Drumlin, or over the cell opposite with a pale Drumlin on it, and its word below."""
    width = 7.4 * len(word) + 14
    pad = (
        rect(-SLAB + 1, -SLAB + 1, 2 * SLAB - 2, 2 * SLAB - 2, 7, fill="$accent", fill_opacity=0.12),
        slab_outline("accent", 3, "5 5"),
    )
    stone_there = (group(stone(13), opacity=0.45),) if ghost else ()
    sign = (
        rect(-width / 2, SLAB - 9, width, 18, 9, fill="$accent", stroke="$light", stroke_width=1.2),
        caption(0, SLAB + 4.4, word, 13, fill="$accent_ink", font_weight=700),
    )
    return *pad, *stone_there, *sign


@memo
def destination(place: int, is_empty: bool, seat: int, lang: str) -> Group:
    """A cell to go to, as a seat sees it: there are many of these in every picture."""
    x, y = middle(place, seat)
    label = GAME.catalog.say("picture.to", lang, place=cell(place))
    return group(*_target(is_empty), id=f"to-{cell(place)}", kind="target", label=label, x=x, y=y, spot=True)


def _target(empty: bool) -> tuple[Shape, ...]:
    """Where something can go: a dot on an empty cell, a frame around what is there."""
    inner = SLAB - 1
    area = rect(-inner, -inner, 2 * inner, 2 * inner, 7, fill="$accent", fill_opacity=0.12 if empty else 0.04)
    return (area, circle(0, 0, 6.5, fill="$accent")) if empty else (area, slab_outline("accent", 3, "5 5"))
