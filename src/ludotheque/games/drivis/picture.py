"""How Drivis looks: ice floes on dark water under the polar night."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.core.state import State
from ludotheque.scene.scene import (
    Gradient,
    Group,
    Node,
    Point,
    Scene,
    Shape,
    around,
    circle,
    group,
    kept,
    line,
    path,
    polygon,
    polyline,
    rect,
    shifted,
    stroke,
    words,
)
from ludotheque.scene.theme import Palette

from . import GAME
from .places import cell, place_of

CELL = 40
MARGIN = 30
SIZE = 9 * CELL + 2 * MARGIN
HALF = CELL - 2.2  # from the middle of a plate to its side; neighbours leave a thin line of water

PALETTE = Palette.of(
    sea=("#1d5480", "#0b2239"),
    deep=("#123c60", "#06121f"),
    shine=("#6fb3d9", "#2f7f9e"),
    grid=("#cfe8f7", "#8fc3e6"),
    ice_blue=("#b9dcf6", "#a6cdee"),
    blue_edge=("#5c9fd6", "#4b8cc4"),
    crystal=("#174f86", "#123f6e"),
    ice_yellow=("#fff0b5", "#f6e2a0"),
    yellow_edge=("#e2b650", "#cfa040"),
    sun=("#8a5200", "#754400"),
    rock="#59616b",
    rock_light="#8d97a3",
    rock_dark="#363d47",
    snow="#ffffff",
    shadow="#020b14",
    accent=("#7dffc8", "#5ff0b4"),
)
GRADIENTS = (
    Gradient("water", ((0, "sea", 1), (1, "deep", 1)), (0.42, 0.36), (0.78, 0), radial=True),
    Gradient("face-0", ((0, "snow", 1), (0.35, "ice_blue", 1), (1, "blue_edge", 1)), (0.1, 0), (0.9, 1)),
    Gradient("face-1", ((0, "snow", 1), (0.35, "ice_yellow", 1), (1, "yellow_edge", 1)), (0.1, 0), (0.9, 1)),
)
EDGES = ("$blue_edge", "$yellow_edge")


def plate_numbers(state: State) -> dict[int, int]:
    """Place -> number of the plate that stands there; a plate keeps its number while it slides and flips."""
    return state.fold("plates", _number, _renumber)


def _number(state: State) -> dict[int, int]:
    both = int(state.fields.plates[0] | state.fields.plates[1])
    return {place: number for number, place in enumerate(p for p in range(64) if both >> p & 1)}


def _renumber(numbers: dict[int, int], before: State, after: State) -> dict[int, int]:
    there = _number(after).keys()
    gone = [place for place in numbers if place not in there]
    moved = {place: numbers[gone.pop()] for place in there if place not in numbers}
    return {place: number for place, number in numbers.items() if place in there} | moved


def scene(state: State, seat: int | None, lang: str) -> Scene:
    from .board import status  # board.py imports this module

    return _Drawing(state, seat or 0, lang, status(state).text(lang)).scene()


class _Drawing:
    """One picture: the position as one seat sees it."""

    def __init__(self, state: State, seat: int, lang: str, status: str) -> None:
        self.state, self.seat, self.lang, self.status = state, seat, lang, status
        self.plates = [int(p) for p in state.fields.plates]
        self.numbers = plate_numbers(state)

    def say(self, key: str, **params: object) -> str:
        return GAME.catalog.say(key, self.lang, **params)

    def scene(self) -> Scene:
        nodes = (board(self.seat, self.lang), *self.trail(), *self.floes(), *self.spots())
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
        marks = [_marks(number, flipped, moved)] if flipped or moved else []
        x, y = self.middle(place)
        side_name = GAME.catalog(f"seat.{side}")
        return group(
            _ice(number, side),
            *marks,
            id=f"plate-{number}",
            kind=f"plate side-{side}",
            label=self.say("picture.plate", side=side_name, place=cell(place)),
            x=x,
            y=y,
            halo=(_halo(number),),
            chosen=(_chosen(number),),
        )

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
        from .board import clicks

        seats = self.state.actors
        paths = {clicks(self.state, seat, action) for seat in seats for action in self.state.legal(seat)}
        return [self.spot(name) for name in sorted({path[-1] for path in paths})]

    def spot(self, name: str) -> Group:
        if name == "pass":
            return self.pass_button()
        place = place_of(name.removeprefix("spot-"))
        x, y = self.middle(place)
        return group(
            _target(),
            id=name,
            kind="target",
            label=self.say("picture.target", place=cell(place)),
            x=x,
            y=y,
            spot=True,
        )

    def pass_button(self) -> Group:
        text = self.say("picture.pass")
        button = rect(-60, -16, 120, 32, 8, fill="$deep", stroke="$accent", stroke_width=2)
        word = words(0, 5, text, 15, fill="$accent")
        return group(button, word, id="pass", kind="target", label=text, x=SIZE / 2, y=SIZE - 14, spot=True)


# The board


@kept
def board(seat: int, lang: str) -> tuple[Node, ...]:
    """All that never changes."""
    return rect(0, 0, SIZE, SIZE, 14, fill="@water"), _aurora(), _grid(), _rock(lang), _coordinates(seat)


def _aurora() -> Group:
    """The northern lights on the water: the same bow, ever thinner, so that its edge is soft without a filter."""
    bow = "M-60 150C90 20 200 240 480 70"
    glow = (path(bow, **stroke("shine", 30 + 22 * i, stroke_opacity=0.035)) for i in range(6))
    return group(*glow)


def _grid() -> Group:
    """Barely visible: a small cross at every corner of a cell."""
    at = [MARGIN + CELL * i for i in range(10)]
    crosses = "".join(f"M{x - 3} {y}h6M{x} {y - 3}v6" for x in at for y in at)
    return group(path(crosses, stroke="$grid", stroke_width=1, stroke_opacity=0.22, fill="none"))


def _rock(lang: str) -> Group:
    outline = [(-15, 6), (-11, -9), (-2, -15), (9, -11), (16, -1), (12, 11), (1, 15), (-10, 13)]
    top = [(-11, -9), (-2, -15), (9, -11), (3, -2), (-7, -1)]
    return group(
        polygon(shifted(outline, 0, 3), fill="$shadow", fill_opacity=0.45),
        polygon(outline, fill="$rock_dark"),
        polygon([(-15, 6), (-11, -9), (-7, -1), (-10, 13)], fill="$rock"),
        polygon([(3, -2), (9, -11), (16, -1), (12, 11), (1, 15)], fill="$rock", fill_opacity=0.65),
        polygon(top, fill="$rock_light"),
        polygon([(-7, -12), (-2, -15), (6, -12), (1, -9), (-4, -8)], fill="$snow", fill_opacity=0.85),
        id="centre",
        label=GAME.catalog.say("picture.centre", lang),
        x=SIZE / 2,
        y=SIZE / 2,
    )


def _coordinates(seat: int) -> Group:
    marks: list[Node] = []
    for i in range(9):
        shown = 8 - i if seat == 1 else i
        at = MARGIN + CELL * (i + 0.5)
        marks.append(words(at, SIZE - 10, "abcdefghi"[shown], 13, fill="$grid", fill_opacity=0.75))
        marks.append(words(14, SIZE - at + 4.5, str(shown + 1), 13, fill="$grid", fill_opacity=0.75))
    return group(*marks, layer="coordinates")


# Pieces of ice


def outline(number: int) -> list[Point]:
    """A square with cut corners and slightly uneven sides, no two plates alike."""
    points: list[Point] = []
    for i in range(4):
        left, right = -HALF + 6 + _uneven(number, i, 9), HALF - 6 - _uneven(number, i + 4, 9)
        dent = (_uneven(number, i + 8, 16) - 8, -HALF + _uneven(number, i + 12, 1.6))
        points += [quarter_turn(x, y, i) for x, y in ((left, -HALF), dent, (right, -HALF))]
    return points


def _uneven(number: int, part: int, most: float) -> float:
    """Looks random, and is always the same for the same part of the same plate."""
    return (number * 37 + part * 23) % 11 / 10 * most


def quarter_turn(x: float, y: float, times: int) -> Point:
    for _ in range(times):
        x, y = -y, x
    return x, y


@kept
def _ice(number: int, side: int) -> tuple[Node, ...]:
    """From the water up: shadow, thickness, face, a crack, light on the upper left edge, and the sign of its side."""
    shape, crack = outline(number), 12 - number % 5 * 5
    return (
        polygon(shifted(shape, 0, 5.5, 1.03), fill="$shadow", fill_opacity=0.34),
        polygon(shifted(shape, 0, 3), fill=EDGES[side]),
        polygon(shape, fill=f"@face-{side}"),
        path(f"M{-HALF * 0.9:.1f} {crack}l8 4l4 8l7 2l3 5", **stroke("snow", 1), stroke_opacity=0.6),
        path(f"M{HALF * 0.92:.1f} {-crack}l-6 -3l-2 -6", **stroke("snow", 1), stroke_opacity=0.6),
        polyline(shifted([*shape[9:], *shape[:3]], 0.7, 0.7, 0.97), **stroke("snow", 1.4), stroke_opacity=0.95),
        group(*(_crystal() if side == 0 else _sun())),
    )


@kept
def _halo(number: int) -> Shape:
    return _ring(outline(number), 2.6, stroke_dasharray="1 6")


@kept
def _chosen(number: int) -> Shape:
    return _ring(outline(number), 4)


@kept
def _marks(number: int, flipped: bool, moved: bool) -> Iterator[Node]:
    """What the last event did to a plate."""
    if moved:
        yield group(_ring(outline(number), 2.4), layer="last")
    if flipped:
        yield group(*_turned_over(), x=HALF - 11, y=11 - HALF, layer="last", kind="flipped")


@kept
def _target() -> tuple[Node, ...]:
    """Where a plate can come to rest."""
    return (
        polygon(outline(0), fill="$accent", fill_opacity=0.16),
        _ring(outline(0), 2, stroke_dasharray="6 6"),
        circle(0, 0, 6, fill="$accent"),
    )


def _ring(shape: list[Point], width: float, **style: object) -> Shape:
    return polygon(shape, **stroke("accent", width, **style))


def _crystal() -> tuple[Node, ...]:
    """Six arms with barbs."""
    arms = ""
    for (x, y), (bx, by), (cx, cy) in zip(around(6, 17), around(6, 15.5, 20), around(6, 15.5, -20), strict=True):
        mx, my = x * 0.58, y * 0.58
        arms += f"M0 0L{x:.1f} {y:.1f}M{bx:.1f} {by:.1f}L{mx:.1f} {my:.1f}L{cx:.1f} {cy:.1f}"
    return (path(arms, **stroke("crystal", 2.1)),)


def _sun() -> tuple[Node, ...]:
    ends = zip(around(8, 11.5), around(8, 17), strict=True)
    rays = "".join(f"M{x:.1f} {y:.1f}L{fx:.1f} {fy:.1f}" for (x, y), (fx, fy) in ends)
    return circle(0, 0, 7.2, **stroke("sun", 2.4)), path(rays, **stroke("sun", 2.4))


def _turned_over() -> tuple[Node, ...]:
    """A badge with two turning arrows."""
    arcs = "M-4.6 -1.2A4.8 4.8 0 0 1 4 -2.6M4.6 1.2A4.8 4.8 0 0 1 -4 2.6"
    heads = "M4.6 -5.4L4.4 -2.2L1.3 -2.5M-4.6 5.4L-4.4 2.2L-1.3 2.5"
    badge = circle(0, 0, 8.6, fill="$deep", stroke="$accent", stroke_width=1.4)
    return badge, path(arcs + heads, **stroke("accent", 1.5))
