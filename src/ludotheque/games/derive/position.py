"""What is to be seen in a position of Dérive, as Python objects. Whatever is legal, the rules say."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ludotheque.core.state import State

from . import rules
from .rules.geometry import PLACES, SHORE, SHORE_PLACES, cell_of, lattice_of, members, touching
from .rules.groups import anchored, goal, ordered

COLOURS = ("red", "blue", "yellow", "green")  # by bank, which is also the order of four seats


@dataclass(frozen=True)
class Die:
    place: int
    seat: int
    value: int


def record(state: State) -> rules.Position:
    """The position as the rules see it."""
    found: rules.Position = np.frombuffer(bytes(state), rules.LAYOUT)[0]
    return found


def bank_of(state: State, seat: int) -> int:
    return int(state.fields.bank[seat])


def colour_of(state: State, seat: int) -> str:
    return COLOURS[bank_of(state, seat)]


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
    s = state.fields
    values = {place: value for value in range(1, 7) for place in members(*s.faces[value])}
    there = ((seat, place) for seat in range(state.seats) for place in members(*s.dice[seat]))
    return {place: Die(place, seat, values[place]) for seat, place in there}


def occupied(state: State) -> int:
    """The places of the dice on the board, as bits. Asked for every text, so without making the dice."""
    return state.memo("occupied", _occupied)


def _occupied(state: State) -> int:
    places = 0
    for shore, stream in state.array["dice"][0].tolist():
        places |= shore | stream << SHORE_PLACES
    return places


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


@cache
def adjacent(place: int) -> tuple[int, ...]:
    """The places around, some perhaps beyond the edge of a small board."""
    found = touching(lattice_of(place), cell_of(place))
    return tuple(members(0, found) if lattice_of(place) == SHORE else members(found, 0))


def protected(state: State, seat: int) -> set[int]:
    """The places of the seat's dice that cannot be captured."""
    return {p for places, safe in chains(state, seat) if safe for p in places} if is_protecting(state) else set()


def opposite_bank(state: State, seat: int) -> set[int]:
    """The places where a seat can anchor a chain."""
    return set(members(goal(record(state), seat), 0))


def winning(state: State) -> list[int]:
    """The places of the dice that have won the game: a chain in the order of its values, or one die.

    None where a diagram only says that somebody has won.
    """
    seat = state.fields.winner
    if seat < 0:
        return []
    across = opposite_bank(state, seat)
    if state.fields.level == rules.INITIATION:
        return [place for place, die in dice(state).items() if die.seat == seat and place in across]
    length = rules.CHAIN[state.fields.level]
    built = (places for places, is_ordered in chains(state, seat) if is_ordered and len(places) >= length)
    return sorted(next(built, []), key=lambda place: dice(state)[place].value)


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
