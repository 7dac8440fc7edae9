"""The colours of Number Drop: an arcade at night, in magenta and cyan."""

from __future__ import annotations

from ludotheque.scene.scene import Gradient, stroke
from ludotheque.scene.theme import Palette

PALETTE = Palette.of(
    page=("#f4f3fb", "#0c0a1d"),
    page_edge=("#e6e4f4", "#070613"),
    panel=("#ffffff", "#141030"),
    square=("#a9cfe0", "#233a63"),
    grid=("#5b9db4", "#2f6f92"),
    danger=("#fbe3f2", "#2c0f33"),
    ink=("#1b1838", "#f6f3ff"),
    quiet=("#5d5a78", "#aaa3d4"),
    line=("#8f8cab", "#5b5688"),
    cyan=("#006c84", "#3fe3ff"),
    cyan_soft=("#cfeff5", "#0f3346"),
    magenta=("#ac0f78", "#ff5ac8"),
    magenta_soft=("#fbd9ee", "#43134a"),
    die=("#ffffff", "#221b4a"),
    accent=("#b34700", "#ffd447"),
    accent_soft=("#ffe2c2", "#4a3a12"),
)
GRADIENTS = (Gradient("night", ((0, "page", 1), (1, "page_edge", 1)), (0.5, 0.3), (0.9, 0), radial=True),)

INKS = ("cyan", "magenta")  # of equal digits, and of runs
DASHED = stroke("accent", 2.3, stroke_dasharray="4 3.5")  # can be touched
CHOSEN = stroke("accent", 3.4)  # has been touched
EMPTY = stroke("line", 1.4, stroke_dasharray="3 3")
QUIET_TITLE = {"fill": "$quiet", "font_weight": 700, "letter_spacing": 0.8}
