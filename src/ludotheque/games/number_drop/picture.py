"""How Number Drop looks: an arcade at night on squared paper, in magenta and cyan.

The sheet of the seat that looks is large, with the score zone, dice and tiles beside it; below it lies what this seat
can do now, and then the small sheets of the others.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.core.state import State
from ludotheque.scene.scene import Gradient, Group, Node, Scene, Shape, circle, group, line, path, rect, stroke, words
from ludotheque.scene.theme import Palette

from . import GAME, position, shapes
from .cells import COLUMNS, GAME_OVER, ROWS
from .combinations import ALL_SIZES, BONUS, SIZES
from .ink import glowing, glyph, glyph_width, squares, star
from .marks import Frame, change_marks, combination_frames, content
from .notation import COMBINATIONS, LETTERS, SHAPE_NAMES, column_name, face_name, landing_cells
from .others import Others
from .places import COLUMN_NAMES, cell_name, cells_of
from .points import combination_points
from .telling import asking, circled, combination, sheet

WIDTH = 480
CELL = 30
LEFT, TOP = 36, 84  # of the large grid
RIGHT, BOTTOM = LEFT + COLUMNS * CELL, TOP + ROWS * CELL
LINE = BOTTOM - CELL * GAME_OVER  # Game Over
SHEET = Frame(LEFT, BOTTOM, CELL)
PANEL, PANEL_WIDTH = 294, 172  # score zone, dice and tiles
DICE, TILES = TOP + 196, TOP + 256
HAND, HAND_HEIGHT = BOTTOM + 26, 112  # what can be done now
LONGEST_HINT = 58  # characters that fit into a line
OTHERS = HAND + HAND_HEIGHT + 14

PALETTE = Palette.of(
    page=("#f4f3fb", "#0c0a1d"),
    page_edge=("#e6e4f4", "#070613"),
    panel=("#ffffff", "#141030"),
    square=("#a9cfe0", "#233a63"),
    grid=("#5b9db4", "#2f6f92"),
    danger=("#fbe3f2", "#2c0f33"),
    ink=("#1b1838", "#f6f3ff"),
    quiet=("#5d5a78", "#aaa3d4"),
    line=("#8f8cab", "#5b5688"),
    cyan=("#006c84", "#3fe3ff"),
    cyan_soft=("#cfeff5", "#0f3346"),
    magenta=("#ac0f78", "#ff5ac8"),
    magenta_soft=("#fbd9ee", "#43134a"),
    die=("#ffffff", "#221b4a"),
    accent=("#b34700", "#ffd447"),
    accent_soft=("#ffe2c2", "#4a3a12"),
)
GRADIENTS = (Gradient("night", ((0, "page", 1), (1, "page_edge", 1)), (0.5, 0.3), (0.9, 0), radial=True),)
INKS = ("cyan", "magenta")  # of equal digits, and of runs


def scene(state: State, seat: int | None, lang: str) -> Scene:
    return _Drawing(state, seat or 0, lang).scene()


class _Drawing:
    """One picture: the position as one seat sees it."""

    def __init__(self, state: State, seat: int, lang: str) -> None:
        self.state, self.seat, self.lang = state, seat, lang
        self.s = state.fields
        self.stage = int(self.s.stage[seat]) if seat in state.actors else position.DONE
        self.points = (state.scores or ())[seat]
        self.used = set(cells_of(self.s.used[seat]))

    def say(self, key: str, **params: object) -> str:
        return GAME.words.say(key, self.lang, **params)

    def scene(self) -> Scene:
        seats = [seat for seat in range(self.state.seats) if seat != self.seat]
        others = Others(self.state, seats, self.lang, WIDTH)
        height = OTHERS + others.height
        table = (*self.score_zone(), *self.dice(), *self.tiles(), *self.hand())
        nodes = (*self.paper(height), self.heading(), *self.sheet(), *table, *self.landings(), *others.nodes(OTHERS))
        label = self.say("picture.board", status=self.state.status(self.lang))
        return Scene("number-drop", WIDTH, height, nodes, PALETTE, label, GRADIENTS)

    # The large sheet

    def paper(self, height: float) -> Iterator[Node]:
        yield rect(0, 0, WIDTH, height, fill="@night")
        down = "".join(f"M{x} 0V{height}" for x in range(6, WIDTH, 15))
        across = "".join(f"M0 {y}H{WIDTH}" for y in range(9, int(height), 15))
        yield path(down + across, stroke="$square", stroke_width=0.6, stroke_opacity=0.38, fill="none")

    def heading(self) -> Group:
        """Whose sheet it is, and the points in big digits, as on a cabinet."""
        name = self.state.names[self.seat] or self.say(f"seat.{self.seat}")
        style = {"font_weight": 700, "text_anchor": "start", "letter_spacing": 1}
        text = str(self.points)
        parts: list[Node] = [
            words(LEFT, 35, name[:20].upper(), 17, fill="$ink", **style),
            glowing(glyph(text, PANEL + PANEL_WIDTH - 4 - glyph_width(text, 26) / 2, 29, 26, "cyan"), 5, 0.18),
        ]
        if self.state.seats > 1 and self.s.dropper == self.seat and self.s.draw >= position.FIRST_DIE:
            parts += _badge(PANEL + 44, 29, self.say("picture.dropper"))
        label = self.say("picture.sheet", side=GAME.words(f"seat.{self.seat}"), n=self.points)
        return group(*parts, id=f"sheet-{self.seat}", label=label)

    def sheet(self) -> Iterator[Node]:
        yield from self.grid()
        yield self.coordinates()
        yield from self.row_marks()
        yield from combination_frames(self.state, self.seat, SHEET)
        yield from (self.cell(8 * row + column) for row in range(ROWS) for column in range(COLUMNS))
        yield from self.edges()
        yield from change_marks(self.state, self.seat, SHEET)

    def grid(self) -> Iterator[Node]:
        yield rect(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, fill="$panel")
        yield rect(LEFT, TOP, RIGHT - LEFT, LINE - TOP, fill="$danger")
        text = glyph("GAME OVER", (LEFT + RIGHT) / 2, (TOP + LINE) / 2, 20, "magenta", 0.14)
        yield group(text, opacity=0.3)
        down = "".join(f"M{LEFT + CELL * i} {TOP}V{BOTTOM}" for i in range(COLUMNS + 1))
        across = "".join(f"M{LEFT} {TOP + CELL * i}H{RIGHT}" for i in range(ROWS + 1))
        yield path(down + across, stroke="$grid", stroke_width=0.9, stroke_opacity=0.75, fill="none")

    def edges(self) -> Iterator[Node]:
        yield path(f"M{LEFT} {TOP}V{BOTTOM}H{RIGHT}V{TOP}", **stroke("cyan", 2.6))
        yield glowing(line(LEFT - 8, LINE, RIGHT + 40, LINE, **stroke("magenta", 2.8, stroke_dasharray="9 5")))

    def coordinates(self) -> Group:
        marks: list[tuple[float, float, str]] = [
            (LEFT + CELL * (i + 0.5), BOTTOM + 15, name) for i, name in enumerate(COLUMN_NAMES)
        ]
        marks += [(LEFT - 14, BOTTOM - CELL * (row + 0.5) + 4, str(row + 1)) for row in range(ROWS)]
        return group(*(words(x, y, text, 12, fill="$quiet") for x, y, text in marks), layer="coordinates")

    def row_marks(self) -> Iterator[Node]:
        """+2 for a complete row, −5 for each row above the line that has anything in it."""
        rows = [cell >> 3 for cell in cells_of(self.s.filled[self.seat])]
        for row in range(ROWS):
            is_below = row < GAME_OVER
            is_won = rows.count(row) == COLUMNS if is_below else row in rows
            yield from _bonus_mark(RIGHT + 19, BOTTOM - CELL * (row + 0.5), "+2" if is_below else "-5", is_won)

    def cell(self, cell: int) -> Group:
        """It can be touched in the set-up and for a combination."""
        name = cell_name(cell)
        text = sheet(self.state, self.seat).get(name)
        is_used = cell in self.used
        blank = (SHEET.box(cell, 0.02, fill="$panel", fill_opacity=0),)
        kind = "empty" if text is None else "x" if text == "X" else "used" if is_used else "digit"
        light = SHEET.box(cell, 0, fill="$accent", fill_opacity=0.12)
        return group(
            *(blank if text is None else content(text, cell, is_used, SHEET)),
            id=f"cell-{self.seat}-{name}",
            label=self.say(f"picture.cell.{kind}", cell=name, digit=text),
            halo=(light, SHEET.box(cell, 0.1, **DASHED)),
            chosen=(SHEET.box(cell, 0.1, **CHOSEN),),
        )

    # The score zone

    def score_zone(self) -> Iterator[Node]:
        yield _panel(PANEL, TOP, PANEL_WIDTH, 184)
        for kind, key in enumerate(("identical", "run")):
            x = PANEL + 33 + 54 * kind
            yield words(x, TOP + 18, self.say(f"picture.{key}"), 10.5, fill=f"${INKS[kind]}", font_weight=700)
            yield from (self.size_box(kind, step, x, TOP + 38 + 26 * step) for step in range(5))
            is_full = int(self.s.validated[self.seat, kind]) & ALL_SIZES == ALL_SIZES
            yield from _bonus_mark(x, TOP + 168, "+10", is_full)
        yield from (self.letter(step, PANEL + 139, TOP + 38 + 26 * step) for step in range(5))
        yield from self.bonus_boxes(PANEL + 139, TOP + 168)

    def size_box(self, kind: int, step: int, x: float, y: float) -> Group:
        is_done = bool(self.s.validated[self.seat, kind] >> step & 1)
        return self.box(kind, step, _score_box(x, y, 44, str(step + 3), INKS[kind], is_done), x, y, 44)

    def bonus_boxes(self, x: float, y: float) -> Iterator[Node]:
        """One place for 8 of either kind: its left half is for equal digits, its right half for a run."""
        yield from _score_box(x, y, 54, "8", "accent", bool(self.s.validated[self.seat, 0] & BONUS))
        for kind in range(2):
            middle = x - 14 + 28 * kind
            yield self.box(
                kind, 5, (rect(middle - 13, y - 11, 26, 22, 4, fill="$panel", fill_opacity=0),), middle, y, 25
            )

    def box(self, kind: int, step: int, parts: tuple[Node, ...], x: float, y: float, width: float) -> Group:
        """A size of the score zone; touching it begins a combination."""
        number = SIZES * kind + step
        frame = (x - width / 2 - 2, y - 12.5, width + 4, 25, 6)
        return group(
            *parts,
            id=f"box-{self.seat}-{COMBINATIONS[number]}",
            label=self.say("picture.box", combination=combination(number)),
            halo=(rect(*frame, fill="$accent", fill_opacity=0.12), rect(*frame, **DASHED)),
            chosen=(rect(*frame, **CHOSEN),),
        )

    def letter(self, step: int, x: float, y: float) -> Group:
        """Circled when both sizes are validated, crossed off when its DROP has fallen."""
        is_crossed = self.s.crossed >> step & 1
        parts: list[Node] = [glyph(LETTERS[step], x, y, 12, "quiet" if is_crossed else "ink", 0.17)]
        if circled(self.state, self.seat) >> step & 1:
            ring = circle(x, y, 11.5, fill="$accent_soft", stroke="$accent", stroke_width=2.4)
            parts.insert(0, glowing(ring, 4))
        if is_crossed:
            parts.append(path(f"M{x - 10} {y + 8}L{x + 10} {y - 8}", **stroke("magenta", 2.6)))
        return group(*parts)

    # The table

    def dice(self) -> Iterator[Node]:
        yield _panel(PANEL, DICE, PANEL_WIDTH, 48)
        for die, face in enumerate(map(int, self.s.dice)):
            is_gone = self.stage == position.WRITE and not self.s.dice_left[self.seat] >> die & 1
            key = "picture.star" if face == position.STAR else "picture.die"
            yield group(
                *_die_face(face),
                id=f"die-{self.seat}-{die}",
                label=self.say(key, face=face_name(face)),
                x=PANEL + 20 + 33 * die,
                y=DICE + 24,
                opacity=0.25 if is_gone else 1,
                halo=(rect(-17, -17, 34, 34, 9, **DASHED),),
                chosen=(rect(-17, -17, 34, 34, 9, **CHOSEN),),
            )
        yield group(*_shape_face(self.s.shape_die), x=PANEL + 20 + 33 * 4, y=DICE + 24)

    def tiles(self) -> Iterator[Node]:
        """Solo every tile has a track down to GO!; else the tiles lie on their slots until they have fallen."""
        yield _panel(PANEL, TILES, PANEL_WIDTH, BOTTOM - TILES)
        yield words(PANEL + PANEL_WIDTH / 2, TILES + 17, self.say("picture.drops"), 10.5, **QUIET_TITLE)
        is_solo = self.state.seats == 1
        for slot, letter in enumerate(LETTERS):
            x = PANEL + 20 + 33 * slot
            if is_solo and circled(self.state, self.seat) >> slot & 1:  # it will not drop
                yield circle(x, TILES + 34, 10, fill="$accent_soft", stroke="$accent", stroke_width=2)
            yield glyph(letter, x, TILES + 34, 11, "quiet" if self.s.crossed >> slot & 1 else "ink", 0.17)
            yield from _track(x, TILES + 56) if is_solo else self.circles(slot, x, TILES + 88)
            yield self.tile(slot, x, TILES + 56 + (22 * int(self.s.steps[slot]) if is_solo else 3))

    def circles(self, slot: int, x: float, y: float) -> Iterator[Node]:
        """The numbers of the players who have circled the letter, in two columns."""
        if self.s.crossed >> slot & 1:
            return
        owners = [seat for seat in range(self.state.seats) if circled(self.state, seat) >> slot & 1]
        for i, seat in enumerate(owners):
            at_x, at_y = x + (0 if len(owners) == 1 else 15 * (i % 2) - 7.5), y + 17 * (i // 2)
            yield circle(at_x, at_y, 7, fill="$accent_soft", stroke="$accent", stroke_width=1.6)
            yield glyph(str(seat + 1), at_x, at_y, 6.5, "ink", 0.18)

    def tile(self, slot: int, x: float, y: float) -> Group:
        shape, letter, step = self.s.tiles[slot], LETTERS[slot], int(self.s.steps[slot])
        parts: tuple[Node, ...] = (rect(-14, -11, 28, 22, 5, **EMPTY),)
        key = "tile-gone"
        if shape != position.NONE:
            key = "tile" if self.state.seats == 1 else "tile-drop"
            parts = _tile_face(shape, self.s.falling == slot)
        return group(
            *parts,
            id=f"tile-{letter}",
            label=self.say(f"picture.{key}", letter=letter, shape=SHAPE_NAMES[shape], step=step),
            x=x,
            y=y,
            halo=(rect(-16, -13, 32, 26, 7, **DASHED),),
            chosen=(rect(-16, -13, 32, 26, 7, **CHOSEN),),
        )

    # What this seat can do now

    def hand(self) -> Iterator[Node]:
        yield _panel(14, HAND, WIDTH - 28, HAND_HEIGHT)
        yield words(28, HAND + 22, self.hint(), 14, fill="$ink", text_anchor="start", font_weight=600)
        if self.stage in (position.PUT, position.DROP):
            yield from self.orientations()
        elif self.stage == position.COMBINE:
            yield self.skip()
        elif self.has_star():
            yield from map(self.digit_key, range(10))
        else:
            yield words(28, HAND + 62, self.sum(), 13, fill="$quiet", text_anchor="start")

    def hint(self) -> str:
        if self.stage != position.DONE:
            key, params = asking(self.state, self.seat)
            return self.say(f"hint.{key}", **params)
        if self.state.over:
            status = self.state.status(self.lang)
            return status if len(status) <= LONGEST_HINT else self.say("hint.over")
        return self.say("hint.chance" if self.state.chance else "hint.wait")

    def sum(self) -> str:
        made = int(combination_points(self.s.validated[self.seat].copy()))
        rows, total = (str(n).replace("-", "−") for n in (self.points - made, self.points))
        return self.say("hint.sum", combinations=made, rows=rows, total=total)

    def has_star(self) -> bool:
        left = int(self.s.dice_left[self.seat])
        return self.stage == position.WRITE and any(left >> i & 1 and self.s.dice[i] == position.STAR for i in range(4))

    def orientations(self) -> Iterator[Group]:
        found = dict.fromkeys(action // COLUMNS for action in self.state.legal(self.seat))
        for i, orientation in enumerate(found):
            shape = shapes.SHAPE_OF[orientation]
            text = self.say("picture.turn", shape=shapes.SHAPES[shape], n=orientation - int(shapes.FIRST[shape]) + 1)
            parts = squares(shapes.ORIENTATIONS[orientation], 0, 0, 8.2, fill="$cyan")
            yield _key(f"turn-{self.seat}-{orientation}", text, parts, 40 + 44 * (i % 10), HAND + 49 + 41 * (i // 10))

    def digit_key(self, digit: int) -> Group:
        """For a star: touched after its die."""
        text = self.say("picture.digit", digit=digit)
        parts = (glyph(str(digit), 0, 0, 18, "ink", 0.15),)
        return _key(f"digit-{self.seat}-{digit}", text, parts, 40 + 44 * digit, HAND + 68)

    def skip(self) -> Group:
        text = self.say("picture.skip")
        parts = (words(0, 5, text, 15, fill="$ink", font_weight=600),)
        return _key(f"skip-{self.seat}", text, parts, WIDTH / 2, HAND + 68, 120)

    def landings(self) -> Iterator[Group]:
        if self.stage in (position.PUT, position.DROP):
            yield from (self.landing(action) for action in self.state.legal(self.seat))

    def landing(self, action: int) -> Group:
        """An arrow above the grid, and the cells where the shape would come to rest; neighbours look different."""
        orientation, column = divmod(action, COLUMNS)
        cells = landing_cells(self.state, self.seat, action)
        x = LEFT + CELL * (column + shapes.WIDTH[orientation] / 2)
        ink, dashes = (("accent", "none"), ("magenta", "7 4"), ("cyan", "2 5"))[column % 3]
        fall = line(x, TOP, x, SHEET.middle(cells[-1])[1] - CELL / 2, **stroke(ink, 1, stroke_dasharray="1 5"))
        head = f"M{x} {TOP - 26}V{TOP - 13}M{x - 6} {TOP - 17}L{x} {TOP - 11}L{x + 6} {TOP - 17}"
        return group(
            fall,
            path(SHEET.around(cells, 0.08 + 0.1 * (column % 3)), **stroke(ink, 2.4, stroke_dasharray=dashes)),
            rect(x - 13, TOP - 32, 26, 28, 7, fill="$die", stroke=f"${ink}", stroke_width=2),
            path(head, **stroke(ink, 2.4)),
            id=f"land-{self.seat}-{orientation}-{column_name(action)}",
            label=self.say("picture.land", cells=" ".join(map(cell_name, cells))),
            spot=True,
        )


# Pieces

DASHED = stroke("accent", 2.3, stroke_dasharray="4 3.5")  # can be touched
CHOSEN = stroke("accent", 3.4)  # has been touched
EMPTY = stroke("line", 1.4, stroke_dasharray="3 3")
QUIET_TITLE = {"fill": "$quiet", "font_weight": 700, "letter_spacing": 0.8}


def _panel(x: float, y: float, width: float, height: float) -> Shape:
    return rect(x, y, width, height, 8, fill="$panel", fill_opacity=0.9, stroke="$grid", stroke_width=1)


def _badge(x: float, y: float, text: str) -> list[Node]:
    pill = rect(x - 40, y - 11, 80, 22, 11, fill="$magenta_soft", stroke="$magenta", stroke_width=1.4)
    return [pill, words(x, y + 4, text, 10.5, fill="$magenta", font_weight=700, letter_spacing=0.6)]


def _key(id: str, label: str, parts: tuple[Node, ...], x: float, y: float, width: float = 38) -> Group:
    """A key to press."""
    frame = (-width / 2, -19, width, 38, 7)
    return group(
        rect(*frame, fill="$die", stroke="$line", stroke_width=1.2),
        *parts,
        id=id,
        label=label,
        x=x,
        y=y,
        halo=(rect(*frame, **DASHED),),
        chosen=(rect(*frame, **CHOSEN),),
    )


def _bonus_mark(x: float, y: float, text: str, is_won: bool) -> Iterator[Node]:
    ink = "magenta" if text == "-5" else "cyan"
    if is_won:
        width = 10 * len(text) + 10
        yield rect(x - width / 2, y - 10, width, 20, 10, fill=f"${ink}_soft", stroke=f"${ink}", stroke_width=2)
    style = {"fill": f"${ink}", "font_weight": 700} if is_won else {"fill": "$quiet"}
    yield words(x, y + 4.5, text.replace("-", "−"), 12.5, **style)


def _score_box(x: float, y: float, width: float, text: str, ink: str, is_done: bool) -> tuple[Node, ...]:
    if not is_done:
        frame = rect(x - width / 2, y - 10.5, width, 21, 5, fill="$panel", stroke="$line", stroke_width=1.2)
        return frame, glyph(text, x, y, 12, "ink", 0.13)
    frame = rect(x - width / 2, y - 10.5, width, 21, 5, fill=f"${ink}_soft", stroke=f"${ink}", stroke_width=2.4)
    tick = path(f"M{x + 4} {y + 1}l4 4l7 -9", **stroke(ink, 2.4))
    return frame, glyph(text, x - 10, y, 12, "ink", 0.17), tick


def _die_face(face: int) -> tuple[Node, ...]:
    if face == 0:
        return (rect(-14, -14, 28, 28, 6, **EMPTY),)
    frame = rect(-14, -14, 28, 28, 6, fill="$die", stroke="$cyan", stroke_width=1.8)
    return frame, star(0, 0, 10.5, fill="$accent") if face == position.STAR else glyph(str(face), 0, 0, 15, "ink", 0.16)


def _shape_face(shape: int) -> tuple[Node, ...]:
    if shape == position.NONE:
        return (rect(-14, -14, 28, 28, 6, **EMPTY),)
    frame = rect(-14, -14, 28, 28, 6, fill="$magenta_soft", stroke="$magenta", stroke_width=1.8)
    if shape == shapes.ANY:
        return frame, star(0, 0, 10.5, fill="$accent")
    return frame, *squares(shapes.ORIENTATIONS[shapes.FIRST[shape]], 0, 0, 6, fill="$magenta")


def _tile_face(shape: int, is_falling: bool) -> tuple[Node, ...]:
    """The shape as it lies; a tile that is falling has a thick edge."""
    squares_of_shape = shapes.ORIENTATIONS[shapes.FIRST[shape]]
    frame = rect(-14, -11, 28, 22, 5, fill="$magenta_soft", stroke="$magenta", stroke_width=3.6 if is_falling else 1.6)
    size = 4.8 if max(*squares_of_shape[-1]) == 3 or len(squares_of_shape) == 5 else 6
    return frame, *squares(squares_of_shape, 0, 0, size, fill="$magenta")


def _track(x: float, top: float) -> Iterator[Node]:
    """Where a solo tile slides: five stops, the last one is GO!"""
    yield line(x, top, x, top + 80, stroke="$line", stroke_width=2, stroke_dasharray="2 4")
    yield from (circle(x, top + 22 * step, 3, fill="$panel", stroke="$line", stroke_width=1.2) for step in range(4))
    yield rect(x - 15, top + 76, 30, 24, 6, fill="$accent_soft", stroke="$accent", stroke_width=1.2)
    yield glyph("GO!", x, top + 88, 7, "accent", 0.2)
