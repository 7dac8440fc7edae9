"""The colours of La Rivière de Couleurs: light wood over water, and four colours of pawns."""

from __future__ import annotations

from pathlib import Path

from ludotheque.scene.scene import Gradient
from ludotheque.scene.theme import Palette

NAMES = ("red", "blue", "green", "yellow", "orange")

PALETTE = Palette.read(Path(__file__).with_name("palette.toml"))
GRADIENTS = (
    Gradient("river", ((0, "water", 1), (1, "water_deep", 1)), (0, 0), (0, 1)),
    Gradient("board", ((0, "wood_light", 1), (0.25, "wood", 1), (1, "wood_dark", 1)), (0, 0), (0.7, 1)),
    *(
        Gradient(f"side-{name}", ((0, f"{name}_light", 1), (0.35, name, 1), (1, f"{name}_dark", 1)), (0, 0), (1, 0))
        for name in NAMES[:4]
    ),
    *(Gradient(f"top-{name}", ((0, f"{name}_light", 1), (1, name, 1)), (0, 0), (1, 1)) for name in NAMES[:4]),
)


def paint(colour: int) -> dict[str, object]:
    """The colour of a tile with its edge."""
    return {"fill": f"${NAMES[colour]}_tile", "stroke": f"${NAMES[colour]}_ink", "stroke_width": 1.2}
