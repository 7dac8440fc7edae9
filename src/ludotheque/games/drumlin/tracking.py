"""Which piece is which. The rules count pieces; people see each of the 24 stay itself while it moves and changes."""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.core.state import State

from . import rules
from .notation import ANSWERS, place_of


class Piece(NamedTuple):
    seat: int
    kind: int  # ELEPHANT (an egg, too) or DRAGON
    cell: int


class Herds(NamedTuple):
    """All pieces by number, and the number of the one that carries the Drumlin."""

    pieces: dict[int, Piece]
    egg: int | None

    def find(self, cell: int, seat: int, kind: int) -> list[int]:
        """The pieces of one kind on a cell; the egg comes last, so that others are taken before it."""
        there = [number for number, piece in self.pieces.items() if piece == (seat, kind, cell)]
        return sorted(there, key=lambda number: number == self.egg)

    def on(self, cell: int) -> list[int]:
        return [number for number, piece in self.pieces.items() if piece.cell == cell]

    def by_cell(self) -> dict[int, list[int]]:
        """The pieces on every cell that is not empty."""
        there: dict[int, list[int]] = {}
        for number, piece in self.pieces.items():
            there.setdefault(piece.cell, []).append(number)
        return there


def herds(state: State) -> Herds:
    return state.fold("herds", _first, _next)


def _first(state: State) -> Herds:
    """Numbers the pieces of a position without a past from a1 to h10."""
    there: list[Piece] = []
    for cell in range(rules.CELLS):
        for seat in (0, 1):
            dragons, elephants = divmod(int(state.fields.troops[seat, cell]), rules.TROOP)
            there += [Piece(seat, rules.ELEPHANT, cell)] * elephants + [Piece(seat, rules.DRAGON, cell)] * dragons
    return _with_egg(Herds(dict(enumerate(there)), None), state, [])


def _next(before: Herds, _: State, after: State) -> Herds:
    assert after.last is not None
    seat, text = after.last
    moved, to = _moved(before, seat, text)
    pieces = {
        n: piece._replace(cell=to[n]) if n in to else piece for n, piece in before.pieces.items() if n not in moved
    }
    if before.egg is not None and (text[0] == "!" or after.fields.stone == rules.IN_HAND):
        pieces[before.egg] = pieces[before.egg]._replace(kind=rules.DRAGON)
    return _with_egg(Herds(pieces, before.egg), after, list(to))


def _moved(before: Herds, seat: int, text: str) -> tuple[set[int], dict[int, int]]:
    """The pieces that an event takes out of the game, and those it moves with their new cells."""
    if text[0] == "R":
        cell = place_of(text[1:])
        return {n for n in before.on(cell) if before.pieces[n].seat == seat}, {}
    if text[0] in "!@" or text in ANSWERS:
        return set(), {}
    origin, target = map(place_of, text[1:].split("-"))
    if text[0] == "X":
        pair = before.find(origin, seat, rules.ELEPHANT)[:2]
        dragon = before.find(target, seat, rules.DRAGON)[0]
        return set(), {**dict.fromkeys(pair, target), dragon: origin}
    kind = rules.ELEPHANT if text[0] == "E" else rules.DRAGON
    return set(), {before.find(origin, seat, kind)[0]: target}


def _with_egg(herds: Herds, state: State, arrived: list[int]) -> Herds:
    """The same pieces with the right egg: as before if it still is one, else an elephant that has just arrived."""
    owner, stone = state.fields.egg, state.fields.stone
    able = [] if owner == rules.NOBODY else herds.find(stone, owner, rules.ELEPHANT)
    if herds.egg in able:
        return herds
    return Herds(herds.pieces, min(able, key=lambda n: n not in arrived, default=None))
