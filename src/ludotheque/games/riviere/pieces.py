"""The pieces of La Rivière de Couleurs as shapes: the four marks, tiles and pawns.

Red has a drop, blue waves, green a leaf, yellow a sun; the orange tile, open to all, has rings as on the water.
"""

from __future__ import annotations

import re
from functools import cache

from ludotheque.scene.scene import Gradient, Group, Node, Shape, around, circle, group, memo, path, rect, stroke, words
from ludotheque.scene.theme import Palette

NAMES = ("red", "blue", "green", "yellow", "orange")
TILE = 64  # the side of a tile
PAWN_WIDTH, PAWN_HEIGHT, PAWN_RIM = 16.0, 16.0, 6.0  # half the width, the height of the side, the depth of the top
UNKNOWN = -1  # the colour of a tile that lies face down

PALETTE = Palette.of(
    water=("#c3dde0", "#14272c"),
    water_deep=("#9fc6cc", "#0c191d"),
    ripple=("#ffffff", "#3a6a74"),
    wood=("#f0d8ab", "#9c764d"),
    wood_light=("#fbeccb", "#ab8358"),
    wood_dark=("#dab67d", "#95704a"),
    grain=("#b98d4f", "#5d4023"),
    engraved=("#5f3f17", "#0f0701"),
    hollow=("#5b4328", "#1a110a"),
    back=("#d8bd94", "#957450"),
    shadow="#1d1206",
    shine="#ffffff",
    accent=("#6a1fb8", "#f3e4ff"),
    accent_ground=("#ffffff", "#2a1440"),
    red=("#d33b2b", "#d03b2b"),
    red_light=("#f0806f", "#ec7f6e"),
    red_dark=("#8f1f14", "#7d170d"),
    red_tile=("#ea8777", "#cf6a5a"),
    red_ink=("#6f1008", "#430702"),
    red_sign="#ffffff",
    blue=("#2f6fbe", "#2f6dba"),
    blue_light=("#79abe4", "#77a8e0"),
    blue_dark=("#173f77", "#133766"),
    blue_tile=("#8fbbe8", "#6d9fd2"),
    blue_ink=("#123a72", "#07244c"),
    blue_sign="#ffffff",
    green=("#378336", "#368035"),
    green_light=("#82c07a", "#80bd78"),
    green_dark=("#1c5420", "#17481b"),
    green_tile=("#9fd092", "#7fb573"),
    green_ink=("#1b4f1c", "#0d340f"),
    green_sign="#ffffff",
    yellow=("#f2c230", "#efbf2d"),
    yellow_light=("#ffe692", "#fde48f"),
    yellow_dark=("#a87808", "#966a05"),
    yellow_tile=("#f8e08a", "#e0c566"),
    yellow_ink=("#6d4c00", "#4b3400"),
    yellow_sign="#4b3400",
    orange_tile=("#f5a04e", "#dd8938"),
    orange_ink=("#7a3900", "#4f2400"),
)
GRADIENTS = (
    Gradient("river", ((0, "water", 1), (1, "water_deep", 1)), (0, 0), (0, 1)),
    Gradient("board", ((0, "wood_light", 1), (0.25, "wood", 1), (1, "wood_dark", 1)), (0, 0), (0.7, 1)),
    *(
        Gradient(f"side-{name}", ((0, f"{name}_light", 1), (0.35, name, 1), (1, f"{name}_dark", 1)), (0, 0), (1, 0))
        for name in NAMES[:4]
    ),
    *(Gradient(f"top-{name}", ((0, f"{name}_light", 1), (1, name, 1)), (0, 0), (1, 1)) for name in NAMES[:4]),
)

# Marks, drawn around (0, 0) within ±8. All steps are relative, so that a mark can be moved and scaled by its numbers.
DROP = "M0 -8.5c2.6 4.2 6 7.2 6 11c0 3.4 -2.7 6 -6 6c-3.3 0 -6 -2.6 -6 -6c0 -3.8 3.4 -6.8 6 -11z"
WAVES = "M-8 -4.5q2.7 -4 5.4 0t5.4 0t5.2 0M-8 1q2.7 -4 5.4 0t5.4 0t5.2 0M-8 6.5q2.7 -4 5.4 0t5.4 0t5.2 0"
LEAF = "M-7.5 7.5c-2.2 -9.4 3.8 -15.6 15.5 -15.5c0.8 11 -5.4 17 -13 14.2m-2.5 1.3c2.6 -4.6 5.6 -7.6 9.4 -10"
SUN_RAYS = "".join(f"M{x:.2f} {y:.2f}l{0.55 * x:.2f} {0.55 * y:.2f}" for x, y in around(8, 5.6))
SUN = "M0 -3.6c2 0 3.6 1.6 3.6 3.6c0 2 -1.6 3.6 -3.6 3.6c-2 0 -3.6 -1.6 -3.6 -3.6c0 -2 1.6 -3.6 3.6 -3.6z"
FILLED = (DROP, "", "", SUN)
LINED = ("", WAVES, LEAF, SUN_RAYS)
PIPS = ((0, 0), (-17.5, -12.5), (17.5, -12.5), (-17.5, 12.5), (17.5, 12.5))


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
def tile(colour: int) -> tuple[Node, ...]:
    """A square tile, its mark five times like on a playing card, so that a pawn never hides all of them."""
    half = TILE / 2
    if colour == UNKNOWN:
        return _back(half)
    name = NAMES[colour]
    plate = rect(-half, -half, TILE, TILE, 7, fill=f"${name}_tile", stroke=f"${name}_ink", stroke_width=1.2)
    light = path(f"M{2 - half} {half - 8}V{8 - half}Q{2 - half} {2 - half} {8 - half} {2 - half}H{half - 8}", **LIGHT)
    if name == "orange":
        rings = (circle(0, 0, r, **stroke("orange_ink", 2.2)) for r in (6.5, 14.5, 22.5))
        return (plate, light, *rings)
    return (plate, light, *mark(colour, f"{name}_ink", 6.6, PIPS))


LIGHT = stroke("shine", 1.4, stroke_opacity=0.5)


def _back(half: float) -> tuple[Node, ...]:
    lines = "".join(f"M{-half + 6} {y}q8 -5 16 0t16 0t16 0t4 -1.5" for y in (-20, -8, 4, 16))
    return (
        rect(-half, -half, TILE, TILE, 7, fill="$back", stroke="$engraved", stroke_width=1.2),
        path(lines, **stroke("engraved", 1.3, stroke_opacity=0.45)),
        circle(0, 0, 13, fill="$back"),
        words(0, 6.5, "?", 19, fill="$engraved", font_weight="bold"),
    )


@memo
def pawn(colour: int, visible: float = PAWN_HEIGHT) -> tuple[Node, ...]:
    """A wooden peg seen a little from above, standing on (0, 0); ``visible`` is the part of its side that is seen."""
    name = NAMES[colour]
    w, h, rim = PAWN_WIDTH, PAWN_HEIGHT, PAWN_RIM
    side = f"M{-w} {-h}V0C{-w} {rim * 1.35} {w} {rim * 1.35} {w} 0V{-h}Z"
    size = min(6.4, visible * 0.42)
    return (
        path(side, fill=f"@side-{name}", stroke=f"${name}_dark", stroke_width=1.1),
        Shape("ellipse", {"cx": 0, "cy": -h, "rx": w, "ry": rim, "fill": f"@top-{name}", **_edge(name)}),
        *mark(colour, f"{name}_sign", size, ((0, 3.6 - visible / 2 + 0.8),)),
    )


def _edge(name: str) -> dict[str, object]:
    return {"stroke": f"${name}_dark", "stroke_width": 1.1}


def pawn_outline(grow: float) -> str:
    """The outline of a pawn, a little larger."""
    w, top, rim = PAWN_WIDTH + grow, -PAWN_HEIGHT, PAWN_RIM + grow
    bow = rim * 1.35
    return f"M{-w} {top}C{-w} {top - bow} {w} {top - bow} {w} {top}V0C{w} {bow} {-w} {bow} {-w} 0Z"


@memo
def pawn_halo() -> Shape:
    """Around a pawn that can be touched."""
    return path(pawn_outline(3), **stroke("accent", 2.4, stroke_dasharray="1 5.2"))


@memo
def pawn_chosen() -> Shape:
    """Around a pawn that has been touched."""
    return path(pawn_outline(3), **stroke("accent", 3))


@memo
def pawn_shadow(x: float, y: float) -> Shape:
    return Shape("ellipse", {"cx": x + 2, "cy": y + 2, "rx": 17, "ry": 8, "fill": "$shadow", "fill_opacity": 0.35})


def paint(colour: int) -> dict[str, object]:
    """The colour of a tile with its edge."""
    return {"fill": f"${NAMES[colour]}_tile", "stroke": f"${NAMES[colour]}_ink", "stroke_width": 1.2}


@memo
def chip(colour: int, r: float) -> tuple[Node, ...]:
    """A small round piece of a tile."""
    name = NAMES[colour]
    plate = circle(0, 0, r, **paint(colour))
    if name == "orange":
        return (plate, *(circle(0, 0, r * part, **stroke("orange_ink", 1.4)) for part in (0.25, 0.6)))
    return (plate, *mark(colour, f"{name}_ink", r * 0.56))


@memo
def question(x: float, y: float) -> tuple[Node, ...]:
    """Engraved above a tile that is to be remembered."""
    return (
        circle(x, y, 10, **stroke("engraved", 1.2, stroke_opacity=0.6, stroke_dasharray="3 2.5")),
        words(x, y + 4.5, "?", 13, fill="$engraved", fill_opacity=0.85),
    )


@memo
def must_mark(up: int) -> Group:
    """An arrow in the direction in which a pawn must go on."""
    arrow = f"M0 {-3.8 * up}V{3.6 * up}M-3.4 {0.6 * up}L0 {4 * up}L3.4 {0.6 * up}"
    sign = path(arrow, **stroke("accent_ground", 1.9))
    return group(*badge("accent", "accent_ground"), sign, x=14, y=-PAWN_HEIGHT - 3)


@memo
def moved_mark() -> Group:
    tick = path("M-3.6 0.2L-1 3L3.8 -2.8", **stroke("ink", 1.8))
    return group(*badge("paper", "engraved"), tick, x=14, y=-PAWN_HEIGHT - 3)


def badge(ground: str, edge: str) -> tuple[Node, ...]:
    return (circle(0, 0, 8, fill=f"${ground}", stroke=f"${edge}", stroke_width=1.2),)
