"""Which die of Dérive is which, along the history."""

from __future__ import annotations

from ludotheque.core.state import CHANCE, State

from . import rules
from .notation import parse
from .position import dice_each
from .rules.geometry import PLACES, members


def die_numbers(state: State) -> dict[int, int]:
    """Place -> number of the die there; each seat counts its own. A die keeps its number, also when it is captured."""
    return state.fold("dice", _number, _renumber)


def _number(state: State) -> dict[int, int]:
    """Dice are taken from the end of the supply."""
    numbers: dict[int, int] = {}
    for seat in range(state.seats):
        places = members(*state.fields.dice[seat])
        numbers |= {place: dice_each(state) - 1 - i for i, place in enumerate(places)}
    return numbers


def _renumber(numbers: dict[int, int], before: State, after: State) -> dict[int, int]:
    assert after.last is not None
    seat, text = after.last
    action = rules.PASS if seat == CHANCE else parse(before, seat, text)
    assert action is not None
    if action >= rules.CHANGE:
        return numbers
    if action >= rules.ENTER:
        used = {numbers[place] for place in members(*before.fields.dice[seat])}
        free = max(n for n in range(dice_each(before)) if n not in used)
        return numbers | {(action - rules.ENTER) // 6: free}
    origin, target = divmod(action, PLACES)
    return {place: n for place, n in numbers.items() if place != origin} | {target: numbers[origin]}
