"""What is to be seen in a position, as Python objects. Whatever is legal, ``rules.py`` says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludotheque.core.i18n import Sentence
from ludotheque.core.state import State

from . import GAME, rules
from .cells import PLACES, SHORE, SHORE_PLACES, members, name
from .chains import anchored, ordered, touching

COLOURS = ("red", "blue", "yellow", "green")  # by bank, which is also the order of four seats


@dataclass(frozen=True)
class Die:
    place: int
    seat: int
    value: int
    number: int  # which of the seat's dice it is, for as long as the game goes

    @property
    def name(self) -> str:
        """The name of its cell."""
        return name(self.place)


def record(state: State) -> Any:
    """The position as the rules see it."""
    return np.frombuffer(bytes(state), rules.LAYOUT)[0]


def bank_of(state: State, seat: int) -> int:
    return int(state.fields.bank[seat])


def colour_of(state: State, seat: int) -> str:
    return COLOURS[bank_of(state, seat)]


def seat_name(state: State, seat: int) -> Sentence:
    """A seat is called by its colour, which depends on how many play and how they face each other."""
    return GAME.catalog(f"seat.{bank_of(state, seat)}")


def partner(state: State, seat: int) -> int | None:
    return seat ^ 2 if state.fields.teams else None


def dice_each(state: State) -> int:
    return int(rules.DICE[state.fields.level])


def supply(state: State, seat: int) -> int:
    """How many dice of the seat are not on the board."""
    return dice_each(state) - sum(die.seat == seat for die in dice(state).values())


# Dice


def dice(state: State) -> dict[int, Die]:
    """The dice on the board by place."""
    return state.memo("dice", _dice)


def _dice(state: State) -> dict[int, Die]:
    numbers = die_numbers(state)
    return {p: Die(p, seat, value, numbers[p]) for p, (seat, value) in _faces(state).items()}


def _faces(state: State) -> dict[int, tuple[int, int]]:
    """Seat and value of the die on each place."""
    s = state.fields
    values = {place: value for value in range(1, 7) for place in members(*s.faces[value])}
    return {place: (seat, values[place]) for seat in range(state.seats) for place in members(*s.dice[seat])}


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
    action = GAME.board.parse(before, seat, text)
    if seat < 0 or action >= rules.CHANGE:
        return numbers
    if action >= rules.ENTER:
        used = {numbers[place] for place in members(*before.fields.dice[seat])}
        free = max(n for n in range(dice_each(before)) if n not in used)
        return numbers | {(action - rules.ENTER) // 6: free}
    origin, target = divmod(action, PLACES)
    return {place: n for place, n in numbers.items() if place != origin} | {target: numbers[origin]}


# Chains


def is_protecting(state: State) -> bool:
    return bool(rules.PROTECTION[state.fields.level])


def chains(state: State, seat: int) -> list[tuple[list[int], bool]]:
    """The anchored chains of a seat: their places, and whether they are ordered and isolated."""
    s = record(state)
    left, in_order = set(members(*anchored(s, seat))), set(members(*ordered(s, seat)[:2]))
    found = []
    while left:
        group = _grow({min(left)}, left)
        left -= group
        found.append((sorted(group), group <= in_order))
    return found


def _grow(group: set[int], among: set[int]) -> set[int]:
    more = group | {place for place in among if any(other in group for other in adjacent(place))}
    return group if more == group else _grow(more, among)


def adjacent(place: int) -> list[int]:
    """The places around, some perhaps beyond the edge of a small board."""
    lattice = int(place >= SHORE_PLACES)
    found = int(touching(lattice, np.uint64(1 << place % SHORE_PLACES)))
    return members(0, found) if lattice == SHORE else members(found, 0)


def protected(state: State, seat: int) -> set[int]:
    """The places of the seat's dice that cannot be captured."""
    return {p for places, safe in chains(state, seat) if safe for p in places} if is_protecting(state) else set()


def forced_captures(state: State) -> list[tuple[int, int]]:
    """Origin and target of each, when nothing but captures by bound dice is allowed; else nothing."""
    return state.memo("forced", _forced_captures)


def _forced_captures(state: State) -> list[tuple[int, int]]:
    """Where a die may capture it may also change its value; so if captures are all there is, they are compulsory."""
    there = dice(state)
    actions = [action for seat in state.actors for action in state.legal(seat)]
    ways = [divmod(action, PLACES) for action in actions if action < rules.ENTER]
    return ways if len(ways) == len(actions) and all(target in there for _, target in ways) else []


def compelling(state: State, forced: list[tuple[int, int]]) -> set[int]:
    """The places of the anchored enemy chains that these captures are due to."""
    found: set[int] = set()
    for origin in {origin for origin, _ in forced}:
        mover = dice(state)[origin].seat
        enemies = [seat for seat in range(state.seats) if seat not in (mover, partner(state, mover))]
        for places, _ in (chain for enemy in enemies for chain in chains(state, enemy)):
            if set(adjacent(origin)) & set(places):
                found |= set(places)
    return found
