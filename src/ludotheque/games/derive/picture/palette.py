"""The colours of Dérive: water, four banks and the dice of each."""

from __future__ import annotations

from pathlib import Path

from ludotheque.scene.scene import Gradient
from ludotheque.scene.theme import Palette

from ..position import COLOURS

PALETTE = Palette.read(Path(__file__).with_name("palette.toml"))
GRADIENTS = (
    Gradient("depth", ((0, "deep", 0.5), (0.55, "deep", 0.22), (1, "deep", 0)), (0.5, 0.5), (0.5, 0), radial=True),
    *(
        Gradient(f"face-{colour}", ((0, f"light_{colour}", 1), (0.7, f"die_{colour}", 1)), (0.1, 0), (0.9, 1))
        for colour in COLOURS
    ),
)
