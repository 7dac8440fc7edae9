"""The sheets of the other seats: small ones below the large one or beside it, or strips where there are many."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from ludotheque.core.initials import initials
from ludotheque.core.state import State
from ludotheque.scene.scene import Node, caption, circle, group, line, memo, path, rect, stroke

from .. import GAME, rules
from ..notation import LETTERS
from ..position import Points, best_seats, cells_of, circled, points, rows_beyond, sheet
from ..rules.geometry import COLUMNS, GAME_OVER, ROWS
from ..sentences import side
from .board import BELOW, BESIDE
from .marks import Frame, arrow, beyond_marks, change_marks, combination_frames, content, glyph, signed, star

HEADING, ZONE = 24, 60  # above and below a grid
UNDER_SIDE = 24  # of a cell below the large sheet: still readable on a phone
WIDE_SIDES = {0: 0, 1: 26, 2: 13, 3: 13, 4: 13, 5: 13}  # … beside it, by the number of sheets
STRIP = 58  # the height of a strip
THUMB = 3  # the side of a cell on a strip


def initials_at(state: State, lang: str) -> tuple[str, ...]:
    """The players in three letters; who has no name is numbered."""
    short = (GAME.catalog.say("picture.short", lang, n=seat + 1) for seat in range(state.seats))
    return initials([name or number for name, number in zip(state.names, short, strict=True)])


class Others(ABC):
    """The sheets of all seats but one."""

    def __init__(self, state: State, but: int, lang: str) -> None:
        self.state, self.lang = state, lang
        self.seats = [seat for seat in range(state.seats) if seat != but]
        self.names, self.best = initials_at(state, lang), best_seats(state)

    @property
    @abstractmethod
    def height(self) -> float:
        """Of all of them together, as far as they lie below the large sheet."""

    def nodes(self) -> Iterator[Node]:
        for number, seat in enumerate(self.seats):
            total = (self.state.scores or ())[seat]
            label = GAME.catalog.say("picture.sheet", self.lang, side=side(self.state, seat), n=total)
            yield group(*self.sheet(number, seat), id=f"sheet-{seat}", label=label)

    @abstractmethod
    def sheet(self, number: int, seat: int) -> Iterator[Node]:
        """What is drawn of one of them."""

    def name(self, seat: int, x: float, y: float, size: float) -> Iterator[Node]:
        """A dot says who is still acting, a triangle who is the Dropper, a star who has won."""
        s = self.state.fields
        yield caption(x, y, self.names[seat], size, fill="$ink", text_anchor="start", font_weight=700)
        x += size * 2.9
        if seat in self.state.actors:
            yield circle(x, y - size * 0.35, size * 0.28, fill="$accent")
        if seat in self.best:
            yield star(x, y - size * 0.35, size * 0.55, fill="$accent")
        elif s.dropper == seat and s.draw >= rules.FIRST_DIE:
            yield path(arrow(x + size * 0.9, y - size * 0.3, 0, -1, size * 0.36), fill="$magenta")

    def zone(self, seat: int, x: float, y: float, width: float, letter: float) -> Node:
        s = self.state.fields
        equal, runs = s.validated[seat].tolist()
        return _zone(x, y, width, letter, equal, runs, circled(self.state, seat), int(s.crossed))


class Sheets(Others):
    """Small sheets, complete: grid, score zone and sums."""

    side: float

    @property
    def one_height(self) -> float:
        return HEADING + ROWS * self.side + ZONE

    @abstractmethod
    def place(self, number: int) -> tuple[float, float]:
        """The middle of a sheet's upper edge."""

    def sheet(self, number: int, seat: int) -> Iterator[Node]:
        middle, top = self.place(number)
        frame = Frame(middle - self.side * COLUMNS / 2, top + HEADING + ROWS * self.side, self.side)
        yield from self.name(seat, frame.left, top + HEADING - 8, 13)
        yield _grid(frame)
        yield from combination_frames(self.state, seat, frame)
        yield from self.digits(seat, frame)
        if self.state.over:
            yield from beyond_marks(rows_beyond(self.state, seat), frame)
        yield from change_marks(self.state, seat, frame)
        yield self.zone(seat, frame.left, frame.bottom + 6, self.side * COLUMNS, 6)
        yield _sums(points(self.state, seat), seat in self.best, middle, frame.bottom + 53, self.side * COLUMNS)

    def digits(self, seat: int, frame: Frame) -> Iterator[Node]:
        used = set(cells_of(self.state.fields.used[seat]))
        for cell, text in sheet(self.state, seat).items():
            yield content(text, cell, cell in used, frame)


class Under(Sheets):
    """Below the large sheet, evenly spread."""

    side = UNDER_SIDE

    @property
    def height(self) -> float:
        return self.one_height if self.seats else 0

    def place(self, number: int) -> tuple[float, float]:
        return BELOW.right * (number + 0.5) / len(self.seats), BELOW.bottom


class Block(Sheets):
    """Beside the large sheet: one in the middle, more in two rows."""

    def __init__(self, state: State, but: int, lang: str) -> None:
        super().__init__(state, but, lang)
        self.side = WIDE_SIDES[state.seats - 1]
        self.rows = min(len(self.seats), 2)
        self.columns = -(-len(self.seats) // 2)
        self.step = self.side * COLUMNS + 30

    @property
    def height(self) -> float:
        return 0

    @property
    def width(self) -> float:
        return self.step * self.columns

    def place(self, number: int) -> tuple[float, float]:
        row, column = divmod(number, self.columns)
        space = (BESIDE.bottom - self.rows * self.one_height) / (self.rows + 1)
        return BESIDE.right + self.step * (column + 0.5) - 6, space * (row + 1) + self.one_height * row


class Strips(Others):
    """Below the large sheet, a strip each: how high it is filled, what is validated, and the sums. Touched, it becomes
    the large one."""

    @property
    def height(self) -> float:
        return (STRIP + 6) * len(self.seats) + 8

    def sheet(self, number: int, seat: int) -> Iterator[Node]:
        top = BELOW.bottom + (STRIP + 6) * number
        yield rect(14, top, BELOW.width, STRIP, 8, fill="$panel", fill_opacity=0.9, stroke="$grid", stroke_width=1)
        yield _thumbnail(24, top + (STRIP - ROWS * THUMB) / 2, tuple(sheet(self.state, seat)))
        yield from self.name(seat, 60, top + 26, 18)
        yield self.zone(seat, 142, top + 9, 132, 9)
        yield _strip_sums(points(self.state, seat), seat in self.best, top + STRIP / 2)
        corners = f"M448 {top + 26}v-6h6M458 {top + 32}v6h-6M448 {top + 20}l10 18"
        yield path(corners, **stroke("quiet", 1.6))  # it can be enlarged


@memo
def _thumbnail(x: float, top: float, cells: tuple[int, ...]) -> Iterator[Node]:
    """The filled cells and the Game Over line."""
    bottom, right = top + ROWS * THUMB, x + COLUMNS * THUMB
    yield rect(x, top, right - x, bottom - top, fill="$page", stroke="$line", stroke_width=0.8)
    squares = "".join(f"M{x + THUMB * (c & 7)} {bottom - THUMB * (c >> 3)}h{THUMB}v-{THUMB}h-{THUMB}z" for c in cells)
    yield path(squares, fill="$cyan")
    y = bottom - THUMB * GAME_OVER
    yield line(x - 3, y, right + 3, y, stroke="$magenta", stroke_width=1.6, stroke_dasharray="4 2")


@memo
def _strip_sums(parts: Points, is_best: bool, y: float) -> Iterator[Node]:
    """The sum on a strip: the parts, and the total large."""
    text = " + ".join(map(signed, parts)) + " ="
    yield caption(392, y + 5, text, 13, fill="$ink", text_anchor="end")
    ink = "accent" if is_best else "ink"
    yield rect(398, y - 13, 42, 26, 6, fill="none", stroke=f"${ink}", stroke_width=2.4 if is_best else 1.2)
    yield caption(419, y + 5.5, signed(sum(parts)), 17, fill="$ink", font_weight=700)


@memo
def _sums(parts: Points, is_best: bool, x: float, y: float, width: float) -> Iterator[Node]:
    """The sum along the bottom of a small sheet."""
    text = f"{' + '.join(map(signed, parts))} = {signed(sum(parts))}" if width > 120 else _dense(parts)
    yield rect(
        x - width / 2, y - 11, width, 15, 3, fill="$panel", stroke="$accent" if is_best else "$line", stroke_width=1
    )
    yield caption(x, y, text, min(13, width / 9), fill="$ink", font_weight=600)


def _dense(parts: Points) -> str:
    return f"{'+'.join(map(signed, parts))}={signed(sum(parts))}"


@memo
def _grid(frame: Frame) -> Iterator[Node]:
    side, left, bottom = frame.side, frame.left, frame.bottom
    right, top, danger = left + side * COLUMNS, bottom - side * ROWS, bottom - side * GAME_OVER
    yield rect(left, top, right - left, bottom - top, fill="$panel")
    yield rect(left, top, right - left, danger - top, fill="$danger")
    down = "".join(f"M{left + side * i:.1f} {top:.1f}V{bottom:.1f}" for i in range(COLUMNS + 1))
    across = "".join(f"M{left:.1f} {top + side * i:.1f}H{right:.1f}" for i in range(ROWS + 1))
    yield path(down + across, stroke="$grid", stroke_width=0.5, stroke_opacity=0.6, fill="none")
    yield path(f"M{left:.1f} {top:.1f}V{bottom:.1f}H{right:.1f}V{top:.1f}", **stroke("cyan", 1.4))
    yield line(left - 3, danger, right + 3, danger, stroke="$magenta", stroke_width=1.8, stroke_dasharray="5 2")


@memo
def _zone(
    left: float, top: float, full: float, letter_size: float, equal: int, runs: int, circled: int, crossed: int
) -> Iterator[Node]:
    """The score zone in small: sizes of equal digits, sizes of runs, and letters, all as bits."""
    width = full / 6
    for kind, (ink, done) in enumerate((("cyan", equal), ("magenta", runs))):
        for step in range(6):
            fill = f"${ink}" if done >> step & 1 else "none"
            x, y = left + width * step + 1, top + 9 * kind
            yield rect(x, y, width - 2, 7, 1.5, stroke=f"${ink}", stroke_width=0.8, fill=fill)
    for step, letter in enumerate(LETTERS):
        x, y = left + width * (step + 0.5), top + 20 + letter_size
        yield from _letter(letter, bool(circled >> step & 1), bool(crossed >> step & 1), x, y, letter_size)


def _letter(letter: str, is_circled: bool, is_crossed: bool, x: float, y: float, size: float) -> Iterator[Node]:
    if is_circled:
        yield circle(x, y, size * 0.8 + 1.6, fill="$accent_soft", stroke="$accent", stroke_width=1.5)
    yield glyph(letter, x, y, size, "quiet" if is_crossed else "ink", 0.17)
    if is_crossed:
        half = size * 0.8
        yield path(f"M{x - half:.1f} {y + half:.1f}L{x + half:.1f} {y - half:.1f}", **stroke("magenta", 1.5))
