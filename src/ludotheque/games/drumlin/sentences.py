"""Drumlin in sentences: what an event does, how it stands, why something cannot be."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.core.i18n import Sentence
from ludotheque.core.state import State

from . import GAME, rules
from .notation import ANSWERS, BASE, Event, cell, decode, understand
from .position import crowded, ending_key, must_remove, position_of
from .rules import Position

say = GAME.catalog


def seat_name(state: State, seat: int) -> Sentence:
    return side(seat)


def side(seat: int) -> Sentence:
    return say(f"seat.{seat}")


def describe(state: State, seat: int, action: int, text: str) -> Sentence:
    """What a legal event does."""
    event, after = decode(action), state.play(text, seat)
    places = [after.fields.stone] * 2 if event.letter in ANSWERS else event[1:]
    names = [cell(place) if 0 <= place < BASE else "" for place in places]
    told = say(_event_key(event, after, seat), side=side(seat), opponent=side(1 - seat), cell=names[0], target=names[1])
    for more in _consequences(event, state, after, seat):
        told = say("event.both", first=told, second=more)
    return told


def _event_key(event: Event, after: State, seat: int) -> str:
    if event.letter != "!":
        return f"event.{event.letter}"
    if event.cell == BASE:
        return "event.base"
    return "event.depart-to-elephant" if after.fields.egg == seat else "event.depart"


def _consequences(event: Event, before: State, after: State, seat: int) -> Iterator[Sentence]:
    """What follows at once from an event, and whether it ends the game."""
    params = {"side": side(seat), "opponent": side(1 - seat), "cell": cell(max(before.fields.stone, 0))}
    if event.letter in "EDX" and before.fields.stone != after.fields.stone:
        yield say("event.forced", **params)
    elif event.letter in "EDX" and before.fields.egg != after.fields.egg:
        yield say("event.egg" if before.fields.egg == rules.NOBODY else "event.takeover", **params)
    if after.fields.winner != rules.RUNNING:
        yield _over(after)
    elif after.fields.stone == rules.IN_HAND:
        yield say("event.then-place", **params)


def status(state: State) -> Sentence:
    """Whose turn it is and what is expected, or how the game ended."""
    s = state.fields
    if s.winner != rules.RUNNING:
        return _over(state)
    bound, key = crowded(state, s.turn), _status_key(state)
    params = {"side": side(s.turn), "opponent": side(1 - s.turn), "cells": ", ".join(map(cell, bound))}
    opposite = cell(rules.opposite(s.stone)) if key == "answer" else ""
    return say(f"status.{key}", n=len(bound), target=opposite, **params)


def _status_key(state: State) -> str:
    s, position = state.fields, position_of(state)
    if s.stone == rules.IN_HAND:
        return "place" if s.choices else "first-offer" if s.offer else "first"
    if s.offer:
        return "answer"
    if crowded(state, s.turn):
        return "remove" if must_remove(state, s.turn) else "crowded"
    if rules.can_arrive(position, 1 - s.turn):
        return "threat"
    return "depart" if rules.may_depart(position, s.turn) else "move"


def _over(state: State) -> Sentence:
    """Who has won, and why."""
    winner = state.fields.winner
    if winner == rules.DRAW:
        return say("status.drawn", why=ending(state))
    return say("status.won", side=side(winner), why=ending(state))


def ending(state: State) -> Sentence:
    """Why the game has ended as it has."""
    s = state.fields
    if s.winner == rules.DRAW:
        return say("ending.draw", n=int(s.choices))
    return say(f"ending.{ending_key(state)}", opponent=side(1 - s.winner))


def topic(state: State) -> str:
    """The section of the guide that fits the moment."""
    s, position = state.fields, position_of(state)
    if s.winner != rules.RUNNING:
        return "end"
    if s.offer or s.stone == rules.IN_HAND:
        return "forced" if s.choices > 1 else "start"
    if crowded(state, s.turn):
        return "five"
    if rules.can_arrive(position, s.turn) or rules.can_arrive(position, 1 - s.turn):
        return "end"
    if s.egg == 1 - s.turn:
        return "takeover"
    return "departure" if rules.may_depart(position, s.turn) else "turn"


def score_parts(state: State, seat: int) -> tuple[tuple[Sentence, int], ...]:
    """There are no points."""
    return ()


# Why not


def refusal(state: State, seat: int, action: int, text: str) -> Sentence:
    """Why an event that is written correctly is not legal here."""
    event = understand(text)
    assert event is not None
    why = _wrong_time(state, seat, event) or REASONS[event.letter](position_of(state), seat, event)
    key, place = why
    worth = int(rules.value(position_of(state), place)) if place >= 0 else 0
    params = {"cells": ", ".join(map(cell, crowded(state, seat))), "cell": cell(place) if place >= 0 else ""}
    return say(f"refusal.{key}", side=side(seat), opponent=side(1 - seat), n=worth, text=text, **params)


Reason = tuple[str, int]  # the key of a sentence, and the cell that it speaks about


def _wrong_time(state: State, seat: int, event: Event) -> Reason | None:
    """Something else is due first."""
    in_hand = state.fields.stone == rules.IN_HAND
    if in_hand != (event.letter == "@"):
        return ("place-first", -1) if in_hand else ("not-in-hand", -1)
    offered = rules.is_offered(position_of(state))
    if offered != (event.letter in ANSWERS):
        return ("answer-first", -1) if offered else ("no-answer", -1)
    bound = [] if in_hand else crowded(state, seat)
    if bound and must_remove(state, seat):
        return "must-remove", -1
    leaves = event.letter in "ED" and event.cell in bound
    return ("crowded", -1) if bound and not leaves else None


def _why_not_move(s: Position, seat: int, event: Event) -> Reason:
    letter, origin, target = event
    kind = rules.ELEPHANT if letter == "E" else rules.DRAGON
    if not rules.movable(s, seat, kind, origin):
        return _no_such_piece(s, seat, event)
    if origin == target:
        return "still", origin
    if origin >> 3 != target >> 3 and origin & 7 != target & 7:
        return "crooked", origin
    return _why_not_there(s, event)


def _no_such_piece(s: Position, seat: int, event: Event) -> Reason:
    here = event.cell
    if s.troops[seat, here] == 0:
        return ("not-yours" if s.troops[1 - seat, here] else "nothing-there"), here
    if event.letter == "E" and rules.has_egg_on(s, seat, here):
        return "egg-stays", here
    return ("no-elephant" if event.letter == "E" else "no-dragon"), here


def _why_not_there(s: Position, event: Event) -> Reason:
    """The first cell on the way that stops the piece, or what is wrong with the target."""
    kind = rules.ELEPHANT if event.letter == "E" else rules.DRAGON
    low, high = sorted((event.cell, event.target))
    between = range(low, high, 1 if high - low < 8 else 8)[1:]
    stops = [place for place in between if rules.value(s, place) >= kind]
    if stops:
        return ("stops-elephant" if event.letter == "E" else "stops-dragon"), min(
            stops, key=lambda place: abs(place - event.cell)
        )
    lone = s.egg == rules.NOBODY and s.stone == event.target
    return ("dragon-on-drumlin" if lone else "rule-of-4"), event.target


def _why_not_exchange(s: Position, seat: int, event: Event) -> Reason:
    if event.cell == event.target:
        return "exchange-same", event.cell
    if rules.movable(s, seat, rules.ELEPHANT, event.cell) < 2:
        return "exchange-elephants", event.cell
    return "exchange-dragon", event.target


def _why_not_depart(s: Position, seat: int, event: Event) -> Reason:
    if s.egg != seat:
        return "no-egg", -1
    if not rules.may_depart(s, seat):
        return "no-majority", int(s.stone)
    if event.cell == BASE:
        return "not-before-base", int(s.stone)
    if event.cell == s.stone:
        return "already-there", event.cell
    if rules.elephants_on(s, seat, event.cell) == 0:
        return "depart-no-elephant", event.cell
    full = rules.value(s, event.cell) >= rules.MOST
    return ("depart-full" if full else "depart-no-majority"), event.cell


def _why_not_place(s: Position, seat: int, event: Event) -> Reason:
    return "not-free", event.cell


def _why_not_remove(s: Position, seat: int, event: Event) -> Reason:
    return "remove", event.cell


REASONS = {
    "E": _why_not_move,
    "D": _why_not_move,
    "X": _why_not_exchange,
    "!": _why_not_depart,
    "@": _why_not_place,
    "R": _why_not_remove,
}
