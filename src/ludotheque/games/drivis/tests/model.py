"""Drivis a second time, slowly and cell by cell, straight from the rules. It shares no code with ``rules.py``."""

from __future__ import annotations

from dataclasses import dataclass, field

STARTS = {
    "ring": ("a1 f1 h3 h8 c8 a6", "c1 h1 h6 f8 a8 a3"),
    "triples": ("a1 c1 f1 h8 f8 c8", "h1 h3 h6 a8 a6 a3"),
}
Place = tuple[int, int]
DIRECTIONS = ((0, 1), (0, -1), (-1, 0), (1, 0))


def place(name: str) -> Place:
    return "abcdefghi".index(name[0]), int(name[1]) - 1


def name(place: Place) -> str:
    return "abcdefghi"[place[0]] + str(place[1] + 1)


def cells(place: Place) -> set[Place]:
    x, y = place
    return {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}


def touch(one: Place, other: Place) -> bool:
    """They share a side of at least one cell."""
    return any(abs(a - c) + abs(b - d) == 1 for a, b in cells(one) for c, d in cells(other))


@dataclass
class Drivis:
    start: str = "ring"
    lone: str = "connected"
    max_choices: int = 300
    turn: int = 0
    made: int = 0
    result: tuple[float, float] | None = None
    plates: dict[Place, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.plates = {place(n): seat for seat, names in enumerate(STARTS[self.start]) for n in names.split()}

    def is_open(self, at: Place, mover: Place) -> bool:
        taken = {cell for other in self.plates if other != mover for cell in cells(other)} | {(4, 4)}
        return all(0 <= x <= 8 and 0 <= y <= 8 for x, y in cells(at)) and not cells(at) & taken

    def stop(self, mover: Place, direction: Place) -> Place:
        x, y = mover
        while self.is_open((x + direction[0], y + direction[1]), mover):
            x, y = x + direction[0], y + direction[1]
        return x, y

    def slides(self, seat: int) -> dict[str, tuple[Place, Place]]:
        ways = [(p, self.stop(p, d)) for p, owner in self.plates.items() if owner == seat for d in DIRECTIONS]
        return {f"{name(a)}-{name(b)}": (a, b) for a, b in ways if a != b}

    def choices(self) -> list[str]:
        return [] if self.result else sorted(self.slides(self.turn)) or ["pass"]

    def connected(self, seat: int) -> bool:
        own = [p for p, owner in self.plates.items() if owner == seat]
        if len(own) < 2:
            return len(own) == 1 and self.lone == "connected"
        group = {own[0]}
        for _ in own:
            group |= {p for p in own if any(touch(p, q) for q in group)}
        return len(group) == len(own)

    def play(self, text: str) -> None:
        mover, other = self.turn, 1 - self.turn
        if text != "pass":
            origin, target = self.slides(mover)[text]
            del self.plates[origin]
            self.plates[target] = mover
            self.plates |= {p: mover for p in self.plates if touch(p, target)}
        self.made += 1
        self.turn = other
        self.result = self.judge(mover, other)

    def judge(self, mover: int, other: int) -> tuple[float, float] | None:
        won = ((1.0, -1.0), (-1.0, 1.0))
        if other not in self.plates.values():
            return won[mover]
        if self.connected(other):
            return won[other]
        if not self.slides(other) and self.connected(mover):
            return won[mover]
        return (0.0, 0.0) if self.made >= self.max_choices else None
