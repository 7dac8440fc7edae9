"""The small sheets of the other seats: side by side below the large one, or in rows beside it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from ludotheque.core.state import State
from ludotheque.scene.scene import Group, Node, caption, circle, group, line, memo, path, rect, stroke

from .. import GAME, rules
from ..notation import LETTERS
from ..position import cells_of, circled, sheet
from ..rules.geometry import COLUMNS, GAME_OVER, ROWS
from ..sentences import side
from .board import BELOW, BESIDE
from .marks import Frame, arrow, change_marks, combination_frames, content, glyph, glyph_width, score_text

HEADING, ZONE = 24, 44  # above and below a grid
SIDES = {0: 0, 1: 17, 2: 17, 3: 15, 4: 12.6, 5: 11.2}  # of a cell in a strip, by the number of sheets
WIDE_SIDES = {0: 0, 1: 24, 2: 13.2, 3: 13.2, 4: 13.2, 5: 13.2}  # … in a block


class Others(ABC):
    """The sheets of all seats but one."""

    def __init__(self, state: State, but: int, lang: str, side: float) -> None:
        self.state, self.lang, self.side = state, lang, side
        self.seats = [seat for seat in range(state.seats) if seat != but]

    @property
    def height(self) -> float:
        """Of one sheet with all that belongs to it."""
        return HEADING + ROWS * self.side + ZONE if self.seats else 0

    @abstractmethod
    def place(self, number: int) -> tuple[float, float]:
        """The middle of a sheet's upper edge."""

    def nodes(self) -> Iterator[Node]:
        for number, seat in enumerate(self.seats):
            middle, top = self.place(number)
            yield self.sheet(seat, Frame(middle - self.side * COLUMNS / 2, top + HEADING + ROWS * self.side, self.side))

    def sheet(self, seat: int, frame: Frame) -> Group:
        points = (self.state.scores or ())[seat]
        label = GAME.catalog.say("picture.sheet", self.lang, side=side(self.state, seat), n=points)
        parts = (
            *self.heading(seat, points, frame),
            _grid(frame),
            *combination_frames(self.state, seat, frame),
            *self.digits(seat, frame),
            *change_marks(self.state, seat, frame),
            self.zone(seat, frame),
        )
        return group(*parts, id=f"sheet-{seat}", label=label)

    def heading(self, seat: int, points: int, frame: Frame) -> Iterator[Node]:
        """A dot says who is still acting, a triangle who is the Dropper."""
        s = self.state.fields
        y = frame.bottom - ROWS * frame.side - 13
        name = self.state.names[seat] or GAME.catalog.say("picture.short", self.lang, n=seat + 1)
        x = frame.left
        if seat in self.state.actors:
            yield circle(x + 3, y, 3, fill="$accent")
            x += 10
        yield caption(x, y + 4, name[: int(frame.side * 0.55)], 11, fill="$ink", text_anchor="start", font_weight=600)
        if s.dropper == seat and s.draw >= rules.FIRST_DIE:
            yield path(arrow(frame.left + 4, y + 11, 0, -1, 4), fill="$magenta")
        right = frame.left + COLUMNS * frame.side
        text = score_text(points)
        yield glyph(text, right - glyph_width(text, 10) / 2 - 1, y, 10, "cyan", 0.15)

    def digits(self, seat: int, frame: Frame) -> Iterator[Node]:
        used = set(cells_of(self.state.fields.used[seat]))
        for cell, text in sheet(self.state, seat).items():
            yield content(text, cell, cell in used, frame)

    def zone(self, seat: int, frame: Frame) -> Node:
        s = self.state.fields
        equal, runs = s.validated[seat].tolist()
        return _zone(frame, equal, runs, circled(self.state, seat), int(s.crossed))


class Strip(Others):
    """Below the large sheet, evenly spread."""

    def __init__(self, state: State, but: int, lang: str) -> None:
        super().__init__(state, but, lang, SIDES[state.seats - 1])

    def place(self, number: int) -> tuple[float, float]:
        return BELOW.right * (number + 0.5) / len(self.seats), BELOW.bottom


class Block(Others):
    """Beside the large sheet: one in the middle, more in two rows."""

    def __init__(self, state: State, but: int, lang: str) -> None:
        super().__init__(state, but, lang, WIDE_SIDES[state.seats - 1])
        self.rows = min(len(self.seats), 2)
        self.columns = -(-len(self.seats) // 2)
        self.step = self.side * COLUMNS + 26

    @property
    def width(self) -> float:
        return self.step * self.columns

    def place(self, number: int) -> tuple[float, float]:
        row, column = divmod(number, self.columns)
        space = (BESIDE.bottom - self.rows * self.height) / (self.rows + 1)
        return BESIDE.right + self.step * (column + 0.5) - 6, space * (row + 1) + self.height * row


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
def _zone(frame: Frame, equal: int, runs: int, circled: int, crossed: int) -> Iterator[Node]:
    """The score zone in small: sizes of equal digits, sizes of runs, and letters, all as bits."""
    width = frame.side * COLUMNS / 6
    for kind, (ink, done) in enumerate((("cyan", equal), ("magenta", runs))):
        for step in range(6):
            fill = f"${ink}" if done >> step & 1 else "none"
            x, y = frame.left + width * step + 1, frame.bottom + 6 + 9 * kind
            yield rect(x, y, width - 2, 7, 1.5, stroke=f"${ink}", stroke_width=0.8, fill=fill)
    for step, letter in enumerate(LETTERS):
        x, y = frame.left + width * (step + 0.5), frame.bottom + 32
        yield from _letter(letter, bool(circled >> step & 1), bool(crossed >> step & 1), x, y)


def _letter(letter: str, is_circled: bool, is_crossed: bool, x: float, y: float) -> Iterator[Node]:
    if is_circled:
        yield circle(x, y, 6.4, fill="$accent_soft", stroke="$accent", stroke_width=1.5)
    yield glyph(letter, x, y, 6, "quiet" if is_crossed else "ink", 0.17)
    if is_crossed:
        yield path(f"M{x - 5:.1f} {y + 4}L{x + 5:.1f} {y - 4}", **stroke("magenta", 1.5))
