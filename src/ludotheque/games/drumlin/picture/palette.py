"""The colours of Drumlin: stone slabs and moss in a glacial valley, two kinds of wood."""

from __future__ import annotations

from ludotheque.scene.scene import Gradient
from ludotheque.scene.theme import Palette

WOODS = ("violet", "pink")

PALETTE = Palette.of(
    mist=("#b9c4a4", "#39463a"),
    moss=("#93a374", "#25301f"),
    moss_deep=("#7a8c5d", "#1a2317"),
    slab=("#dcdcd2", "#565c57"),
    slab_low=("#c6c7bb", "#474d49"),
    crack=("#9fa194", "#363b38"),
    violet=("#7b5fc9", "#8166cf"),
    violet_light=("#a48ee6", "#ad98ec"),
    violet_side=("#42307f", "#33245f"),
    violet_crest="#f6f1ff",
    violet_ink=("#4a3591", "#e0d6ff"),
    pink=("#ee8fb4", "#ea88ae"),
    pink_light=("#ffc6da", "#ffbdd4"),
    pink_side=("#a83468", "#852450"),
    pink_crest="#6e1240",
    pink_ink=("#96194f", "#ffd3e2"),
    hole=("#241a33", "#180f22"),
    stone_light="#c3c9cc",
    stone="#899196",
    stone_dark="#474e53",
    hub=("#2f352f", "#1b201c"),
    hub_ink="#ffffff",
    light="#ffffff",
    sun=("#fffdf0", "#a3b59c"),
    shadow="#0a0f08",
    accent=("#c2410c", "#ffa24a"),
    accent_ink=("#ffffff", "#241003"),
    letters=("#141b0d", "#d7dfc9"),
)
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
