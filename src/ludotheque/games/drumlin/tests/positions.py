"""Positions in one line, for the tests: ``d6:p*v d2:v`` puts a pink egg and a violet elephant on d6."""

from __future__ import annotations

from pathlib import Path

import ludotheque as lt

GAME = lt.load("drumlin")
RECORDS = Path(__file__).parent / "records"


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
