"""The pieces of Drumlin: wooden cylinders seen from above, and the stone.

A cylinder with a hole is an elephant, the stone in its hole makes it an egg, and one that is closed and shows a pair of
wings is a dragon. Violet cylinders have a smooth rim, pink ones a notched rim.
"""

from __future__ import annotations

from functools import cache

from ludotheque.scene.scene import Node, Point, Shape, around, circle, memo, path, polygon, shifted, stroke

from .palette import WOODS

NOTCHES = 12


@cache
def rim(seat: int, radius: float) -> Shape:
    """The outline of a cylinder."""
    return circle(0, 0, radius) if seat == 0 else polygon(notched(radius))


def notched(radius: float) -> list[Point]:
    """A cog: broad teeth and narrow notches, so that pink is pink without its colour."""
    step = 360 / NOTCHES
    turns = ((-0.32, 1.04), (0.32, 1.04), (0.43, 0.86), (0.57, 0.86))
    rings = [around(NOTCHES, radius * size, at * step) for at, size in turns]
    return [ring[i] for i in range(NOTCHES) for ring in rings]


def filled(shape: Shape, **style: object) -> Shape:
    return Shape(shape.tag, {**shape.attributes, **style})


@memo
def cylinder(seat: int, radius: float) -> tuple[Node, ...]:
    """From the ground up: shadow, side, top, and the rings of the wood."""
    wood, r = WOODS[seat], radius
    grain = f"M{-0.66 * r:.2f} {-0.1 * r:.2f}A{0.67 * r:.2f} {0.67 * r:.2f} 0 0 1 {0.1 * r:.2f} {-0.66 * r:.2f}"
    return (
        circle(0.06 * r, 0.24 * r, 1.08 * r, fill="$shadow", fill_opacity=0.3),
        moved(filled(rim(seat, r), fill=f"${wood}_side"), 0, 0.13 * r),
        filled(rim(seat, r), fill=f"@{wood}-top", stroke=f"${wood}_side", stroke_width=0.07 * r),
        circle(0, 0, 0.78 * r, **stroke(f"{wood}_side", 0.06 * r, stroke_opacity=0.55)),
        path(grain, **stroke("light", 0.09 * r, stroke_opacity=0.55)),
    )


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    a = shape.attributes
    if shape.tag == "circle":
        return filled(shape, cx=a["cx"] + dx, cy=a["cy"] + dy)
    return filled(shape, points=shifted(a["points"], dx, dy))


@memo
def hole(seat: int, radius: float) -> tuple[Node, ...]:
    """The elephant's hole, lit on its lower edge."""
    r = radius * 0.4
    light = f"M{-0.8 * r:.2f} {0.55 * r:.2f}A{r:.2f} {r:.2f} 0 0 0 {0.8 * r:.2f} {0.55 * r:.2f}"
    return (circle(0, 0, r, fill="$hole"), path(light, **stroke("light", 0.16 * r, stroke_opacity=0.7)))


WINGS = (
    (0, -0.62), (0.16, -0.34), (0.12, -0.16), (0.42, -0.44), (0.76, -0.3), (0.6, -0.1), (0.62, 0.16), (0.42, 0.1),
    (0.34, 0.34), (0.16, 0.22), (0, 0.64),
)  # fmt: skip


@memo
def crest(seat: int, radius: float) -> tuple[Node, ...]:
    """The dragon's closed top with its wings spread."""
    right = [(x * radius, y * radius) for x, y in WINGS]
    left = [(-x, y) for x, y in right[-2:0:-1]]
    wings = [*right, *left]
    return (
        polygon(shifted(wings, 0, 0.06 * radius), fill="$shadow", fill_opacity=0.35),
        polygon(wings, fill=f"${WOODS[seat]}_crest", stroke_linejoin="round"),
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
