"""The river of Dérive and its four banks, as a seat sees them: what never moves, and where everything lies."""

from __future__ import annotations

from typing import Any

from ludotheque.scene.scene import (
    Group,
    Node,
    Point,
    Shape,
    caption,
    circle,
    group,
    memo,
    path,
    polygon,
    shifted,
    stroke,
)

from ..notation import COLUMNS
from ..position import COLOURS
from ..rules.geometry import BANKS, SHORE_PLACES, column_and_row, places_on

CELL = 40.0  # from a column to the next; adjacent cells are diamonds that share a side
LABEL = 6.0  # from the tips of the banks to the middle of the coordinates, where no die ever lies
TRAY = 28.0  # from there to the middle of the supplies
MARGIN = 45.0  # and to the edge of the picture
SMALL = 11.0  # half the side of a die in a supply
PITCH = 2 * SMALL + 4  # from a die in a supply to the next
BESIDE = 16.0  # from the end of a supply to the sign of its team

DIAMOND: list[Point] = [(0, -CELL), (CELL, 0), (0, CELL), (-CELL, 0)]
GRID: dict[str, Any] = {"stroke": "$grid", "stroke_width": 1.3, "stroke_linejoin": "round"}
IN_A_NOTCH = ((0, 12), (-7.5, 20.5), (7.5, 20.5), (-19, 31), (19, 31))
TEXTURES = {
    "red": "m-4.5 0h9",
    "blue": "m-5 0q2.5 -3.4 5 0t5 0",
    "yellow": "h0.01m3 2.6h0.01m-6.4 0.4h0.01",
    "green": "m-2.6 2l2.6 -4.4l2.6 4.4",
}


class View:
    """Where things are for who sits at the bank ``turned``, which lies nearest. The middle of the river is (0, 0)."""

    def __init__(self, width: int, turned: int) -> None:
        self.width, self.turned = width, turned
        self.tips = width * CELL / 2 + CELL / 2
        self.half = self.tips + MARGIN

    def seen(self, x: float, y: float) -> Point:
        """A point of the board, seen from red's bank, as this seat sees it."""
        for _ in range(self.turned):
            x, y = y, -x
        return x, y

    def middle(self, place: int) -> Point:
        column, row = column_and_row(place)
        off = (self.width - 1) / 2
        return self.seen((column - off) * CELL, (off - row) * CELL)

    def outward(self, bank: int) -> Point:
        """The direction from the middle to a bank, as this seat sees it."""
        return self.seen(*((0, 1), (-1, 0), (0, -1), (1, 0))[bank])

    def along(self, bank: int, aside: float, out: float) -> Point:
        """A point at a bank: so far aside to the right of who sits there, so far from the middle."""
        dx, dy = self.outward(bank)
        return dx * out + dy * aside, dy * out - dx * aside


@memo
def board(width: int, turned: int, dice: int, taken: tuple[int, ...], teams: bool) -> tuple[Node, ...]:
    """All that never changes. ``taken`` are the banks that somebody plays from, each with so many dice."""
    view = View(width, turned)
    tray = dice * PITCH / 2 + (12 + BESIDE if teams else 12)
    trays = [tray if bank in taken else 0 for bank in range(4)]
    land = (_land(view, bank, colour, trays[bank]) for bank, colour in enumerate(COLOURS))
    return (*land, *_water(view), _coordinates(view))


def _land(view: View, bank: int, colour: str, tray: float) -> Group:
    """A bank's land, as far as the corners' diagonals, with its pattern."""
    h = view.half
    ground = [view.along(bank, aside, out) for aside, out in ((-h, h), (h, h), (0, 0))]
    return group(
        polygon(ground, fill=f"$land_{colour}"),
        path(_texture(view, bank, colour, tray), **stroke(f"mark_{colour}", 1.4, stroke_opacity=0.34)),
    )


def _texture(view: View, bank: int, colour: str, tray: float) -> str:
    """Furrows, waves, sand or grass: in the notches of the bank, and thinner beside the supply."""
    notches = [(column - (view.width - 1) / 2) * CELL for column in range(1, view.width, 2)]
    at = [(x + aside, view.tips - CELL + out) for x in notches for aside, out in IN_A_NOTCH]
    for i in range(int((view.half - tray) // 13)):
        aside, out = tray + 6 + i * 13, view.tips + (19, 35)[i % 2]
        at += [(side * aside, out) for side in (-1, 1) if aside < out - 12]
    points = (view.along(bank, *point) for point in at)
    return "".join(f"M{x:.1f} {y:.1f}{TEXTURES[colour]}" for x, y in points)


def _water(view: View) -> list[Node]:
    places = places_on(view.width)
    depth = circle(0, 0, view.tips - CELL, fill="@depth")
    water = [_tile(view, place) for place in places if not _banks(view, place)]
    shores = [shape for place in places if _banks(view, place) for shape in _bank_tile(view, place)]
    return [*water, depth, _ripples(view), *shores]


def _banks(view: View, place: int) -> list[int]:
    """The banks that a cell belongs to."""
    return [b for b in range(4) if place < SHORE_PLACES and int(BANKS[view.width, b]) >> place & 1]


def _tile(view: View, place: int) -> Shape:
    """Water of two shades, so that a jump always ends on the shade where it began."""
    shade = "$shore" if place < SHORE_PLACES else "$stream"
    return polygon(shifted(DIAMOND, *view.middle(place)), fill=shade, **GRID)


def _bank_tile(view: View, place: int) -> list[Shape]:
    """A bank's ground; a corner is split between two."""
    x, y = view.middle(place)
    banks = _banks(view, place)
    ground = [polygon(shifted(DIAMOND, x, y), fill=f"$bank_{COLOURS[banks[0]]}", **GRID)]
    if len(banks) == 2:
        ground.append(polygon(_corner(view, x, y, *banks), fill=f"$bank_{COLOURS[banks[1]]}"))
    return ground


def _corner(view: View, x: float, y: float, first: int, second: int) -> list[Point]:
    """The half of a corner cell that belongs to the second of its banks."""
    (ax, ay), (bx, by) = view.outward(first), view.outward(second)
    r = CELL - 1
    points = [(ax + bx, ay + by), (2 * bx, 2 * by), (-2 * ax, -2 * ay), (-ax - bx, -ay - by)]
    return [(x + px * r / 2, y + py * r / 2) for px, py in points]


def _ripples(view: View) -> Group:
    """The current: a few long soft waves."""
    reach = view.tips - 1.6 * CELL
    waves = ""
    for i in range(view.width - 2):
        y = (i - (view.width - 3) / 2) * CELL + (i * 7 % 5 - 2) * 3
        start = -reach + i * 53 % 90
        waves += f"M{start:.0f} {y:.1f}" + "q12 -7 24 0t24 0" * (2 + i % 2)
    return group(path(waves, **stroke("ripple", 1.6, stroke_opacity=0.28)))


def _coordinates(view: View) -> Group:
    """Letters and numbers on the land of the two banks on the left and below, outside all cells."""
    marks: list[Node] = []
    for i in range(view.width):
        at = (i - (view.width - 1) / 2) * CELL
        for horizontal in (True, False):
            x, y = (at, view.tips + LABEL) if horizontal else (-view.tips - LABEL - 0.8, at)
            text, colour = _coordinate(view, x, y, horizontal)
            marks.append(caption(x, y + 3.6, text, 10.5, fill=f"$mark_{colour}", font_weight="600"))
    return group(*marks, layer="coordinates")


def _coordinate(view: View, x: float, y: float, horizontal: bool) -> tuple[str, str]:
    """The name of the line that runs into the board from this point of the edge, and the colour of the bank."""
    for _ in range(view.turned):
        x, y = -y, x
    off = (view.width - 1) / 2
    column, row = round(x / CELL + off), round(off - y / CELL)
    is_column = horizontal == (view.turned % 2 == 0)
    side = (0, 1) if horizontal else (-1, 0)
    bank = next(bank for bank in range(4) if view.outward(bank) == side)
    return (COLUMNS[column] if is_column else str(row + 1)), COLOURS[bank]
