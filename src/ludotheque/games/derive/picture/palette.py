"""The colours of Dérive: water, four banks and the dice of each."""

from __future__ import annotations

from ludotheque.scene.scene import Gradient
from ludotheque.scene.theme import Palette

from ..position import COLOURS

PALETTE = Palette.of(
    shore=("#aedbe0", "#1b4a57"),
    stream=("#9bcfd6", "#163f4b"),
    deep=("#4fa3b5", "#0a2630"),
    grid=("#e9f8f8", "#2f6b78"),
    ripple=("#ffffff", "#8fd0dc"),
    cell_ink=("#1f4a53", "#d3eef3"),
    land_red=("#d8917f", "#57302a"),
    land_blue=("#93aedb", "#2a3c62"),
    land_yellow=("#e6cb7d", "#584a20"),
    land_green=("#9cc487", "#2e4c30"),
    bank_red=("#f6d3c8", "#673d34"),
    bank_blue=("#d3dff5", "#37497a"),
    bank_yellow=("#f8eab9", "#6a5a2a"),
    bank_green=("#d9ebca", "#3b5d3b"),
    mark_red=("#651f11", "#f6c5b8"),
    mark_blue=("#1f3870", "#cddcfb"),
    mark_yellow=("#5a4100", "#f4e6b4"),
    mark_green=("#214818", "#cdeac4"),
    die_red="#c4322a",
    die_blue="#2761bd",
    die_yellow="#f4bd2a",
    die_green="#1f7a3e",
    light_red="#dc5a4e",
    light_blue="#4a84da",
    light_yellow="#ffdb72",
    light_green="#3d9b5d",
    side_red="#7d1c15",
    side_blue="#163f80",
    side_yellow="#a8750a",
    side_green="#0f4521",
    edge_red="#ffe0da",
    edge_blue="#dfebff",
    edge_yellow="#5c3d00",
    edge_green="#d9f5e0",
    pip_red="#ffffff",
    pip_blue="#ffffff",
    pip_yellow="#3a2600",
    pip_green="#ffffff",
    shadow=("#10323a", "#000000"),
    accent=("#7b1fa2", "#e7b3ff"),
)
GRADIENTS = (
    Gradient("depth", ((0, "deep", 0.5), (0.55, "deep", 0.22), (1, "deep", 0)), (0.5, 0.5), (0.5, 0), radial=True),
    *(
        Gradient(f"face-{colour}", ((0, f"light_{colour}", 1), (0.7, f"die_{colour}", 1)), (0.1, 0), (0.9, 1))
        for colour in COLOURS
    ),
)
