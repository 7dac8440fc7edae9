"""How a person chooses in Drumlin."""

from __future__ import annotations

from functools import cache

from ludotheque.core.state import State

from .notation import ANSWERS, BASE, cell, decode


def clicks(state: State, seat: int, action: int) -> tuple[str, ...]:
    return _path(action)


@cache
def _path(action: int) -> tuple[str, ...]:
    """What goes, then where: a piece and its target; two elephants and the dragon that they change places with; the
    egg and where its Drumlin goes. A Drumlin in the hand, pieces to be taken out and an answer to the first place of
    the Drumlin need one touch."""
    event = decode(action)
    if event.letter in ANSWERS:
        return (f"answer-{event.letter}",)
    at = "base" if event.cell == BASE else cell(event.cell)
    if event.letter in "ED":
        return f"{'elephant' if event.letter == 'E' else 'dragon'}-{at}", f"to-{cell(event.target)}"
    if event.letter == "X":
        return f"elephant-{at}", f"exchange-{cell(event.target)}"
    if event.letter == "!":
        return "egg", f"to-{at}"
    return (f"to-{at}",) if event.letter == "@" else (f"remove-{at}",)
