"""A position of Drivis as a drawing."""

from __future__ import annotations

from itertools import combinations

from ludotheque.core.state import State
from ludotheque.scene.scene import Group, Node, Point, Scene, caption, group, line, polygon, rect, shifted, stroke

from .. import GAME
from ..clicks import clicks, plate_numbers
from ..notation import cell, place_of
from ..position import is_connected, touching
from ..sentences import status
from .board import CELL, MARGIN, SIZE, board
from .palette import GRADIENTS, PALETTE
from .pieces import badges, chosen, halo, ice, link, outline, target, winning


def scene(state: State, seat: int | None, lang: str, wide: bool) -> Scene:
    return _Drawing(state, seat or 0, lang, status(state).text(lang)).scene()


class _Drawing:
    """One picture: the position as one seat sees it."""

    def __init__(self, state: State, seat: int, lang: str, status: str) -> None:
        self.state, self.seat, self.lang, self.status = state, seat, lang, status
        self.plates = [int(p) for p in state.fields.plates]
        self.numbers = plate_numbers(state)
        self.winners = self.winning_group()

    def say(self, key: str, **params: object) -> str:
        return GAME.catalog.say(key, self.lang, **params)

    def scene(self) -> Scene:
        nodes = (board(self.seat, self.lang), *self.trail(), *self.floes(), *self.links(), *self.spots())
        label = self.say("picture.board", status=self.status)
        return Scene("drivis", SIZE, SIZE, nodes, PALETTE, label, GRADIENTS)

    # Where things are

    def middle(self, place: int) -> Point:
        """The middle of a plate on this place, as this seat sees it."""
        x, y = (place & 7) + 1, (place >> 3) + 1
        if self.seat == 1:
            x, y = 9 - x, 9 - y
        return MARGIN + x * CELL, SIZE - MARGIN - y * CELL

    # Plates

    def floes(self) -> list[Group]:
        flipped, moved = self.changes()
        there = sorted((number, place) for place, number in self.numbers.items())
        return [self.floe(number, place, place in flipped, place == moved) for number, place in there]

    def floe(self, number: int, place: int, flipped: bool, moved: bool) -> Group:
        side = 0 if self.plates[0] >> place & 1 else 1
        marks = [badges(number, flipped, moved)] if flipped or moved else []
        marks += [winning(number)] if place in self.winners else []
        x, y = self.middle(place)
        return group(
            ice(number, side),
            *marks,
            id=f"plate-{number}",
            kind=f"plate side-{side}",
            label=self.plate_label(side, place),
            x=x,
            y=y,
            halo=(halo(number),),
            chosen=(chosen(number),),
        )

    def plate_label(self, side: int, place: int) -> str:
        plate = GAME.catalog(f"picture.plate.{side}", place=cell(place))
        return self.say("picture.winning", plate=plate) if place in self.winners else plate.text(self.lang)

    # The end

    def winning_group(self) -> list[int]:
        """The places of the connected plates that decided the game."""
        winner = self.state.fields.winner
        if winner not in (0, 1) or not is_connected(self.state, winner):
            return []
        return [place for place in range(64) if self.plates[winner] >> place & 1]

    def links(self) -> list[Node]:
        """A clamp across every side that two plates of the winning group share."""
        pairs = [(a, b) for a, b in combinations(self.winners, 2) if touching(1 << a) >> b & 1]
        return [link(self.middle(one), self.middle(other)) for one, other in pairs]

    # The last event

    def changes(self) -> tuple[set[int], int | None]:
        """The plates that the last event turned over, and the one that it moved."""
        before, last = self.state.previous, self.state.last
        if before is None or last is None or last[1] == "pass":
            return set(), None
        mover, text = last
        taken = self.plates[mover] & int(before.fields.plates[1 - mover])
        return {place for place in range(64) if taken >> place & 1}, place_of(text[3:])

    def trail(self) -> list[Node]:
        """The wake of the last move: where the plate was, and the way it came."""
        _, moved = self.changes()
        if moved is None or self.state.last is None:
            return []
        origin = place_of(self.state.last[1][:2])
        (x1, y1), (x2, y2) = self.middle(origin), self.middle(moved)
        number = self.numbers[moved]
        ghost = polygon(shifted(outline(number), x1, y1), **stroke("snow", 1.2, stroke_dasharray="5 4"))
        dx, dy = (0, 1) if y1 == y2 else (1, 0)
        ripples = (-18, 0, 18)
        wake = [line(x1 + dx * i, y1 + dy * i, x2 + dx * i, y2 + dy * i, **stroke("snow", 1.5)) for i in ripples]
        return [group(*wake, ghost, layer="last", kind="trail", opacity=0.45)]

    # Where a plate can go

    def spots(self) -> list[Group]:
        seats = self.state.actors
        paths = {clicks(self.state, seat, action) for seat in seats for action in self.state.legal(seat)}
        return [self.spot(name) for name in sorted({path[-1] for path in paths})]

    def spot(self, name: str) -> Group:
        if name == "pass":
            return self.pass_button()
        place = place_of(name.removeprefix("spot-"))
        x, y = self.middle(place)
        return group(
            target(), id=name, kind="target", label=self.say("picture.target", place=cell(place)), x=x, y=y, spot=True
        )

    def pass_button(self) -> Group:
        text = self.say("picture.pass")
        button = rect(-60, -16, 120, 32, 8, fill="$deep", stroke="$accent", stroke_width=2)
        word = caption(0, 5, text, 15, fill="$accent")
        return group(button, word, id="pass", kind="target", label=text, x=SIZE / 2, y=SIZE - 14, spot=True)
