"""A second, slow and plain reading of the rules of Dérive, to compare with the compiled ones.

It shares no code with the game: cells are (column, row) pairs counted from 1, dice are a dictionary, and everything is
found by looking at every cell. Texts are those of the notation.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

Cell = tuple[int, int]

# level: dice each, chain to build, protection, compulsory capture, rolls, entry value
LEVELS = {
    "initiation": (5, 1, False, False, True, "one"),
    "blitz": (7, 3, True, False, True, "one"),
    "classic": (10, 6, True, True, True, "one"),
    "advanced": (10, 6, True, True, False, "chosen"),
    "blitz-classic": (7, 3, True, True, True, "one"),
    "blitz-advanced": (7, 3, True, True, False, "chosen"),
}
DIAGONALS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def write_cell(cell: Cell) -> str:
    return "abcdefghijklm"[cell[0] - 1] + str(cell[1])


def read_cell(text: str) -> Cell:
    return "abcdefghijklm".index(text[0]) + 1, int(text[1:])


@dataclass(frozen=True)
class Die:
    seat: int
    value: int


@dataclass
class Model:
    """One position."""

    seats: int = 2
    level: str = "classic"
    size: int = 0
    facing: str = "opposite"
    teams: bool = False
    entry: str = ""
    max_choices: int = 0
    dice: dict[Cell, Die] = field(default_factory=dict)
    turn: int | None = None  # nobody, until the first player is drawn
    rolling: Cell | None = None
    made: int = 0
    winner: int | None = None
    drawn: bool = False

    def __post_init__(self) -> None:
        self.size = self.size or (11 if self.seats == 4 else 9)
        self.max_choices = self.max_choices or 300 * self.seats
        self.dice_each, self.length, self.protects, self.compels, self.rolls, usual = LEVELS[self.level]
        self.entry = self.entry or usual

    # The board

    def is_playable(self, cell: Cell) -> bool:
        column, row = cell
        return 1 <= column <= self.size and 1 <= row <= self.size and (column + row) % 2 == 0

    def cells(self) -> list[Cell]:
        square = range(1, self.size + 1)
        return [(column, row) for column in square for row in square if self.is_playable((column, row))]

    def neighbours(self, cell: Cell) -> list[Cell]:
        near = [(cell[0] + dx, cell[1] + dy) for dx, dy in DIAGONALS]
        return [other for other in near if self.is_playable(other)]

    def colour(self, seat: int) -> str:
        if self.seats == 2:
            return ("red", "yellow" if self.facing == "opposite" else "blue")[seat]
        return ("red", "blue", "yellow", "green")[seat]

    def is_on_bank(self, cell: Cell, colour: str) -> bool:
        column, row = cell
        edges = {"red": row == 1, "blue": column == 1, "yellow": row == self.size, "green": column == self.size}
        return edges[colour]

    def is_on_goal(self, cell: Cell, seat: int) -> bool:
        opposite = {"red": "yellow", "yellow": "red", "blue": "green", "green": "blue"}
        return self.is_on_bank(cell, opposite[self.colour(seat)])

    # Who is who

    def is_over(self) -> bool:
        return self.drawn or self.winner is not None

    def is_chance(self) -> bool:
        return not self.is_over() and (self.turn is None or self.rolling is not None)

    def outcomes(self) -> dict[str, int]:
        if not self.is_chance():
            return {}
        if self.turn is None:
            return {f"first={seat}": 1 for seat in range(self.seats)}
        return {f"={value}": 1 for value in range(1, 7)}

    def are_enemies(self, seat: int, other: int) -> bool:
        if self.teams:
            return {seat, other} not in ({0, 2}, {1, 3}, {0}, {1}, {2}, {3})
        return seat != other

    def own(self, seat: int) -> list[Cell]:
        return [cell for cell, die in self.dice.items() if die.seat == seat]

    # Chains

    def chain_of(self, cell: Cell) -> set[Cell]:
        seat, found, todo = self.dice[cell].seat, {cell}, [cell]
        while todo:
            for other in self.neighbours(todo.pop()):
                if other not in found and other in self.dice and self.dice[other].seat == seat:
                    found.add(other)
                    todo.append(other)
        return found

    def is_anchored(self, cell: Cell) -> bool:
        """Whether the chain of the die on this cell is."""
        return any(self.is_on_goal(other, self.dice[cell].seat) for other in self.chain_of(cell))

    def is_ordered(self, cell: Cell) -> bool:
        chain = self.chain_of(cell)
        values = [self.dice[other].value for other in chain]
        if len(set(values)) < len(values):
            return False
        return all(
            abs(self.dice[one].value - self.dice[other].value) == 1
            for one in chain
            for other in self.neighbours(one)
            if other in chain
        )

    def is_protected(self, cell: Cell) -> bool:
        return self.protects and self.is_anchored(cell) and self.is_ordered(cell)

    # Choices

    def choices(self) -> list[str]:
        if self.is_over() or self.is_chance():
            return []
        assert self.turn is not None
        forced = self.forced_captures(self.turn) if self.compels else []
        if forced:
            return sorted(forced)
        return sorted(self.free_choices(self.turn)) or ["pass"]

    def free_choices(self, seat: int) -> list[str]:
        texts = self.entries(seat)
        for cell in self.own(seat):
            texts += self.moves(seat, cell) + self.changes(cell) + self.captures(seat, cell)
        return texts

    def entries(self, seat: int) -> list[str]:
        if len(self.own(seat)) == self.dice_each:
            return []
        bank = [c for c in self.cells() if self.is_on_bank(c, self.colour(seat)) and c not in self.dice]
        values = [f"={value}" for value in range(1, 7)] if self.entry == "chosen" else [""]
        return [f"+{write_cell(cell)}{value}" for cell in bank for value in values]

    def moves(self, seat: int, cell: Cell) -> list[str]:
        targets = {other for other in self.neighbours(cell) if other not in self.dice} | self.jumps(cell)
        allowed = (other for other in targets if self.may_stand(seat, cell, other))
        return [f"{write_cell(cell)}-{write_cell(other)}" for other in allowed]

    def jumps(self, cell: Cell) -> set[Cell]:
        others = set(self.dice) - {cell}
        found, todo = {cell}, [cell]
        while todo:
            column, row = todo.pop()
            for dx, dy in DIAGONALS:
                over, behind = (column + dx, row + dy), (column + 2 * dx, row + 2 * dy)
                if over in others and self.is_playable(behind) and behind not in others and behind not in found:
                    found.add(behind)
                    todo.append(behind)
        return found - {cell}

    def may_stand(self, seat: int, origin: Cell, target: Cell) -> bool:
        """After the choice, at most one cell of each foreign bank."""
        own = self.colour(seat)
        standing = [cell for cell in self.own(seat) if cell != origin] + [target]
        standing = [cell for cell in standing if not self.is_on_bank(cell, own)]
        banks = {"red", "blue", "yellow", "green"} - {own}
        return all(sum(self.is_on_bank(cell, bank) for cell in standing) <= 1 for bank in banks)

    def changes(self, cell: Cell) -> list[str]:
        value = self.dice[cell].value
        texts = [f"{write_cell(cell)}:{new}" for new in (value - 1, value + 1) if 1 <= new <= 6]
        return [*texts, f"{write_cell(cell)}?"] if self.rolls else texts

    def captures(self, seat: int, cell: Cell) -> list[str]:
        texts = []
        for other in self.neighbours(cell):
            prey = self.dice.get(other)
            if prey is None or not self.are_enemies(seat, prey.seat) or prey.value > self.dice[cell].value:
                continue
            if not self.is_protected(other) and self.may_stand(seat, cell, other):
                texts.append(f"{write_cell(cell)}x{write_cell(other)}")
        return texts

    def is_bound(self, seat: int, cell: Cell) -> bool:
        if self.is_anchored(cell):
            return False
        beside = [other for other in self.neighbours(cell) if other in self.dice]
        return any(self.are_enemies(seat, self.dice[other].seat) and self.is_anchored(other) for other in beside)

    def forced_captures(self, seat: int) -> list[str]:
        return [text for cell in self.own(seat) if self.is_bound(seat, cell) for text in self.captures(seat, cell)]

    # Playing

    def play(self, text: str) -> Model:
        """The position after an event, which must be possible."""
        assert text in self.choices() or text in self.outcomes(), text
        after = replace(self, dice=dict(self.dice))
        if self.turn is None:
            after.turn = int(text.removeprefix("first="))
            return after
        if self.rolling:
            after.dice[self.rolling] = Die(self.turn, int(text[1:]))
            after.rolling = None
        else:
            after.made += 1
            after.do(text, self.turn)
        after.end_event(self.turn)
        return after

    def do(self, text: str, seat: int) -> None:
        if text.startswith("+"):
            name, _, value = text[1:].partition("=")
            self.dice[read_cell(name)] = Die(seat, int(value or 1))
        elif text.endswith("?"):
            self.rolling = read_cell(text[:-1])
        elif ":" in text:
            name, _, value = text.partition(":")
            self.dice[read_cell(name)] = Die(seat, int(value))
        elif "-" in text:
            origin, target = map(read_cell, text.split("-"))
            self.dice[target] = self.dice.pop(origin)
        elif "x" in text:
            origin, target = map(read_cell, text.split("x"))
            mine, theirs = self.dice.pop(origin).value, self.dice.pop(target).value
            self.dice[target] = Die(seat, 1 if mine == theirs else mine - theirs)

    def end_event(self, chooser: int) -> None:
        in_turn = [(chooser + i) % self.seats for i in range(self.seats)]
        winners = [seat for seat in in_turn if self.has_won(seat)]
        if winners:
            self.winner = winners[0]
        elif self.made >= self.max_choices:
            self.drawn = True
            self.rolling = None
        if self.rolling is None:
            self.turn = in_turn[1]

    def has_won(self, seat: int) -> bool:
        goals = [cell for cell in self.own(seat) if self.is_on_goal(cell, seat)]
        if self.level == "initiation":
            return bool(goals)
        return any(self.is_ordered(cell) and len(self.chain_of(cell)) >= self.length for cell in goals)

    def result(self) -> tuple[Fraction, ...]:
        if self.winner is None:
            return (Fraction(0),) * self.seats
        others = 1 if self.teams else self.seats - 1
        return tuple(
            Fraction(-1, others) if self.are_enemies(seat, self.winner) else Fraction(1) for seat in range(self.seats)
        )

    # As the text that the game reads

    def diagram(self) -> str:
        square = range(1, self.size + 1)
        rows = [f"{row:>2}  " + " ".join(self._two(column, row) for column in square) for row in reversed(square)]
        rows.append("    " + "  ".join("abcdefghijklm"[: self.size]))
        hands = (f"{self.colour(seat)} {self.dice_each - len(self.own(seat))}" for seat in range(self.seats))
        options = {name: getattr(self, name) for name in ("level", "size", "facing", "teams", "entry", "max_choices")}
        return "\n".join(
            [
                *(row.rstrip() for row in rows),
                f"in supply: {', '.join(hands)}",
                self._details(),
                f"seats={self.seats} "
                + " ".join(f"{k}={v}" for k, v in options.items()).replace("F", "f").replace("T", "t"),
            ]
        )

    def _two(self, column: int, row: int) -> str:
        if (column, row) in self.dice:
            die = self.dice[column, row]
            return f"{self.colour(die.seat)[0]}{die.value}"
        return ". " if self.is_playable((column, row)) else "  "

    def _details(self) -> str:
        if self.turn is None:
            return f"first player to be drawn, {self.made} made"
        act = f"rolls {write_cell(self.rolling)}" if self.rolling else "to act"
        end = ", drawn" if self.drawn else "" if self.winner is None else f", {self.colour(self.winner)} won"
        return f"{self.colour(self.turn)} {act}, {self.made} made{end}"
