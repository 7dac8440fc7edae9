"""Skeleton in sentences: what an event does, how it stands, why something cannot be.

Whatever is legal, the rules say: ask them, never write a rule a second time. The sentences themselves are in
``text.en.toml`` and ``text.fr.toml``.
"""

from __future__ import annotations

from ludotheque.core.i18n import Sentence
from ludotheque.core.state import CHANCE, State

from . import GAME, rules
from .notation import SIDES

say = GAME.catalog


def seat_name(state: State, seat: int) -> Sentence:
    return say(f"seat.{seat}")


def describe(state: State, seat: int, action: int, text: str) -> Sentence:
    """What a legal event does, in the tense of something that happens now."""
    if seat == CHANCE:
        return say("event.begins", side=say(f"seat.{SIDES.index(text)}"))
    move = say("event.marks", side=say(f"seat.{seat}"), cell=text)
    winner = state.play(text, seat).fields.winner
    return say("event.wins", move=move, side=say(f"seat.{winner}")) if winner in (0, 1) else move


def status(state: State) -> Sentence:
    """Whose turn it is and what is expected, or how the game ended and why."""
    s = state.fields
    if state.chance:
        return say("status.chance")
    if s.winner == rules.NOBODY:
        return say("status.mark", side=say(f"seat.{s.turn}"))
    if s.winner == rules.BOTH:
        return say("status.drawn")
    key = "status.won" if s.three_wins else "status.given"
    return say(key, side=say(f"seat.{s.winner}"), other=say(f"seat.{1 - s.winner}"))


def refusal(state: State, seat: int, action: int, text: str) -> Sentence | None:
    """The first reason that a person would name. Only a taken cell is well written and not legal."""
    return say("refusal.taken", cell=text)


def topic(state: State) -> str:
    """The section of the guide that fits the moment: the id behind its heading, the same in every language."""
    return "turn" if state.fields.winner == rules.NOBODY else "end"


def ending(state: State) -> Sentence:
    """Why the game has ended as it has; the page says before who won."""
    s = state.fields
    if s.winner == rules.BOTH:
        return say("ending.drawn")
    aligned = s.winner if s.three_wins else 1 - s.winner
    return say("ending.three", side=say(f"seat.{aligned}"))


def score_parts(state: State, seat: int) -> tuple[tuple[Sentence, int], ...]:
    """What the points of a seat are made of; there are none here."""
    return ()
