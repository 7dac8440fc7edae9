"""Number Drop once more, slowly, written straight from ``rules.md``.

Plain Python objects and strings; nothing of ``rules`` is used. It speaks the notation: ``choices`` are texts. Shapes
fall row by row, combinations are searched by trying, circles and crosses are pencil marks. Tests play both in lockstep.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Cell = tuple[int, int]  # (row, column), from 1
LETTERS = "ABCDE"
COLUMNS = " abcdefg"
ROWS, GAME_OVER_LINE = 14, 11
NUMBER_DICE = {"n1": "13457*", "n2": "12456*", "n3": "23467*", "n4": "123567"}
SHAPE_DIE = "IOTLS*"
TILES = [("I3", "I"), ("L3", "L"), ("T5", "T"), ("U5", "S"), ("X5", "O")]
SHAPES: dict[str, set[Cell]] = {
    "I": {(0, 0), (0, 1), (0, 2), (0, 3)},
    "O": {(0, 0), (0, 1), (1, 0), (1, 1)},
    "T": {(0, 0), (0, 1), (0, 2), (1, 1)},
    "L": {(0, 0), (1, 0), (2, 0), (0, 1)},
    "S": {(0, 0), (0, 1), (1, 1), (1, 2)},
    "I3": {(0, 0), (0, 1), (0, 2)},
    "L3": {(0, 0), (0, 1), (1, 0)},
    "T5": {(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)},
    "U5": {(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)},
    "X5": {(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)},
}


def name(cell: Cell) -> str:
    return f"{COLUMNS[cell[1]]}{cell[0]}"


def cell_of(text: str) -> Cell:
    return int(text[1:]), COLUMNS.index(text[0])


def neighbours(cell: Cell) -> set[Cell]:
    row, column = cell
    return {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}


def ways_to_hold(shape: str) -> set[frozenset[Cell]]:
    """The shape rotated and mirrored, its lowest row and leftmost column being 1."""
    ways = set()
    cells = SHAPES[shape]
    for _ in range(2):
        for _ in range(4):
            down, left = min(r for r, _ in cells), min(c for _, c in cells)
            ways.add(frozenset((r - down + 1, c - left + 1) for r, c in cells))
            cells = {(c, -r) for r, c in cells}
        cells = {(r, -c) for r, c in cells}
    return ways


@dataclass
class Sheet:
    """A player's sheet: what is written in its cells, what is used, and the score zone."""

    cells: dict[Cell, int | str] = field(default_factory=dict)
    used: set[Cell] = field(default_factory=set)
    done: dict[str, set[int]] = field(default_factory=lambda: {"id": set(), "run": set()})
    bonus: bool = False
    circled: set[str] = field(default_factory=set)
    crossed: set[str] = field(default_factory=set)
    may_slide: bool = False

    def falls_to(self, way: frozenset[Cell], column: int) -> frozenset[Cell] | None:
        """Where a shape held like this above the grid comes to rest, if it is inside the grid then."""
        shape = {(row + ROWS, c + column - 1) for row, c in way}
        if any(c > 7 for _, c in shape):
            return None
        while all(row > 1 and (row - 1, c) not in self.cells for row, c in shape):
            shape = {(row - 1, c) for row, c in shape}
        return frozenset(shape) if all(row <= ROWS for row, _ in shape) else None

    def pushed_to(self, way: frozenset[Cell]) -> set[frozenset[Cell]]:
        """Where a shape held like this can come to rest if it may be pushed: every way down is tried."""
        start = frozenset((row + ROWS, column) for row, column in way)
        seen, todo, rests = {start}, [start], set()
        while todo:
            shape = todo.pop()
            down, *sides = (
                frozenset((r + up, c + right) for r, c in shape) for up, right in ((-1, 0), (0, -1), (0, 1))
            )
            new = {moved for moved in (down, *sides) if self.has_room(moved)} - seen
            seen |= new
            todo += new
            if not self.has_room(down) and all(row <= ROWS for row, _ in shape):
                rests.add(shape)
        return rests

    def has_room(self, shape: frozenset[Cell]) -> bool:
        return all(row >= 1 and 1 <= column <= 7 and (row, column) not in self.cells for row, column in shape)

    def placements(self, shapes: list[str]) -> dict[str, list[Cell]]:
        """Text -> cells, sorted by row, then column."""
        ways = {way for shape in shapes for way in ways_to_hold(shape)}
        if self.may_slide:
            rests = set().union(*map(self.pushed_to, ways))
        else:
            rests = {cells for way in ways for column in range(1, 8) if (cells := self.falls_to(way, column))}
        return {"".join(map(name, sorted(cells))): sorted(cells) for cells in rests}

    def free_digits(self) -> dict[Cell, int]:
        return {c: d for c, d in self.cells.items() if isinstance(d, int) and c not in self.used}

    def can_take(self, kind: str, size: int) -> bool:
        taken = self.bonus if size == 8 else size in self.done[kind]
        return not taken and any(self.completes(kind, size, [cell]) for cell in self.free_digits())

    def completes(self, kind: str, size: int, picked: list[Cell]) -> bool:
        """Whether these cells can be the first of a combination, found by trying."""
        return len(picked) == size or any(self.completes(kind, size, [*picked, c]) for c in self.steps(kind, picked))

    def steps(self, kind: str, picked: list[Cell]) -> list[Cell]:
        free = self.free_digits()
        if kind == "run":
            near = neighbours(picked[-1])
            return [c for c in near if free.get(c) == free[picked[-1]] + 1]
        near = set().union(*map(neighbours, picked)) - set(picked)
        # In any order one would come to the same groups again and again; so only trying is slow, not wrong.
        return sorted(c for c in near if free.get(c) == free[picked[0]])

    def picks(self, kind: str, size: int, picked: list[Cell]) -> list[Cell]:
        next_ones = self.steps(kind, picked) if picked else list(self.free_digits())
        return [c for c in next_ones if self.completes(kind, size, [*picked, c])]

    def validate(self, kind: str, size: int, picked: list[Cell]) -> None:
        self.used |= set(picked)
        if size == 8:
            self.bonus = True
            return
        self.done[kind].add(size)
        letter = LETTERS[size - 3]
        if size in self.done["id"] and size in self.done["run"] and letter not in self.crossed:
            self.circled.add(letter)

    def is_over_the_line(self) -> bool:
        return any(row > GAME_OVER_LINE for row, _ in self.cells)

    def score(self) -> int:
        points = 8 if self.bonus else 0
        for kind in ("id", "run"):
            points += sum(self.done[kind]) + (10 if self.done[kind] == {3, 4, 5, 6, 7} else 0)
        for row in range(1, GAME_OVER_LINE + 1):
            points += 2 if all((row, column) in self.cells for column in range(1, 8)) else 0
        for row in range(GAME_OVER_LINE + 1, ROWS + 1):
            points -= 5 if any((row, column) in self.cells for column in range(1, 8)) else 0
        return points


@dataclass
class Player:
    """A seat: its sheet and what it is doing."""

    sheet: Sheet = field(default_factory=Sheet)
    stage: str = "waits"  # start, drop, slide, put, write, combine, pick
    to_write: list[Cell] = field(default_factory=list)
    dice: list[str] = field(default_factory=list)
    kind: str = ""
    size: int = 0
    picked: list[Cell] = field(default_factory=list)


class Model:
    """A game."""

    def __init__(
        self,
        seats: int,
        tiles: str = "mixed",
        max_choices: int = 5000,
        slide: bool = False,
        order: str = "together",
        all_circled: str = "ends-turn",
    ) -> None:
        self.players = [Player(Sheet(may_slide=slide)) for _ in range(seats)]
        self.one_by_one = order == "clockwise"
        self.plays_on = all_circled == "plays-on"
        self.waiting: list[tuple[int, str]] = []  # one after the other: who does what in the rest of this turn
        self.solo = seats == 1
        self.faces = {"solo": (1,), "large": (0,), "mixed": (0, 1)}["solo" if self.solo else tiles]
        self.max_choices = max_choices
        self.choices_made = 0
        self.slots: dict[str, str] = {}
        self.steps = dict.fromkeys(LETTERS, 0)
        self.dropper = 0
        self.draws = [*LETTERS, "first"]
        self.roll: dict[str, str] = {}
        self.falling = ""
        self.after_drop = ""
        self.ended = self.capped = False

    # Who, and what

    @property
    def over(self) -> bool:
        return self.ended or self.capped

    def actors(self) -> list[int]:
        return [] if self.over else [i for i, player in enumerate(self.players) if player.stage != "waits"]

    def outcomes(self) -> dict[str, int]:
        if self.over or self.actors():
            return {}
        what = self.draws[0]
        if what in LETTERS:
            left = [tile for tile in TILES if not set(tile) & set(self.slots.values())]
            values = [tile[face] for tile in left for face in self.faces]
        elif what == "first":
            values = [str(seat) for seat in range(len(self.players))]
        else:
            values = list(NUMBER_DICE.get(what, SHAPE_DIE))
        return {f"{what}={value}": 1 for value in values}

    def choices(self, seat: int) -> list[str]:
        player = self.players[seat]
        return sorted(getattr(self, f"{player.stage}_choices")(player))

    def play(self, seat: int, text: str) -> None:
        if seat == -1:
            self.draw(text)
            return
        player = self.players[seat]
        assert text in self.choices(seat)
        self.choices_made += 1
        getattr(self, f"play_{player.stage}")(player, text)
        if not self.ended and self.choices_made >= self.max_choices:
            self.capped = True

    def draw(self, text: str) -> None:
        assert text in self.outcomes()
        what, value = text.split("=")
        self.draws.pop(0)
        if what in LETTERS:
            self.slots[what] = value
        elif what == "first":
            self.dropper = int(value)
            self.all_do("start")
        else:
            self.roll[what] = value
            if what == "shape":
                self.after_roll()

    def all_do(self, stage: str) -> None:
        for player in self.players:
            player.stage = stage

    def is_done(self, player: Player) -> bool:
        player.stage = "waits"
        return not self.actors()

    # The set-up

    def start_choices(self, player: Player) -> list[str]:
        return [f"{column}1={self.first_digit_of(player)}" for column in COLUMNS[1:]]

    def first_digit_of(self, player: Player) -> int:
        seat = next(i for i, other in enumerate(self.players) if other is player)
        order = [(self.dropper + k) % len(self.players) for k in range(len(self.players))]
        return order.index(seat) + 1

    def play_start(self, player: Player, text: str) -> None:
        cell, digit = text.split("=")
        player.sheet.cells[cell_of(cell)] = int(digit)
        if self.is_done(player):
            self.next_roll()

    def next_roll(self) -> None:
        self.roll = {}
        self.draws = [*NUMBER_DICE, "shape"]

    # A turn

    def star(self) -> bool:
        return "*" in self.roll.values()

    def after_roll(self) -> None:
        if self.solo:
            self.players[0].stage = "slide"
            self.after_drop = "second"
            return
        active = [x for x in LETTERS if any(x in p.sheet.circled - p.sheet.crossed for p in self.players)]
        if not (self.star() and active):
            self.begin_shape()
            return
        self.falling = active[0]
        for player in self.players:
            player.stage = "waits" if self.falling in player.sheet.circled else "drop"
        if not self.actors():
            self.end_drop(is_turn_over=not self.plays_on)

    def drop_choices(self, player: Player) -> list[str]:
        return [f"drop {text}" for text in player.sheet.placements([self.slots[self.falling]])]

    def play_drop(self, player: Player, text: str) -> None:
        cells = player.sheet.placements([self.slots[self.falling]])[text.removeprefix("drop ")]
        player.sheet.cells |= dict.fromkeys(cells, "X")
        if self.solo:
            self.go_on_solo()
        elif self.is_done(player):
            self.end_drop()

    def end_drop(self, is_turn_over: bool = True) -> None:
        for player in self.players:
            player.sheet.crossed.add(self.falling)
        del self.slots[self.falling]
        if is_turn_over:
            self.end_turn()
        else:
            self.begin_shape()

    def begin_shape(self) -> None:
        if self.one_by_one and not self.solo:
            round_the_table = [(self.dropper + k) % len(self.players) for k in range(len(self.players))]
            self.waiting = [(seat, stage) for stage in ("put", "combine") for seat in round_the_table]
            self.call_next()
            return
        for player in self.players:
            fits = player.sheet.placements(self.rolled_shapes())
            assert fits or self.solo
            player.stage = "put" if fits else "combine"

    def call_next(self) -> None:
        """One after the other: whose turn it is in the list."""
        seat, stage = self.waiting.pop(0)
        self.players[seat].stage = stage

    def rolled_shapes(self) -> list[str]:
        return list("IOTLS") if self.roll["shape"] == "*" else [self.roll["shape"]]

    def put_choices(self, player: Player) -> list[str]:
        return [f"put {text}" for text in player.sheet.placements(self.rolled_shapes())]

    def play_put(self, player: Player, text: str) -> None:
        player.to_write = player.sheet.placements(self.rolled_shapes())[text.removeprefix("put ")]
        player.dice = [self.roll[die] for die in NUMBER_DICE]
        player.stage = "write"

    def write_choices(self, player: Player) -> set[str]:
        plain = {face for face in player.dice if face != "*"}
        return plain | ({f"*{digit}" for digit in range(10)} if "*" in player.dice else set())

    def play_write(self, player: Player, text: str) -> None:
        player.dice.remove("*" if text.startswith("*") else text)
        player.sheet.cells[player.to_write.pop(0)] = int(text[-1])
        if not player.to_write and self.waiting:
            player.stage = "waits"
            self.call_next()
        elif not player.to_write:
            player.stage = "combine"

    def combine_choices(self, player: Player) -> list[str]:
        found = [f"{k}{n}" for k in ("id", "run") for n in range(3, 9) if player.sheet.can_take(k, n)]
        return [*found, "skip"]

    def play_combine(self, player: Player, text: str) -> None:
        if text == "skip":
            self.finish_turn(player)
        else:
            player.kind, player.size, player.picked = text[:-1], int(text[-1]), []
            player.stage = "pick"

    def pick_choices(self, player: Player) -> list[str]:
        return [name(cell) for cell in player.sheet.picks(player.kind, player.size, player.picked)]

    def play_pick(self, player: Player, text: str) -> None:
        player.picked.append(cell_of(text))
        if len(player.picked) == player.size:
            player.sheet.validate(player.kind, player.size, player.picked)
            self.finish_turn(player)

    def finish_turn(self, player: Player) -> None:
        is_last = self.is_done(player)
        if is_last and self.waiting:
            self.call_next()
        elif is_last:
            self.end_turn()

    def end_turn(self) -> None:
        is_beyond = any(player.sheet.is_over_the_line() for player in self.players)
        if is_beyond or (self.solo and all(step == 4 for step in self.steps.values())):
            self.ended = True
        else:
            self.dropper = (self.dropper + 1) % len(self.players)
            self.next_roll()

    # Solo

    def slide_choices(self, player: Player) -> list[str]:
        return [f"slide {letter}" for letter in LETTERS if self.steps[letter] < 4]

    def play_slide(self, player: Player, text: str) -> None:
        self.slide(text[-1])

    def slide(self, letter: str) -> None:
        player = self.players[0]
        self.steps[letter] += 1
        if self.steps[letter] == 4 and letter not in player.sheet.circled:
            self.falling = letter
            if player.sheet.placements([self.slots[letter]]):
                player.stage = "drop"
                return
        self.go_on_solo()

    def go_on_solo(self) -> None:
        """After the first slide and its drop: the second slide. After the second: the shape."""
        second_is_due = self.after_drop == "second" and self.star()
        self.after_drop = ""
        if not second_is_due:
            self.begin_shape()
        elif self.roll["shape"] == "*":
            if any(step < 4 for step in self.steps.values()):
                self.players[0].stage = "slide"
            else:
                self.begin_shape()
        else:
            letter = next(x for x, shape in self.slots.items() if shape == self.roll["shape"])
            if self.steps[letter] < 4:
                self.slide(letter)
            else:
                self.begin_shape()

    # The end

    def scores(self) -> list[int]:
        return [player.sheet.score() for player in self.players]

    def result(self) -> list[float]:
        scores = self.scores()
        if self.solo:
            return [float(scores[0])]
        if self.capped:
            return [0.0] * len(scores)
        n, k = len(scores), scores.count(max(scores))
        return [(n - k) / (k * (n - 1)) if score == max(scores) else -1 / (n - 1) for score in scores]
