"""What lies around the river of La Rivière de Couleurs, as a seat sees it: coordinates, the two banks, the pushers."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.scene.scene import Group, Node, Point, Shape, group, kept, polygon, rect, stroke, words

from . import GAME, rules
from .pieces import NAMES, mark, paint
from .places import COLUMNS, owner
from .wood import BAND, BOARD_BOTTOM, BOARD_LEFT, BOARD_TOP, HEIGHT, MIDDLE, PITCH_X, PITCH_Y, TRAY, WIDTH, slide


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


def home_x(colour: int) -> float:
    return 64 + 90 * (colour & 1)


@kept
def coordinates(seat: int) -> Group:
    view, style = View(seat), {"fill": "$engraved", "font_weight": "600"}
    marks = [words(BOARD_LEFT + 9, view.y(row) + 4.5, str(row), 13, **style) for row in range(1, 7)]
    for y in (BOARD_TOP + BAND - 9.5, BOARD_BOTTOM - BAND + 18.5):
        marks += [words(view.x(column) - 24, y, COLUMNS[column], 13, **style) for column in range(3)]
    return group(*marks, layer="coordinates")


@kept
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
        x = home_x(colour)
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


@kept
def pusher(seat: int, column: int, direction: int, banned: bool, lang: str) -> Group:
    """A small wooden slide at the end of a channel, with an arrow; barred if the column may not be pushed."""
    view, row = View(seat), 0 if direction == rules.UP else 7
    inward = -view.outward(row)
    name = "up" if direction == rules.UP else "down"
    key = "picture.push-banned" if banned else f"picture.push-{name}"
    return group(
        rect(-36, -17, 72, 34, 8, fill="$shadow", fill_opacity=0.001),
        *slide(inward, banned),
        id=f"push-{COLUMNS[column]}-{name}",
        kind="pusher",
        label=GAME.catalog.say(key, lang, column=COLUMNS[column]),
        x=view.x(column),
        y=view.edge_y(row) - inward * 17,
        halo=(rect(-34, -15, 68, 30, 8, **stroke("accent", 2.6, stroke_dasharray="1 6")),),
        chosen=(rect(-34, -15, 68, 30, 8, **stroke("accent", 3)),),
    )
