"""What a choice does in Dérive, compiled."""

from __future__ import annotations

from ludotheque.core.fields import UInt64Array, int64
from ludotheque.core.rule import CHANCE, rule

from .chance import apply_draw
from .ending import end_event
from .geometry import PLACES
from .legal import nth_legal
from .state import CHANGE, ENTER, PASS, ROLL, Position, put, show, take_away, value_at


@rule
def apply(s: Position, seat: int, action: int) -> None:
    code = int64(action)
    if seat == CHANCE:
        apply_draw(s, code)
    else:
        s.choices += 1
        apply_choice(s, seat, code)
        end_event(s, seat)


@rule
def apply_nth(s: Position, seat: int, n: int, room: UInt64Array) -> None:
    apply(s, seat, nth_legal(s, n, room))


@rule
def apply_choice(s: Position, seat: int, code: int) -> None:
    if code < ENTER:
        go(s, seat, code // PLACES, code % PLACES)
    elif code < CHANGE:
        put(s, seat, (code - ENTER) // 6, (code - ENTER) % 6 + 1)
    elif code < ROLL:
        show(s, (code - CHANGE) // 6, (code - CHANGE) % 6 + 1)
    elif code < PASS:
        s.rolling = code - ROLL


@rule
def go(s: Position, seat: int, origin: int, target: int) -> None:
    """A move, or a capture if an enemy stands on the target."""
    value, captured = value_at(s, origin), value_at(s, target)
    if captured:
        for enemy in range(4):
            take_away(s, enemy, target, captured)
    take_away(s, seat, origin, value)
    # The attacker loses the captured value; at equal values it becomes 1.
    put(s, seat, target, 1 if value == captured else value - captured)
