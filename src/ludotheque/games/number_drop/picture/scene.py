"""A position of Number Drop as a drawing."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.core.state import State
from ludotheque.scene.scene import Group, Node, Scene, caption, circle, group, rect

from .. import GAME, rules
from ..clicks import landing_id
from ..notation import LETTERS, SHAPE_NAMES, face_name
from ..position import best_seats, cells_of, circled, landing_cells, place_of, points, rows_beyond, sheet
from ..rules.geometry import COLUMNS, GAME_OVER, ROWS
from ..sentences import asking, ending, side
from .board import (
    BELOW,
    BESIDE,
    BOTTOM,
    CELL,
    DICE,
    LEFT,
    PANEL,
    PANEL_WIDTH,
    RIGHT,
    SHEET,
    TILES,
    Keypad,
    edges,
    ground,
    panel,
    paper,
    sheet_cell,
    track,
)
from .marks import beyond_marks, change_marks, combination_frames, glowing, glyph, glyph_width, score_text
from .palette import EMPTY, GRADIENTS, PALETTE, QUIET_TITLE
from .pieces import (
    badge,
    bonus_mark,
    die_face,
    digit_key,
    key,
    landing,
    name_pill,
    overlay,
    score_zone,
    shape_face,
    sums_row,
    tile_face,
    turn_key,
)
from .sheets import Block, Others, Strips, Under, initials_at

LONGEST_NAME = 14  # characters, beside a badge and the points


def scene(state: State, seat: int | None, lang: str, wide: bool) -> Scene:
    if wide:
        return _Drawing(state, seat or 0, lang, BESIDE).wide_scene()
    return _Drawing(state, seat or 0, lang, BELOW).scene()


class _Drawing:
    """One picture: the position as one seat sees it."""

    def __init__(self, state: State, seat: int, lang: str, keypad: Keypad) -> None:
        self.state, self.seat, self.lang, self.keypad = state, seat, lang, keypad
        self.s = state.fields
        self.stage = int(self.s.stage[seat]) if seat in state.actors else rules.DONE
        self.points = (state.scores or ())[seat]
        self.used = set(cells_of(self.s.used[seat]))
        self.is_at_go = state.seats == 1 and self.s.ending == rules.FINISHED  # or the line was passed

    def say(self, key: str, **params: object) -> str:
        return GAME.catalog.say(key, self.lang, **params)

    def scene(self) -> Scene:
        kind = Under if self.state.seats <= 3 else Strips  # more sheets would be too small on a phone
        others = kind(self.state, self.seat, self.lang)
        return self.framed(self.keypad.right, self.keypad.bottom + others.height, others)

    def wide_scene(self) -> Scene:
        others = Block(self.state, self.seat, self.lang)
        return self.framed(self.keypad.right + others.width, self.keypad.bottom, others)

    def framed(self, width: float, height: float, others: Others) -> Scene:
        table = (*self.score_zone(), *self.dice(), *self.tiles(), *self.keys())
        own_sheet = (self.heading(), *self.sheet(), self.sums())
        nodes = (paper(width, height), *own_sheet, *table, *self.landings(), *others.nodes())
        label = self.say("picture.board", status=self.state.status(self.lang))
        own = (self.keypad.right, self.keypad.bottom)
        return Scene("number-drop", width, height, nodes, PALETTE, label, GRADIENTS, own=own)

    # The large sheet

    def heading(self) -> Group:
        """Whose sheet it is, and the points in big digits, as on a cabinet."""
        name = self.state.names[self.seat] or self.say(f"seat.{self.seat}")
        style = {"font_weight": 700, "text_anchor": "start", "letter_spacing": 1}
        text = score_text(self.points)
        parts: list[Node] = [
            caption(LEFT, 35, name[:LONGEST_NAME].upper(), 17, fill="$ink", **style),
            glowing(glyph(text, PANEL + PANEL_WIDTH - 4 - glyph_width(text, 26) / 2, 29, 26, "cyan"), 5, 0.18),
        ]
        if self.seat in best_seats(self.state):
            parts.append(badge(398, 29, self.say("picture.best"), "accent"))
        elif self.state.seats > 1 and self.s.dropper == self.seat and self.s.draw >= rules.FIRST_DIE:
            parts.append(badge(398, 29, self.say("picture.dropper"), "magenta"))
        label = self.say("picture.sheet", side=side(self.state, self.seat), n=self.points)
        return group(*parts, id=f"sheet-{self.seat}", label=label)

    def sheet(self) -> Iterator[Node]:
        yield ground()
        yield from self.row_marks()
        yield from combination_frames(self.state, self.seat, SHEET)
        yield from self.cells()
        yield edges()
        if self.state.over:
            yield from beyond_marks(rows_beyond(self.state, self.seat), SHEET)
        yield from change_marks(self.state, self.seat, SHEET)

    def row_marks(self) -> Iterator[Node]:
        """+2 for a complete row, −5 for each row above the line that has anything in it."""
        rows = [cell >> 3 for cell in cells_of(self.s.filled[self.seat])]
        for row in range(ROWS):
            is_below = row < GAME_OVER
            is_won = rows.count(row) == COLUMNS if is_below else row in rows
            yield bonus_mark(RIGHT + 19, BOTTOM - CELL * (row + 0.5), "+2" if is_below else "-5", is_won)

    def cells(self) -> Iterator[Node]:
        written = sheet(self.state, self.seat)
        for cell in (8 * row + column for row in range(ROWS) for column in range(COLUMNS)):
            yield sheet_cell(self.seat, cell, written.get(cell), cell in self.used, self.lang)

    def sums(self) -> Group:
        """Name, rows, identical, consecutive, bonus and total, as printed along the bottom of the sheet."""
        name, parts = initials_at(self.state, self.lang)[self.seat], points(self.state, self.seat)
        spoken = self.say("sum.spoken", name=name, total=self.points, **parts._asdict())
        is_best = self.seat in best_seats(self.state)
        return group(sums_row(name, parts, is_best, self.lang), label=spoken)

    # The table

    def score_zone(self) -> Iterator[Node]:
        """Lines of sizes and letters; what is validated follows from the position, all else stays."""
        equal, runs = self.s.validated[self.seat].tolist()
        yield score_zone(self.seat, equal, runs, circled(self.state, self.seat), int(self.s.crossed), self.lang)

    def dice(self) -> Iterator[Node]:
        yield panel(PANEL, DICE, PANEL_WIDTH, 48)
        for die, face in enumerate(map(int, self.s.dice)):
            is_gone = self.stage == rules.WRITE and not self.s.dice_left[self.seat] >> die & 1
            key = "picture.star" if face == rules.STAR else "picture.die" if face else "picture.die-still"
            yield group(
                die_face(face),
                id=f"die-{self.seat}-{die}",
                kind="die",
                label=self.say(key, face=face_name(face)),
                x=PANEL + 20 + 33 * die,
                y=DICE + 24,
                opacity=0.25 if is_gone else 1,
                halo=(overlay(-17, -17, 34, 34, 9, False),),
                chosen=(overlay(-17, -17, 34, 34, 9, True),),
            )
        yield self.shape_die()

    def shape_die(self) -> Group:
        shape = int(self.s.shape_die)
        key = "picture.die-still" if shape == rules.NONE else "picture.die-shape"
        label, x, y = self.say(key, shape=SHAPE_NAMES[shape]), PANEL + 20 + 33 * 4, DICE + 24
        return group(shape_face(shape), id="die-shape", kind="die", label=label, x=x, y=y)

    def tiles(self) -> Iterator[Node]:
        """Solo every tile has a track down to GO!; else the tiles lie on their slots until they have fallen."""
        yield panel(PANEL, TILES, PANEL_WIDTH, BOTTOM - TILES)
        yield caption(PANEL + PANEL_WIDTH / 2, TILES + 17, self.say("picture.drops"), 10.5, **QUIET_TITLE)
        is_solo = self.state.seats == 1
        for slot, letter in enumerate(LETTERS):
            x = PANEL + 20 + 33 * slot
            if is_solo and circled(self.state, self.seat) >> slot & 1:  # it will not drop
                yield circle(x, TILES + 34, 10, fill="$accent_soft", stroke="$accent", stroke_width=2)
            yield glyph(letter, x, TILES + 34, 11, "quiet" if self.s.crossed >> slot & 1 else "ink", 0.17)
            yield from (track(x, TILES + 56),) if is_solo else self.circles(slot, x, TILES + 88)
            yield self.tile(slot, x, TILES + 56 + (22 * int(self.s.steps[slot]) if is_solo else 3))

    def circles(self, slot: int, x: float, y: float) -> Iterator[Node]:
        """Who has circled the DROP."""
        names = initials_at(self.state, self.lang)
        owners = [seat for seat in range(self.state.seats) if circled(self.state, seat) >> slot & 1]
        for i, seat in enumerate(owners):
            yield name_pill(names[seat], x, y + 14 * i)

    def tile(self, slot: int, x: float, y: float) -> Group:
        shape, letter, step = self.s.tiles[slot], LETTERS[slot], int(self.s.steps[slot])
        is_marked = self.s.falling == slot or (self.is_at_go and not rows_beyond(self.state, self.seat))
        parts: tuple[Node, ...] = (rect(-14, -11, 28, 22, 5, **EMPTY),)
        key = "tile-gone"
        if shape != rules.NONE:
            key = "tile" if self.state.seats == 1 else "tile-drop"
            parts = (tile_face(shape, is_marked),)
        return group(
            *parts,
            id=f"tile-{letter}",
            kind="tile",
            label=self.say(f"picture.{key}", letter=letter, shape=SHAPE_NAMES[shape], step=step),
            x=x,
            y=y,
            halo=(overlay(-16, -13, 32, 26, 7, False),),
            chosen=(overlay(-16, -13, 32, 26, 7, True),),
        )

    # What this seat can do now

    def keys(self) -> Iterator[Node]:
        yield self.keypad.panel()
        yield from self.keypad.say(self.hint(), 0, 14, fill="$ink", font_weight=600)
        if self.stage in (rules.PUT, rules.DROP):
            yield from self.orientations()
        elif self.stage == rules.COMBINE:
            yield self.skip()
        elif self.s.ending == rules.FINISHED and self.state.seats > 1:
            yield from self.keypad.say(self.say_ending(), self.keypad.lines + 1, 13, fill="$quiet")
        elif self.has_star():
            places = enumerate(self.keypad.keys(10))
            yield from (digit_key(self.seat, digit, *place, self.lang) for digit, place in places)

    def say_ending(self) -> str:
        return ending(self.state).text(self.lang)

    def hint(self) -> str:
        if self.stage != rules.DONE:
            key, params = asking(self.state, self.seat)
            return self.say(f"hint.{key}{'-star' if self.has_star() else ''}", **params)
        if self.state.over:
            return self.state.status(self.lang)
        if self.s.clockwise and len(self.state.actors) == 1:
            return self.say("hint.wait-turn", side=side(self.state, self.state.actors[0]))
        return self.say("hint.chance" if self.state.chance else "hint.wait")

    def has_star(self) -> bool:
        left = int(self.s.dice_left[self.seat])
        return self.stage == rules.WRITE and any(left >> i & 1 and self.s.dice[i] == rules.STAR for i in range(4))

    def orientations(self) -> Iterator[Node]:
        found = dict.fromkeys(place_of(self.state, self.seat, action)[0] for action in self.state.legal(self.seat))
        for orientation, place in zip(found, self.keypad.keys(len(found)), strict=True):
            yield turn_key(self.seat, orientation, *place, self.lang)

    def skip(self) -> Group:
        text = self.say("picture.skip")
        parts = (caption(0, 5, text, 15, fill="$ink", font_weight=600),)
        return key(f"skip-{self.seat}", text, parts, *self.keypad.middle, 120, 50)

    def landings(self) -> Iterator[Node]:
        if self.stage in (rules.PUT, rules.DROP):
            for action in self.state.legal(self.seat):
                cells = tuple(landing_cells(self.state, self.seat, action))
                id = landing_id(self.state, self.seat, action)
                yield landing(id, cells, action >= rules.PUSHED, self.lang)
