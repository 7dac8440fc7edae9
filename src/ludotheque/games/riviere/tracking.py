"""What a position alone does not tell: which pawn and which tile is which, and what has just been pushed."""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.core.state import CHANCE, State

from . import rules
from .notation import COLOURS, COLUMNS, HOLES, OFF, journey
from .position import stack_at

SPARE = 24  # in the list of tiles: behind the 24 cells

Pawns = Mapping[str, tuple[str, ...]]


def pawns(state: State) -> Pawns:
    """Place -> ids of the pawns there, bottom to top. Places are holes, ``R@`` for home and ``R>`` for the far side.

    A pawn keeps its id wherever it goes, so that it is seen to go there.
    """
    return state.fold("pawns", _first_pawns, _next_pawns)


def _first_pawns(state: State) -> Pawns:
    s = state.fields
    places: dict[str, list[int]] = {}
    for colour in range(4):
        places[f"{COLOURS[colour]}@"] = [colour] * int(s.home[colour])
        places[f"{COLOURS[colour]}>"] = [colour] * int(s.arrived[colour])
    places |= {hole: stack_at(state, hole) for hole in HOLES}
    numbers = {colour: iter(range(1, 4)) for colour in range(4)}
    return {place: tuple(f"pawn-{COLOURS[c]}{next(numbers[c])}" for c in stack) for place, stack in places.items()}


def _next_pawns(known: Pawns, before: State, after: State) -> Pawns:
    found = last_journey(after)
    if found is None:
        return known
    origin, target = found
    pawn = known[origin][-1]
    target = f"{pawn[-2]}>" if target == OFF else target
    return {**known, origin: known[origin][:-1], target: (*known[target], pawn)}


def last_journey(state: State) -> tuple[str, str] | None:
    """The origin (``R@`` or a hole) and the target, if the last event was a journey."""
    if state.last is None or state.last[0] == CHANCE:
        return None
    text = state.last[1]
    return journey(text) if "@" in text or "-" in text else None


def last_push(state: State) -> tuple[int, int] | None:
    """Column and way of the push that the last events came from; the draws after a push belong to it."""
    while state.previous is not None and state.last is not None and state.last[0] == CHANCE:
        state = state.previous
    return _push(state)


def push_before(state: State) -> tuple[int, int] | None:
    """Column and way of the latest push of all."""
    return state.fold("push", _push, _next_push)


def _next_push(known: tuple[int, int] | None, before: State, after: State) -> tuple[int, int] | None:
    return _push(after) or known


def _push(state: State) -> tuple[int, int] | None:
    """Column and way, if the last event was a push."""
    if state.last is None or state.last[1][1:] not in ("^", "v"):
        return None
    return COLUMNS.index(state.last[1][0]), "^v".index(state.last[1][1])


def tiles(state: State) -> tuple[int, ...]:
    """The number of the tile in each of the 24 cells and, last, of the spare."""
    return state.fold("tiles", lambda _: tuple(range(25)), _next_tiles)


def _next_tiles(known: tuple[int, ...], before: State, after: State) -> tuple[int, ...]:
    pushed = _push(after)
    if pushed is None:
        return known
    low, way = 8 * pushed[0], pushed[1]
    channel = known[low : low + 8]
    if way == rules.UP:
        channel, spare = (known[SPARE], *channel[:-1]), channel[-1]
    else:
        channel, spare = (*channel[1:], known[SPARE]), channel[0]
    return (*known[:low], *channel, *known[low + 8 : SPARE], spare)
