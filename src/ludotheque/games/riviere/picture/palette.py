"""The colours of La Rivière de Couleurs: light wood over water, and four colours of pawns."""

from __future__ import annotations

from ludotheque.scene.scene import Gradient
from ludotheque.scene.theme import Palette

NAMES = ("red", "blue", "green", "yellow", "orange")

PALETTE = Palette.of(
    water=("#c3dde0", "#14272c"),
    water_deep=("#9fc6cc", "#0c191d"),
    ripple=("#ffffff", "#3a6a74"),
    wood=("#f0d8ab", "#9c764d"),
    wood_light=("#fbeccb", "#ab8358"),
    wood_dark=("#dab67d", "#95704a"),
    grain=("#b98d4f", "#5d4023"),
    engraved=("#5f3f17", "#0f0701"),
    hollow=("#5b4328", "#1a110a"),
    back=("#d8bd94", "#957450"),
    shadow="#1d1206",
    shine="#ffffff",
    accent=("#6a1fb8", "#f3e4ff"),
    accent_ground=("#ffffff", "#2a1440"),
    red=("#d33b2b", "#d03b2b"),
    red_light=("#f0806f", "#ec7f6e"),
    red_dark=("#8f1f14", "#7d170d"),
    red_tile=("#ea8777", "#cf6a5a"),
    red_ink=("#6f1008", "#430702"),
    red_sign="#ffffff",
    blue=("#2f6fbe", "#2f6dba"),
    blue_light=("#79abe4", "#77a8e0"),
    blue_dark=("#173f77", "#133766"),
    blue_tile=("#8fbbe8", "#6d9fd2"),
    blue_ink=("#123a72", "#07244c"),
    blue_sign="#ffffff",
    green=("#378336", "#368035"),
    green_light=("#82c07a", "#80bd78"),
    green_dark=("#1c5420", "#17481b"),
    green_tile=("#9fd092", "#7fb573"),
    green_ink=("#1b4f1c", "#0d340f"),
    green_sign="#ffffff",
    yellow=("#f2c230", "#efbf2d"),
    yellow_light=("#ffe692", "#fde48f"),
    yellow_dark=("#a87808", "#966a05"),
    yellow_tile=("#f8e08a", "#e0c566"),
    yellow_ink=("#6d4c00", "#4b3400"),
    yellow_sign="#4b3400",
    orange_tile=("#f5a04e", "#dd8938"),
    orange_ink=("#7a3900", "#4f2400"),
)
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
