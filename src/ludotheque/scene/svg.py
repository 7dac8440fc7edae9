"""Writes a scene as SVG: the web board, the notebook picture, the guides' diagrams and the snapshots in tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from .scene import Gradient, Group, Node, Scene, Shape
from .theme import THEMES

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif"


@dataclass(frozen=True)
class Writer:
    scene: Scene
    theme: str
    hidden: frozenset[str]
    live: bool
    lit: frozenset[str]
    chosen: frozenset[str]
    prefix: str

    def text(self, width: int | None) -> str:
        if self.theme not in THEMES:
            raise ValueError(f"no theme {self.theme!r}: choose one of {', '.join(THEMES)}")
        scene = self.scene
        size = f' width="{width}" height="{number(width * scene.height / scene.width)}"' if width else ""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(scene.width)} {number(scene.height)}"{size}'
            f' class="ludo ludo-{scene.name}" role={quoteattr("group" if self.live else "img")}'
            f" aria-label={quoteattr(scene.label)} font-family={quoteattr(FONT)}>"
        )
        return "\n".join([head, *self.defs(), *self.nodes(scene.nodes), "</svg>\n"])

    def defs(self) -> Iterator[str]:
        if self.theme == "auto":
            yield f"<style>{self.scene.palette.css(f'.ludo-{self.scene.name}')}</style>"
        if self.scene.gradients:
            yield "<defs>" + "".join(map(self.gradient, self.scene.gradients)) + "</defs>"

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

    def nodes(self, nodes: Sequence[Node]) -> Iterator[str]:
        for node in nodes:
            if isinstance(node, Shape):
                yield self.shape(node)
            else:
                yield from self.group(node)

    def shape(self, shape: Shape) -> str:
        attributes = self.attributes(shape.attributes)
        return (
            f"<{shape.tag}{attributes}>{escape(shape.text)}</{shape.tag}>"
            if shape.text
            else f"<{shape.tag}{attributes}/>"
        )

    def group(self, group: Group) -> Iterator[str]:
        is_lit, is_chosen = group.id in self.lit, group.id in self.chosen
        if group.layer in self.hidden or (group.spot and not (is_lit or is_chosen or self.live)):
            return
        yield f"<g{self.attributes(self.group_attributes(group, is_lit, is_chosen))}>"
        yield from self.nodes(group.children)
        if is_chosen or self.live:
            yield from self.overlay("chosen", group.chosen)
        if is_lit or self.live:
            yield from self.overlay("halo", group.halo)
        yield "</g>"

    def overlay(self, kind: str, nodes: Sequence[Node]) -> Iterator[str]:
        if nodes:
            yield f'<g class="{kind}">'
            yield from self.nodes(nodes)
            yield "</g>"

    def group_attributes(self, group: Group, is_lit: bool, is_chosen: bool) -> dict[str, Any]:
        signs = ((group.kind, True), ("spot", group.spot), ("lit", is_lit), ("is-chosen", is_chosen))
        kinds = " ".join(kind for kind, there in signs if kind and there)
        attributes = {
            "id": self.prefix + group.id if group.id else None,
            "class": kinds or None,
            "transform": transform(group),
            "opacity": group.opacity if group.opacity != 1 else None,
            "role": "img" if group.label and not self.live else None,
            "aria-label": group.label,
        }
        return {name: value for name, value in attributes.items() if value is not None}

    def attributes(self, attributes: Mapping[str, Any]) -> str:
        return "".join(
            f" {name.replace('_', '-')}={quoteattr(self.value(value))}" for name, value in attributes.items()
        )

    def value(self, value: Any) -> str:
        if isinstance(value, (int, float)):
            return number(value)
        if not isinstance(value, str):
            return " ".join(f"{number(x)},{number(y)}" for x, y in value)
        if value.startswith("$"):
            return self.scene.palette.colour(value[1:], self.theme)
        return f"url(#{self.prefix}{value[1:]})" if value.startswith("@") else value


def transform(group: Group) -> str | None:
    moves = []
    if group.x or group.y:
        moves.append(f"translate({number(group.x)} {number(group.y)})")
    if group.turn:
        moves.append(f"rotate({number(group.turn)})")
    return " ".join(moves) or None


def number(value: float) -> str:
    """Two decimals at most, and none that say nothing."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
