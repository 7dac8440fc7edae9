"""The graphs of a report as SVG: lines with soft bands for what is uncertain. Colours and dashes are in report.css."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from markupsafe import escape

WIDTH, HEIGHT = 480.0, 260.0
LEFT, RIGHT, TOP, BOTTOM = 40.0, 12.0, 10.0, 22.0
TICKS = 4
# A sign's shape says what it means, besides its colour: drawn around the origin.
SHAPES = {
    "inaccurate": "M0-5 5 4-5 4z",
    "mistake": "M0-6 6 0 0 6-6 0z",
    "blunder": "M-5-5H5V5H-5z",
    "draw": "M4 0A4 4 0 1 1-4 0 4 4 0 1 1 4 0z",
    "good": "M-4 0-1 3 4-3",
}


@dataclass(frozen=True)
class Series:
    """One line: its class, its values from position to position, and how unsure each of them is."""

    name: str
    values: Sequence[float]
    errors: Sequence[float] = ()


@dataclass(frozen=True)
class Sign:
    """A mark on a graph, with a title that says what it is."""

    kind: str
    at: int
    value: float
    title: str


@dataclass(frozen=True)
class Graph:
    """Lines over the positions of a game."""

    label: str
    series: Sequence[Series]
    number: Callable[[float], str]
    bounds: tuple[float, float] | None = None  # what values cannot pass
    signs: Sequence[Sign] = ()
    width: float = WIDTH
    height: float = HEIGHT
    scale: tuple[float, float] | None = None  # if several graphs share one
    extremes: tuple[float, float] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "extremes", self.scale or extremes(self.series, self.bounds))

    def x(self, at: float) -> float:
        steps = max(1, max(len(each.values) for each in self.series) - 1)
        return LEFT + at / steps * (self.width - LEFT - RIGHT)

    def y(self, value: float) -> float:
        low, high = self.extremes
        share = (min(max(value, low), high) - low) / (high - low)
        return TOP + (1 - share) * (self.height - TOP - BOTTOM)

    def svg(self) -> str:
        """The picture. A table says the same to those who do not see it."""
        size = f"0 0 {self.width:g} {self.height:g}"
        return (
            f'<svg class="graph" viewBox="{size}" role="img" aria-label="{escape(self.label)}">'
            f"{''.join(self._parts())}</svg>"
        )

    def _parts(self) -> Iterator[str]:
        yield from self._grid()
        for each in self.series:
            if each.errors:
                yield f'<path class="band {each.name}" d="{self._band(each)}"/>'
        for each in self.series:
            yield f'<path class="line {each.name}" d="{self._line(each.values)}"/>'
        for sign in self.signs:
            place = f"translate({self.x(sign.at):.1f} {self.y(sign.value):.1f})"
            title = f"<title>{escape(sign.title)}</title>"
            yield f'<path class="sign {sign.kind}" transform="{place}" d="{SHAPES[sign.kind]}">{title}</path>'
        yield f'<line class="cursor" x1="{LEFT}" x2="{LEFT}" y1="{TOP}" y2="{self.height - BOTTOM}"/>'

    def _grid(self) -> Iterator[str]:
        for value in ticks(*self.extremes):
            y = self.y(value)
            kind = "zero" if abs(value) < 1e-9 else "tick"
            yield f'<line class="{kind}" x1="{LEFT}" x2="{self.width - RIGHT:g}" y1="{y:.1f}" y2="{y:.1f}"/>'
            yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{escape(self.number(value))}</text>'
        last = max(len(each.values) for each in self.series) - 1
        for at, anchor in ((0, "start"), (last, "end")):
            yield f'<text x="{self.x(at):.1f}" y="{self.height - 5:g}" text-anchor="{anchor}">{at}</text>'

    def _line(self, values: Sequence[float]) -> str:
        points = (f"{self.x(at):.1f} {self.y(value):.1f}" for at, value in enumerate(values))
        return "M" + "L".join(points)

    def _band(self, series: Series) -> str:
        """One standard error to either side."""
        both = list(enumerate(zip(series.values, series.errors, strict=True)))
        upper = [f"{self.x(at):.1f} {self.y(value + error):.1f}" for at, (value, error) in both]
        lower = [f"{self.x(at):.1f} {self.y(value - error):.1f}" for at, (value, error) in reversed(both)]
        return f"M{'L'.join(upper + lower)}z"


def extremes(series: Sequence[Series], bounds: tuple[float, float] | None = None) -> tuple[float, float]:
    """The least and the most that a graph shows; 0 is always there, unless all is far from it."""
    if bounds is not None:
        return bounds
    values = [value for each in series for value in each.values]
    low, high = min(values), max(values)
    low = min(0.0, low) if low < high - low else low
    high = max(0.0, high)
    room = 0.06 * max(high - low, 0.1)
    return low - room, high + room


def ticks(low: float, high: float) -> list[float]:
    """A few round values."""
    rough = (high - low) / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * each for each in (1, 2, 2.5, 5, 10) if power * each >= rough)
    first = math.ceil(low / step - 1e-9)
    return [at * step for at in range(first, math.floor(high / step + 1e-9) + 1)]
