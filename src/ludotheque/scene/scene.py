"""A picture as shapes. Games build scenes; ``svg.py`` writes them.

Colours are named: ``fill="$water"`` is the palette's colour, ``fill="@sea"`` the gradient of that name. Elements that
a person can touch are groups with an id; what is shown only when they can be touched is their ``halo``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from typing import Any, ParamSpec, cast

from .theme import Palette

Point = tuple[float, float]
P = ParamSpec("P")

# Hundreds of shapes and groups are made for each picture. They are never changed, but not frozen: that would make
# them three times as slow to build.


@dataclass(slots=True, eq=False)
class Shape:
    """One SVG element."""

    tag: str
    attributes: Mapping[str, Any]
    text: str = ""


@dataclass(slots=True, eq=False)
class Group:
    """Shapes that belong together, moved to (x, y) and turned by some degrees.

    ``layer`` can be switched off as a whole: ``coordinates``, ``last`` (marks of the last event). A ``spot`` is a place
    to touch that shows only when it can be touched; its ``halo`` likewise, and ``chosen`` when it has been.
    """

    children: tuple[Node, ...]
    id: str | None = None
    label: str | None = None
    kind: str = ""
    x: float = 0
    y: float = 0
    turn: float = 0
    opacity: float = 1
    layer: str = "board"
    spot: bool = False
    halo: tuple[Node, ...] = ()
    chosen: tuple[Node, ...] = ()


@dataclass(slots=True, eq=False)
class Memo:
    """Nodes that picture after picture shows again: whoever writes them keeps the text here, by the style of writing.

    It is no element of its own. A game makes one with :func:`memo`.
    """

    children: tuple[Node, ...]
    texts: dict[Any, str] = field(default_factory=dict)


Node = Shape | Group | Memo


@dataclass(frozen=True, eq=False)
class Gradient:
    """Stops are (offset, colour name, opacity). Linear from ``start`` to ``end`` or radial around ``start``."""

    name: str
    stops: tuple[tuple[float, str, float], ...]
    start: Point = (0, 0)
    end: Point = (0, 1)
    radial: bool = False


@dataclass(frozen=True)
class Scene:
    """A whole picture; ``label`` says in words what it shows.

    ``own`` is how wide and high its upper left part is that a player cannot do without, where there is more to see: a
    page keeps all of that on the screen, and the rest is scrolled to.
    """

    name: str
    width: float
    height: float
    nodes: tuple[Node, ...]
    palette: Palette
    label: str
    gradients: tuple[Gradient, ...] = field(default=())
    own: tuple[float, float] | None = None

    def svg(
        self,
        *,
        theme: str = "auto",
        coordinates: bool = True,
        last: bool = True,
        live: bool = False,
        lit: frozenset[str] = frozenset(),
        chosen: tuple[str, ...] = (),
        prefix: str = "",
        width: int | None = None,
    ) -> str:
        """The SVG text.

        ``theme`` is ``light``, ``dark``, ``auto`` (as the reader's system) or ``css`` (the page defines the colours);
        ``coordinates`` and ``last`` switch those layers; ``lit`` are the ids that can be touched next and ``chosen``
        those touched so far; ``live`` keeps all halos and spots in the text, for a page that shows them itself;
        ``prefix`` goes before every id, so that several pictures fit on one page; ``width`` is in pixels.
        """
        from .svg import SvgWriter

        hidden = {name for name, shown in (("coordinates", coordinates), ("last", last)) if not shown}
        return SvgWriter(self, theme, frozenset(hidden), live, lit, frozenset(chosen), prefix).text(width)

    def live_parts(self) -> list[str]:
        """What a page shows (``theme="css", live=True``), in parts: joined by line breaks they are the SVG text.

        What stays the same from one picture to the next is the same part.
        """
        from .svg import SvgWriter

        nothing = frozenset[str]()
        return SvgWriter(self, "css", nothing, True, nothing, nothing, "").parts()

    def png(self, *, width: int = 800, theme: str = "light", **style: Any) -> bytes:
        """The picture as PNG; ``theme`` is ``light`` or ``dark``, and ``style`` as for :meth:`svg`."""
        from .png import png

        return png(self.svg(theme=theme, **style), width)

    def groups(self) -> Iterator[Group]:
        """All groups, outer ones first."""
        yield from _groups(self.nodes)

    def ids(self) -> list[str]:
        return [group.id for group in self.groups() if group.id]


def _groups(nodes: Sequence[Node]) -> Iterator[Group]:
    for node in nodes:
        if isinstance(node, Group):
            yield node
            yield from _groups((*node.children, *node.halo, *node.chosen))
        elif isinstance(node, Memo):
            yield from _groups(node.children)


def memo(build: Callable[P, Node | Iterable[Node]]) -> Callable[P, Memo]:
    """Has a part of a picture built once for the same arguments, and written once in the same style.

    For what stays (a board) and for what comes in few forms (the face of a die). The 4,096 parts used last stay.
    """

    @lru_cache(maxsize=4096)
    def once(*args: Any, **kwargs: Any) -> Memo:
        found: Any = build(*args, **kwargs)
        return Memo((found,) if isinstance(found, (Shape, Group, Memo)) else tuple(found))

    return cast(Callable[P, Memo], wraps(build)(once))


# Short words for building scenes


def group(*children: Node, **properties: Any) -> Group:
    return Group(children, **properties)


def rect(x: float, y: float, width: float, height: float, r: float = 0, **style: object) -> Shape:
    corner = {"rx": r} if r else {}
    return Shape("rect", {"x": x, "y": y, "width": width, "height": height, **corner, **style})


def circle(x: float, y: float, r: float, **style: object) -> Shape:
    return Shape("circle", {"cx": x, "cy": y, "r": r, **style})


def line(x1: float, y1: float, x2: float, y2: float, **style: object) -> Shape:
    return Shape("line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2, **style})


def polyline(points: Sequence[Point], **style: object) -> Shape:
    return Shape("polyline", {"points": points, **style})


def polygon(points: Sequence[Point], **style: object) -> Shape:
    return Shape("polygon", {"points": points, **style})


def path(d: str, **style: object) -> Shape:
    return Shape("path", {"d": d, **style})


def caption(x: float, y: float, text: str, size: float = 12, **style: object) -> Shape:
    return Shape("text", {"x": x, "y": y, "font_size": size, "text_anchor": "middle", **style}, text)


def stroke(colour: str, width: float, **style: object) -> dict[str, Any]:
    """The style of a line with round ends and no filling."""
    ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return {"fill": "none", "stroke": f"${colour}", "stroke_width": width, **ends, **style}


def shifted(points: Sequence[Point], dx: float, dy: float, scale: float = 1) -> list[Point]:
    return [(x * scale + dx, y * scale + dy) for x, y in points]


def around(n: int, radius: float, turn: float = 0) -> list[Point]:
    """n points on a circle, the first one straight up when ``turn`` is 0."""
    angles = (math.radians(turn + 360 * i / n) for i in range(n))
    return [(radius * math.sin(a), -radius * math.cos(a)) for a in angles]
