"""What can be proven of a position: that one choice wins by force and no other does, or that all but one lose.

Every turn up to a depth is looked through completely, whatever any evaluation says of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...core.puzzles import DEFENCE, WIN
from ...core.record import Event
from ...core.state import State
from ..exact import certain_values, value_within

TURNS = 7  # that are looked through for a win, as far as the positions allow
MORE = 1  # turns further than the win: it is proven that no other choice wins there either
STILL_MORE = 2  # turns further, where none may be seen to win
FIRST_LOOK = 60_000  # positions
GLANCE = 100_000  # for each choice, where nothing has to be proven
POSITIONS = 4_000_000  # for each choice


@dataclass(frozen=True)
class Proof:
    """Which choice it is, and within how many turns everything is decided."""

    kind: str
    action: int
    turns: int


Wanted = Callable[[Proof], bool]


def prove(state: State, seat: int, turns: int = TURNS, is_wanted: Wanted = lambda proof: True) -> Proof | None:
    """The proof that there is only one good choice, if there is one; of two seats only. What is not wanted is not
    proven to its end."""
    if state.seats != 2:
        return None
    certain = certain_values(state, seat, FIRST_LOOK, turns)
    if 1 in certain.values():
        winner = next(action for action, value in certain.items() if value == 1)
        return _only_win(state, seat, winner, turns, is_wanted)
    open_ = [action for action in state.legal(seat) if action not in certain]
    if len(open_) != 1 or not is_wanted(Proof(DEFENCE, open_[0], 2)):
        return None
    return _only_defence(state, seat, open_[0], turns)


def _only_win(state: State, seat: int, winner: int, turns: int, is_wanted: Wanted) -> Proof | None:
    depth = next((n for n in range(1, turns + 1) if value_within(state, seat, winner, n, POSITIONS) == 1), None)
    if depth is None:
        return None
    proof = Proof(WIN, winner, depth)
    if not is_wanted(proof) or not holds(state, seat, proof):
        return None
    others = (action for action in state.legal(seat) if action != winner)
    later = (value_within(state, seat, action, depth + STILL_MORE, GLANCE) for action in others)
    return None if 1 in later else proof  # who wins a little later has solved it too


def _only_defence(state: State, seat: int, defence: int, turns: int) -> Proof | None:
    others = [action for action in state.legal(seat) if action != defence]
    for depth in range(2, turns + 1):
        others = [action for action in others if value_within(state, seat, action, depth, POSITIONS) != -1]
        if not others:
            proof = Proof(DEFENCE, defence, depth)
            holds_out = value_within(state, seat, defence, depth, POSITIONS) == 0
            return proof if holds_out and value_within(state, seat, defence, depth + 2, GLANCE) != -1 else None
    return None


def holds(state: State, seat: int, proof: Proof, more: int = MORE, positions: int = POSITIONS) -> bool:
    """Whether it is true: looked through again, from the beginning."""
    wins = proof.kind == WIN
    if value_within(state, seat, proof.action, proof.turns, positions) != (1 if wins else 0):
        return False
    others = (action for action in state.legal(seat) if action != proof.action)
    if wins:
        return all(value_within(state, seat, action, proof.turns + more, positions) in (0, -1) for action in others)
    return all(value_within(state, seat, action, proof.turns, positions) == -1 for action in others)


def forced_line(state: State, winner: int) -> tuple[Event, ...]:
    """How a position is won by force from here: the quickest way, against whoever resists longest."""
    line: list[Event] = []
    while not state.over and not state.chance:
        seat = state.actors[0]
        certain = certain_values(state, seat, FIRST_LOOK, TURNS)
        wanted = 1 if seat == winner else -1
        found = [action for action, value in certain.items() if value == wanted]
        if not found:
            break
        text = state.game.display.notation.write(state, seat, found[-1])
        line.append((seat, text))
        state = state.play(text, seat)
    return tuple(line)
