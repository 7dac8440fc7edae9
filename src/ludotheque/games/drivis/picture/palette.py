"""The colours of Drivis: ice floes on dark water under the polar night."""

from __future__ import annotations

from pathlib import Path

from ludotheque.scene.scene import Gradient
from ludotheque.scene.theme import Palette

PALETTE = Palette.read(Path(__file__).with_name("palette.toml"))
GRADIENTS = (
    Gradient("water", ((0, "sea", 1), (1, "deep", 1)), (0.42, 0.36), (0.78, 0), radial=True),
    Gradient("face-0", ((0, "snow", 1), (0.35, "ice_blue", 1), (1, "blue_edge", 1)), (0.1, 0), (0.9, 1)),
    Gradient("face-1", ((0, "snow", 1), (0.35, "ice_yellow", 1), (1, "yellow_edge", 1)), (0.1, 0), (0.9, 1)),
)
EDGES = ("$blue_edge", "$yellow_edge")
