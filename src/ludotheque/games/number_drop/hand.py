"""Where the keys lie that a seat can press now: in a strip below the large sheet, or in a column beside it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ludotheque.scene.scene import Node, words

from .paper import BOTTOM, TOP, WIDTH
from .parts import KEY, panel

LINE, GAP = 20, 6  # of a text, and between keys


@dataclass(frozen=True)
class Hand:
    """``right`` and ``bottom`` are where one's own part of the picture ends."""

    x: float
    y: float
    width: float
    height: float
    letters: int  # in a line
    lines: int  # above the keys
    large: int  # so many keys can be large
    right: float
    bottom: float

    def panel(self) -> Node:
        return panel(self.x, self.y, self.width, self.height)

    def say(self, text: str, line: int, size: float, **style: Any) -> Iterator[Node]:
        """A text from a line on."""
        for number, part in enumerate(textwrap.wrap(text, self.letters), start=line):
            y = self.y + 22 + LINE * number
            yield words(self.x + 14, y, part, size, text_anchor="start", **style)

    def keys(self, count: int) -> Iterator[tuple[float, float, float]]:
        """The middles of so many keys and their size: large ones, which a finger finds at once, if they fit."""
        size = 50 if count <= self.large else KEY
        step = size + GAP
        across = int((self.width + GAP) // step)
        left, top = self.x + (self.width - across * step + step) / 2, self.y + 9 + LINE * self.lines + size / 2
        down = min(step, (self.y + self.height - 4 - top - size / 2) / max(1, (count - 1) // across))
        for number in range(count):
            yield left + step * (number % across), top + down * (number // across), size

    @property
    def middle(self) -> tuple[float, float]:
        """Of a key that lies there alone."""
        return self.x + self.width / 2, self.y + 42 + LINE * self.lines


BELOW = Hand(14, BOTTOM + 26, WIDTH - 28, 112, 60, 1, 8, WIDTH, BOTTOM + 152)
BESIDE = Hand(WIDTH, TOP, 184, BOTTOM - TOP, 19, 4, 15, WIDTH + 198, BOTTOM + 26)
