"""How a person chooses in Drivis, and which plate is which."""

from __future__ import annotations

from ludotheque.core.state import State

from . import rules
from .notation import cell, destination


def clicks(state: State, seat: int, action: int) -> tuple[str, ...]:
    """The plate, then the place where it stops."""
    if action == rules.PASS:
        return ("pass",)
    return f"plate-{plate_numbers(state)[action >> 2]}", f"spot-{cell(destination(state, action))}"


def plate_numbers(state: State) -> dict[int, int]:
    """Place -> number of the plate that stands there; a plate keeps its number while it slides and flips."""
    return state.fold("plates", _number, _renumber)


def _number(state: State) -> dict[int, int]:
    both = int(state.fields.plates[0] | state.fields.plates[1])
    return {place: number for number, place in enumerate(p for p in range(64) if both >> p & 1)}


def _renumber(numbers: dict[int, int], before: State, after: State) -> dict[int, int]:
    there = _number(after).keys()
    gone = [place for place in numbers if place not in there]
    moved = {place: numbers[gone.pop()] for place in there if place not in numbers}
    return {place: number for place, number in numbers.items() if place in there} | moved
