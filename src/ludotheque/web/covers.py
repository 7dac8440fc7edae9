"""The picture on a game's box: a real position, drawn by the game itself and cropped.

``cover.ludo`` in its folder is a record whose last position is shown. Three lines of its header are for us: ``view x y
width height`` crops it, ``ground`` and ``accent`` name the colours of the palette that light the game's pages (two
names: by day and by night).

Drawing needs the rules, and rules that were never used before are compiled first. The shelf must not wait for that: so
the covers stand beside the games as ``cover.svg``, written by ``python -m ludotheque.web.covers``; a test compares them
with what would be drawn. A game without that file gets its cover drawn when it is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from ..core.game import Game
from ..core.record import Record
from ..core.registry import games, load
from ..scene.scene import Scene
from ..scene.theme import Palette

STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
COLOUR = re.compile(r"--([\w-]+):(#[0-9a-fA-F]{6})")
# Nobody touches a cover, and a page says in its own words what it shows.
NEEDLESS = re.compile(r' (?:aria-label|role|class|id)="[^"]*"')
LOOKED_UP = re.compile(r"var\(--([\w-]+)\)")
NAMED = re.compile(r'(\bid="|url\(#|href="#)')
RATIO = 5 / 4  # height to width
DEFS = re.compile(r"<defs>.*?</defs>", re.DOTALL)


@cache
def cover(name: str) -> str:
    """The cover of a game, in the colours of the reader's system."""
    game = load(name)
    kept = game.folder / "cover.svg"
    return kept.read_text("utf-8") if kept.exists() else draw(game)


@cache
def themed(name: str, theme: str) -> str:
    """The same in ``light`` or ``dark`` colours, whatever the system has; ``auto`` as the system has."""
    svg = cover(name)
    if theme == "auto":
        return svg
    colours = getattr(palette(name), theme)
    declared = ";".join(f"--{key}:{value}" for key, value in colours.items())
    return STYLE.sub(f"<style>svg{{{declared}}}</style>", svg, count=1)


@cache
def written_out(name: str, theme: str, prefix: str = "") -> str:
    """The same with its colours in place, for programs that look up none; with a prefix several can be in one."""
    colours: Mapping[str, str] = getattr(palette(name), theme)
    svg = STYLE.sub("", cover(name), count=1)
    svg = LOOKED_UP.sub(lambda found: colours[found[1]], svg)
    return NAMED.sub(lambda found: f"{found[1]}{prefix}", svg) if prefix else svg


@cache
def palette(name: str) -> Palette:
    """The colours of a game, as its cover has them; that loads no rules. Names are written as in CSS."""
    style = STYLE.search(cover(name))
    light, _, dark = (style[1] if style else "").partition("@media")
    return Palette(dict(COLOUR.findall(light)), dict(COLOUR.findall(dark)))


def light(name: str, kind: str, theme: str) -> str:
    """The colour that lights a game's pages; the kind is ``ground`` or ``accent``."""
    found = re.search(rf'data-{kind}="([^"]+)"', cover(name))
    names = (found[1] if found else "accent").split()
    colours: Mapping[str, str] = getattr(palette(name), theme)
    return colours[names[-1 if theme == "dark" else 0]]


def draw(game: Game) -> str:
    """Draws the cover anew."""
    record = Record.parse((game.folder / "cover.ludo").read_text("utf-8"))
    return _draw(record.replay().scene(None, "en"), dict(record.extra))


def _draw(scene: Scene, commands: dict[str, str]) -> str:
    view = commands["view"]
    ground, accent = (commands[kind].replace("_", "-") for kind in ("ground", "accent"))
    svg = scene.svg(theme="auto", coordinates=False, last=False)
    defs = DEFS.search(svg)
    body = svg[defs.end() if defs else svg.index(">", svg.index("</style>")) + 1 : svg.rindex("</svg>")]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" data-ground="{ground}" data-accent="{accent}"'
        f' font-family="system-ui, sans-serif" preserveAspectRatio="xMidYMid slice">\n'
        f"<style>{scene.palette.css('svg')}</style>\n{defs[0] if defs else ''}{NEEDLESS.sub('', body)}</svg>\n"
    )


def main() -> None:
    for name in games():
        (load(name).folder / "cover.svg").write_text(draw(load(name)), "utf-8")


if __name__ == "__main__":
    main()
