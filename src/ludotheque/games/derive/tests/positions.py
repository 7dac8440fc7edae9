"""Positions for the tests, written as their dice, and what can be seen in them."""

from __future__ import annotations

from typing import Any

import ludotheque as lt
from ludotheque.games.derive.tests.model import Die, Model, read_cell

GAME = lt.load("derive")


def position(dice: str, turn: int = 0, made: int = 0, seats: int = 2, **options: Any) -> lt.State:
    """A position from its dice, such as ``c1=r3 d2=y1`` for a red 3 on c1 and a yellow 1 on d2; some of what the rules
    say is seen best where no game ever comes to."""
    model = Model(seats, **options, turn=turn, made=made)
    seat_of = {model.colour(seat)[0]: seat for seat in range(seats)}
    for word in dice.split():
        cell, die = word.split("=")
        model.dice[read_cell(cell)] = Die(seat_of[die[0]], int(die[1]))
    return GAME.sketch(model.diagram())


def dice_of(state: lt.State) -> str:
    """The dice on the board, written as ``position`` takes them, sorted by cell."""
    rows = state.diagram().split("\n")[: int(state.options["size"])]
    found = {}
    for row in rows:
        for i, letter in enumerate("abcdefghijklm"):
            if (text := row[4 + 3 * i : 6 + 3 * i].strip()) not in ("", "."):
                found[letter + row[:2].strip()] = text
    return " ".join(f"{cell}={die}" for cell, die in sorted(found.items()))


def supplies(state: lt.State) -> str:
    return next(line for line in state.diagram().split("\n") if line.startswith("in supply: "))[11:]


def begun(seats: int = 2, first: int = 0, **options: Any) -> lt.State:
    return GAME.new(seats, **options).play(f"first={first}")


def result_of(state: lt.State) -> Any:
    return state.result


def beginning(state: lt.State, text: str) -> list[str]:
    return [choice for choice in state.choices() if choice.startswith(text)]


def targets(state: lt.State, cell: str) -> set[str]:
    """Where a die can move to."""
    return {choice.split("-")[1] for choice in beginning(state, cell + "-")}


def captures(state: lt.State) -> list[str]:
    return [choice for choice in state.choices() if "x" in choice]
