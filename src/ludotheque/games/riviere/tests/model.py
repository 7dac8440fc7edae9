"""A second, slow and plain reading of the rules, to check the compiled one against. It shares no code with it.

Pawns are letters, a stack is a string from bottom to top, tiles lie in dictionaries, and journeys are walked step by
step. A turn is what the rules say it is: journeys, then one push.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

COLOURS = "RBGYO"
PAWNS = {0: "RB", 1: "GY"}
HOLES = [f"{column}{row}" for column in "abc" for row in range(1, 7)]
BAG = {"R": 6, "B": 6, "G": 6, "Y": 6, "O": 1}


def owner(pawn: str) -> int:
    return 0 if pawn in "RB" else 1


def row_of(hole: str) -> int:
    return int(hole[1])


def neighbours(hole: str) -> list[str]:
    column, row = "abc".index(hole[0]), row_of(hole)
    near = [(column + x, row + y) for x, y in product((-1, 0, 1), repeat=2) if (x, y) != (0, 0)]
    return [f"{'abc'[x]}{y}" for x, y in near if 0 <= x <= 2 and 1 <= y <= 6]


class Model:
    """One game, from its first draw to its end."""

    def __init__(
        self, *, compulsion: str = "advance", stack_limit: int = 3, push: str = "either", max_choices: int = 1000
    ) -> None:
        self.compulsion, self.max_choices = compulsion, max_choices
        self.stack_limit, self.push_from = stack_limit, push
        self.known: dict[str, str] = {}  # cell -> colour, only for tiles seen so far
        self.spare: str | None = None
        self.stacks = dict.fromkeys(HOLES, "")
        self.home = Counter("RRRBBBGGGYYY")
        self.arrived: Counter[str] = Counter()
        self.moved: set[str] = set()
        self.turn: int | None = None
        self.banned: str | None = None
        self.pushing = False
        self.made = 0
        self.result: tuple[int, int] | None = None

    # What may happen

    @property
    def over(self) -> bool:
        return self.result is not None

    def due(self) -> str | None:
        """The draw that is due: the name of a hole, ``spare`` or ``first``."""
        if self.over:
            return None
        for hole in HOLES:
            if hole not in self.known:
                return hole
        if self.spare is None:
            return "spare"
        return "first" if self.turn is None else None

    def outcomes(self) -> dict[str, int]:
        due = self.due()
        if due is None:
            return {}
        if due == "first":
            return {"first=0": 1, "first=1": 1}
        seen = Counter(self.known.values()) + Counter([self.spare] if self.spare else [])
        return {f"={colour}": BAG[colour] - seen[colour] for colour in COLOURS if BAG[colour] > seen[colour]}

    def choices(self) -> list[str]:
        if self.over or self.due():
            return []
        if self.pushing:
            return sorted(self.pushes())
        return self.free_choices() if self.compulsion == "move" else self.advancing_choices()

    def free_choices(self) -> list[str]:
        """Every journey is open. One may stop when whatever is left would be a climb."""
        reachable = [(name, end) for name, ends in self.journeys().items() for end in ends]
        plain = [end for _, end in reachable if end == "off" or self.stacks[end] == ""]
        return sorted([name + end for name, end in reachable] + ([] if plain else ["done"]))

    def advancing_choices(self) -> list[str]:
        options: list[str] = []
        someone_must = False
        for name, ends in self.journeys().items():
            advancing = {end for end in ends if self.advances(name, end)}
            someone_must = someone_must or bool(advancing)
            options += [f"{name}{end}" for end in advancing or ends]
        return sorted(options if someone_must else [*options, "done"])

    def pushes(self) -> list[str]:
        ways = "^v" if self.push_from == "either" else "^" if self.turn == 0 else "v"
        return [column + way for column in "abc" for way in ways if column != self.banned]

    # Journeys

    def journeys(self) -> dict[str, set[str]]:
        """Where each pawn can go: ``R@`` or ``a2-`` -> the ends of its journeys, without looking at compulsion."""
        assert self.turn is not None
        found = {}
        for pawn in PAWNS[self.turn]:
            if self.home[pawn]:
                found[f"{pawn}@"] = self.walk(pawn, None)
        for hole, stack in self.stacks.items():
            if stack and owner(stack[-1]) == self.turn and hole not in self.moved:
                found[f"{hole}-"] = self.walk(stack[-1], hole)
        return {name: ends for name, ends in found.items() if ends}

    def walk(self, pawn: str, origin: str | None) -> set[str]:
        """All ends of journeys, by walking every way."""
        side = owner(pawn)
        first_row, last_row = (1, 6) if side == 0 else (6, 1)
        ends: set[str] = set()
        places = [origin]
        been = {origin}
        while places:
            place = places.pop()
            if place is not None and row_of(place) == last_row:
                ends.add("off")
            steps = [f"{c}{first_row}" for c in "abc"] if place is None else neighbours(place)
            for hole in steps:
                if hole in been or self.known[hole] not in (pawn, "O"):
                    continue
                been.add(hole)
                stack = self.stacks[hole]
                if not stack:
                    ends.add(hole)
                    places.append(hole)
                elif owner(stack[-1]) != side and (self.stack_limit == 0 or len(stack) + 1 <= self.stack_limit):
                    ends.add(hole)
        return ends

    def advances(self, name: str, end: str) -> bool:
        if "@" in name or end == "off":
            return True
        return row_of(end) > row_of(name) if self.turn == 0 else row_of(end) < row_of(name)

    # Playing

    def play(self, text: str) -> None:
        if self.due():
            self.draw(text)
            return
        self.made += 1
        if text == "done":
            self.end_journeys()
        elif "^" in text or "v" in text:
            self.push(text[0], text[1])
        else:
            self.travel(text)
        if not self.over and self.made >= self.max_choices:
            self.result = (0, 0)

    def draw(self, text: str) -> None:
        due = self.due()
        if due == "first":
            self.turn = int(text[-1])
        elif due == "spare":
            self.spare = text[1]
        else:
            assert due is not None
            self.known[due] = text[1]
        if self.due() is None:
            self.begin_turn()

    def begin_turn(self) -> None:
        self.pushing = False
        self.moved = set()
        if not self.journeys():
            self.end_journeys()

    def end_journeys(self) -> None:
        self.pushing = True
        self.moved = set()

    def travel(self, text: str) -> None:
        if "@" in text:
            pawn, end = text.split("@")
            self.home[pawn] -= 1
        else:
            origin, end = text.split("-")
            pawn = self.stacks[origin][-1]
            self.stacks[origin] = self.stacks[origin][:-1]
        if end == "off":
            self.arrived[pawn] += 1
        else:
            self.stacks[end] += pawn
            self.moved.add(end)
        if sum(self.arrived[colour] for colour in PAWNS[owner(pawn)]) == 6:
            self.result = (1, -1) if owner(pawn) == 0 else (-1, 1)
        elif not self.journeys():
            self.end_journeys()

    def push(self, column: str, way: str) -> None:
        assert self.spare is not None and self.turn is not None
        channel = [self.known.get(f"{column}{row}") for row in range(8)]
        channel = [self.spare, *channel] if way == "^" else [*channel, self.spare]
        self.spare = channel.pop() if way == "^" else channel.pop(0)
        for row, tile in enumerate(channel):
            self.known.pop(f"{column}{row}", None)
            if tile:
                self.known[f"{column}{row}"] = tile
        self.banned = column
        self.turn = 1 - self.turn
        if self.due() is None:
            self.begin_turn()
