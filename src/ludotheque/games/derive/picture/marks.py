"""Signs on the dice and the river of Dérive: what happened last, and what can be touched."""

from __future__ import annotations

from typing import Any

from ludotheque.scene.scene import (
    Group,
    Node,
    Point,
    Shape,
    around,
    caption,
    circle,
    group,
    memo,
    path,
    polygon,
    shifted,
    stroke,
)

from .board import DIAMOND
from .pieces import HALF

DASHED: dict[str, Any] = {"stroke": "$accent", "stroke_width": 1.8, "stroke_dasharray": "5 5"}
PLUS = "M-3.6 0h7.2M0 -3.6v7.2"
UP = "M0 3.8v-7.6M-3.2 -0.8L0 -3.9L3.2 -0.8"
DOWN = "M0 -3.8v7.6M-3.2 0.8L0 3.9L3.2 0.8"
ROLLED = (
    "M-4.2 -1.6A4.5 4.5 0 0 1 3.9 -2.3M4.2 1.6A4.5 4.5 0 0 1 -3.9 2.3M4.4 -5L4.1 -2.1L1.2 -2.3M-4.4 5L-4.1 2.1L-1.2 2.3"
)
BRACKETS = "M-21 -13v-8h8M21 -13v-8h-8M-21 13v8h8M21 13v8h-8"


def badge(*signs: Node, x: float = HALF - 1, y: float = 1 - HALF, **properties: object) -> Group:
    """A small round sign at the corner of a die."""
    disc = circle(0, 0, 7.6, fill="$paper", stroke="$accent", stroke_width=1.5)
    return group(disc, *signs, x=x, y=y, **properties)


def hop(ax: float, ay: float, bx: float, by: float) -> str:
    """A slightly bent line, as of something that flies."""
    cx, cy = (ax + bx) / 2 + (ay - by) * 0.16, (ay + by) / 2 + (bx - ax) * 0.16
    return f"Q{cx:.1f} {cy:.1f} {bx:.1f} {by:.1f}"


def star() -> list[Point]:
    """The rays of a capture, around a die."""
    pairs = zip(around(12, 29), around(12, 22, 15), strict=True)
    return [point for pair in pairs for point in pair]


@memo
def winner_star() -> Group:
    """On a die that has won the game."""
    pairs = zip(around(5, 9), around(5, 4, 36), strict=True)
    points = [point for pair in pairs for point in pair]
    star = polygon(points, fill="$accent", stroke="$paper", stroke_width=1.6, stroke_linejoin="round")
    return group(star, y=-HALF - 4, kind="victory")


@memo
def team_sign(team: int) -> Group:
    """Partners have the same sign beside their supplies: a sun or a moon."""
    ink = f"team_{team}"
    if team:
        return group(path("M2.5 -7.5A7.6 7.6 0 1 0 7.5 2.5A6 6 0 0 1 2.5 -7.5Z", fill=f"${ink}"), kind="team")
    rays = "".join(f"M{x * 6:.1f} {y * 6:.1f}L{x * 8.6:.1f} {y * 8.6:.1f}" for x, y in around(8, 1))
    return group(circle(0, 0, 4, fill=f"${ink}"), path(rays, **stroke(ink, 1.9)), kind="team")


@memo
def target_cell(prey: bool) -> tuple[Node, ...]:
    """A cell to go to; brackets around a die that can be taken there."""
    cell = polygon(shifted(DIAMOND, 0, 0, 0.93), fill="$accent", fill_opacity=0.14, **DASHED)
    return cell, path(BRACKETS, **stroke("accent", 2.6)) if prey else circle(0, 0, 5.5, fill="$accent")


@memo
def chosen_cell() -> Shape:
    """The cell that a die will enter, while its value is being chosen."""
    return polygon(shifted(DIAMOND, 0, 0, 0.93), fill="$accent", fill_opacity=0.2, stroke="$accent", stroke_width=3.4)


@memo
def change_button(kind: str, value: int) -> tuple[Node, ...]:
    """What can become of a die."""
    arrow = {"up": "M-4.5 -5.5L0 -10L4.5 -5.5", "down": "M-4.5 5.5L0 10L4.5 5.5", "roll": ROLLED}[kind]
    text = [] if kind == "roll" else [caption(0, 8 if kind == "up" else 3, str(value), 13, fill="$accent")]
    disc = circle(0, 0, 13.5, fill="$paper", stroke="$accent", stroke_width=2)
    return disc, path(arrow, **stroke("accent", 2)), *text
