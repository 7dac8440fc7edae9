"""Writes a scene as SVG: the web board, the notebook picture, the guides' diagrams and the snapshots in tests.

A server writes a picture for each player after each event, so the writer is made to be quick: it fills one list of
lines, and it remembers how numbers, strings and colours are written and the whole text of what is :class:`Memo`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from .scene import Gradient, Group, Memo, Node, Scene, Shape
from .theme import THEMES, Palette

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif"


class SvgWriter:
    """Writes one picture; ``lines`` is what is written so far."""

    def __init__(
        self,
        scene: Scene,
        theme: str,
        hidden: frozenset[str],
        live: bool,
        lit: frozenset[str],
        chosen: frozenset[str],
        prefix: str,
    ) -> None:
        if theme not in THEMES:
            raise ValueError(f"no theme {theme!r}: choose one of {', '.join(THEMES)}")
        self.scene, self.theme, self.hidden, self.live = scene, theme, hidden, live
        self.lit, self.chosen, self.prefix = lit, chosen, prefix
        self.ink = ink(scene.palette, theme, prefix)
        self.lines: list[str] = []
        # Of the styles a kept text can have there are few, so what is kept is bounded: no prefix, nothing touched.
        self.style = None if lit or chosen or prefix else (theme, hidden, live)

    def text(self, width: int | None) -> str:
        return "\n".join(self.parts(width))

    def parts(self, width: int | None = None) -> list[str]:
        """A line each, but what is kept is one part."""
        scene = self.scene
        size = f' width="{width}" height="{number(width * scene.height / scene.width)}"' if width else ""
        if self.live and scene.own:
            size += f' data-own="{number(scene.own[0])} {number(scene.own[1])}"'
        self.lines.append(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(scene.width)} {number(scene.height)}"{size}'
            f' class="ludo ludo-{scene.name}" role={quoteattr("group" if self.live else "img")}'
            f" aria-label={quoteattr(scene.label)} font-family={quoteattr(FONT)}>"
        )
        if self.theme == "auto":
            self.lines.append(f"<style>{scene.palette.css(f'.ludo-{scene.name}')}</style>")
        if scene.gradients:
            self.lines.append(self.ink.defs(scene.gradients))
        self.nodes(scene.nodes)
        self.lines.append("</svg>\n")
        return self.lines

    def nodes(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            if type(node) is Shape:
                self.lines.append(self.ink.shape(node))
            elif type(node) is Group:
                self.group(node)
            else:
                self.memo(node)  # type: ignore[arg-type]

    def memo(self, memo: Memo) -> None:
        """A text that is known, or else one to be known from now on."""
        if self.style is None:
            self.nodes(memo.children)
            return
        text = memo.texts.get(self.style)
        if text is None:
            before, self.lines = self.lines, []
            self.nodes(memo.children)
            text = memo.texts[self.style] = "\n".join(self.lines)
            self.lines = before
        if text:  # else all of it is hidden
            self.lines.append(text)

    def group(self, group: Group) -> None:
        is_lit, is_chosen = group.id in self.lit, group.id in self.chosen
        if group.layer in self.hidden or (group.spot and not (is_lit or is_chosen or self.live)):
            return
        self.lines.append(self.head(group, is_lit, is_chosen))
        self.nodes(group.children)
        if group.chosen and (is_chosen or self.live):
            self.overlay('<g class="chosen">', group.chosen)
        if group.halo and (is_lit or self.live):
            self.overlay('<g class="halo">', group.halo)
        self.lines.append("</g>")

    def overlay(self, head: str, nodes: Sequence[Node]) -> None:
        self.lines.append(head)
        self.nodes(nodes)
        self.lines.append("</g>")

    def head(self, group: Group, is_lit: bool, is_chosen: bool) -> str:
        """The opening tag of a group."""
        parts = [f"<g id={quoted(self.prefix + group.id)}" if group.id else "<g"]
        layer = group.layer if self.live and group.layer != "board" else ""  # a page can hide it
        parts.append(classes(group.kind, layer, group.spot, is_lit, is_chosen))
        if group.x or group.y or group.turn:
            parts.append(transform(group))
        if group.opacity != 1:
            parts.append(f' opacity="{number(group.opacity)}"')
        if group.label is not None:
            role = ' role="img"' if group.label and not self.live else ""
            parts.append(f"{role} aria-label={quoted(group.label)}")
        parts.append(">")
        return "".join(parts)


class Ink:
    """How shapes are written with the colours of one palette, in one theme."""

    def __init__(self, palette: Palette, theme: str, prefix: str) -> None:
        self.palette, self.theme, self.prefix = palette, theme, prefix
        self.paints: dict[str, str] = {}

    def shape(self, shape: Shape) -> str:
        attributes = self.attributes(shape.attributes)
        if shape.text:
            return f"<{shape.tag}{attributes}>{escape(shape.text)}</{shape.tag}>"
        return f"<{shape.tag}{attributes}/>"

    def attributes(self, attributes: Mapping[str, Any]) -> str:
        value = self.value
        return "".join([f" {hyphened(name)}={value(each)}" for name, each in attributes.items()])

    def value(self, value: Any) -> str:
        """A value in quotes: a colour or gradient, any other string, a number, or a list of points."""
        if isinstance(value, str):
            return self.paints.get(value) or self.paint(value) if value.startswith(("$", "@")) else quoted(value)
        if isinstance(value, (int, float)):
            return f'"{number(value)}"'
        return '"' + " ".join([f"{number(x)},{number(y)}" for x, y in value]) + '"'

    def paint(self, name: str) -> str:
        is_colour = name.startswith("$")
        paint = self.palette.colour(name[1:], self.theme) if is_colour else f"url(#{self.prefix}{name[1:]})"
        self.paints[name] = quoteattr(paint)
        return self.paints[name]

    @lru_cache(maxsize=64)  # noqa: B019 - inks are kept as well
    def defs(self, gradients: tuple[Gradient, ...]) -> str:
        return "<defs>" + "".join(map(self.gradient, gradients)) + "</defs>"

    def gradient(self, gradient: Gradient) -> str:
        (x1, y1), (x2, y2) = gradient.start, gradient.end
        if gradient.radial:
            tag, place = "radialGradient", {"cx": x1, "cy": y1, "r": x2}
        else:
            tag, place = "linearGradient", {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
        stops = "".join(
            f"<stop{self.attributes({'offset': at, 'stop_color': f'${colour}', 'stop_opacity': opacity})}/>"
            for at, colour, opacity in gradient.stops
        )
        return f"<{tag}{self.attributes({'id': self.prefix + gradient.name} | place)}>{stops}</{tag}>"


ink = lru_cache(maxsize=64)(Ink)
quoted = lru_cache(maxsize=8192)(quoteattr)


@lru_cache(maxsize=256)
def hyphened(name: str) -> str:
    """The SVG name of an attribute."""
    return name.replace("_", "-")


@lru_cache(maxsize=1024)
def classes(kind: str, layer: str, spot: bool, is_lit: bool, is_chosen: bool) -> str:
    signs = ((kind, True), (layer, layer != kind), ("spot", spot), ("lit", is_lit), ("is-chosen", is_chosen))
    kinds = " ".join(kind for kind, there in signs if kind and there)
    return f" class={quoteattr(kinds)}" if kinds else ""


def transform(group: Group) -> str:
    moves = []
    if group.x or group.y:
        moves.append(f"translate({number(group.x)} {number(group.y)})")
    if group.turn:
        moves.append(f"rotate({number(group.turn)})")
    return f' transform="{" ".join(moves)}"'


@lru_cache(maxsize=8192)
def number(value: float) -> str:
    """Two decimals at most, and none that say nothing."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
