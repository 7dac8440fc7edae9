"""The colours of Drumlin: stone slabs and moss in a glacial valley, two kinds of wood."""

from __future__ import annotations

from pathlib import Path

from ludotheque.scene.scene import Gradient
from ludotheque.scene.theme import Palette

WOODS = ("violet", "pink")

PALETTE = Palette.read(Path(__file__).with_name("palette.toml"))
GRADIENTS = (
    Gradient("valley", ((0, "mist", 1), (0.5, "moss", 1), (1, "moss_deep", 1)), (0.15, 0), (0.85, 1)),
    Gradient("ground", ((0, "moss", 1), (1, "moss_deep", 1)), (0.2, 0), (0.8, 1)),
    Gradient("slab", ((0, "slab", 1), (1, "slab_low", 1)), (0.2, 0), (0.8, 1)),
    Gradient("crown", ((0, "sun", 0.4), (0.5, "sun", 0.16), (1, "sun", 0)), (0.5, 0.5), (0.5, 0), radial=True),
    Gradient("lee", ((0, "shadow", 0.17), (0.5, "shadow", 0.07), (1, "shadow", 0)), (0.5, 0.5), (0.5, 0), radial=True),
    Gradient("violet-top", ((0, "violet_light", 1), (1, "violet", 1)), (0.2, 0), (0.8, 1)),
    Gradient("pink-top", ((0, "pink_light", 1), (1, "pink", 1)), (0.2, 0), (0.8, 1)),
    Gradient("pebble", ((0, "stone_light", 1), (1, "stone", 1)), (0.3, 0), (0.7, 1)),
)
