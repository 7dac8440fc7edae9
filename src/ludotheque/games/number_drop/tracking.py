"""Which cells were validated together: no position holds that, but it can be followed from the start."""

from __future__ import annotations

from ludotheque.core.state import CHANCE, State

from . import rules
from .position import cells_of, sheet

Validated = tuple[int, int, tuple[int, ...]]


def combinations(state: State) -> tuple[Validated, ...]:
    """Seat, kind and cells of every combination that was validated on the way here; a run from its lowest digit."""
    return state.fold("combinations", lambda state: (), _add_combination)


def _add_combination(known: tuple[Validated, ...], before: State, after: State) -> tuple[Validated, ...]:
    seat, _ = after.last or (CHANCE, "")
    if seat == CHANCE or before.fields.stage[seat] != rules.PICK or after.fields.combination[seat]:
        return known
    old = set(cells_of(before.fields.used[seat]))
    new = [cell for cell in cells_of(after.fields.used[seat]) if cell not in old]
    digits = sheet(after, seat)
    kind = (before.fields.combination[seat] - 1) // rules.SIZES
    return (*known, (seat, kind, tuple(sorted(new, key=digits.__getitem__))))
