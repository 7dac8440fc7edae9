"""Dérive in sentences: what happens, what is expected, why something cannot be. Whatever is legal, the rules say."""

from __future__ import annotations

import re
from typing import Any

from ludotheque.core.i18n import Sentence
from ludotheque.core.state import CHANCE, State

from . import GAME, rules
from .notation import name, place_of
from .position import (
    adjacent,
    bank_of,
    chains,
    dice,
    forced_captures,
    is_protecting,
    opposite_bank,
    partner,
    protected,
    record,
    supply,
    winning,
)
from .rules.geometry import BANKS, BOARD, PLACES, SHORE, STREAM, cell_of, is_on_board, lattice_of, members

say = GAME.catalog


def seat_name(state: State, seat: int) -> Sentence:
    """A seat is called by its colour, which depends on how many play and how they face each other."""
    return say(f"seat.{bank_of(state, seat)}")


def winners(state: State) -> Sentence:
    """Who has won: a colour, or a team of two."""
    seat = state.fields.winner
    ally = partner(state, seat)
    return seat_name(state, seat) if ally is None else team_name(state, seat, ally)


def team_name(state: State, seat: int, ally: int) -> Sentence:
    first, second = sorted((seat, ally))
    return say("team", first=seat_name(state, first), second=seat_name(state, second))


# What happens


def describe(state: State, seat: int, action: int, text: str) -> Sentence:
    """What a legal event does."""
    if seat == CHANCE:
        return _describe_draw(state, action, text)
    after = state.play(text, seat)
    return _consequence(state, after, seat, _describe_choice(state, seat, action, text))


def _describe_draw(state: State, action: int, text: str) -> Sentence:
    s = state.fields
    if s.turn == rules.NOBODY:
        return say("event.first", side=seat_name(state, action))
    side = seat_name(state, s.turn)
    rolled = say("event.rolled", side=side, cell=name(s.rolling), value=action + 1)
    return _consequence(state, state.play(text), s.turn, rolled)


def _describe_choice(state: State, seat: int, action: int, text: str) -> Sentence:
    side = seat_name(state, seat)
    if action < rules.ENTER:
        return _describe_way(state, side, *divmod(action, PLACES))
    if action < rules.CHANGE:
        place, face = divmod(action - rules.ENTER, 6)
        return say("event.enter", side=side, cell=name(place), value=face + 1)
    if action < rules.ROLL:
        place, face = divmod(action - rules.CHANGE, 6)
        key = "event.up" if face + 1 > dice(state)[place].value else "event.down"
        return say(key, side=side, cell=name(place), value=face + 1)
    return say("event.pass" if action == rules.PASS else "event.roll", side=side, cell=text[:-1])


def _describe_way(state: State, side: Sentence, origin: int, target: int) -> Sentence:
    there = dice(state)
    value, prey = there[origin].value, there.get(target)
    ways: dict[str, Any] = {"side": side, "origin": name(origin), "target": name(target), "value": value}
    if prey is None:
        return say("event.jump" if lattice_of(origin) == lattice_of(target) else "event.step", **ways)
    left = 1 if value == prey.value else value - prey.value
    return say("event.capture", **ways, owner=seat_name(state, prey.seat), prey=prey.value, left=left)


def _consequence(before: State, after: State, seat: int, move: Sentence) -> Sentence:
    """Somebody wins, or the seat's chain is anchored, or it is protected from now on."""
    winner = after.fields.winner
    if winner >= 0:
        return say("event.wins" if winner == seat else "event.gives", move=move, side=winners(after))
    if protected(after, seat) and not protected(before, seat):
        return say("event.protects", move=move)
    return move


# What is expected


def status(state: State) -> Sentence:
    """Whose turn it is and what is expected, or how the game ended."""
    s = state.fields
    if s.winner != rules.RUNNING:
        return _status_of_the_end(state)
    if s.turn == rules.NOBODY:
        return say("status.first")
    side = seat_name(state, s.turn)
    if s.rolling != rules.NOTHING:
        return say("status.roll", side=side, cell=name(s.rolling))
    return _status_of_the_turn(state, side)


def _status_of_the_turn(state: State, side: Sentence) -> Sentence:
    seat = state.fields.turn
    if state.legal(seat) == [rules.PASS]:
        return say("status.pass", side=side)
    if forced := forced_captures(state):
        return say("status.capture", side=side, captures=_in_words(sorted(forced)))
    if not any(die.seat == seat for die in dice(state).values()):
        return say("status.enter", side=side)
    return say("status.move" if supply(state, seat) == 0 else "status.any", side=side)


def _status_of_the_end(state: State) -> Sentence:
    s = state.fields
    if s.winner == rules.DRAW:
        return say("status.draw", n=s.choices)
    key = "status.landed" if s.level == rules.INITIATION else "status.won"
    return say(key, side=winners(state), colour=seat_name(state, s.winner), n=int(rules.CHAIN[s.level]))


def _in_words(forced: list[tuple[int, int]]) -> Sentence:
    """“a1 takes b2, c3 takes b2 or c3 takes d4”."""
    *others, last = (say("capture", origin=name(origin), target=name(target)) for origin, target in forced)
    if not others:
        return last
    named = say("list.last", first=others.pop(), next=last)
    for other in reversed(others):
        named = say("list", first=other, next=named)
    return named


def _captures(forced: list[tuple[int, int]]) -> str:
    return ", ".join(sorted(f"{name(origin)}x{name(target)}" for origin, target in forced))


# Why not


CELLS = re.compile(r"[a-z][1-9][0-9]?")
VALUE = re.compile(r"[:=](\d)")


def refusal(state: State, seat: int, action: int, text: str) -> Sentence | None:
    """Why an event that is written correctly is not legal here: the first reason that a person would name."""
    if text == "pass":
        return say("refusal.pass")
    return _refuse_words(state, text) or _refuse_deed(state, seat, text) or _refuse_duty(state)


def _refuse_words(state: State, text: str) -> Sentence | None:
    """A cell that is not there, or a value that no die shows."""
    size = state.fields.width
    for cell in CELLS.findall(text):
        place = place_of(cell)
        if place is None and ord(cell[0]) - ord("a") < size and int(cell[1:]) <= size:
            return say("refusal.white", cell=cell)
        if place is None or not is_on_board(place, size):
            return say("refusal.no-cell", cell=cell, size=size)
    value = VALUE.search(text)
    return say("refusal.value") if value and not 1 <= int(value[1]) <= 6 else None


def _refuse_deed(state: State, seat: int, text: str) -> Sentence | None:
    places = [place for cell in CELLS.findall(text) if (place := place_of(cell)) is not None]
    if text.startswith("+"):
        return _refuse_entry(state, seat, text, places[0])
    return _refuse_die(state, seat, places[0]) or _refuse_use(state, seat, text, places)


def _refuse_entry(state: State, seat: int, text: str, place: int) -> Sentence | None:
    cell, bank = name(place), BANKS[state.fields.width, state.fields.bank[seat]]
    if place not in members(bank, 0):
        return say("refusal.not-your-bank", cell=cell)
    if place in dice(state):
        return say("refusal.occupied", cell=cell)
    if supply(state, seat) == 0:
        return say("refusal.no-supply")
    if "=" in text and not state.fields.entry_chosen:
        return say("refusal.enters-as-one", cell=cell)
    if "=" not in text and state.fields.entry_chosen:
        return say("refusal.choose-value", cell=cell)
    return None


def _refuse_die(state: State, seat: int, place: int) -> Sentence | None:
    die = dice(state).get(place)
    if die is None:
        return say("refusal.empty", cell=name(place))
    if die.seat != seat:
        return say("refusal.not-yours", cell=name(place), owner=seat_name(state, die.seat))
    return None


def _refuse_use(state: State, seat: int, text: str, places: list[int]) -> Sentence | None:
    if text.endswith("?"):
        return None if rules.ROLLS[state.fields.level] else say("refusal.no-rolls", cell=name(places[0]))
    if ":" in text:
        return _refuse_change(state, places[0], int(text[-1]))
    if "x" in text:
        return _refuse_capture(state, seat, *places)
    return _refuse_move(state, seat, *places)


def _refuse_change(state: State, place: int, value: int) -> Sentence | None:
    shown = dice(state)[place].value
    return None if abs(shown - value) == 1 else say("refusal.by-one", cell=name(place), value=shown)


def _refuse_move(state: State, seat: int, origin: int, target: int) -> Sentence | None:
    names = {"origin": name(origin), "target": name(target)}
    if origin == target:
        return say("refusal.still", **names)
    if target in dice(state):
        return say("refusal.occupied", cell=name(target))
    if target not in adjacent(origin) and target not in _jumps(state, origin):
        return say("refusal.too-far", **names)
    return _refuse_bank(state, seat, origin, target)


def _refuse_capture(state: State, seat: int, origin: int, target: int) -> Sentence | None:
    hunter, prey = dice(state)[origin], dice(state).get(target)
    names: dict[str, Any] = {"origin": name(origin), "target": name(target), "value": hunter.value}
    if prey is None:
        return say("refusal.no-prey", **names)
    if prey.seat == seat:
        return say("refusal.own-prey", **names)
    if prey.seat == partner(state, seat):
        return say("refusal.partner", **names)
    if target not in adjacent(origin):
        return say("refusal.not-adjacent", **names)
    if target in protected(state, prey.seat):
        return say("refusal.protected", **names)
    if prey.value > hunter.value:
        return say("refusal.too-strong", **names, prey=prey.value)
    return _refuse_bank(state, seat, origin, target)


def _refuse_bank(state: State, seat: int, origin: int, target: int) -> Sentence | None:
    """A second die on a foreign bank."""
    if lattice_of(target) != SHORE:
        return None
    s = record(state)
    others = s.dice[seat, SHORE]
    if lattice_of(origin) == SHORE:
        others ^= cell_of(origin)
    shut = int(rules.closed(s, seat, others))
    return say("refusal.second", target=name(target)) if shut >> target & 1 else None


def _refuse_duty(state: State) -> Sentence | None:
    """Nothing speaks against it but that another die must capture."""
    forced = forced_captures(state)
    cells = ", ".join(sorted({name(origin) for origin, _ in forced}))
    return say("refusal.must-capture", cells=cells, captures=_captures(forced)) if forced else None


def _jumps(state: State, origin: int) -> list[int]:
    """Where the die could jump to, if banks were not looked at."""
    s, lattice = record(state), lattice_of(origin)
    free = BOARD[s.width, lattice] & ~rules.occupied(s, lattice)
    landed = rules.jumps(lattice, cell_of(origin), rules.occupied(s, 1 - lattice), free)
    return members(landed, 0) if lattice == SHORE else members(0, landed)


# The guide, and the end


def topic(state: State) -> str:
    """The section of the guide that fits the moment."""
    s = state.fields
    if s.winner != rules.RUNNING:
        return "end"
    if s.turn == rules.NOBODY:
        return "board"
    if forced_captures(state):
        return "compulsory"
    if _is_near_a_second(state, s.turn):
        return "banks"
    anchored = any(chains(state, seat) for seat in range(state.seats))
    return "chains" if anchored and is_protecting(state) else "turn"


def _is_near_a_second(state: State, seat: int) -> bool:
    """Whether one step could lead to a second cell of a foreign bank, which is not allowed."""
    s = record(state)
    shut = set(members(rules.closed(s, seat, s.dice[seat, SHORE]), 0)) - set(dice(state))
    return any(shut & set(adjacent(place)) for place in members(0, s.dice[seat, STREAM]))


def ending(state: State) -> Sentence:
    """Why the game has ended as it has."""
    s = state.fields
    if s.winner == rules.DRAW:
        return say("ending.draw", n=s.choices)
    side, places = seat_name(state, s.winner), winning(state)
    if not places:
        return status(state)
    anchor = name(next(place for place in places if place in opposite_bank(state, s.winner)))
    if s.level == rules.INITIATION:
        return say("ending.landed", side=side, cell=anchor)
    return _ending_of_a_chain(state, side, places, anchor)


def _ending_of_a_chain(state: State, side: Sentence, places: list[int], anchor: str) -> Sentence:
    s = state.fields
    values = "-".join(str(dice(state)[place].value) for place in places)
    why = say("ending.chain", side=side, values=values, cell=anchor, n=int(rules.CHAIN[s.level]))
    if state.last is None or state.last[0] in (CHANCE, s.winner):
        return why
    return say("ending.given", why=why, other=seat_name(state, state.last[0]))


def score_parts(state: State, seat: int) -> tuple[tuple[Sentence, int], ...]:
    """There are no points."""
    return ()
