"""Hints, the tutor and opponents at the terminal."""

from __future__ import annotations

import random
import re

from terminal import PLAIN, kept, newcomer, play, read

import ludotheque as lt
from ludotheque.search.exact import certain_values

__all__ = ["newcomer"]  # a fixture: for every test here


def test_a_hint_says_first_where_to_look_then_what_and_why() -> None:
    state = lt.load(PLAIN).new()
    said = " ".join(play("play", PLAIN, typed=["hint", "quit"]).split())
    assert "Look at this first:" in said and "type “hint” once more" in said
    assert not any(state.describe(text) in said for text in state.choices())
    said = " ".join(play("play", PLAIN, "--lang", "fr", typed=["conseil", "conseil", "quitter"]).split())
    told = [text for text in state.choices() if f"{text} : {state.describe(text, 'fr')}" in said.replace("\xa0", " ")]
    assert len(told) == 1
    assert re.search(r"environ [1-9] chances? sur 10", said.replace("\xa0", " "))


def test_after_a_choice_a_hint_begins_anew() -> None:
    said = play("play", PLAIN, typed=["hint", "1", "hint", "quit"])
    assert said.count("Look at this first:") == 2


def blunder() -> tuple[list[str], str]:
    """What two friends type to come to a position, and a choice there that loses by force while others do not."""
    for seed in range(200):
        state, rng = lt.load(PLAIN).new(), random.Random(seed)
        typed: list[str] = []
        for _ in range(14):
            if state.over:
                break
            certain = certain_values(state, state.actors[0], 400_000, 2)
            if -1 in certain.values() and lt.analyse(state, simulations=2000).values[state.actors[0]] > 0:
                lost = next(action for action, value in certain.items() if value == -1)
                return typed, state.game.display.notation.write(state, state.actors[0], lost)
            typed.append(rng.choice(state.choices()))
            state = state.play(typed[-1])
    raise AssertionError("no such position")


def made(typed: list[str], *more: str) -> tuple[str, list[str]]:
    """What is said when these lines are typed, and the choices that were made by them."""
    before = kept()
    said = play("play", PLAIN, typed=[*typed, *more, "quit"])
    (path,) = set(kept()) - set(before)
    return said, [text for _, text in read(path).events]


def test_the_tutor_asks_before_a_choice_that_loses_and_can_be_sent_away() -> None:
    typed, lost = blunder()
    said, events = made(typed, "tutor", lost, "no")
    assert "your opponent wins by force" in said and f"Play {lost} all the same?" in said
    assert events == typed
    assert made(typed, "tutor", lost, "yes")[1] == [*typed, lost]
    said, events = made(typed, "tutor", "tuteur", lost)
    assert "all the same" not in said and events == [*typed, lost]


def test_a_tutor_can_be_asked_for_at_the_beginning() -> None:
    typed, lost = blunder()
    made(typed)
    said = play("play", str(kept()[0]), "--tutor", "--lang", "fr", typed=[lost, "non", "quitter"])
    assert f"Jouer {lost} quand même" in said and "à coup sûr" in said
    assert [text for _, text in read(kept()[0]).events] == typed


def test_in_a_game_that_is_usually_played_alone_the_computer_takes_a_seat() -> None:
    alone = next(name for name in lt.games() if lt.load(name).seats[0] == 1)
    said = play("play", alone, "--against", "1", "--seed", "1", typed=["1", "quit"])
    record = read(kept()[0])
    assert len(record.names) == 2 and record.extra == (("player", "1 1"),)
    assert "level 1" in said


def test_at_a_table_for_one_nobody_can_be_played_against() -> None:
    alone = next(name for name in lt.games() if lt.load(name).seats[0] == 1)
    play("play", alone, "--seats", "1", "--against", "1", typed=[], code=2)
    assert kept() == []
