"""The colours of Skeleton by name, each by day and by night.

Text has a contrast of at least 4.5 against its ground.
"""

from __future__ import annotations

from ludotheque.scene.scene import Gradient
from ludotheque.scene.theme import Palette

PALETTE = Palette.of(
    frame=("#3f5273", "#1c2740"),
    frame_low=("#2b3a57", "#0f1626"),
    tile=("#fbf5e9", "#33415f"),
    tile_low=("#e8dcc6", "#27334e"),
    letters=("#d5def0", "#a9b7d4"),
    cross=("#c23a2b", "#ff9b7d"),
    ring=("#11737c", "#6fd6d2"),
    gloss="#ffffff",
    shadow="#0a1020",
    accent=("#b06a00", "#ffd166"),
)
GRADIENTS = (
    Gradient("frame", ((0, "frame", 1), (1, "frame_low", 1))),
    Gradient("tile", ((0, "tile", 1), (1, "tile_low", 1)), (0.2, 0), (0.8, 1)),
)
