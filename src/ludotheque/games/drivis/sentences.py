"""Drivis in sentences: what an event does, how it stands, why something cannot be. Whatever is legal, the rules say."""

from __future__ import annotations

from ludotheque.core.i18n import Sentence
from ludotheque.core.state import State

from . import GAME, rules
from .notation import cell, destination, place_of
from .position import count, groups, is_connected

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
    flipped = count(after, seat) - count(state, seat)
    key = "event.flip" if flipped else "event.slide"
    move = say(key, side=side(seat), origin=origin, target=target, n=flipped)
    return _consequence(state, after, seat, move)


def _consequence(before: State, after: State, seat: int, move: Sentence) -> Sentence:
    winner = after.fields.winner
    if winner == seat:
        return say("event.wins", move=move, side=side(seat))
    if winner == 1 - seat:
        return say(_failure_key(before, after, seat), move=move, opponent=side(1 - seat))
    return say("event.connects", move=move) if is_connected(after, seat) else move


def _failure_key(before: State, after: State, seat: int) -> str:
    if is_connected(before, 1 - seat):
        return "event.fails"
    return "event.lone" if count(after, 1 - seat) == 1 else "event.gives"


def status(state: State) -> Sentence:
    """Whose turn it is and what is expected, or how the game ended."""
    s = state.fields
    if s.winner == rules.DRAW:
        return say("status.draw", n=int(s.choices))
    if s.winner != rules.RUNNING:
        key = "status.won" if s.plates[1 - s.winner] else "status.swept"
        return say(key, side=side(s.winner), opponent=side(1 - s.winner))
    params = {"side": side(s.turn), "opponent": side(1 - s.turn)}
    if state.legal(int(s.turn)) == [rules.PASS]:
        return say("status.pass", **params)
    return say("status.reply" if is_connected(state, 1 - s.turn) else "status.slide", **params)


def refusal(state: State, seat: int, action: int, text: str) -> Sentence:
    """Why an event that is written correctly is not legal here."""
    if action == rules.PASS:
        return say("refusal.pass")
    origin, target = text.split("-")
    key = _refusal_key(state, seat, action, place_of(target))
    stop = cell(destination(state, action))
    return say(f"refusal.{key}", origin=origin, target=target, stop=stop, opponent=side(1 - seat))


def _refusal_key(state: State, seat: int, action: int, target: int) -> str:
    place = action >> 2
    own, other = (int(state.fields.plates[who]) >> place & 1 for who in (seat, 1 - seat))
    if not own:
        return "not-yours" if other else "empty"
    if place == target:
        return "still"
    if place & 7 != target & 7 and place >> 3 != target >> 3:
        return "crooked"
    return "blocked" if destination(state, action) == place else "not-as-far"


def topic(state: State) -> str:
    """The section of the guide that fits the moment: a reply first, then what may soon happen."""
    s = state.fields
    if s.winner != rules.RUNNING:
        return "end"
    if is_connected(state, 1 - s.turn):
        return "reply"
    if len(groups(state, 1 - s.turn)) <= 2:
        return "gift"
    return "touch" if len(groups(state, s.turn)) <= 2 else "turn"


def ending(state: State) -> Sentence:
    """Why the game has ended as it has."""
    s = state.fields
    if s.winner == rules.DRAW:
        return say("ending.draw", n=int(s.choices))
    loser = 1 - int(s.winner)
    return say(f"ending.{_ending_key(state)}", side=side(1 - loser), opponent=side(loser))


def _ending_key(state: State) -> str:
    """Whoever moved last is not to act; the winner, if it is the other, was connected before or has become so."""
    winner, last_mover = int(state.fields.winner), 1 - int(state.fields.turn)
    if not count(state, 1 - winner):
        return "swept"
    if winner == last_mover:
        return "stuck"
    if state.previous is None or is_connected(state.previous, winner):
        return "held"
    return "lone" if count(state, winner) == 1 else "gift"


def score_parts(state: State, seat: int) -> tuple[tuple[Sentence, int], ...]:
    """There are no points."""
    return ()
