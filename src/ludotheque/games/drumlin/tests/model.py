"""Drumlin once more, slowly: written from the rules alone, sharing nothing with the compiled ones.

A position is a dictionary of lists. Cells are their names, pieces are objects, and every event is its text. The
compiled rules are compared with this model event by event in ``test_model.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

ALL_CELLS = [column + str(row) for row in range(1, 11) for column in "abcdefgh"]
START = {"violet": "b1 d1 f1 h1 a3 c3 e3 g3 b5 d5 f5 h5", "pink": "a10 c10 e10 g10 b8 d8 f8 h8 a6 c6 e6 g6"}
ENEMY = {"violet": "pink", "pink": "violet"}
FIRST_ROW = {"violet": "1", "pink": "10"}
SEATS = ("violet", "pink")


@dataclass(eq=False)
class Piece:
    owner: str
    kind: str = "elephant"  # elephant, egg, dragon

    @property
    def value(self) -> int:
        return 2 if self.kind == "dragon" else 1


@dataclass
class Model:
    max_choices: int = 400
    pie: bool = False  # whether violet may still say on which side of the table the Drumlin starts
    board: dict[str, list[Piece]] = field(default_factory=lambda: {cell: [] for cell in ALL_CELLS})
    drumlin: str | None = None  # where it lies alone
    placing: bool = True
    turn: str = "pink"
    made: int = 0
    over: bool = False
    winner: str | None = None

    @classmethod
    def start(cls, max_choices: int = 400, placing: str = "pink") -> Model:
        model = cls(max_choices, placing == "swap")
        for owner, cells in START.items():
            for cell in cells.split():
                model.board[cell].append(Piece(owner))
        return model

    @classmethod
    def of(cls, diagram: str) -> Model:
        """The position that a diagram of a running game shows."""
        *rows, _, details, options = diagram.split("\n")
        model = cls(int(options.partition("max_choices=")[2]))  # violet has answered already, if it could
        for row in rows:
            for column, text in zip("abcdefgh", row[3:].split(), strict=True):
                model.fill(column + row[:2].strip(), text)
        words = details.split()
        model.turn, model.placing, model.made = words[0], words[2] == "place", int(words[-2])
        return model

    def fill(self, cell: str, text: str) -> None:
        if text == "*":
            self.drumlin = cell
        elif text != ".":
            owners = {"v": "violet", "p": "pink"}
            kinds = ["dragon" if letter.isupper() else "elephant" for letter in text.replace("*", "")]
            letters = text.replace("*", "").lower()
            self.board[cell] = [Piece(owners[a], kind) for a, kind in zip(letters, kinds, strict=True)]
            if "*" in text:
                self.board[cell][0].kind = "egg"

    def cells(self) -> dict[str, str]:
        """What each cell holds, as diagrams write it."""
        letters = {"elephant": "vp", "egg": "vp", "dragon": "VP"}
        found = {}
        for cell, pieces in self.board.items():
            order = sorted(pieces, key=lambda p: (p.kind != "egg", p.owner != "violet", p.kind != "dragon"))
            written = [letters[p.kind][p.owner == "pink"] + "*" * (p.kind == "egg") for p in order]
            found[cell] = "".join(written) or "*" * (self.drumlin == cell) or "."
        return found

    # Looking

    def value(self, cell: str) -> int:
        return sum(piece.value for piece in self.board[cell])

    def force(self, player: str, cell: str) -> int:
        return sum(piece.value for piece in self.mine(player, cell))

    def majority(self, player: str, cell: str) -> bool:
        return self.force(player, cell) > self.force(ENEMY[player], cell)

    def mine(self, player: str, cell: str, kind: str | None = None) -> list[Piece]:
        return [p for p in self.board[cell] if p.owner == player and kind in (None, p.kind)]

    def free(self, cell: str) -> bool:
        return not self.board[cell] and self.drumlin != cell

    def egg(self) -> tuple[str, Piece] | None:
        found = [(cell, piece) for cell in ALL_CELLS for piece in self.board[cell] if piece.kind == "egg"]
        assert len(found) + (self.drumlin is not None) <= 1
        return found[0] if found else None

    # What may be done

    def events(self) -> set[str]:
        """All legal events of the player to act."""
        if self.over:
            return set()
        if self.placing:
            return {"@" + cell for cell in ALL_CELLS if self.free(cell)}
        if self.pie:
            return {"keep", "swap"}
        me = self.turn
        fives = [cell for cell in ALL_CELLS if self.value(cell) == 5 and self.mine(me, cell)]
        if fives:
            return self.moves(fives) or {"R" + cell for cell in fives}
        return self.moves(ALL_CELLS) | self.departures() | self.exchanges()

    def moves(self, origins: list[str]) -> set[str]:
        return {
            f"{'E' if piece.kind == 'elephant' else 'D'}{origin}-{target}"
            for origin in origins
            for piece in self.mine(self.turn, origin)
            if piece.kind != "egg"
            for line in lines_from(origin)
            for target in self.stops(piece, line)
        }

    def stops(self, piece: Piece, line: list[str]) -> Iterator[str]:
        """The cells of a line, going away from the piece, where it may stop."""
        for cell in line:
            allowed = self.value(cell) + piece.value <= 4
            if piece.kind == "dragon" and self.drumlin == cell:
                allowed = False
            if allowed:
                yield cell
            if piece.kind == "elephant" and self.board[cell]:
                return
            if piece.kind == "dragon" and self.value(cell) >= 2:
                return

    def departures(self) -> set[str]:
        me, egg = self.turn, self.egg()
        if egg is None or egg[1].owner != me:
            return set()
        home = egg[0]
        if not self.majority(me, home) or self.value(home) > 3:
            return set()
        targets = {cell for cell in ALL_CELLS if self.free(cell)}
        for cell in ALL_CELLS:
            if cell != home and self.mine(me, cell, "elephant") and self.majority(me, cell) and self.value(cell) < 4:
                targets.add(cell)
        if home[1:] == FIRST_ROW[ENEMY[me]]:
            targets.add("base")
        return {"!" + target for target in targets}

    def exchanges(self) -> set[str]:
        me = self.turn
        pairs = [cell for cell in ALL_CELLS if len(self.mine(me, cell, "elephant")) >= 2]
        dragons = [cell for cell in ALL_CELLS if self.mine(me, cell, "dragon")]
        return {f"X{pair}-{dragon}" for pair in pairs for dragon in dragons if pair != dragon}

    # Doing it

    def play(self, text: str) -> None:
        assert text in self.events(), text
        self.made += 1
        if text in ("keep", "swap"):
            self.answer(text)
            self.finish("violet", reached=False)
        else:
            self.turn_with(text)

    def turn_with(self, text: str) -> None:
        me = self.turn
        act = {"E": self.move, "D": self.move, "X": self.exchange, "!": self.depart, "@": self.place, "R": self.remove}
        reached = act[text[0]](text)
        if not self.placing:
            self.turn = ENEMY[me]
        self.finish(me, bool(reached))

    def move(self, text: str) -> None:
        origin, target = text[1:].split("-")
        piece = self.mine(self.turn, origin, {"E": "elephant", "D": "dragon"}[text[0]])[0]
        self.board[origin].remove(piece)
        self.board[target].append(piece)
        if self.drumlin == target:
            piece.kind, self.drumlin = "egg", None
        elif (egg := self.egg()) is not None and egg[0] == target and self.value(target) == 4:
            egg[1].kind = "dragon"
            self.placing = True
        else:
            self.take_over(target)

    def take_over(self, cell: str) -> None:
        """Pieces of the player to act have just arrived on this cell."""
        mine, theirs = self.mine(self.turn, cell), self.mine(ENEMY[self.turn], cell)
        if [p.kind for p in theirs] == ["egg"] and [p.kind for p in mine] == ["elephant", "elephant"]:
            theirs[0].kind, mine[0].kind = "elephant", "egg"

    def exchange(self, text: str) -> None:
        pair, other = text[1:].split("-")
        elephants = self.mine(self.turn, pair, "elephant")[:2]
        dragon = self.mine(self.turn, other, "dragon")[0]
        self.board[pair] = [p for p in self.board[pair] if p not in elephants] + [dragon]
        self.board[other] = [p for p in self.board[other] if p is not dragon] + elephants
        self.take_over(other)

    def depart(self, text: str) -> bool:
        """Whether the Drumlin has reached the base line, or an elephant before it."""
        egg = self.egg()
        assert egg is not None
        egg[1].kind = "dragon"
        if text == "!base":
            return True
        cell = text[1:]
        if not self.board[cell]:
            self.drumlin = cell
            return False
        self.mine(self.turn, cell, "elephant")[0].kind = "egg"
        return cell[1:] == FIRST_ROW[ENEMY[self.turn]]

    def place(self, text: str) -> None:
        self.drumlin, self.placing = text[1:], False

    def answer(self, text: str) -> None:
        """The Drumlin stays, and so does the turn; or everything turns about: the Drumlin, and who moves."""
        self.pie = False
        if text == "swap":
            assert self.drumlin is not None
            self.drumlin, self.turn = ALL_CELLS[::-1][ALL_CELLS.index(self.drumlin)], "pink"

    def remove(self, text: str) -> None:
        self.board[text[1:]] = self.mine(ENEMY[self.turn], text[1:])

    # The end

    def finish(self, mover: str, reached: bool) -> None:
        if reached:
            self.end(mover)
        for player in SEATS:
            if not self.over and not self.has_elephant(player):
                self.end(ENEMY[player])
        if not self.over and not self.events():
            self.end(ENEMY[self.turn])
        if not self.over and self.made >= self.max_choices:
            self.end(None)

    def has_elephant(self, player: str) -> bool:
        return any(piece.kind != "dragon" for cell in ALL_CELLS for piece in self.mine(player, cell))

    def end(self, winner: str | None) -> None:
        self.over, self.winner = True, winner


def lines_from(cell: str) -> list[list[str]]:
    """The four lines that lead away from a cell, nearest cells first."""
    column, row = cell[0], int(cell[1:])
    left = [c + str(row) for c in reversed("abcdefgh") if c < column]
    right = [c + str(row) for c in "abcdefgh" if c > column]
    down = [column + str(r) for r in range(row - 1, 0, -1)]
    up = [column + str(r) for r in range(row + 1, 11)]
    return [left, right, down, up]
