"""Pictures in parts, and what changed from one to the next: a choice moves a few pieces, all else is drawn as before.

A patch is a list of new parts and of ranges ``[from, to]`` of the parts before: whoever has those can put the picture
together. So it needs to know nothing about pictures, and a whole one is a patch of nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

Patch = list[str | list[int]]


@dataclass(frozen=True, eq=False)
class Picture:
    """An SVG, as ``Scene.live_parts`` gives it."""

    parts: Sequence[str]

    @property
    def svg(self) -> str:
        return "\n".join(self.parts)

    @cached_property
    def places(self) -> dict[str, int]:
        return {part: place for place, part in enumerate(self.parts)}

    def since(self, before: Picture | None) -> Patch:
        """What is to be sent to somebody who has the one before."""
        return [*self.parts] if before is None else patch(before, self.parts)


def patch(before: Picture, parts: Sequence[str]) -> Patch:
    """Goes through both side by side; after something new it looks where the old one goes on."""
    made: Patch = []
    old, places, next_one = before.parts, before.places, 0
    begin = next_one  # of the range that is being copied
    for part in parts:
        if next_one < len(old) and old[next_one] == part:
            next_one += 1
            continue
        place = places.get(part)
        copy(made, begin, next_one)
        if place is None:
            made.append(part)
            next_one = begin = next_one + 1  # it may stand where another one stood
        else:
            begin, next_one = place, place + 1
    copy(made, begin, next_one)
    return made


def copy(made: Patch, begin: int, end: int) -> None:
    if begin < end:
        made.append([begin, end])
