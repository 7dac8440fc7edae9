"""How a person chooses in Dérive."""

from __future__ import annotations

from ludotheque.core.state import State

from . import rules
from .notation import name
from .position import colour_of, dice
from .rules.geometry import PLACES
from .tracking import die_numbers


def clicks(state: State, seat: int, action: int) -> tuple[str, ...]:
    """A die and its target, or a die and a mark beside it, or the supply, a cell and perhaps a value."""
    if action == rules.PASS:
        return ("pass",)
    if action < rules.ENTER:
        origin, target = divmod(action, PLACES)
        return die_id(state, origin), f"cell-{name(target)}"
    if action < rules.CHANGE:
        place, face = divmod(action - rules.ENTER, 6)
        value = (f"value-{face + 1}",) if state.fields.entry_chosen else ()
        return f"supply-{colour_of(state, seat)}", f"cell-{name(place)}", *value
    if action < rules.ROLL:
        place, face = divmod(action - rules.CHANGE, 6)
        mark = "up" if face + 1 > dice(state)[place].value else "down"
        return die_id(state, place), f"{mark}-{name(place)}"
    return die_id(state, action - rules.ROLL), f"roll-{name(action - rules.ROLL)}"


def die_id(state: State, place: int) -> str:
    return f"die-{colour_of(state, dice(state)[place].seat)}-{die_numbers(state)[place]}"
