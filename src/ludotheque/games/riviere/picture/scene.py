"""A position of La Rivière de Couleurs as a drawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ludotheque.core.i18n import Sentence
from ludotheque.core.state import CHANCE, State
from ludotheque.scene.scene import (
    Group,
    Node,
    Point,
    Scene,
    caption,
    circle,
    group,
    path,
    polygon,
    polyline,
    rect,
    stroke,
)

from .. import GAME, rules
from ..memory import has_slid_since, out_of_sight
from ..notation import CELLS, COLOURS, COLUMNS, HOLES, OFF, cell_of
from ..position import (
    any_direction,
    colour_at,
    compelled,
    is_covered,
    is_looked_back_at,
    journeys,
    owner,
    shows_bag,
    stack_at,
    tile_letter,
    way,
)
from ..sentences import status
from ..tracking import SPARE, last_journey, last_push, pawns, push_before, tiles
from .board import BAND, BOARD_BOTTOM, BOARD_TOP, HEIGHT, HOLE, WIDTH, View, banks, board, coordinates, pusher, river
from .marks import badge, question, star
from .palette import GRADIENTS, NAMES, PALETTE
from .pieces import (
    PAWN_HEIGHT,
    PAWN_RIM,
    UNKNOWN,
    chip,
    moved_mark,
    must_mark,
    pawn,
    pawn_chosen,
    pawn_halo,
    pawn_shadow,
    tile,
)

FOOT = 9  # a pawn stands a little below the middle of its hole
STACK = 48  # the height of the sides of a stack, at most


def scene(state: State, seat: int | None, lang: str, wide: bool) -> Scene:
    return _Drawing(state, seat or 0, lang, status(state).text(lang)).scene()


class _Drawing(View):
    """One picture: the position as one seat sees it, its own bank below."""

    def __init__(self, state: State, seat: int, lang: str, status: str) -> None:
        super().__init__(seat)
        self.state, self.lang, self.status = state, lang, status
        self.fields = state.fields
        # Where pawns went or could go would tell which tiles lay there, if some of them have gone since.
        self.looks_back = is_looked_back_at(state) and has_slid_since(state)
        self.open_journeys = [] if self.looks_back else journeys(state)
        self.must = set() if self.looks_back else set(compelled(state))
        self.face_down = frozenset() if shows_bag(state) else out_of_sight(state)

    def say(self, key: str, **params: object) -> str:
        return GAME.catalog.say(key, self.lang, **params)

    def scene(self) -> Scene:
        nodes = (
            river(),
            *self.channels(),
            board(),
            *self.covered(),
            coordinates(self.seat),
            self.banks(),
            *self.pushers(),
            *self.bag(),
            self.spare(),
            *self.traces(),
            *self.pegs(),
            *self.spots(),
        )
        label = self.say("picture.board", status=self.status)
        return Scene("riviere", WIDTH, HEIGHT, nodes, PALETTE, label, GRADIENTS)

    # The table, the channels and the board

    def channels(self) -> Iterator[Node]:
        """The tiles that slide under the board; those at the ends, out of sight, come first."""
        numbers = tiles(self.state)
        for cell in sorted(range(24), key=lambda cell: cell & 7 not in (0, 7)):
            yield self.tile_group(numbers[cell], self.colour_of(cell), *self.middle(cell), self.tile_label(cell))

    def tile_group(self, number: int, colour: int, x: float, y: float, label: str) -> Group:
        return group(tile(colour), id=f"tile-{number}", kind="tile", label=label, x=x, y=y)

    def colour_of(self, cell: int) -> int:
        """The colour that the eyes may see. From memory, what was under the frame or is there now lies face down."""
        if tiles(self.state)[cell] in self.face_down or (is_covered(cell) and not shows_bag(self.state)):
            return UNKNOWN
        return COLOURS.find(tile_letter(self.fields, cell))

    def tile_label(self, cell: int) -> str:
        colour = self.colour_of(cell)
        if colour == UNKNOWN:
            return self.say("picture.tile-covered", place=CELLS[cell])
        return self.say("picture.tile", tile=GAME.catalog(f"tile.{COLOURS[colour]}"), place=CELLS[cell])

    def covered(self) -> Iterator[Node]:
        """The tiles under the frame: engraved question marks, or what is known if nothing need be remembered."""
        for cell in (8 * column + row for column in range(3) for row in (0, 7)):
            x = self.x(cell >> 3)
            y = self.edge_y(cell & 7) - self.outward(cell & 7) * (BAND - 14)
            colour = self.colour_of(cell)
            if colour == UNKNOWN:
                yield question(x, y)
            else:
                yield group(chip(colour, 11), x=x, y=y)

    # What lies beside the board

    def banks(self) -> Node:
        s = self.fields
        left = tuple(colour for colour in range(4) if s.home[colour] == 0)
        return banks(self.seat, None if s.phase == rules.OVER else int(s.turn), left)

    def pushers(self) -> Iterator[Node]:
        for column in range(3):
            for direction in (rules.UP, rules.DOWN):
                banned = column == self.fields.banned and self.fields.phase != rules.OVER
                yield pusher(self.seat, column, direction, banned, self.lang)

    def spare(self) -> Group:
        """It lies at the end of the column that it fell out of: that one may not be pushed now."""
        number, colour = tiles(self.state)[SPARE], int(self.fields.spare)
        if number in self.face_down or colour == UNKNOWN:
            return self.tile_group(number, UNKNOWN, *self.spare_place(), self.say("picture.tile-unknown"))
        label = self.say("picture.tile-spare", tile=GAME.catalog(f"tile.{COLOURS[colour]}"))
        return self.tile_group(number, colour, *self.spare_place(), label)

    def spare_place(self) -> Point:
        if self.fields.banned == rules.NONE:
            return WIDTH - 38, HEIGHT / 2
        # Without a past, the position does not tell at which end the tile fell out: it lies before the seat to act.
        pushed = push_before(self.state)
        row = 7 * (1 - pushed[1]) if pushed else 7 * max(0, self.fields.turn)
        return self.x(self.fields.banned), self.edge_y(row)

    def bag(self) -> Iterator[Node]:
        """What is left in the bag, if the eyes may see it."""
        if not shows_bag(self.state):
            return
        yield caption(38, HEIGHT / 2 - 92, self.say("picture.bag"), 14, fill="$ink")
        for colour in range(5):
            y = HEIGHT / 2 - 66 + 33 * colour
            yield group(chip(colour, 11), x=26, y=y)
            yield caption(53, y + 5.5, str(rules.left_in_bag(self.fields, colour)), 16, fill="$ink", font_weight="600")

    # Pawns

    def pegs(self) -> Iterator[Node]:
        """Those farther away first, so that nearer ones stand before them."""
        known = pawns(self.state)
        for seat in (1 - self.seat, self.seat):
            for colour in (2 * seat, 2 * seat + 1):
                yield from self.waiting(colour, known[f"{COLOURS[colour]}@"])
            for colour in (2 - 2 * seat, 3 - 2 * seat):
                yield from self.across(colour, known[f"{COLOURS[colour]}>"])
        for hole in sorted(HOLES, key=lambda hole: self.y(int(hole[1]))):
            yield from self.stack(hole, known[hole])

    def across(self, colour: int, names: Sequence[str]) -> Iterator[Node]:
        """Those that have come to the far side; each of the winner's has a star above it."""
        for place, name in enumerate(names):
            x, y = self.socket(colour, place)
            label = self.say("picture.pawn-arrived", pawn=_pawn_word(name))
            if self.fields.winner != owner(colour):
                yield self.peg(name, x, y, label)
            else:
                yield self.peg(name, x, y, self.say("picture.winner", label=label))
                yield group(star(), x=x, y=y - PAWN_HEIGHT)

    def waiting(self, colour: int, names: Sequence[str]) -> Iterator[Node]:
        """Three in a triangle; the foremost, next to the river, is the one that goes next."""
        toward = -1 if colour >> 1 == self.seat else 1
        x, y = self.home_x(colour), self.bank_y(owner(colour)) + 7
        places = [(x - 22, y - 11 * toward), (x + 22, y - 11 * toward), (x, y + 9 * toward)]
        standing = list(zip(names, places[3 - len(names) :] if len(names) != 2 else places[:2], strict=True))
        for name, (px, py) in sorted(standing, key=lambda each: each[1][1]):
            origin = f"{COLOURS[colour]}@" if name == names[-1] else None
            yield self.peg(name, px, py, self.say("picture.pawn-home", pawn=_pawn_word(name)), origin)

    def stack(self, hole: str, names: Sequence[str]) -> Iterator[Node]:
        x, y = self.middle(cell_of(hole))
        step = _step(len(names))
        for level, name in enumerate(names):
            is_top = level == len(names) - 1
            key = "picture.pawn-hole" if is_top else "picture.pawn-under"
            label = self.say(key, pawn=_pawn_word(name), place=hole)
            visible = PAWN_HEIGHT if is_top else step
            if level == 0:
                yield pawn_shadow(x, y + FOOT)
            yield self.peg(name, x, y + FOOT - level * step, label, hole if is_top else None, visible)
        if len(names) > 3:
            yield group(
                *badge("paper", "engraved"),
                caption(0, 4.5, str(len(names)), 13, fill="$ink", font_weight="600"),
                x=x + 22,
                y=y + 17,
            )

    def peg(
        self, name: str, x: float, y: float, label: str, origin: str | None = None, visible: float = PAWN_HEIGHT
    ) -> Group:
        """A pawn; ``origin`` is where it could start from, if it is free to move."""
        colour = COLOURS.index(name[-2])
        marks: tuple[Node, ...] = ()
        if origin in self.must:
            label, marks = self.must_words(label), (must_mark(self.ahead(owner(colour))),)
        elif origin is not None and origin in HOLES and int(self.fields.moved) >> cell_of(origin) & 1:
            label, marks = self.say("picture.pawn-moved", label=label), (moved_mark(),)
        return group(
            pawn(colour, visible),
            *marks,
            id=name,
            kind=f"pawn side-{owner(colour)}",
            label=label,
            x=x,
            y=y,
            halo=(pawn_halo(), *marks),
            chosen=(*self.ways(origin, x, y), pawn_chosen(), *marks),
        )

    def must_words(self, label: str) -> str:
        return self.say("picture.pawn-must-move" if any_direction(self.state) else "picture.pawn-must", label=label)

    def ahead(self, seat: int) -> int:
        """In which direction a seat's pawns must go: 1 is down, and 0 if they are free to choose."""
        return 0 if any_direction(self.state) else -1 if seat == self.seat else 1

    def ways(self, origin: str | None, x: float, y: float) -> list[Node]:
        """Dotted ways from a pawn to wherever it can go, seen when it is touched."""
        targets = [target for start, target in self.open_journeys if start == origin]
        if origin is None or not targets:
            return []
        steps = {step for target in targets for step in _steps(way(self.state, origin, target))}
        lines = []
        for a, b in sorted(steps):
            (x1, y1), (x2, y2) = self.stop(a), self.stop(b, a)
            if a == origin and "@" not in a:  # not across the pawn itself, nor across the one that it will climb on
                x1, y1 = _between((x1, y1), (x2, y2), 0.32)
            if b in HOLES and stack_at(self.state, b):
                x2, y2 = _between((x2, y2), (x1, y1), 0.4)
            lines.append(f"M{x1 - x:.1f} {y1 - y:.1f}L{x2 - x:.1f} {y2 - y:.1f}")
        d = "".join(lines)
        return [
            path(d, **stroke("accent_ground", 7, stroke_opacity=0.75)),
            path(d, **stroke("accent", 3.4, stroke_dasharray="0.1 7")),
        ]

    def stop(self, place: str, before: str = "") -> Point:
        """A place of a way, as a point."""
        if place == OFF:
            return self.far_bank(before)
        if "@" in place:
            colour = COLOURS.index(place[0])
            x, y = self.home_x(colour), self.bank_y(owner(colour))
            return x, y + (-16 if owner(colour) == self.seat else 24)
        return self.middle(cell_of(place))

    def far_bank(self, before: str) -> Point:
        """Beyond the last hole; or across from home, where the holes between are to be remembered."""
        if "@" in before:
            row = 7 if owner(COLOURS.index(before[0])) == 0 else 0
            x = self.home_x(COLOURS.index(before[0]))
        else:
            row, x = 7 if before[1] == "6" else 0, self.x(COLUMNS.index(before[0]))
        return x, self.edge_y(row) + self.outward(row) * 40

    # What just happened

    def traces(self) -> Iterator[Node]:
        if last_journey(self.state):
            yield self.trail()
        elif pushed := last_push(self.state):
            yield self.push_trace(*pushed)
        if self.state.last and self.state.last[0] == CHANCE and self.state.previous is not None:
            before = self.state.previous.fields
            new = [cell for cell in range(24) if tile_letter(before, cell) != tile_letter(self.fields, cell)]
            for cell in new:
                x, y = self.middle(cell)
                yield group(circle(x, y, HOLE + 2.5, **stroke("accent", 2.2)), layer="last", kind="trail")

    def trail(self) -> Group:
        """The way that the last journey took; only its ends, where its ground is to be remembered."""
        before, found = self.state.previous, last_journey(self.state)
        assert before is not None and found is not None
        places = list(found) if self.looks_back else way(before, *found)
        points = [self.stop(b, a) for a, b in zip(["", *places], places, strict=False)]
        (x, y), origin = points[0], colour_at(before, found[0])
        ghost = (
            circle(x, y, 7, fill=f"${NAMES[origin]}", fill_opacity=0.5)
            if "@" not in found[0]
            else circle(x, y, 3, fill="$accent")
        )
        trace = [polyline(points, **stroke(*style)) for style in (("accent_ground", 5.5), ("accent", 2.2))]
        return group(*trace, ghost, layer="last", kind="trail", opacity=0.8)

    def push_trace(self, column: int, direction: int) -> Group:
        """Chevrons on the frame at both ends of the channel that was pushed."""
        x, chevrons = self.x(column), ""
        up = 1 if (direction == rules.UP) == (self.seat == 0) else -1
        for y in (BOARD_TOP + BAND - 12, BOARD_BOTTOM - BAND + 12):
            for dy in (-4, 4):
                chevrons += f"M{x + 15} {y + dy + 3 * up}l7 {-7 * up}l7 {7 * up}"
        return group(path(chevrons, **stroke("accent", 2.6)), layer="last", kind="trail")

    # Where one can go

    def spots(self) -> Iterator[Node]:
        for target in dict.fromkeys(target for _, target in self.open_journeys):
            yield self.exit() if target == OFF else self.spot(target)
        if self.looks_back:
            return
        if self.fields.phase == rules.JOURNEYS and rules.DONE in self.state.legal(self.fields.turn):
            yield self.done_button()

    def spot(self, hole: str) -> Group:
        """A ring around the hole; on an enemy's stack an arrow shows that the pawn will climb on it."""
        x, y = self.middle(cell_of(hole))
        height = len(stack_at(self.state, hole))
        sign: tuple[Node, ...] = (circle(0, 0, 7, fill="$accent", stroke="$accent_ground", stroke_width=2),)
        if height:
            top = FOOT - PAWN_HEIGHT - PAWN_RIM - _step(height) * (height - 1) - 3
            sign = (
                polygon(
                    [(0, top), (-7, top - 10), (7, top - 10)], fill="$accent", stroke="$accent_ground", stroke_width=2
                ),
            )
        return group(
            circle(0, 0, HOLE, fill="$accent", fill_opacity=0.12),
            circle(0, 0, HOLE, **stroke("accent_ground", 4.5, stroke_opacity=0.8)),
            circle(0, 0, HOLE, **stroke("accent", 2.6)),
            *sign,
            id=f"spot-{hole}",
            kind="target",
            label=self.say("picture.target", place=hole),
            x=x,
            y=y,
            spot=True,
        )

    def exit(self) -> Group:
        """The far bank, where the pawns of the seat to act leave the river."""
        y = self.bank_y(1 - self.fields.turn)
        return group(
            rect(-102, -26, 204, 52, 10, fill="$accent", fill_opacity=0.14),
            rect(-102, -26, 204, 52, 10, **stroke("accent", 2.6)),
            id=f"spot-{OFF}",
            kind="target",
            label=self.say("picture.off"),
            x=321,
            y=y,
            spot=True,
        )

    def done_button(self) -> Group:
        return group(
            circle(0, 0, 28, fill="$accent_ground", stroke="$accent", stroke_width=2.6),
            path("M-9 -5.5L-2.5 1.5L9.5 -11", **stroke("accent", 3.2)),
            caption(0, 17, self.say("picture.done"), 13, fill="$accent", font_weight="600"),
            id="done",
            kind="target",
            label=self.say("picture.done-label"),
            x=WIDTH - 38,
            y=HEIGHT - 174,
            spot=True,
        )


def _pawn_word(name: str) -> Sentence:
    return GAME.catalog(f"pawn.{name[-2]}")


def _step(height: int) -> float:
    """How far one pawn stands above the next: less in a high stack, which has no more room than a low one."""
    return min(PAWN_HEIGHT, STACK / max(1, height - 1))


def _steps(places: Sequence[str]) -> list[tuple[str, str]]:
    return list(pairwise(places))


def _between(a: Point, b: Point, part: float) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
