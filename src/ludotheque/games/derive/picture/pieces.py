"""The dice of Dérive, and the supplies where they wait.

Each colour of dice has its own outline and its own pattern along the edge, besides the colour.
"""

from __future__ import annotations

from typing import Any

from ludotheque.scene.scene import Group, Node, Point, Shape, caption, group, memo, path, rect, stroke

HALF = 16.0  # from the middle of a die to its side
Box = tuple[float, float, float, float]  # left, top, width, height

PIPS: dict[int, tuple[Point, ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}

# The pattern along the edge: a plain line, dashes, dots, teeth.
EDGES: dict[str, dict[str, Any]] = {
    "red": {"stroke_width": 1.5},
    "blue": {"stroke_width": 1.9, "stroke_dasharray": "5.4 3.4", "stroke_linecap": "butt"},
    "yellow": {"stroke_width": 2.3, "stroke_dasharray": "0.1 4.45"},
    "green": {"stroke_width": 3.2, "stroke_dasharray": "1.3 2.6", "stroke_linecap": "butt"},
}


def outline(colour: str, half: float = HALF, dy: float = 0) -> str:
    """The way around a die: sharp red, round blue, bevelled yellow, scooped green."""
    corner = {"red": 0.17, "blue": 0.55, "yellow": 0.36, "green": 0.3}[colour] * half
    inner = half - corner
    turns = {
        "red": f"a{corner:.2f} {corner:.2f} 0 0 1 ",
        "blue": f"a{corner:.2f} {corner:.2f} 0 0 1 ",
        "yellow": "l",
        "green": f"a{corner:.2f} {corner:.2f} 0 0 0 ",
    }[colour]
    c, side = f"{corner:.2f}", f"{2 * inner:.2f}"
    return (
        f"M{-inner:.2f} {dy - half:.2f}h{side}{turns}{c} {c}v{side}{turns}-{c} {c}h-{side}{turns}-{c} -{c}"
        f"v-{side}{turns}{c} -{c}z"
    )


@memo
def die(colour: str, value: int, half: float = HALF) -> tuple[Node, ...]:
    """From the water up: shadow, thickness, face, the edge's pattern, and the pips."""
    return (
        path(outline(colour, half * 1.04, half * 0.22), fill="$shadow", fill_opacity=0.3),
        path(outline(colour, half, half * 0.11), fill=f"$side_{colour}"),
        path(outline(colour, half), fill=f"@face-{colour}", stroke=f"$side_{colour}", stroke_width=half / 20),
        path(outline(colour, half * 0.84), **{**stroke(f"edge_{colour}", 1.5), **EDGES[colour]}),
        *_pips(colour, value, half),
    )


def _pips(colour: str, value: int, half: float) -> tuple[Shape, ...]:
    if not value:
        return ()
    r, away = half * 0.175, half * 0.46
    dots = "".join(
        f"M{x * away - r:.2f} {y * away:.2f}a{r:.2f} {r:.2f} 0 1 0 {2 * r:.2f} 0a{r:.2f} {r:.2f} 0 1 0 -{2 * r:.2f} 0z"
        for x, y in PIPS[value]
    )
    return (path(dots, fill=f"$pip_{colour}"),)


@memo
def tumbling(colour: str) -> Group:
    """A die in the air, whose value nobody knows yet."""
    return group(die(colour, 0), caption(0, 7.5, "?", 21, fill=f"$pip_{colour}", font_weight="bold"), turn=14)


@memo
def ring(colour: str, width: float, half: float = HALF + 3.5, **style: object) -> Shape:
    """Around a die that can be touched or has been."""
    return path(outline(colour, half), **stroke("accent", width, **style))


# Supplies


@memo
def tray(box: Box, lit: bool, ground: str) -> Shape:
    edge: dict[str, Any] = {"stroke": "$accent", "stroke_width": 1.6} if lit else {}
    return rect(*box, 8, fill=f"${ground}", fill_opacity=0.2 if ground == "shadow" else 0.5, **edge)


@memo
def field(box: Box) -> Shape:
    """Over a tray, to be touched."""
    return rect(*box, 8, fill="$paper", fill_opacity=0)


@memo
def field_halo(box: Box) -> Shape:
    return rect(*box, 8, **stroke("accent", 2.2, stroke_dasharray="1 5"))


@memo
def field_chosen(box: Box) -> Shape:
    return rect(*box, 8, **stroke("accent", 3))
