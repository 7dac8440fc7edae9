"""La Rivière de Couleurs in sentences: what an event does, how it stands, why something cannot be."""

from __future__ import annotations

from ludotheque.core.i18n import Sentence
from ludotheque.core.state import CHANCE, State

from . import GAME, rules
from .notation import COLOURS, COLUMNS, OFF, cell_of, due, journey
from .position import advances, any_direction, colour_at, compelled, is_looked_back_at, journeys, owner, stack_at

say = GAME.catalog


def seat_name(state: State, seat: int) -> Sentence:
    return side(seat)


def side(seat: int) -> Sentence:
    return say(f"seat.{seat}")


def pawn(colour: int) -> Sentence:
    return say(f"pawn.{COLOURS[colour]}")


def tile(colour: int) -> Sentence:
    return say(f"tile.{COLOURS[colour]}")


def describe(state: State, seat: int, action: int, text: str) -> Sentence:
    """What a legal event does."""
    if seat == CHANCE:
        return _describe_draw(state, action)
    if action == rules.DONE:
        return say("event.done", side=side(seat))
    if action >= rules.PUSHES:
        return _describe_push(state, seat, text)
    return _describe_journey(state, seat, text)


def _describe_draw(state: State, action: int) -> Sentence:
    what = due(state)
    if what == "first":
        return say("event.first", side=side(action))
    if is_looked_back_at(state):
        return _status_of_draw(what)
    if what == "spare":
        return say("event.spare", tile=tile(action))
    return say("event.tile", place=what, tile=tile(action))


def _describe_push(state: State, seat: int, text: str) -> Sentence:
    key = "event.push-away" if "^v"[seat] == text[1] else "event.push-back"
    if is_looked_back_at(state):
        return say(f"{key}-again", side=side(seat), column=text[0])
    return say(key, side=side(seat), column=text[0], tile=tile(state.fields.spare))


def _describe_journey(state: State, seat: int, text: str) -> Sentence:
    origin, target = journey(text)
    colour = colour_at(state, origin)
    params = {"side": side(seat), "pawn": pawn(colour), "origin": origin, "target": target}
    how = "enters" if "@" in text else "goes"
    if target == OFF:
        after = state.play(text, seat).fields
        move = say(f"event.{how}-off", n=_arrived(after, seat), **params)
        return say("event.wins", move=move, side=side(seat)) if after.winner == seat else move
    under = stack_at(state, target)
    if under:
        return say(f"event.{how}-on", under=pawn(under[-1]), **params)
    return say(f"event.{how}", **params)


def _arrived(s: rules.Position, seat: int) -> int:
    return int(s.arrived[2 * seat]) + int(s.arrived[2 * seat + 1])


def status(state: State) -> Sentence:
    """Whose turn it is and what is expected, or how the game ended."""
    s = state.fields
    if s.phase == rules.OVER:
        return say("status.draw", n=s.choices) if s.winner == rules.DRAWN else say("status.won", side=side(s.winner))
    if s.phase == rules.DRAW:
        return _status_of_draw(due(state))
    if is_looked_back_at(state):
        return say("status.push-again" if s.phase == rules.PUSH else "status.journeys-again", side=side(s.turn))
    if s.phase == rules.PUSH:
        return say("status.push", side=side(s.turn), tile=tile(s.spare))
    return _journeys_status(state)


def _status_of_draw(what: str) -> Sentence:
    return say(f"status.{what}") if what in ("spare", "first") else say("status.tile", place=what)


def _journeys_status(state: State) -> Sentence:
    who = side(state.fields.turn)
    if compelled(state):
        return say(
            "status.must-move" if any_direction(state) else "status.must", side=who, pawns=_those_who_must(state)
        )
    return say("status.may-climb" if any_direction(state) else "status.may", side=who)


def _those_who_must(state: State) -> Sentence:
    """“A red pawn at home, the blue pawn on b1 and …”: those for whose sake the journeys go on."""
    *others, last = (_waiting_pawn(state, origin) for origin in compelled(state))
    if not others:
        return last
    named = say("list.last", first=others.pop(), next=last)
    for other in reversed(others):
        named = say("list", first=other, next=named)
    return named


def _waiting_pawn(state: State, origin: str) -> Sentence:
    return say("must.home" if "@" in origin else "must.hole", pawn=pawn(colour_at(state, origin)), place=origin)


# Why not


def refusal(state: State, seat: int, action: int, text: str) -> Sentence:
    """Why an event that is written correctly is not legal here."""
    if action == rules.DONE:
        return _refuse_done(state)
    return _refuse_push(state, seat, text) if action >= rules.PUSHES else _refuse_journey(state, seat, text)


def _refuse_done(state: State) -> Sentence:
    if state.fields.phase == rules.PUSH:
        return say("refusal.done-push")
    return _refuse_to_stop(state)


def _refuse_to_stop(state: State) -> Sentence:
    key = "refusal.must-move" if any_direction(state) else "refusal.must"
    return say(key, pawns=_those_who_must(state))


def _refuse_push(state: State, seat: int, text: str) -> Sentence:
    if state.fields.phase == rules.JOURNEYS:
        return _refuse_to_stop(state) if compelled(state) else say("refusal.not-done")
    if COLUMNS.index(text[0]) == state.fields.banned:
        return say("refusal.banned", column=text[0], other=side(1 - seat))
    return say("refusal.push-side")


def _refuse_journey(state: State, seat: int, text: str) -> Sentence:
    if state.fields.phase == rules.PUSH:
        return say("refusal.push-now")
    origin, target = journey(text)
    key = _home_key(state, seat, origin) if "@" in origin else _hole_key(state, seat, origin)
    if key:
        return say(f"refusal.{key}", origin=origin, colour=say(f"pawns.{origin[0]}"))
    colour = colour_at(state, origin)
    key = _target_key(state, colour, origin, target)
    return say(f"refusal.{key}", origin=origin, target=target, pawn=pawn(colour), n=state.fields.stack_limit)


def _home_key(state: State, seat: int, origin: str) -> str | None:
    """Why no pawn of this colour can start from home."""
    colour = COLOURS.index(origin[0])
    if owner(colour) != seat:
        return "home-not-yours"
    return None if state.fields.home[colour] else "home-none"


def _hole_key(state: State, seat: int, origin: str) -> str | None:
    """Why no pawn can start from this hole."""
    stack = stack_at(state, origin)
    if not stack:
        return "empty"
    if owner(stack[-1]) != seat:
        return "covered" if len(stack) > 1 else "not-yours"
    return "moved" if int(state.fields.moved) >> cell_of(origin) & 1 else None


def _target_key(state: State, colour: int, origin: str, target: str) -> str:
    """Why this pawn, which may move, cannot go there."""
    if target == origin:
        return "still"
    if target == OFF:
        return "no-way-off"
    key = _ground_key(state, colour, target)
    if key is None and not any_direction(state) and origin in compelled(state):
        key = "no-way" if advances(owner(colour), origin, target) else "advance"
    return key or "no-way"


def _ground_key(state: State, colour: int, target: str) -> str | None:
    """Why a hole cannot be entered by a pawn of this colour, from wherever it comes."""
    s, stack = state.fields, stack_at(state, target)
    if stack and owner(stack[-1]) == owner(colour):
        return "own"
    if stack and len(stack) == s.stack_limit:
        return "full"
    ground = int(s.tiles[colour] | s.tiles[rules.ORANGE])
    return None if ground >> cell_of(target) & 1 else "tile"


def topic(state: State) -> str:
    """The section of the guide that fits the moment."""
    s = state.fields
    if s.phase == rules.DRAW:
        return "board" if s.turn == rules.NONE else "memory"
    if s.phase == rules.JOURNEYS:
        return _topic_of_journeys(state)
    return "push" if s.phase == rules.PUSH else "end"


def _topic_of_journeys(state: State) -> str:
    """Climbing, where a pawn can; what need not be done, where nothing need be; else how pawns go."""
    if any(target != OFF and stack_at(state, target) for _, target in journeys(state)):
        return "climb"
    return "journeys" if compelled(state) else "duty"


def ending(state: State) -> Sentence:
    """Why the game has ended as it has."""
    s = state.fields
    if s.winner == rules.DRAWN:
        return say("ending.draw", n=s.choices)
    other = 1 - s.winner
    return say("ending.won", side=side(s.winner), other=side(other), n=_arrived(s, other))


def score_parts(state: State, seat: int) -> tuple[tuple[Sentence, int], ...]:
    """There are no points."""
    return ()
