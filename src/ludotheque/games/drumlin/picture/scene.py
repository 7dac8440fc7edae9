"""A position of Drumlin as a drawing."""

from __future__ import annotations

from ludotheque.core.state import State
from ludotheque.scene.scene import Group, Node, Point, Scene, circle, group, line, rect, stroke

from .. import GAME, rules
from ..clicks import clicks
from ..notation import ANSWERS, cell, place_of
from ..position import crowded, ending_key
from ..sentences import status
from ..tracking import Herds, herds
from .board import BAND, CELL, HEIGHT, SIDE, WIDTH, base_line, board, middle
from .marks import (
    answer,
    defeat,
    destination,
    leaving,
    must_leave,
    partner,
    slab_outline,
    slab_outline_at,
    sparks,
    takeable,
    taken,
    victory,
    weight,
)
from .palette import GRADIENTS, PALETTE
from .pieces import dragon, elephant, stone


def scene(state: State, seat: int | None, lang: str, wide: bool) -> Scene:
    return _Drawing(state, seat or 0, lang, status(state).text(lang)).scene()


class _Drawing:
    """One picture: the position as one seat sees it."""

    def __init__(self, state: State, seat: int, lang: str, status: str) -> None:
        self.state, self.seat, self.lang, self.status = state, seat, lang, status
        self.herds = herds(state)
        self.by_cell = self.herds.by_cell()
        self.spots_of = _arrange(self.herds, self.by_cell, seat)

    def say(self, key: str, **params: object) -> str:
        return GAME.catalog.say(key, self.lang, **params)

    def scene(self) -> Scene:
        nodes: tuple[Node, ...] = (
            board(self.seat),
            *self.bound_cells(),
            *self.trail(),
            *self.pieces(),
            self.drumlin(),
            *self.born(),
            *self.touchable(PIECES),
            *self.weights(),
            *self.decided(),
            *self.touchable(TARGETS),
        )
        label = self.say("picture.board", status=self.status)
        return Scene("drumlin", WIDTH, HEIGHT, nodes, PALETTE, label, GRADIENTS)

    # Where things are

    def middle(self, place: int) -> Point:
        return middle(place, self.seat)

    def at(self, number: int) -> tuple[float, float, float]:
        """Where a piece is drawn, and how large."""
        x, y = self.middle(self.herds.pieces[number].cell)
        dx, dy, radius = self.spots_of[number]
        return x + dx, y + dy, radius

    # Pieces

    def pieces(self) -> list[Group]:
        return [self.piece(number) for number in sorted(self.herds.pieces)]

    def piece(self, number: int) -> Group:
        owner, kind, place = self.herds.pieces[number]
        x, y, radius = self.at(number)
        draw = dragon if kind == rules.DRAGON else elephant
        name = "dragon" if kind == rules.DRAGON else "egg" if number == self.herds.egg else "elephant"
        return group(
            draw(owner, radius, 1 if owner == self.seat else -1),
            id=f"piece-{number}",
            kind=f"piece {name} side-{owner}",
            label=self.say(f"picture.{name}", side=GAME.catalog(f"seat.{owner}"), place=cell(place)),
            x=x,
            y=y,
        )

    def weights(self) -> list[Group]:
        """The value of every cell that is worth more than an elephant."""
        worth = {place: sum(self.herds.pieces[n].kind for n in there) for place, there in self.by_cell.items()}
        return [self.weight(place, value) for place, value in sorted(worth.items()) if value > rules.ELEPHANT]

    def weight(self, place: int, value: int) -> Group:
        x, y = self.middle(place)
        dx, dy = BETWEEN if len(self.by_cell[place]) > 3 else CORNER
        return group(weight(value), kind="value", x=x + dx, y=y + dy)

    def drumlin(self) -> Group:
        x, y, radius = self.stone_place()
        ring = circle(0, 0, 13.5, **stroke("accent", 1.6, stroke_dasharray="3 4"))
        around_it = (ring,) if self.state.fields.stone == rules.IN_HAND else ()
        shade = circle(0.8, 2.6, radius * 1.05, fill="$shadow", fill_opacity=0.3 if self.herds.egg is None else 0)
        label = self.say("picture.drumlin")
        return group(*around_it, shade, stone(radius), id="drumlin", kind="drumlin", label=label, x=x, y=y)

    def stone_place(self) -> tuple[float, float, float]:
        s = self.state.fields
        if self.herds.egg is not None:
            x, y, radius = self.at(self.herds.egg)
            return x, y, radius * 0.52
        if s.stone >= 0:
            return *self.middle(s.stone), 13
        before = self.state.previous
        if s.stone == rules.IN_HAND:
            hand = s.turn if s.winner == rules.RUNNING or self.state.last is None else self.state.last[0]
            return WIDTH - SIDE / 2 + 2, HEIGHT / 2 + (150 if hand == self.seat else -150), 10
        x, _ = self.middle(before.fields.stone if before else 4)
        return x, base_line(1 - s.winner, self.seat), 10

    # What just happened

    def trail(self) -> list[Group]:
        """The way of the last piece or of the Drumlin."""
        before, last = self.state.previous, self.state.last
        if before is None or last is None:
            return []
        text = last[1]
        if text[0] == "R":
            x, y = self.middle(place_of(text[1:]))
            return [group(slab_outline("accent", 2.4, "4 5"), layer="last", kind="trail", x=x, y=y)]
        if text[0] in "!@" or text in ANSWERS:
            return [self.flight(before)]
        origin, target = (self.middle(place_of(name)) for name in text[1:].split("-"))
        return [self.way(origin, target, both=text[0] == "X")]

    def way(self, origin: Point, target: Point, both: bool) -> Group:
        (x1, y1), (x2, y2) = origin, target
        dashes = {"stroke_dasharray": "7 6"} if both else {}
        ends = [slab_outline_at(x, y, "accent", 2.2) for x, y in (origin, target)]
        way = line(x1, y1, x2, y2, **stroke("accent", 5, stroke_opacity=0.55, **dashes))
        return group(way, *ends, layer="last", kind="trail")

    def flight(self, before: State) -> Group:
        """From the egg, or out of the hand, to where the Drumlin is now."""
        x2, y2, _ = self.stone_place()
        left = before.fields.stone
        marks = [circle(x2, y2, 19, **stroke("accent", 2.2))]
        if left >= 0 and left != self.state.fields.stone:
            x1, y1 = self.middle(left)
            marks.append(line(x1, y1, x2, y2, **stroke("accent", 3, stroke_opacity=0.6, stroke_dasharray="1 7")))
        return group(*marks, layer="last", kind="trail")

    def born(self) -> list[Group]:
        """Rays around the piece that the last event turned into a dragon."""
        before = self.state.previous
        egg = None if before is None else herds(before).egg
        if egg is None or egg not in self.herds.pieces or self.herds.pieces[egg].kind != rules.DRAGON:
            return []
        x, y, radius = self.at(egg)
        return [group(sparks(radius), layer="last", kind="born", x=x, y=y)]

    def decided(self) -> list[Group]:
        """Where the game was decided: where the Drumlin has arrived, or all that is left to the loser."""
        winner, stone = self.state.fields.winner, self.state.fields.stone
        if winner not in (rules.VIOLET, rules.PINK):
            return []
        if ending_key(self.state) in ("base", "landed"):
            x, y = self.middle(stone) if stone >= 0 else self.stone_place()[:2]
            return [group(victory(), kind="decided", x=x, y=y)]
        left = {piece.cell for piece in self.herds.pieces.values() if piece.seat != winner}
        return [self.lost_cell(*self.middle(place)) for place in sorted(left)]

    def lost_cell(self, x: float, y: float) -> Group:
        return group(defeat(), kind="decided", x=x, y=y)

    def bound_cells(self) -> list[Group]:
        """Cells of value 5 that the player to move has to leave."""
        if not self.state.actors or self.state.fields.stone == rules.IN_HAND:
            return []
        return [self.bound_cell(*self.middle(place)) for place in crowded(self.state, self.state.actors[0])]

    def bound_cell(self, x: float, y: float) -> Group:
        return group(must_leave(), kind="bound", x=x, y=y)

    # What can be touched

    def touchable(self, kinds: tuple[str, ...]) -> list[Node]:
        """The places to touch, in the order of these kinds: the later ones lie above the others."""
        names = [(name.partition("-")[0], name) for name in self.state.memo("steps", _steps)]
        return [self.spot(name) for kind in kinds for what, name in names if what == kind]

    def spot(self, name: str) -> Node:
        what, _, where = name.partition("-")
        if name == "egg":
            return self.take(name, "egg", [self.herds.egg] if self.herds.egg is not None else [])
        if name == "to-base":
            return self.to_base()
        if what == "answer":
            return self.answer(name, where)
        place = place_of(where)
        if what in ("elephant", "dragon"):
            kind = rules.ELEPHANT if what == "elephant" else rules.DRAGON
            there = self.herds.find(place, self.state.actors[0], kind)
            return self.take(name, what, [number for number in there if number != self.herds.egg])
        return self.sign(name, what, place)

    def take(self, name: str, what: str, numbers: list[int | None]) -> Group:
        """Around each of the pieces that it makes no difference to touch."""
        shapes = tuple(self.at(number) for number in numbers if number is not None)
        place = next(self.herds.pieces[number].cell for number in numbers if number is not None)
        return group(
            takeable(shapes),
            id=name,
            kind="take",
            label=self.say(f"picture.take-{what}", place=cell(place)),
            spot=True,
            chosen=(taken(shapes),),
        )

    def sign(self, name: str, what: str, place: int) -> Node:
        if what == "to":
            is_empty = place not in self.by_cell and self.state.fields.stone != place
            return destination(place, is_empty, self.seat, self.lang)
        x, y = self.middle(place)
        params = {"place": cell(place), "side": GAME.catalog(f"seat.{self.state.actors[0]}")}
        shape = leaving()
        if what == "exchange":
            x, y, radius = self.at(self.herds.find(place, self.state.actors[0], rules.DRAGON)[0])
            shape = partner(radius)
        return group(shape, id=name, kind="target", label=self.say(f"picture.{what}", **params), x=x, y=y, spot=True)

    def answer(self, name: str, word: str) -> Group:
        """Where the Drumlin will be if violet answers so; and who has the first move then."""
        swaps = word == "swap"
        place = rules.opposite(self.state.fields.stone) if swaps else self.state.fields.stone
        first = GAME.catalog(f"seat.{rules.PINK if swaps else rules.VIOLET}")
        label = self.say(f"picture.{word}", place=cell(place), side=first)
        x, y = self.middle(place)
        shape = answer(self.say(f"picture.{word}-sign"), swaps)
        return group(shape, id=name, kind="target", label=label, x=x, y=y, spot=True)

    def to_base(self) -> Group:
        seat = 1 - self.state.actors[0]
        bar = rect(SIDE - 4, -BAND / 2 - 3, 8 * CELL + 8, BAND + 6, 9, fill="$accent", fill_opacity=0.3)
        ring = rect(SIDE - 4, -BAND / 2 - 3, 8 * CELL + 8, BAND + 6, 9, **stroke("accent", 2.6, stroke_dasharray="7 5"))
        label = self.say("picture.to-base", side=GAME.catalog(f"seat.{seat}"))
        y = base_line(seat, self.seat)
        dot = circle(WIDTH / 2, 0, 6, fill="$accent")
        return group(bar, ring, dot, id="to-base", kind="target", label=label, y=y, spot=True)


PIECES, TARGETS = ("egg", "elephant", "dragon"), ("to", "exchange", "remove", "answer")


def _steps(state: State) -> list[str]:
    """The ids of all click paths."""
    paths = [clicks(state, seat, action) for seat in state.actors for action in state.legal(seat)]
    return sorted({step for steps in paths for step in steps})


SLOTS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-10.8, 10.2), (10.8, -10.2)),
    3: ((-12.2, 12.2), (-12.2, -12.2), (12.2, -12.2)),
    4: ((-12.2, 12.2), (12.2, 12.2), (-12.2, -12.2), (12.2, -12.2)),
}


RADII = {1: 16, 2: 10.6, 3: 9.6, 4: 9.6}  # of the back; ears, wings and trunks reach half as far again
CORNER, BETWEEN = (14.6, 14.6), (0, 0)  # where the value of a cell is written


def _arrange(herds: Herds, by_cell: dict[int, list[int]], seat: int) -> dict[int, tuple[float, float, float]]:
    """Number -> place within the cell, and size, of each piece."""
    spots: dict[int, tuple[float, float, float]] = {}
    for crowd in by_cell.values():
        there = sorted(crowd, key=lambda n: (herds.pieces[n].seat != seat, -herds.pieces[n].kind, n))
        for number, (x, y) in zip(there, SLOTS[len(there)], strict=True):
            spots[number] = (x, y, RADII[len(there)])
    return spots
