"""The colours of Drivis: ice floes on dark water under the polar night."""

from __future__ import annotations

from ludotheque.scene.scene import Gradient
from ludotheque.scene.theme import Palette

PALETTE = Palette.of(
    sea=("#1d5480", "#0b2239"),
    deep=("#123c60", "#06121f"),
    shine=("#6fb3d9", "#2f7f9e"),
    grid=("#cfe8f7", "#8fc3e6"),
    ice_blue=("#b9dcf6", "#a6cdee"),
    blue_edge=("#5c9fd6", "#4b8cc4"),
    crystal=("#174f86", "#123f6e"),
    ice_yellow=("#fff0b5", "#f6e2a0"),
    yellow_edge=("#e2b650", "#cfa040"),
    sun=("#8a5200", "#754400"),
    rock="#59616b",
    rock_light="#8d97a3",
    rock_dark="#363d47",
    snow="#ffffff",
    shadow="#020b14",
    accent=("#7dffc8", "#5ff0b4"),
)
GRADIENTS = (
    Gradient("water", ((0, "sea", 1), (1, "deep", 1)), (0.42, 0.36), (0.78, 0), radial=True),
    Gradient("face-0", ((0, "snow", 1), (0.35, "ice_blue", 1), (1, "blue_edge", 1)), (0.1, 0), (0.9, 1)),
    Gradient("face-1", ((0, "snow", 1), (0.35, "ice_yellow", 1), (1, "yellow_edge", 1)), (0.1, 0), (0.9, 1)),
)
EDGES = ("$blue_edge", "$yellow_edge")
