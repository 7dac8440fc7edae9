"""What the lessons of this game count."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludotheque.core.state import State

from .position import chains, dice, opposite_bank, partner, protected
from .rules.geometry import column_and_row


def own(state: State, seat: int) -> int:
    """The seat's dice on the river."""
    return sum(die.seat == seat for die in dice(state).values())


def opposing(state: State, seat: int) -> int:
    """The opponents' dice on the river."""
    return sum(die.seat not in (seat, partner(state, seat)) for die in dice(state).values())


def across(state: State, seat: int) -> int:
    """The seat's dice on the opposite bank."""
    return sum(dice(state)[place].seat == seat for place in opposite_bank(state, seat) & set(dice(state)))


def chain(state: State, seat: int) -> int:
    """The length of the seat's longest chain that is anchored, ordered and isolated."""
    return max((len(places) for places, is_ordered in chains(state, seat) if is_ordered), default=0)


def safe(state: State, seat: int) -> int:
    """The seat's dice that cannot be captured."""
    return len(protected(state, seat))


def farthest(state: State, seat: int) -> int:
    """How many rows the seat's most advanced die has left behind."""
    lines = [_lines_crossed(state, seat, die.place) for die in dice(state).values() if die.seat == seat]
    return max(lines, default=0)


def _lines_crossed(state: State, seat: int, place: int) -> int:
    """Rows or columns between a place and the seat's own bank."""
    column, row = column_and_row(place)
    last = state.fields.width - 1
    return int((row, column, last - row, last - column)[state.fields.bank[seat]])


MEASURES: Mapping[str, Callable[[State, int], int]] = {
    "dice": own,
    "opposing": opposing,
    "across": across,
    "chain": chain,
    "safe": safe,
    "farthest": farthest,
}
