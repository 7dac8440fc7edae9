"""Drivis in sentences: what an event does, how it stands, why something cannot be. Whatever is legal, the rules say."""

from __future__ import annotations

from ludotheque.core.i18n import Sentence
from ludotheque.core.state import State

from . import GAME, rules
from .notation import cell, destination, place_of

say = GAME.catalog


def seat_name(state: State, seat: int) -> Sentence:
    return side(seat)


def side(seat: int) -> Sentence:
    return say(f"seat.{seat}")


def describe(state: State, seat: int, action: int, text: str) -> Sentence:
    """What a legal event does."""
    if action == rules.PASS:
        return say("event.pass", side=side(seat))
    origin, target = text.split("-")
    after = state.play(text, seat)
    flipped = _count(after, seat) - _count(state, seat)
    key = "event.flip" if flipped else "event.slide"
    move = say(key, side=side(seat), origin=origin, target=target, n=flipped)
    return _consequence(after, seat, move)


def _consequence(after: State, seat: int, move: Sentence) -> Sentence:
    winner = after.fields.winner
    if winner == seat:
        return say("event.wins", move=move, side=side(seat))
    if winner == 1 - seat:
        return say("event.gives", move=move, enemy=side(1 - seat))
    return say("event.connects", move=move) if _is_connected(after, seat) else move


def status(state: State) -> Sentence:
    """Whose turn it is and what is expected, or how the game ended."""
    s = state.fields
    if s.winner == rules.DRAW:
        return say("status.draw", n=int(s.choices))
    if s.winner != rules.RUNNING:
        key = "status.won" if s.plates[1 - s.winner] else "status.swept"
        return say(key, side=side(s.winner), enemy=side(1 - s.winner))
    params = {"side": side(s.turn), "enemy": side(1 - s.turn)}
    if state.legal(int(s.turn)) == [rules.PASS]:
        return say("status.pass", **params)
    return say("status.reply" if _is_connected(state, 1 - s.turn) else "status.slide", **params)


def refusal(state: State, seat: int, action: int, text: str) -> Sentence:
    """Why an event that is written correctly is not legal here."""
    if action == rules.PASS:
        return say("refusal.pass")
    origin, target = text.split("-")
    key = _refusal_key(state, seat, action, place_of(target))
    stop = cell(destination(state, action))
    return say(f"refusal.{key}", origin=origin, target=target, stop=stop, enemy=side(1 - seat))


def _refusal_key(state: State, seat: int, action: int, target: int) -> str:
    place = action >> 2
    own, enemy = (int(state.fields.plates[who]) >> place & 1 for who in (seat, 1 - seat))
    if not own:
        return "enemy" if enemy else "empty"
    if place == target:
        return "still"
    if place & 7 != target & 7 and place >> 3 != target >> 3:
        return "crooked"
    return "blocked" if destination(state, action) == place else "not-as-far"


def _count(state: State, seat: int) -> int:
    return int(state.fields.plates[seat]).bit_count()


def _is_connected(state: State, seat: int) -> bool:
    s = state.fields
    return bool(rules.is_connected(s.plates[seat], s.lone_connected))


def topic(state: State) -> str:
    """The section of the guide that fits the moment."""
    return "turn"


def ending(state: State) -> Sentence:
    """Why the game has ended as it has."""
    return status(state)


def score_parts(state: State, seat: int) -> tuple[tuple[Sentence, int], ...]:
    """There are no points."""
    return ()
