"""The pieces of Drumlin: wooden animals seen from above, turned cylinders with what makes them an elephant or a dragon.

An elephant has ears, a trunk, tusks, and a hole in its back; the stone in the hole makes it an egg. A dragon has a
closed back with a crest, pointed wings and a tail. Violet backs have a smooth rim, pink ones a notched rim. All look
ahead: up the picture, or down if they are the other player's. Everything is drawn in units of the radius of the back.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import cycle

from ludotheque.scene.scene import Node, Point, Shape, around, circle, memo, path, polygon, shifted, stroke

from .palette import WOODS

NOTCHES = 12
REACH = 1.4  # how far ears and wings reach
LEAN = 0.8  # the back of a dragon is smaller than that of an elephant, and its wings are larger than ears
NUMBER = re.compile(r"-?[\d.]+")

EAR = "M0.5 -0.8C0.8 -1.12 1.42 -1 1.42 -0.36C1.42 0.2 1.08 0.62 0.74 0.46Z"
INNER_EAR = "M0.72 -0.66C0.92 -0.84 1.22 -0.72 1.22 -0.32C1.22 0.04 1.04 0.3 0.84 0.26Z"
TRUNK = "M-0.32 -0.6C-0.3 -1 -0.22 -1.2 -0.2 -1.36C-0.18 -1.52 0.16 -1.54 0.18 -1.38C0.2 -1.2 0.3 -1 0.32 -0.6Z"
WRINKLES = "M-0.2 -0.94L0.2 -0.94M-0.17 -1.14L0.17 -1.14M-0.13 -1.32L0.12 -1.32"
TUSK = "M0.34 -0.94C0.46 -1.06 0.48 -1.2 0.42 -1.36"
WING = "M0.3 -0.5L0.7 -1.2L1.5 -1.16Q1.26 -0.8 1.52 -0.36Q1.16 -0.26 1.28 0.3Q0.88 0.16 0.72 0.74Q0.5 0.5 0.3 0.6Z"
BONES = "M0.7 -1.2L1.52 -0.36M0.7 -1.2L1.28 0.3M0.7 -1.2L0.72 0.74"
SNOUT = "M-0.36 -0.6L-0.42 -1.1L-0.22 -0.98L0 -1.46L0.22 -0.98L0.42 -1.1L0.36 -0.6Z"
TAIL = "M-0.2 0.7L-0.08 1.12L-0.28 1.18L0 1.5L0.28 1.18L0.08 1.12L0.2 0.7Z"
CREST = (
    "M0 -0.92L0.28 -0.4L0.14 -0.42L0.36 -0.02L0.15 -0.06L0.3 0.36L0.12 0.32L0 0.84"
    "L-0.12 0.32L-0.3 0.36L-0.15 -0.06L-0.36 -0.02L-0.14 -0.42L-0.28 -0.4Z"
)


@cache
def outline(drawing: str, radius: float, ahead: int, mirrored: bool = False) -> str:
    """One of the drawings above in pixels; the left ear is the right one, mirrored."""
    turns = cycle((-radius if mirrored else radius, ahead * radius))
    return NUMBER.sub(lambda found: f"{float(found[0]) * next(turns):.2f}", drawing)


@cache
def rim(seat: int, radius: float) -> Shape:
    """The outline of a back."""
    return circle(0, 0, radius) if seat == 0 else polygon(notched(radius))


def notched(radius: float) -> list[Point]:
    """A cog: broad teeth and narrow notches, so that pink is pink without its colour."""
    step = 360 / NOTCHES
    turns = ((-0.32, 1.04), (0.32, 1.04), (0.43, 0.86), (0.57, 0.86))
    rings = [around(NOTCHES, radius * size, at * step) for at, size in turns]
    return [ring[i] for i in range(NOTCHES) for ring in rings]


def filled(shape: Shape, **style: object) -> Shape:
    return Shape(shape.tag, {**shape.attributes, **style})


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    a = shape.attributes
    if shape.tag == "circle":
        return filled(shape, cx=a["cx"] + dx, cy=a["cy"] + dy)
    return filled(shape, points=shifted(a["points"], dx, dy))


def back(seat: int, radius: float) -> tuple[Node, ...]:
    """The cylinder: side, top, and the rings of the wood."""
    wood, r = WOODS[seat], radius
    grain = f"M{-0.66 * r:.2f} {-0.1 * r:.2f}A{0.67 * r:.2f} {0.67 * r:.2f} 0 0 1 {0.1 * r:.2f} {-0.66 * r:.2f}"
    return (
        moved(filled(rim(seat, r), fill=f"${wood}_side"), 0, 0.13 * r),
        filled(rim(seat, r), fill=f"@{wood}-top", stroke=f"${wood}_side", stroke_width=0.07 * r),
        path(grain, **stroke("light", 0.09 * r, stroke_opacity=0.55)),
    )


def limbs(seat: int, radius: float, ahead: int, pair: str, inside: str) -> tuple[Node, ...]:
    """Two ears or two wings, with a shadow below them."""
    wood, r = WOODS[seat], radius
    both = "".join(outline(pair, r, ahead, mirrored) for mirrored in (False, True))
    details = "".join(outline(inside, r, ahead, mirrored) for mirrored in (False, True))
    look = {"fill": f"${wood}_side", "fill_opacity": 0.45} if inside == INNER_EAR else stroke(f"{wood}_side", 0.08 * r)
    return (
        path(both, fill="$shadow", fill_opacity=0.3, transform=f"translate({0.06 * r:.2f} {0.22 * r:.2f})"),
        path(both, fill=f"@{wood}-top", stroke=f"${wood}_side", stroke_width=0.1 * r, stroke_linejoin="round"),
        path(details, **look),
    )


def shade(radius: float) -> Shape:
    return circle(0.06 * radius, 0.24 * radius, 1.08 * radius, fill="$shadow", fill_opacity=0.3)


@memo
def elephant(seat: int, radius: float, ahead: int) -> tuple[Node, ...]:
    """From the ground up: ears, back, hole, tusks and trunk."""
    wood, r = WOODS[seat], radius
    tusks = "".join(outline(TUSK, r, ahead, mirrored) for mirrored in (False, True))
    trunk = {"fill": f"@{wood}-top", "stroke": f"${wood}_side", "stroke_width": 0.1 * r, "stroke_linejoin": "round"}
    return (
        shade(r),
        *limbs(seat, r, ahead, EAR, INNER_EAR),
        *back(seat, r),
        path(tusks, **stroke("violet_crest", 0.15 * r)),
        path(outline(TRUNK, r, ahead), **trunk),
        path(outline(WRINKLES, r, ahead), **stroke(f"{wood}_side", 0.07 * r, stroke_opacity=0.7)),
        *hole(r),
    )


def hole(radius: float) -> tuple[Node, ...]:
    """In the elephant's back, lit on its lower edge."""
    r = radius * 0.4
    light = f"M{-0.8 * r:.2f} {0.55 * r:.2f}A{r:.2f} {r:.2f} 0 0 0 {0.8 * r:.2f} {0.55 * r:.2f}"
    return (circle(0, 0, r, fill="$hole"), path(light, **stroke("light", 0.16 * r, stroke_opacity=0.7)))


@memo
def dragon(seat: int, radius: float, ahead: int) -> tuple[Node, ...]:
    """From the ground up: wings, tail and snout, the closed back, the crest along it."""
    wood, r = WOODS[seat], radius
    ends = outline(SNOUT, r, ahead) + outline(TAIL, r, ahead)
    crest = outline(CREST, r, ahead)
    return (
        shade(r),
        *limbs(seat, r, ahead, WING, BONES),
        path(ends, fill=f"${wood}_side", stroke=f"${wood}_side", stroke_width=0.08 * r, stroke_linejoin="round"),
        *back(seat, LEAN * r),
        path(crest, fill="$shadow", fill_opacity=0.35, transform=f"translate(0 {0.07 * r:.2f})"),
        path(crest, fill=f"${wood}_crest", stroke_linejoin="round"),
    )


@memo
def stone(radius: float) -> tuple[Node, ...]:
    """The Drumlin: a grey pebble, long like the hill it is called after, with a white vein."""
    r = radius
    hill = f"M{-r} {0.1 * r:.2f}C{-r} {-0.75 * r:.2f} {-0.3 * r:.2f} {-0.95 * r:.2f} {0.25 * r:.2f} {-0.85 * r:.2f}"
    hill += f"C{0.8 * r:.2f} {-0.75 * r:.2f} {1.05 * r:.2f} {-0.2 * r:.2f} {r} {0.2 * r:.2f}"
    hill += f"C{0.95 * r:.2f} {0.75 * r:.2f} {0.4 * r:.2f} {0.9 * r:.2f} {-0.15 * r:.2f} {0.85 * r:.2f}"
    hill += f"C{-0.7 * r:.2f} {0.8 * r:.2f} {-r} {0.6 * r:.2f} {-r} {0.1 * r:.2f}Z"
    vein = f"M{-0.62 * r:.2f} {0.3 * r:.2f}Q{0.1 * r:.2f} {0.42 * r:.2f} {0.74 * r:.2f} {-0.06 * r:.2f}"
    shine = f"M{-0.6 * r:.2f} {-0.32 * r:.2f}Q{-0.3 * r:.2f} {-0.66 * r:.2f} {0.2 * r:.2f} {-0.6 * r:.2f}"
    return (
        path(hill, fill="@pebble", stroke="$stone_dark", stroke_width=0.12 * r),
        path(vein, **stroke("light", 0.13 * r, stroke_opacity=0.75)),
        path(shine, **stroke("light", 0.18 * r, stroke_opacity=0.8)),
    )
