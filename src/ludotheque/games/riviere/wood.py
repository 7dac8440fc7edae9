"""The wooden board of La Rivière de Couleurs on its river: what never moves, and where everything lies."""

from __future__ import annotations

from ludotheque.scene.scene import Node, Point, group, memo, path, rect, stroke

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


def slide(inward: int, banned: bool) -> tuple[Node, ...]:
    """A plate at the channel's mouth and a handle behind it."""
    plate = rect(-30, -5 + inward * 10, 60, 10, 4, fill="$wood_dark", stroke="$engraved", stroke_width=1.1)
    handle = rect(-11, -13 - inward * 2, 22, 26, 6, fill="$wood", stroke="$engraved", stroke_width=1.1)
    if banned:
        sign = path("M-5 -5L5 5M5 -5L-5 5", **stroke("engraved", 2.6))
    else:
        sign = path(f"M0 {-6 * inward}V{6 * inward}M-5 {inward}L0 {6 * inward}L5 {inward}", **stroke("engraved", 2.4))
    return handle, plate, group(sign, y=-inward * 2)


def _plank(x: float, y: float, width: float, height: float, r: float) -> str:
    """A rectangle with round corners, as a path that holes can be cut out of."""
    right, bottom = x + width, y + height
    return (
        f"M{x + r} {y}H{right - r}A{r} {r} 0 0 1 {right} {y + r}V{bottom - r}A{r} {r} 0 0 1 {right - r} {bottom}"
        f"H{x + r}A{r} {r} 0 0 1 {x} {bottom - r}V{y + r}A{r} {r} 0 0 1 {x + r} {y}Z"
    )


def _ring(x: float, y: float, r: float) -> str:
    return f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0Z"
