"""What planning asks of compiled code, all through one entrance: so that turns are compiled once."""

from __future__ import annotations

from ludotheque.core.bits import seed_stream
from ludotheque.core.fields import Int64Array, Values

from .desk import GIVEN, PLACES, PLANS, WAYS, Desk, clear
from .rivals import meet_rivals
from .turn import follow, try_turn

OPEN = -1  # in place of the number of a sample
ALL_PLACES, MANY_WAYS = 1000, 24
FEW_PLACES, FEW_WAYS = 12, 4  # of turns further on


def work(desk: Desk, seat: int, plans: Int64Array, values: Values, turns: int, seed: int, number: int) -> None:
    """Finds plans for the turn in state 0, at most as many as ``values`` has room; or what some of them come to when
    the next turns are played with rolled dice, the same for all plans and the same again for the same number.
    """
    if number == OPEN:
        desk.numbers[PLACES], desk.numbers[WAYS] = ALL_PLACES, MANY_WAYS
        clear(desk, PLANS, len(values))
        if len(desk.rivals) > 0:
            meet_rivals(desk.states[GIVEN], seat, desk.network, desk.scan, desk.features, desk.rivals)
        try_turn(desk, seat)
        return
    desk.numbers[PLACES], desk.numbers[WAYS] = FEW_PLACES, FEW_WAYS
    for i in range(len(plans)):
        seed_stream(desk.rng, seed, number)
        values[plans[i]] = follow(desk, PLANS + plans[i], seat, turns, number % 6)
