"""The CSS of the colours: those of each game's board as they are, and those of its pages, made readable.

A board draws with the palette of its game (``.ludo-NAME``). Around it, the page (``data-game="NAME"``) has the house's
colours in the light of that game: its ground tints the paper, its accent marks what can be pressed. Both are mixed here
until every text on them has the contrast that WCAG AA asks for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from ..core.registry import games
from ..scene.theme import SITE_DARK, SITE_LIGHT, Palette
from .covers import light, palette

THEMES = ("light", "dark")
SITE = {"light": SITE_LIGHT, "dark": SITE_DARK}
SITE_ACCENT = {"light": "#9c3d1c", "dark": "#f2a883"}
TINT = {"light": 0.15, "dark": 0.22}  # how much of a game's ground is in its paper
LIFT = {"light": ("#ffffff", 0.62), "dark": ("#ffffff", 0.06)}  # a card is a little nearer to the light
ENDS = {"light": "#000000", "dark": "#ffffff"}  # where a colour goes to be read better
TEXT, SIGN = 4.6, 3.1  # a little more than AA asks for text (4.5) and for edges and signs (3)


def rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(colour: str, other: str, share: float) -> str:
    """The colour with a share of the other in it."""
    mixed = (round(a + (b - a) * share) for a, b in zip(rgb(colour), rgb(other), strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def luminance(colour: str) -> float:
    parts = [part / 255 for part in rgb(colour)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """From 1 to 21, as WCAG counts it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable(colour: str, grounds: tuple[str, ...], end: str, least: float) -> str:
    """The colour, moved towards ``end`` only as far as needed to be read on all these grounds."""
    steps = (mix(colour, end, step / 50) for step in range(51))
    return next((c for c in steps if all(contrast(c, ground) >= least for ground in grounds)), end)


def page_colours(theme: str, ground: str | None = None, accent: str | None = None) -> dict[str, str]:
    """The colours of a page, by the names of their CSS variables."""
    house, end = SITE[theme], ENDS[theme]
    paper = mix(house["paper"], ground, TINT[theme]) if ground else house["paper"]
    card = mix(paper, *LIFT[theme])
    shade = mix(paper, house["ink"], 0.06)
    grounds = (paper, card, shade)
    strong = readable(accent or SITE_ACCENT[theme], grounds, end, TEXT)
    return {
        "paper": paper,
        "card": card,
        "shade": shade,
        "ink": house["ink"],
        "quiet": readable(house["quiet"], grounds, end, TEXT),
        "line": mix(paper, house["ink"], 0.16),
        "edge": readable(mix(paper, house["ink"], 0.4), grounds, end, SIGN),
        "accent": strong,
        "accent-ink": max(("#ffffff", "#16110d"), key=lambda ink: contrast(ink, strong)),
        "ground": ground or mix(paper, strong, 0.5),
    }


def game_page_colours(name: str, theme: str) -> dict[str, str]:
    colours = page_colours(theme, light(name, "ground", theme), light(name, "accent", theme))
    by_day = page_colours("light", light(name, "ground", "light"), light(name, "accent", "light"))
    # A box keeps its print at night.
    return colours | {"band": by_day["accent"], "band-ink": by_day["accent-ink"]}


@cache
def site_css() -> str:
    """The house's own colours, and those of every game for what stands on the shelf."""
    house = Palette(page_colours("light"), page_colours("dark"))
    return "".join([_rules(":root", house), *(_rules(_pages(name), _page_palette(name)) for name in games())])


@cache
def game_css(name: str) -> str:
    """The colours of one game: all those of its board, which its pages may use too."""
    board = palette(name)
    own = Palette(*({k: v for k, v in p.items() if k not in page_colours("light")} for p in (board.light, board.dark)))
    page = _page_palette(name)
    both = Palette({**own.light, **page.light}, {**own.dark, **page.dark})
    return _rules(f".ludo-{name}", board) + _rules(_pages(name), both)


def _pages(name: str) -> str:
    return f'[data-game="{name}"]'


def _page_palette(name: str) -> Palette:
    return Palette(game_page_colours(name, "light"), game_page_colours(name, "dark"))


def _rules(selector: str, colours: Palette) -> str:
    dark = _declare(colours.dark)
    by_choice = ",".join(_within('[data-theme="dark"]', selector))
    by_system = ",".join(_within('[data-theme="auto"]', selector))
    return (
        f"{selector}{{{_declare(colours.light)}}}\n{by_choice}{{{dark}}}\n"
        f"@media(prefers-color-scheme:dark){{{by_system}{{{dark}}}}}\n"
    )


def _within(theme: str, selector: str) -> Iterator[str]:
    """The root itself may be what is meant, or something in it."""
    if selector == ":root":
        yield f":root{theme}"
        return
    if selector.startswith("["):
        yield f":root{theme}{selector}"
    yield f":root{theme} {selector}"


def _declare(colours: Mapping[str, str]) -> str:
    return ";".join(f"--{name}:{colour}" for name, colour in colours.items())
