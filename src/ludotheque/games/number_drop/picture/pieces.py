"""The parts of the table that come in few forms: dice, tiles, keys to press, and the score zone."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.scene.scene import Group, Node, Shape, caption, circle, group, line, memo, path, rect, stroke

from .. import GAME, rules
from ..notation import COMBINATIONS, LETTERS, cell_name
from ..position import Points
from ..rules.geometry import ANY_SHAPE, FIRST_OF, ORIENTATIONS, SHAPE_OF, SHAPES
from ..sentences import combination
from .board import CELL, KEY, LEFT, PANEL, PANEL_WIDTH, SHEET, SUMS, TOP, panel
from .marks import glowing, glyph, signed, squares, star
from .palette import CHOSEN, DASHED, EMPTY, INKS


@memo
def badge(right: float, y: float, text: str, ink: str) -> Iterator[Node]:
    """A word beside the name on a sheet; who has the best one gets a star as well."""
    is_best = ink == "accent"
    width = 7.6 * len(text) + (36 if is_best else 20)
    yield rect(right - width, y - 11, width, 22, 11, fill=f"${ink}_soft", stroke=f"${ink}", stroke_width=1.4)
    if is_best:
        yield star(right - width + 15, y, 8, fill=f"${ink}")
    middle = right - width / 2 + (8 if is_best else 0)
    yield caption(middle, y + 4, text, 10.5, fill="$ink" if is_best else f"${ink}", font_weight=700, letter_spacing=0.6)


@memo
def name_pill(name: str, x: float, y: float) -> Iterator[Node]:
    """Three letters in a ring."""
    yield rect(x - 15, y - 6, 30, 12.5, 6, fill="$accent_soft", stroke="$accent", stroke_width=1.4)
    yield caption(x, y + 3.6, name, 9.5, fill="$ink", font_weight=700)


# The sums along the bottom of a sheet


@memo
def sums_row(name: str, parts: Points, is_best: bool, lang: str) -> Iterator[Node]:
    """Three letters, then rows + identical + consecutive + bonus = total."""
    y, step = SUMS + 13, 74
    yield rect(14, SUMS, 60, 26, 6, fill="$ink")
    yield caption(44, y + 6, name, 17, fill="$page", font_weight=700, letter_spacing=1.5)
    for i, (key, n) in enumerate(parts._asdict().items()):
        x = 119 + step * i
        yield _sum_box(x, 54, n, GAME.catalog.say(f"part.{key}", lang), "line")
        yield caption(x + step / 2, y + 6, "+" if i < 3 else "=", 16, fill="$quiet")
    yield _sum_box(
        119 + step * 4 + 11, 76, sum(parts), GAME.catalog.say("sum.total", lang), "accent" if is_best else "ink"
    )
    if is_best:
        yield star(119 + step * 4 - 13, y, 7.5, fill="$accent")


@memo
def _sum_box(x: float, width: float, n: int, label: str, ink: str) -> Iterator[Node]:
    weight = 1.2 if ink == "line" else 2.4
    yield rect(x - width / 2, SUMS, width, 26, 6, fill="$panel", stroke=f"${ink}", stroke_width=weight)
    yield caption(x, SUMS + 19, signed(n), 16, fill="$ink", font_weight=700)
    yield caption(x, SUMS + 38, label, 10.5, fill="$quiet")


def key(
    id: str,
    label: str,
    parts: tuple[Node, ...],
    x: float,
    y: float,
    width: float = KEY,
    height: float = KEY,
    spot: bool = False,
) -> Group:
    """A key to press; as a spot it is seen only when it can be pressed."""
    frame = (-width / 2, -height / 2, width, height, 7)
    return group(
        rect(*frame, fill="$die", stroke="$line", stroke_width=1.2),
        *parts,
        id=id,
        label=label,
        x=x,
        y=y,
        halo=(rect(*frame, **DASHED),),
        chosen=(rect(*frame, **CHOSEN),),
        spot=spot,
    )


@memo
def turn_key(seat: int, orientation: int, x: float, y: float, size: float, lang: str) -> Group:
    """A way to turn a shape."""
    shape = SHAPE_OF[orientation]
    number = orientation - int(FIRST_OF[shape]) + 1
    text = GAME.catalog.say("picture.turn", lang, shape=SHAPES[shape], n=number)
    parts = squares(ORIENTATIONS[orientation], 0, 0, 8.2 * size / KEY, fill="$cyan")
    return key(f"turn-{seat}-{orientation}", text, parts, x, y, size, size)


@memo
def digit_key(seat: int, digit: int, x: float, y: float, size: float, lang: str) -> Group:
    """For a star: touched after its die."""
    text = GAME.catalog.say("picture.digit", lang, digit=digit)
    parts = (glyph(str(digit), 0, 0, 18 * size / KEY, "ink", 0.15),)
    return key(f"digit-{seat}-{digit}", text, parts, x, y, size, size, spot=True)


@memo
def landing(id: str, cells: tuple[int, ...], is_pushed: bool, lang: str) -> Group:
    """The cells where a shape would come to rest, neighbours looking different, and what is touched for it.

    That is an arrow above the grid, or, for a shape that was pushed, a double arrow on its first cell.
    """
    columns = [cell & 7 for cell in cells]
    x, style = LEFT + CELL * (min(columns) + max(columns) + 1) / 2, min(columns) % 3
    ink, dashes = (("accent", "none"), ("magenta", "7 4"), ("cyan", "2 5"))[style]
    key = "picture.land-pushed" if is_pushed else "picture.land"
    return group(
        path(SHEET.around(cells, 0.08 + 0.1 * style), **stroke(ink, 2.4, stroke_dasharray=dashes)),
        *(_push(*SHEET.middle(cells[0]), ink) if is_pushed else _fall(x, cells[-1], ink)),
        id=id,
        label=GAME.catalog.say(key, lang, cells=" ".join(map(cell_name, cells))),
        spot=True,
    )


def _fall(x: float, highest: int, ink: str) -> Iterator[Node]:
    yield line(x, TOP, x, SHEET.middle(highest)[1] - CELL / 2, **stroke(ink, 1, stroke_dasharray="1 5"))
    yield rect(x - 13, TOP - 32, 26, 28, 7, fill="$die", stroke=f"${ink}", stroke_width=2)
    yield path(f"M{x} {TOP - 26}V{TOP - 13}M{x - 6} {TOP - 17}L{x} {TOP - 11}L{x + 6} {TOP - 17}", **stroke(ink, 2.4))


def _push(x: float, y: float, ink: str) -> Iterator[Node]:
    yield rect(x - 13.5, y - 13.5, 27, 27, 13.5, fill="$die", stroke=f"${ink}", stroke_width=2)
    heads = "".join(f"M{x + 3 * way} {y - 5}L{x + 8 * way} {y}L{x + 3 * way} {y + 5}" for way in (-1, 1))
    yield path(f"M{x - 8} {y}H{x + 8}{heads}", **stroke(ink, 2.2))


@memo
def bonus_mark(x: float, y: float, text: str, is_won: bool) -> Iterator[Node]:
    ink = "magenta" if text == "-5" else "cyan"
    if is_won:
        width = 10 * len(text) + 10
        yield rect(x - width / 2, y - 10, width, 20, 10, fill=f"${ink}_soft", stroke=f"${ink}", stroke_width=2)
    style = {"fill": f"${ink}", "font_weight": 700} if is_won else {"fill": "$quiet"}
    yield caption(x, y + 4.5, text.replace("-", "−"), 12.5, **style)


def _score_box(x: float, y: float, width: float, text: str, ink: str, is_done: bool) -> tuple[Node, ...]:
    if not is_done:
        frame = rect(x - width / 2, y - 10.5, width, 21, 5, fill="$panel", stroke="$line", stroke_width=1.2)
        return frame, glyph(text, x, y, 12, "ink", 0.13)
    frame = rect(x - width / 2, y - 10.5, width, 21, 5, fill=f"${ink}_soft", stroke=f"${ink}", stroke_width=2.4)
    tick = path(f"M{x + 4} {y + 1}l4 4l7 -9", **stroke(ink, 2.4))
    return frame, glyph(text, x - 10, y, 12, "ink", 0.17), tick


@memo
def die_face(face: int) -> tuple[Node, ...]:
    if face == 0:
        return (rect(-14, -14, 28, 28, 6, **EMPTY),)
    frame = rect(-14, -14, 28, 28, 6, fill="$die", stroke="$cyan", stroke_width=1.8)
    return frame, star(0, 0, 10.5, fill="$accent") if face == rules.STAR else glyph(str(face), 0, 0, 15, "ink", 0.16)


@memo
def shape_face(shape: int) -> tuple[Node, ...]:
    if shape == rules.NONE:
        return (rect(-14, -14, 28, 28, 6, **EMPTY),)
    frame = rect(-14, -14, 28, 28, 6, fill="$magenta_soft", stroke="$magenta", stroke_width=1.8)
    if shape == ANY_SHAPE:
        return frame, star(0, 0, 10.5, fill="$accent")
    return frame, *squares(ORIENTATIONS[FIRST_OF[shape]], 0, 0, 6, fill="$magenta")


@memo
def tile_face(shape: int, is_falling: bool) -> tuple[Node, ...]:
    """The shape as it lies; a tile that is falling has a thick edge."""
    squares_of_shape = ORIENTATIONS[FIRST_OF[shape]]
    frame = rect(-14, -11, 28, 22, 5, fill="$magenta_soft", stroke="$magenta", stroke_width=3.6 if is_falling else 1.6)
    size = 4.8 if max(*squares_of_shape[-1]) == 3 or len(squares_of_shape) == 5 else 6
    return frame, *squares(squares_of_shape, 0, 0, size, fill="$magenta")


@memo
def overlay(x: float, y: float, width: float, height: float, r: float, chosen: bool) -> Shape:
    """Around something that can be touched or has been."""
    return rect(x, y, width, height, r, **(CHOSEN if chosen else DASHED))


# The score zone


@memo
def score_zone(seat: int, equal: int, runs: int, circled: int, crossed: int, lang: str) -> Iterator[Node]:
    """The sizes of both kinds that a seat has validated, and the letters, all as bits."""
    yield panel(PANEL, TOP, PANEL_WIDTH, 184)
    for kind, (key, done) in enumerate((("identical", equal), ("run", runs))):
        x = PANEL + 33 + 54 * kind
        title = GAME.catalog.say(f"picture.{key}", lang)
        yield caption(x, TOP + 18, title, 10.5, fill=f"${INKS[kind]}", font_weight=700)
        for step in range(5):
            y = TOP + 38 + 26 * step
            shapes = _score_box(x, y, 44, str(step + 3), INKS[kind], bool(done >> step & 1))
            yield _size(seat, kind, step, shapes, x, y, 44, lang)
        yield bonus_mark(x, TOP + 168, "+10", done & rules.ALL_SIZES == rules.ALL_SIZES)
    for step in range(5):
        yield _letter(step, bool(circled >> step & 1), bool(crossed >> step & 1))
    yield from _bonus_sizes(seat, bool(equal & rules.BONUS), PANEL + 139, TOP + 168, lang)


def _bonus_sizes(seat: int, is_done: bool, x: float, y: float, lang: str) -> Iterator[Node]:
    """One place for 8 of either kind: its left half is for equal digits, its right half for a run."""
    yield from _score_box(x, y, 54, "8", "accent", is_done)
    for kind in range(2):
        middle = x - 14 + 28 * kind
        half = rect(middle - 13, y - 11, 26, 22, 4, fill="$panel", fill_opacity=0)
        yield _size(seat, kind, 5, (half,), middle, y, 25, lang)


def _size(
    seat: int, kind: int, step: int, parts: tuple[Node, ...], x: float, y: float, width: float, lang: str
) -> Group:
    """A size of the score zone; touching it begins a combination."""
    number = rules.SIZES * kind + step
    frame = (x - width / 2 - 2, y - 12.5, width + 4, 25, 6)
    return group(
        *parts,
        id=f"box-{seat}-{COMBINATIONS[number]}",
        label=GAME.catalog.say("picture.box", lang, combination=combination(number)),
        halo=(rect(*frame, fill="$accent", fill_opacity=0.12), rect(*frame, **DASHED)),
        chosen=(rect(*frame, **CHOSEN),),
    )


def _letter(step: int, is_circled: bool, is_crossed: bool) -> Group:
    """Circled when both sizes are validated, crossed off when its DROP has fallen."""
    x, y = PANEL + 139, TOP + 38 + 26 * step
    parts: list[Node] = [glyph(LETTERS[step], x, y, 12, "quiet" if is_crossed else "ink", 0.17)]
    if is_circled:
        ring = circle(x, y, 11.5, fill="$accent_soft", stroke="$accent", stroke_width=2.4)
        parts.insert(0, glowing(ring, 4))
    if is_crossed:
        parts.append(path(f"M{x - 10} {y + 8}L{x + 10} {y - 8}", **stroke("magenta", 2.6)))
    return group(*parts)
