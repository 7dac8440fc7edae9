"""The colours of Skeleton by name, from ``palette.toml``, and what is made of them."""

from __future__ import annotations

from pathlib import Path

from ludotheque.scene.scene import Gradient
from ludotheque.scene.theme import Palette

PALETTE = Palette.read(Path(__file__).with_name("palette.toml"))
GRADIENTS = (
    Gradient("frame", ((0, "frame", 1), (1, "frame_low", 1))),
    Gradient("tile", ((0, "tile", 1), (1, "tile_low", 1)), (0.2, 0), (0.8, 1)),
)
