"""The tiles and pawns of La Rivière de Couleurs."""

from __future__ import annotations

from ludotheque.scene.scene import Group, Node, Shape, caption, circle, group, memo, path, rect, stroke

from .marks import badge, mark
from .palette import NAMES, paint

TILE = 64  # the side of a tile
PAWN_WIDTH, PAWN_HEIGHT, PAWN_RIM = 16.0, 16.0, 6.0  # half the width, the height of the side, the depth of the top
UNKNOWN = -1  # the colour of a tile that lies face down
PIPS = ((0, 0), (-17.5, -12.5), (17.5, -12.5), (-17.5, 12.5), (17.5, 12.5))
LIGHT = stroke("shine", 1.4, stroke_opacity=0.5)


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


def _back(half: float) -> tuple[Node, ...]:
    lines = "".join(f"M{-half + 6} {y}q8 -5 16 0t16 0t16 0t4 -1.5" for y in (-20, -8, 4, 16))
    return (
        rect(-half, -half, TILE, TILE, 7, fill="$back", stroke="$engraved", stroke_width=1.2),
        path(lines, **stroke("engraved", 1.3, stroke_opacity=0.45)),
        circle(0, 0, 13, fill="$back"),
        caption(0, 6.5, "?", 19, fill="$engraved", font_weight="bold"),
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


@memo
def must_mark(up: int) -> Group:
    """An arrow in the direction in which a pawn must go on; an exclamation mark where any direction will do."""
    arrow = f"M0 {-3.8 * up}V{3.6 * up}M-3.4 {0.6 * up}L0 {4 * up}L3.4 {0.6 * up}" if up else "M0 -4.4V1M0 4.1V4.2"
    sign = path(arrow, **stroke("accent_ground", 1.9))
    return group(*badge("accent", "accent_ground"), sign, x=14, y=-PAWN_HEIGHT - 3)


@memo
def moved_mark() -> Group:
    tick = path("M-3.6 0.2L-1 3L3.8 -2.8", **stroke("ink", 1.8))
    return group(*badge("paper", "engraved"), tick, x=14, y=-PAWN_HEIGHT - 3)


@memo
def chip(colour: int, r: float) -> tuple[Node, ...]:
    """A small round piece of a tile."""
    name = NAMES[colour]
    plate = circle(0, 0, r, **paint(colour))
    if name == "orange":
        return (plate, *(circle(0, 0, r * part, **stroke("orange_ink", 1.4)) for part in (0.25, 0.6)))
    return (plate, *mark(colour, f"{name}_ink", r * 0.56))
