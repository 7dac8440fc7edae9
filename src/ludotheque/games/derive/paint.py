"""The colours of Dérive, and small shapes of its picture."""

from __future__ import annotations

from typing import Any

from ludotheque.scene.scene import Gradient, Point, around
from ludotheque.scene.theme import Palette

from .view import COLOURS

CELL = 40.0  # from a column to the next; adjacent cells are diamonds that share a side

PALETTE = Palette.of(
    shore=("#aedbe0", "#1b4a57"),
    stream=("#9bcfd6", "#163f4b"),
    deep=("#4fa3b5", "#0a2630"),
    grid=("#e9f8f8", "#2f6b78"),
    ripple=("#ffffff", "#8fd0dc"),
    cell_ink=("#1f4a53", "#d3eef3"),
    land_red=("#d8917f", "#57302a"),
    land_blue=("#93aedb", "#2a3c62"),
    land_yellow=("#e6cb7d", "#584a20"),
    land_green=("#9cc487", "#2e4c30"),
    bank_red=("#f6d3c8", "#673d34"),
    bank_blue=("#d3dff5", "#37497a"),
    bank_yellow=("#f8eab9", "#6a5a2a"),
    bank_green=("#d9ebca", "#3b5d3b"),
    mark_red=("#651f11", "#f6c5b8"),
    mark_blue=("#1f3870", "#cddcfb"),
    mark_yellow=("#5a4100", "#f4e6b4"),
    mark_green=("#214818", "#cdeac4"),
    die_red="#c4322a",
    die_blue="#2761bd",
    die_yellow="#f4bd2a",
    die_green="#1f7a3e",
    light_red="#dc5a4e",
    light_blue="#4a84da",
    light_yellow="#ffdb72",
    light_green="#3d9b5d",
    side_red="#7d1c15",
    side_blue="#163f80",
    side_yellow="#a8750a",
    side_green="#0f4521",
    edge_red="#ffe0da",
    edge_blue="#dfebff",
    edge_yellow="#5c3d00",
    edge_green="#d9f5e0",
    pip_red="#ffffff",
    pip_blue="#ffffff",
    pip_yellow="#3a2600",
    pip_green="#ffffff",
    shadow=("#10323a", "#000000"),
    accent=("#7b1fa2", "#e7b3ff"),
)
GRADIENTS = (
    Gradient("depth", ((0, "deep", 0.5), (0.55, "deep", 0.22), (1, "deep", 0)), (0.5, 0.5), (0.5, 0), radial=True),
    *(
        Gradient(f"face-{colour}", ((0, f"light_{colour}", 1), (0.7, f"die_{colour}", 1)), (0.1, 0), (0.9, 1))
        for colour in COLOURS
    ),
)


GRID: dict[str, Any] = {"stroke": "$grid", "stroke_width": 1.3, "stroke_linejoin": "round"}
DASHED: dict[str, Any] = {"stroke": "$accent", "stroke_width": 1.8, "stroke_dasharray": "5 5"}
DIAMOND: list[Point] = [(0, -CELL), (CELL, 0), (0, CELL), (-CELL, 0)]
PLUS = "M-3.6 0h7.2M0 -3.6v7.2"
UP = "M0 3.8v-7.6M-3.2 -0.8L0 -3.9L3.2 -0.8"
DOWN = "M0 -3.8v7.6M-3.2 0.8L0 3.9L3.2 0.8"
ROLLED = (
    "M-4.2 -1.6A4.5 4.5 0 0 1 3.9 -2.3M4.2 1.6A4.5 4.5 0 0 1 -3.9 2.3M4.4 -5L4.1 -2.1L1.2 -2.3M-4.4 5L-4.1 2.1L-1.2 2.3"
)
IN_A_NOTCH = ((0, 12), (-7.5, 20.5), (7.5, 20.5), (-19, 31), (19, 31))
TEXTURES = {
    "red": "m-4.5 0h9",
    "blue": "m-5 0q2.5 -3.4 5 0t5 0",
    "yellow": "h0.01m3 2.6h0.01m-6.4 0.4h0.01",
    "green": "m-2.6 2l2.6 -4.4l2.6 4.4",
}
BRACKETS = "M-21 -13v-8h8M21 -13v-8h-8M-21 13v8h8M21 13v8h-8"


def hop(ax: float, ay: float, bx: float, by: float) -> str:
    """A slightly bent line, as of something that flies."""
    cx, cy = (ax + bx) / 2 + (ay - by) * 0.16, (ay + by) / 2 + (bx - ax) * 0.16
    return f"Q{cx:.1f} {cy:.1f} {bx:.1f} {by:.1f}"


def star() -> list[Point]:
    """The rays of a capture, around a die."""
    pairs = zip(around(12, 29), around(12, 22, 15), strict=True)
    return [point for pair in pairs for point in pair]
