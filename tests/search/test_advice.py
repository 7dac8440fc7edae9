"""Advice and warnings: right, explained from what the search found, in time, and without telling what is hidden."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Iterator
from functools import cache

import pytest
from setups import random_event

import ludotheque as lt
from ludotheque.core.game import SEARCH
from ludotheque.core.i18n import LANGUAGES
from ludotheque.search.advice import MUCH, Advice, Warning, advise, explain, second_thoughts
from ludotheque.search.exact import certain_values

every_game = pytest.mark.parametrize("name", lt.games())
SOON = 0.2


def positions(name: str, n: int, seats: int | None = None, **options: object) -> Iterator[lt.State]:
    """From random games, with something to choose."""
    rng, found = random.Random(n), 0
    while found < n:
        state = lt.load(name).start(seats, None, options)
        for _ in range(rng.randrange(10, 70)):
            state = state if state.over else random_event(state, rng)
        while state.chance:
            state = state.draw(rng)
        if state.actors and len(state.legal(state.actors[0])) > 1:
            found += 1
            yield state


def keys(said: Advice | Warning) -> list[str]:
    return [sentence.key for sentence in said.sentences]


@cache
def dangerous() -> tuple[lt.State, dict[int, int]]:
    """A position of Drivis in which some choices lose by force and others are good."""
    for state in positions("drivis", 400):
        seat = state.actors[0]
        certain = certain_values(state, seat, 400_000, 6)
        if -1 in certain.values() and lt.analyse(state, simulations=3000).values[seat] > 0.0:
            return state, certain
    raise AssertionError("no such position")


# What is advised


def test_a_win_at_once_is_advised_and_called_so() -> None:
    for state in positions("drivis", 200):
        seat = state.actors[0]
        wins = {t for t in state.choices() if (state.play(t).result or [0, 0])[seat] == 1.0}
        if wins:
            advice = advise(state, seat, SOON)
            assert advice.text in wins and keys(advice) == ["why.wins-now"]
            return
    raise AssertionError("nobody could win")


def test_what_the_others_lose_to_is_shown_and_is_true() -> None:
    state, certain = dangerous()
    seat = state.actors[0]
    advice = advise(state, seat, 2 * SOON)
    assert certain.get(state.action(advice.text, seat)) != -1
    threat = advice.facts["threat"]
    assert threat["losing"] >= sum(value == -1 for value in certain.values())
    for actor, text in threat["line"]:
        state = state.play(text, actor)
    assert threat["line"][-1][0] != seat
    after = certain_values(state, state.actors[0], 400_000, 6) if state.actors else {}
    assert state.over or set(after.values()) <= {-1}, "the answer wins, whatever comes next"


@every_game
def test_reasons_are_said_in_every_language_from_stored_facts(name: str) -> None:
    game = lt.load(name)
    for seats in {game.seats[0], game.seats[-1]}:
        for state in positions(name, 2, seats):
            seat = state.actors[0]
            advice = advise(state, seat, SOON)
            facts = json.loads(json.dumps(advice.facts))
            assert len(json.dumps(facts)) < 1000
            assert advice.text in state.choices(seat)
            assert advice.look == state.clicks(seat)[advice.text][:1]
            for lang in LANGUAGES:
                said = [sentence.text(lang) for sentence in explain(state, facts)]
                assert 1 <= len(said) <= 3 and all(re.search(r"[.!]$", sentence) for sentence in said), said


@pytest.mark.parametrize(("better", "worse", "alike"), [(0.54, 0.46, True), (0.46, 0.44, True), (0.56, 0.44, False)])
def test_chances_that_sound_the_same_are_called_alike(better: float, worse: float, alike: bool) -> None:
    other = {"text": "a6-a5", "chance": worse}
    facts = {"kind": "hint", "seat": 0, "text": "c8-d8", "lost": False, "chance": better, "other": other}
    (said,) = explain(lt.load("drivis").new(), facts)
    assert ("about as good" in said.text("en")) == alike


def test_alone_points_are_told() -> None:
    state = next(positions("number-drop", 1, 1))
    advice = advise(state, 0, SOON)
    assert advice.facts["points"] > -30
    first = advice.sentences[0]
    assert first.key.startswith("why.points") and f"{round(advice.facts['points'])} points" in first.text("fr")


def test_chances_are_told_in_tenths() -> None:
    state = lt.load("drivis").new()
    said = advise(state, 0, SOON).sentences[0]
    assert re.search(r"environ [1-9] chances? sur 10", said.text("fr").replace("\xa0", " "))
    assert re.search(r"about [1-9] chances? in 10", said.text("en"))


def test_the_only_choice_needs_no_thought() -> None:
    rng, state = random.Random(1), lt.load("riviere").new()
    while not (state.actors and len(state.choices()) == 1):
        state = random_event(state, rng)
    began = time.perf_counter()
    advice = advise(state, state.actors[0])
    assert keys(advice) == ["why.single"] and time.perf_counter() - began < 1.0
    assert second_thoughts(state, state.actors[0], advice.text) is None


# Warnings


def test_a_choice_that_loses_by_force_is_warned_of_with_the_answer() -> None:
    state, certain = dangerous()
    seat = state.actors[0]
    action = next(action for action, value in certain.items() if value == -1)
    text = state.game.display.notation.write(state, seat, action)
    warning = second_thoughts(state, seat, text, 2 * SOON)
    assert warning is not None and warning.loss > MUCH and warning.loss > 2 * warning.error
    assert keys(warning)[0] == "warn.loses" and keys(warning)[-1] in ("warn.better", "warn.wins-force", "warn.wins-now")
    assert certain.get(state.action(warning.better, seat)) != -1
    after = state.play(text, seat)
    if not after.over:
        assert warning.facts["next"] and warning.facts["next"][-1][0] != seat
    assert [s.text("fr") for s in explain(state, json.loads(json.dumps(warning.facts)))]


def test_nobody_is_warned_of_a_good_choice() -> None:
    for state in (lt.load("drivis").new(), next(positions("derive", 1)), next(positions("number-drop", 1, 1))):
        seat = state.actors[0]
        assert second_thoughts(state, seat, advise(state, seat, 2 * SOON).text, 2 * SOON) is None


def test_where_all_is_lost_nobody_is_warned() -> None:
    for state in positions("drivis", 300):
        seat = state.actors[0]
        certain = certain_values(state, seat, 400_000, 6)
        if len(certain) == len(state.legal(seat)) and set(certain.values()) == {-1}:
            assert second_thoughts(state, seat, state.choices(seat)[0], SOON) is None
            assert keys(advise(state, seat, SOON))[0] == "why.lost"
            return
    raise AssertionError("nobody was lost")


def test_points_thrown_away_are_warned_of() -> None:
    """Somebody who takes nothing at Number Drop although a combination is there."""
    for state in positions("number-drop", 60, 1):
        worst = lt.analyse(state, 0, simulations=1500).choices[-1].text
        warning = second_thoughts(state, 0, worst, 3 * SOON)
        if warning is not None:
            assert warning.loss > 3.0 and keys(warning)[0] == "warn.points"
            return
    raise AssertionError("nothing was thrown away")


def test_what_is_not_legal_is_refused() -> None:
    with pytest.raises(lt.IllegalEvent):
        second_thoughts(lt.load("drivis").new(), 0, "nonsense")
    with pytest.raises(lt.IllegalEvent):
        advise(lt.load("drivis").new(), 1)


# Hidden things


@pytest.mark.parametrize("name", [name for name in lt.games() if lt.load(name).num_outcomes])
def test_no_line_goes_beyond_a_draw(name: str) -> None:
    for state in positions(name, 6):
        seat = state.actors[0]
        facts = advise(state, seat, SOON / 2).facts
        lines = [[[seat, facts["text"]], *facts.get("next", [])], facts.get("threat", {}).get("line", [])]
        for line in lines:
            at = state
            for actor, text in line:
                assert not at.chance
                at = at.play(text, actor)


def test_with_memory_no_tile_is_named_that_lies_face_down() -> None:
    """Whatever is told names only the spare, which all see; an expected answer is told without its tile."""
    tiles = re.compile(r"\b(red|blue|green|yellow|orange) tile")
    answers = 0
    for state in positions("riviere", 12, memory=True):
        seat = state.actors[0]
        advice = advise(state, seat, SOON / 4)
        shown = set(tiles.findall(" ".join(state.describe(text, seat=seat) for text in state.choices(seat))))
        assert state.options["memory"]
        for sentence in advice.sentences:
            if sentence.key == "why.next" and advice.facts["next"][-1][0] != seat:
                answers += 1
            spare = state.fields.spare
            named = set(tiles.findall(sentence.text("en")))
            assert named <= shown | {("red", "blue", "green", "yellow", "orange")[spare]}
    assert answers


# Time


@pytest.mark.parametrize(("name", "seats"), [("riviere", 2), ("number-drop", 6), ("derive", 4), ("drumlin", 2)])
def test_answers_come_within_two_seconds(name: str, seats: int) -> None:
    """Of this thread's own work: the machine may be busy with something else."""
    state = next(positions(name, 1, seats))
    seat, text = state.actors[0], state.choices(state.actors[0])[0]
    advise(state, seat, 0.1)  # what is compiled is loaded
    began = time.thread_time()
    advise(state, seat)
    between = time.thread_time()
    second_thoughts(state, seat, text)
    assert between - began < 2.0 and time.thread_time() - between < 2.0


@every_game
def test_while_the_search_is_not_compiled_an_answer_still_comes(name: str) -> None:
    game = lt.load(name).twin()
    game.interpreted = frozenset({SEARCH})
    state = next(positions(name, 1))
    state = lt.State(game, state.options, state.names, state.array)
    seat = state.actors[0]
    began = time.thread_time()
    advice = advise(state, seat, SOON)
    assert time.thread_time() - began < 6.0  # it is cut off between two simulations
    assert advice.text in state.choices(seat)
    assert keys(advice)[0] in ("why.hurried", "why.wins-now", "why.wins-force")
    assert second_thoughts(state, seat, advice.text, SOON) is None


def test_in_a_hurry_a_choice_that_loses_at_once_is_warned_of() -> None:
    game = lt.load("drivis").twin()
    game.interpreted = frozenset({SEARCH})
    for state in positions("drivis", 200):
        seat = state.actors[0]
        certain = certain_values(state, seat, 400_000, 1)
        lost = list(certain_values(state, seat, 400_000, 6).values()).count(-1)
        if 1 not in certain.values() and certain and lost < len(state.legal(seat)):  # some day that might be proven
            hurried = lt.State(game, state.options, state.names, state.array)
            text = state.game.display.notation.write(state, seat, next(iter(certain)))
            warning = second_thoughts(hurried, seat, text, SOON)
            assert warning is not None and keys(warning)[0] == "warn.loses"
            assert json.loads(json.dumps(warning.facts, allow_nan=False)) == warning.facts
            return
    raise AssertionError("nobody could lose at once")
