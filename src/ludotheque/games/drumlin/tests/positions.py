"""Positions in one line, for the tests: ``d6:p*v d2:v`` puts a pink egg and a violet elephant on d6."""

from __future__ import annotations

import random
from pathlib import Path

import ludotheque as lt

GAME = lt.load("drumlin")
RECORDS = Path(__file__).parent / "records"
OTHER = {"v": "p", "p": "v", "V": "P", "P": "V"}
ORDER = "VvPp"  # how the pieces of a cell are written


def position(
    cells: str, turn: str = "violet", made: int = 10, max_choices: int = 400, placing: str = "pink"
) -> lt.State:
    """As in diagrams, v and p are elephants, V and P dragons, * the Drumlin; an egg comes first on its cell."""
    there = dict(word.split(":") for word in cells.split())
    rows = [_row(number, there) for number in range(10, 0, -1)]
    doing = "act" if "*" in cells else "place the Drumlin"
    details = ["    a    b    c    d    e    f    g    h", f"{turn} to {doing}, {made} made"]
    return GAME.read("\n".join([*rows, *details, f"seats=2 placing={placing} max_choices={max_choices}"]))


def _row(number: int, there: dict[str, str]) -> str:
    return (f"{number:>2}  " + "".join(f"{there.get(column + str(number), '.'):<5}" for column in "abcdefgh")).rstrip()


def cells(state: lt.State) -> dict[str, str]:
    """What stands on each cell that is not empty."""
    rows = state.diagram().split("\n")[:10]
    names = [column + row[:2].strip() for row in rows for column in "abcdefgh"]
    texts = [text for row in rows for text in row[3:].split()]
    return {cell: text for cell, text in zip(names, texts, strict=True) if text != "."}


def targets(state: lt.State, start: str) -> set[str]:
    """Where the events that begin like this lead: ``Eb1-`` where that elephant can go."""
    return {text.removeprefix(start) for text in state.choices() if text.startswith(start)}


def names(text: str) -> set[str]:
    return set(text.split())


def after(state: lt.State, events: str) -> lt.State:
    for text in events.split():
        state = state.play(text)
    return state


def ended(state: lt.State) -> str:
    """Who won, ``draw``, or ``running``."""
    if state.result is None:
        return "running"
    return {1.0: "violet", -1.0: "pink", 0.0: "draw"}[state.result[0]]


def turned(state: lt.State) -> lt.State:
    """The same position with the colours exchanged, seen from the other side of the table."""
    there = {
        "hgfedcba"["abcdefgh".index(cell[0])] + str(11 - int(cell[1:])): other_colours(text)
        for cell, text in cells(state).items()
    }
    turn = "pink" if state.actors == (0,) else "violet"
    return position(" ".join(f"{cell}:{text}" for cell, text in there.items()), turn)


def other_colours(text: str) -> str:
    egg, star, rest = text.rpartition("*")
    return "".join(OTHER[letter] for letter in egg) + star + "".join(sorted((OTHER[x] for x in rest), key=ORDER.index))


def lively_states(games: int, length: int) -> list[lt.State]:
    """Positions of games in which the Drumlin is often fetched and sent away."""
    rng = random.Random(7)
    found = []
    for _ in range(games):
        state = GAME.new()
        while not state.over and len(state.history()) < length:
            found.append(state)
            stone = next((cell for cell, text in cells(state).items() if "*" in text), "?")
            choices = state.choices()
            lively = [text for text in choices if text.endswith(stone) or text[0] in "!X"]
            state = state.play(rng.choice(lively if lively and rng.random() < 0.5 else choices))
    return found
