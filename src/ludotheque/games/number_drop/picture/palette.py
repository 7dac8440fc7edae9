"""The colours of Number Drop: an arcade at night, in magenta and cyan."""

from __future__ import annotations

from pathlib import Path

from ludotheque.scene.scene import Gradient, stroke
from ludotheque.scene.theme import Palette

PALETTE = Palette.read(Path(__file__).with_name("palette.toml"))
GRADIENTS = (Gradient("night", ((0, "page", 1), (1, "page_edge", 1)), (0.5, 0.3), (0.9, 0), radial=True),)

INKS = ("cyan", "magenta")  # of equal digits, and of runs
DASHED = stroke("accent", 2.3, stroke_dasharray="4 3.5")  # can be touched
CHOSEN = stroke("accent", 3.4)  # has been touched
EMPTY = stroke("line", 1.4, stroke_dasharray="3 3")
QUIET_TITLE = {"fill": "$quiet", "font_weight": 700, "letter_spacing": 0.8}
