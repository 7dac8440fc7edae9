"""The wooden board of La Rivière de Couleurs on its river: what never moves, and where everything lies."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.scene.scene import Group, Node, Point, Shape, caption, group, memo, path, polygon, rect, stroke

from .. import GAME, rules
from ..notation import COLUMNS
from ..position import owner
from .marks import mark
from .palette import NAMES, paint

WIDTH, HEIGHT = 440, 744
MIDDLE = WIDTH / 2
PITCH_X, PITCH_Y = 84, 70  # from hole to hole
HOLE = 30  # its radius
BAND = 58  # the frame over the covered tiles
EDGE = 18  # the frame at the sides
TRAY = 62  # the banks where pawns wait and arrive
BOARD_TOP, BOARD_BOTTOM = 104, HEIGHT - 104
BOARD_LEFT, BOARD_WIDTH = MIDDLE - 1.5 * PITCH_X - EDGE, 3 * PITCH_X + 2 * EDGE


# The middles of the holes; the board looks the same from both sides.
MIDDLES: list[Point] = [
    (MIDDLE + PITCH_X * (column - 1), HEIGHT / 2 + PITCH_Y * (row - 2.5)) for column in range(3) for row in range(6)
]


@memo
def river() -> tuple[Node, ...]:
    """The water, and the inside of the board, below the tiles."""
    starts = ((4, 170), (-12, 236), (6, 560), (-8, 640), (370, 150), (386, 262), (368, 470), (384, 650))
    ripples = "".join(f"M{x} {y}q11 -6 22 0t22 0t22 0" for x, y in starts)
    return (
        rect(0, 0, WIDTH, HEIGHT, 14, fill="@river"),
        path(ripples, **stroke("ripple", 2, stroke_opacity=0.55)),
        rect(BOARD_LEFT + 3, BOARD_TOP + 6, BOARD_WIDTH - 6, BOARD_BOTTOM - BOARD_TOP - 6, 14, fill="$hollow"),
    )


@memo
def board() -> tuple[Node, ...]:
    """A plank with 18 holes."""
    left, top, width, height = BOARD_LEFT, BOARD_TOP, BOARD_WIDTH, BOARD_BOTTOM - BOARD_TOP
    holes = "".join(_ring(x, y, HOLE) for x, y in MIDDLES)
    return (
        path(_plank(left, top, width, height, 16) + holes, fill="@board", fill_rule="evenodd"),
        path(_grain(), **stroke("grain", 1, stroke_opacity=0.35)),
        path(_plank(left + 2, top + 2, width - 4, height - 4, 14), **stroke("shine", 1.5, stroke_opacity=0.45)),
        path(_plank(left, top, width, height, 16), **stroke("engraved", 1.2, stroke_opacity=0.55)),
        path("".join(_shade(x, y) for x, y in MIDDLES), fill="$shadow", fill_opacity=0.3),
        path(holes, **stroke("engraved", 1.6, stroke_opacity=0.8)),
        path("".join(_light(x, y) for x, y in MIDDLES), **stroke("shine", 1.6, stroke_opacity=0.65)),
    )


def _grain() -> str:
    """Fine lines along the board: whole ones between the holes, short ones over the covered ends."""
    top, bottom, lines = BOARD_TOP + 4, BOARD_BOTTOM - 4, ""
    for i, x in enumerate(BOARD_LEFT + x for x in (6, 13, 100, 105, 186, 191, 273, 281)):
        bend = (5, -4, 2)[i % 3]
        lines += f"M{x} {top}C{x + bend} {top + 180} {x - bend} {bottom - 180} {x} {bottom}"
    for x in (BOARD_LEFT + x for x in (52, 141, 229)):
        lines += f"M{x} {top}q3 20 0 40M{x} {bottom}q-3 -20 0 -40"
    return lines


def _shade(x: float, y: float) -> str:
    """The wood's shadow on the tile below."""
    return f"M{x - HOLE} {y}A{HOLE} {HOLE} 0 0 1 {x + HOLE} {y}A{HOLE} {HOLE - 6} 0 0 0 {x - HOLE} {y}Z"


def _light(x: float, y: float) -> str:
    """Light on the lower rim of a hole."""
    dx, dy, r = HOLE * 0.9, HOLE * 0.56, HOLE + 1.5
    return f"M{x - dx:.1f} {y + dy:.1f}A{r} {r} 0 0 0 {x + dx:.1f} {y + dy:.1f}"


def _plank(x: float, y: float, width: float, height: float, r: float) -> str:
    """A rectangle with round corners, as a path that holes can be cut out of."""
    right, bottom = x + width, y + height
    return (
        f"M{x + r} {y}H{right - r}A{r} {r} 0 0 1 {right} {y + r}V{bottom - r}A{r} {r} 0 0 1 {right - r} {bottom}"
        f"H{x + r}A{r} {r} 0 0 1 {x} {bottom - r}V{y + r}A{r} {r} 0 0 1 {x + r} {y}Z"
    )


def _ring(x: float, y: float, r: float) -> str:
    return f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0Z"


class View:
    """Where things are for a seat, whose own bank lies below."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def x(self, column: int) -> float:
        return MIDDLE + PITCH_X * (1 - column if self.seat else column - 1)

    def y(self, row: float) -> float:
        """The middle of a row; rows 0 and 7 lie under the frame, a little closer to the others."""
        up = (max(0.13, min(6.87, row)) - 3.5) * PITCH_Y
        return HEIGHT / 2 + (up if self.seat else -up)

    def middle(self, cell: int) -> Point:
        return self.x(cell >> 3), self.y(cell & 7)

    def bank_y(self, seat: int) -> float:
        """The middle of the bank where a seat's pawns wait."""
        return HEIGHT - 8 - TRAY / 2 if seat == self.seat else 8 + TRAY / 2

    def home_x(self, colour: int) -> float:
        return 64 + 90 * (colour & 1)

    def outward(self, row: int) -> int:
        """-1 if the board ends upwards beyond this row, 1 if downwards."""
        return 1 if (row < 4) == (self.seat == 0) else -1

    def edge_y(self, row: int) -> float:
        """Where the board ends beyond this row."""
        return BOARD_BOTTOM if self.outward(row) > 0 else BOARD_TOP

    def socket(self, colour: int, place: int) -> Point:
        """Where a pawn that has come across stands, on the far bank."""
        x = 240 + 32 * (3 * (colour & 1) + place) + (6 if colour & 1 else 0)
        return x, self.bank_y(1 - owner(colour)) + 10


@memo
def coordinates(seat: int) -> Group:
    view, style = View(seat), {"fill": "$engraved", "font_weight": "600"}
    marks = [caption(BOARD_LEFT + 9, view.y(row) + 4.5, str(row), 13, **style) for row in range(1, 7)]
    for y in (BOARD_TOP + BAND - 9.5, BOARD_BOTTOM - BAND + 18.5):
        marks += [caption(view.x(column) - 24, y, COLUMNS[column], 13, **style) for column in range(3)]
    return group(*marks, layer="coordinates")


@memo
def banks(seat: int, acting: int | None, left: tuple[int, ...]) -> Iterator[Node]:
    """Both banks; the one of who acts has a bright edge. ``left`` are the colours that no pawn is at home of."""
    view = View(seat)
    for side in range(2):
        y = view.bank_y(side) - TRAY / 2
        yield rect(12, y + 3, WIDTH - 24, TRAY, 14, fill="$shadow", fill_opacity=0.22)
        yield rect(
            12, y, WIDTH - 24, TRAY, 14, fill="@board", stroke="$engraved", stroke_width=1.2, stroke_opacity=0.55
        )
        if side == acting:
            yield rect(14, y + 2, WIDTH - 28, TRAY - 4, 12, **stroke("accent", 2.4))
        yield from _triangles(view, side, left)
        yield from _sockets(view, 1 - side)


def _triangles(view: View, side: int, left: tuple[int, ...]) -> Iterator[Node]:
    """A seat's pawns wait on triangles of their colours that point to the river."""
    toward = -1 if side == view.seat else 1
    y = view.bank_y(side)
    for colour in (2 * side, 2 * side + 1):
        x = view.home_x(colour)
        points = [(x, y + 27 * toward), (x - 44, y - 25 * toward), (x + 44, y - 25 * toward)]
        yield polygon(points, stroke_linejoin="round", **paint(colour))
        if colour in left:
            yield group(*mark(colour, f"{NAMES[colour]}_ink", 7), x=x, y=y - 8 * toward)


def _sockets(view: View, side: int) -> Iterator[Node]:
    """The places for the six pawns of a seat that come across, on the far bank."""
    for colour in (2 * side, 2 * side + 1):
        for place in range(3):
            x, y = view.socket(colour, place)
            yield Shape("ellipse", {"cx": x, "cy": y, "rx": 13.5, "ry": 9.5, **paint(colour)})
            yield group(*mark(colour, f"{NAMES[colour]}_ink", 4.8), x=x, y=y)


@memo
def pusher(seat: int, column: int, direction: int, banned: bool, lang: str) -> Group:
    """A small wooden slide at the end of a channel, with an arrow; barred if the column may not be pushed."""
    view, row = View(seat), 0 if direction == rules.UP else 7
    inward = -view.outward(row)
    name = "up" if direction == rules.UP else "down"
    key = "picture.push-banned" if banned else f"picture.push-{name}"
    return group(
        rect(-36, -17, 72, 34, 8, fill="$shadow", fill_opacity=0.001),
        *_slide(inward, banned),
        id=f"push-{COLUMNS[column]}-{name}",
        kind="pusher",
        label=GAME.catalog.say(key, lang, column=COLUMNS[column]),
        x=view.x(column),
        y=view.edge_y(row) - inward * 17,
        halo=(rect(-34, -15, 68, 30, 8, **stroke("accent", 2.6, stroke_dasharray="1 6")),),
        chosen=(rect(-34, -15, 68, 30, 8, **stroke("accent", 3)),),
    )


def _slide(inward: int, banned: bool) -> tuple[Node, ...]:
    """A plate at the channel's mouth and a handle behind it."""
    plate = rect(-30, -5 + inward * 10, 60, 10, 4, fill="$wood_dark", stroke="$engraved", stroke_width=1.1)
    handle = rect(-11, -13 - inward * 2, 22, 26, 6, fill="$wood", stroke="$engraved", stroke_width=1.1)
    if banned:
        sign = path("M-5 -5L5 5M5 -5L-5 5", **stroke("engraved", 2.6))
    else:
        sign = path(f"M0 {-6 * inward}V{6 * inward}M-5 {inward}L0 {6 * inward}L5 {inward}", **stroke("engraved", 2.4))
    return handle, plate, group(sign, y=-inward * 2)
