"""The board of Drumlin, which never changes: stone slabs in the moss of a glacial valley, and the two base lines."""

from __future__ import annotations

from ludotheque.scene.scene import Group, Node, Point, Shape, caption, group, memo, path, polygon, rect, stroke

from ..notation import COLUMNS
from .palette import WOODS

CELL = 52
SIDE = 34  # left and right of the board
BAND = 22  # the base line behind a first row
EDGE = 60  # above and below the board: base line and letters
WIDTH, HEIGHT = 8 * CELL + 2 * SIDE, 10 * CELL + 2 * EDGE
SLAB = CELL / 2 - 1.6  # from the middle of a slab to its side


def middle(place: int, seat: int) -> Point:
    """The middle of a cell, as a seat sees it."""
    x, y = place & 7, place >> 3
    if seat == 1:
        x, y = 7 - x, 9 - y
    return SIDE + CELL * (x + 0.5), HEIGHT - EDGE - CELL * (y + 0.5)


def base_line(owner: int, seat: int) -> float:
    """The height of a player's base line, as a seat sees it."""
    return HEIGHT - EDGE + BAND / 2 + 10 if owner == seat else EDGE - BAND / 2 - 10


@memo
def board(seat: int) -> tuple[Node, ...]:
    """All that never changes."""
    x, y, width, height = SIDE - 6, EDGE - 6, 8 * CELL + 12, 10 * CELL + 12
    return (
        rect(0, 0, WIDTH, HEIGHT, 14, fill="@valley"),
        *_contours(),
        *_base_lines(seat),
        rect(x, y + 3, width, height, 12, fill="$shadow", fill_opacity=0.25),
        rect(x, y, width, height, 12, fill="@ground"),
        *_slabs(),
        *_hills(),
        *_first_rows(seat),
        _coordinates(seat),
    )


def _contours() -> tuple[Shape, ...]:
    """Lines of equal height on the slopes above and below, as on a map."""
    return tuple(path(_upper(16 * i) + _lower(16 * i), **stroke("light", 1, stroke_opacity=0.16)) for i in range(7))


def _upper(d: float) -> str:
    right, turns = WIDTH + 40, f"C{0.3 * WIDTH:g} {-60 - d:g} {0.9 * WIDTH:g} {60 - d:g}"
    return f"M{0.5 * d - 40:g} {0.2 * HEIGHT - d:g}{turns} {right} {0.3 * HEIGHT - 2 * d:g}"


def _lower(d: float) -> str:
    right, turns = WIDTH + 40, f"C{0.2 * WIDTH:g} {HEIGHT - 20 + d:g} {0.7 * WIDTH:g} {HEIGHT + 60 - d:g}"
    return f"M-40 {0.75 * HEIGHT + 2 * d:g}{turns} {right} {0.86 * HEIGHT + d:g}"


def _slabs() -> tuple[Shape, ...]:
    """Eighty slabs as one path, with cracks and moss that look random and never change."""
    slabs = "".join(map(_slab_row, range(10)))
    cracks = "".join(
        _crack(*_slab_middle(column, row), column * 5 + row * 13) for column in range(8) for row in range(10)
    )
    return (
        path(slabs, fill="$crack", transform="translate(0 1.6)", fill_opacity=0.7),
        path(slabs, fill="@slab"),
        path(cracks, **stroke("crack", 0.9, stroke_opacity=0.75)),
        path("".join(map(_tuft, range(17))), fill="@ground"),
    )


def _slab_middle(column: int, row: int) -> Point:
    """As drawn: rows from above."""
    return SIDE + CELL * (column + 0.5), EDGE + CELL * (row + 0.5)


def _slab_row(row: int) -> str:
    return "".join(_slab_path(*_slab_middle(column, row), column * 11 + row * 7) for column in range(8))


def _slab_path(x: float, y: float, number: int) -> str:
    """A square with corners cut unevenly."""
    a, b, c, d = (4 + (number * k) % 5 for k in (3, 7, 11, 13))
    s = SLAB
    return (
        f"M{x - s + a:g} {y - s:g}H{x + s - b:g}Q{x + s:g} {y - s:g} {x + s:g} {y - s + b:g}"
        f"V{y + s - c:g}Q{x + s:g} {y + s:g} {x + s - c:g} {y + s:g}"
        f"H{x - s + d:g}Q{x - s:g} {y + s:g} {x - s:g} {y + s - d:g}"
        f"V{y - s + a:g}Q{x - s:g} {y - s:g} {x - s + a:g} {y - s:g}Z"
    )


def _crack(x: float, y: float, number: int) -> str:
    if number % 7 not in (0, 3):
        return ""
    sx, sy = (1 if number % 2 else -1), (1 if number % 3 else -1)
    return f"M{x + sx * SLAB:g} {y + sy * 9:g}l{-sx * 6} {sy * 2}l{-sx * 3} {sy * 6}l{-sx * 6} {sy * 2}"


def _tuft(i: int) -> str:
    """Moss that creeps onto the slabs from where four of them meet."""
    x, y = SIDE + CELL * (1 + i * 5 % 7), EDGE + CELL * (1 + (i * 4 + i // 7) % 9)
    blobs = ((0, 0, 4.5), (5 - i % 3, 3, 3.4), (-4, 4 - i % 4, 3), (2, -5, 1.8 + i % 2), (-6, -2, 2), (0, 8, i % 3))
    return "".join(_disc(x + bx, y + by, r) for bx, by, r in blobs)


def _disc(x: float, y: float, r: float) -> str:
    return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0Z"


def _hills() -> tuple[Shape, ...]:
    """The drumlins under the slabs: long backs, all in the direction in which the ice flowed."""
    backs = ((0.26, 0.28, 74, 150), (0.78, 0.2, 60, 110), (0.64, 0.66, 84, 170), (0.14, 0.8, 56, 110))
    return tuple(shape for back in backs for shape in (_hill(*back, "lee", 26), _hill(*back, "crown", -8)))


def _hill(x: float, y: float, width: float, height: float, gradient: str, shift: float) -> Shape:
    cx, cy = SIDE + 8 * CELL * x + shift, EDGE + 10 * CELL * y + shift
    turned = f"rotate(16 {cx:g} {cy:g})"
    return Shape(
        "ellipse", {"cx": cx, "cy": cy, "rx": width, "ry": height, "fill": f"@{gradient}", "transform": turned}
    )


def _first_rows(seat: int) -> tuple[Shape, ...]:
    """A breath of the owner's colour on the slabs of the first rows."""
    return tuple(
        path(_slab_row(9 if owner == seat else 0), fill=f"${colour}", fill_opacity=0.2)
        for owner, colour in enumerate(WOODS)
    )


def _base_lines(seat: int) -> tuple[Node, ...]:
    """A bar behind each first row: smooth for violet, notched for pink, like their pieces."""
    return tuple(_base_line(owner, base_line(owner, seat)) for owner in (0, 1))


def _base_line(owner: int, y: float) -> Group:
    colour = WOODS[owner]
    left, right, half = SIDE - 2.0, WIDTH - SIDE + 2.0, BAND / 2
    if owner == 0:
        bar: Shape = rect(left, -half, right - left, BAND, 7)
        detail = f"M{left + 8} {-half + 5}H{right - 8}M{left + 8} {half - 5}H{right - 8}"
    else:
        bar = polygon(_notched_bar(left, right, half))
        detail = f"M{left + 8} 0H{right - 8}"
    shaded = Shape(bar.tag, {**bar.attributes, "fill": f"${colour}_side", "transform": "translate(0 2.4)"})
    top = Shape(bar.tag, {**bar.attributes, "fill": f"@{colour}-top", "stroke": f"${colour}_side", "stroke_width": 1.2})
    return group(shaded, top, path(detail, **stroke(f"{colour}_side", 1.4, stroke_opacity=0.6)), y=y)


def _notched_bar(left: float, right: float, half: float) -> list[Point]:
    """Teeth above and below."""
    step = (right - left) / 32
    top: list[Point] = [(left, -half)]
    for i in range(1, 32):
        x = left + step * i
        top += [(x - 4, -half), (x - 2.4, -half + 4), (x + 2.4, -half + 4), (x + 4, -half)]
    top.append((right, -half))
    return [*top, *((x, -y) for x, y in reversed(top))]


def _coordinates(seat: int) -> Group:
    marks: list[Node] = []
    for i, column in enumerate(COLUMNS):
        shown = 7 - i if seat == 1 else i
        marks.append(caption(SIDE + CELL * (shown + 0.5), HEIGHT - 10, column, 13, fill="$letters"))
    for row in range(10):
        y = middle(8 * row, seat)[1] + 4.5
        marks.append(caption(SIDE / 2 - 2, y, str(row + 1), 13, fill="$letters"))
    return group(*marks, layer="coordinates")
