"""Levels: a table for each variant, what weak ones overlook, the yardsticks, openings, and values told as chances."""

from __future__ import annotations

import math
import random
import tomllib
from collections.abc import Iterator
from itertools import islice, pairwise

import numpy as np
import pytest
from bench import calibration, fit_levels
from setups import random_event, sample

import ludotheque as lt
from ludotheque.core.i18n import LANGUAGES
from ludotheque.play.computer_names import NAMES, character
from ludotheque.search import levels, yardsticks
from ludotheque.search.calibration import calibrated, temper_of
from ludotheque.search.computer import OPENING, equals, is_opening
from ludotheque.search.exact import certain_values
from ludotheque.search.levels import Level, fitted, holds, level_of
from ludotheque.search.oversight import glance_of, hidden, is_missed, leave_noticed
from ludotheque.search.players import LEVELS, make_player, worth_of
from ludotheque.search.tree import Tree
from ludotheque.search.yardsticks import CarefulPlayer

every_game = pytest.mark.parametrize("name", lt.games())
TABLE = """
reach = 2.0
temper = 1.0
1 = { simulations = 10, noise = 0.3 }
2 = { simulations = 20 }
[[variant]]
when = { start = "triples" }
temper = 1.5
1 = { noise = 0.4 }
[[variant]]
when = { start = ["ring", "triples"], lone = "not" }
1 = { simulations = 5 }
"""


def positions(name: str, seed: int = 1, steps: int = 60) -> Iterator[tuple[lt.State, int]]:
    """Positions of random games in several set-ups, with a seat that is to choose."""
    for setup in sample(name, 3):
        state, rng = setup.new(), random.Random(seed)
        for _ in range(steps):
            if state.over:
                break
            if state.actors:
                yield state, state.actors[0]
            state = random_event(state, rng)


# Tables


def test_the_first_variant_that_holds_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    game, table = lt.load("drivis"), tomllib.loads(TABLE)
    monkeypatch.setattr(levels, "_table", lambda game: table)
    levels._rows_of_variant.cache_clear()
    try:
        usual, triples = level_of(game.new(), 1), level_of(game.new(start="triples", lone="not"), 1)
        assert (usual.simulations, usual.noise) == (10, 0.3) and level_of(game, 1) == usual
        assert (triples.simulations, triples.noise) == (10, 0.4)
        assert level_of(game.new(lone="not"), 1).simulations == 5
        assert level_of(game.new(start="triples"), 2).simulations == 20
        assert temper_of(game.new(start="triples")) == 1.5 and temper_of(game.new()) == 1.0
        assert [*fitted(game)] == [(None, {}), (None, {"start": "triples"}), (None, {"start": "ring", "lone": "not"})]
    finally:
        levels._rows_of_variant.cache_clear()


def test_conditions_hold_together() -> None:
    there = {"seats": 4, "level": "blitz"}
    assert holds({}, there) and holds({"seats": [3, 4]}, there) and holds({"seats": 4, "level": "blitz"}, there)
    assert not holds({"seats": 4, "level": "classic"}, there)


@every_game
def test_every_variant_has_eight_levels_that_grow(name: str) -> None:
    """Between rows of one kind: a network that judges needs fewer simulations."""
    for seats, options in fitted(lt.load(name)):
        start = lt.load(name).start(seats, None, options)
        for lower, higher in pairwise(level_of(start, number) for number in LEVELS):
            assert higher.noise <= lower.noise and higher.oversight <= lower.oversight
            assert higher.simulations >= lower.simulations or higher.learned > lower.learned
            assert higher != lower


# What weak levels overlook


@every_game
def test_some_choices_are_plain_and_none_is_out_of_bounds(name: str) -> None:
    some = islice(positions(name), 0, 60, 3)
    known = [hidden(state.array[0], seat, action) for state, seat in some for action in state.legal(seat)]
    assert min(known) >= 0 and max(known) <= 100
    assert len(set(known)) > 3 and min(known) <= 10


@every_game
def test_what_is_overlooked_depends_on_the_moment_and_how_hidden_it_is(name: str) -> None:
    state, seat = next(place for place in positions(name) if len(place[0].legal(place[1])) > 5)
    s, actions = state.array[0], state.legal(seat)[:6]
    missed = dict.fromkeys(actions, 0)
    with np.errstate(over="ignore"):
        for moment in range(100):
            for action in actions:
                missed[action] += is_missed(s, seat, action, glance_of(moment, 0.8))
                assert not is_missed(s, seat, action, glance_of(moment, 0.0))
    for action, times in missed.items():
        assert abs(times / 100 - 0.8 * hidden(s, seat, action) / 100) < 0.2


def test_the_plainest_choice_is_left_when_all_are_missed() -> None:
    state = lt.load("drivis").new()
    s, actions = state.array[0], np.array(state.legal(0), np.int32)
    plain = min(hidden(s, 0, action) for action in actions)
    with np.errstate(over="ignore"):
        for moment in range(50):
            codes = actions.copy()
            n = leave_noticed(s, 0, codes, len(codes), glance_of(moment, 9.0))
            assert 1 <= n < len(codes) and sorted(codes) == sorted(actions)
            assert n > 1 or hidden(s, 0, codes[0]) == plain or not is_missed(s, 0, codes[0], glance_of(moment, 9.0))


@every_game
def test_a_search_sees_what_is_noticed_and_nothing_else(name: str) -> None:
    state, seat = next(place for place in positions(name) if len(place[0].legal(place[1])) > 5)
    whole, parts = set(state.legal(seat)), []
    for seed in range(6):
        tree = Tree(state, seat, 4 * state.game.num_codes, seed, oversight=2.0)
        tree.search(2, 1.0)
        parts.append({int(tree.nodes["action"][child]) for child in tree.children()})
        with np.errstate(over="ignore"):
            seen = {action for action in whole if not is_missed(state.array[0], seat, action, glance_of(seed, 2.0))}
        assert parts[-1] == seen
    assert any(part < whole for part in parts)


def test_who_overlooks_a_win_does_not_know_of_it() -> None:
    state, seat, wins = next(wins_at_once("drivis"))
    glances = [glance_of(moment, 2.0) for moment in range(60)]
    found = [1 in certain_values(state, seat, 1000, 1, glance=glance).values() for glance in glances]
    with np.errstate(over="ignore"):
        noticed = [any(not is_missed(state.array[0], seat, win, glance) for win in wins) for glance in glances]
    assert found == noticed and len({*found}) == 2


# The yardsticks


def wins_at_once(name: str) -> Iterator[tuple[lt.State, int, list[int]]]:
    """Positions of random games in which a seat can win, but need not, with the actions that do."""
    for seed in range(200):
        for state, seat in positions(name, seed, 200):
            wins = [action for action, value in certain_values(state, seat, 10_000, 1).items() if value == 1]
            wins = [action for action in state.legal(seat) if ends_well(state, seat, action)] if wins else []
            if 0 < len(wins) < len(state.legal(seat)):
                yield state, seat, wins
                break


def ends_well(state: lt.State, seat: int, action: int) -> bool:
    after = state.play(state.game.display.notation.write(state, seat, action), seat)
    return bool(after.result and after.result[seat] == 1.0)


@pytest.mark.parametrize("player", ["careful", "greedy"])
def test_a_win_at_once_is_taken(player: str) -> None:
    for number, (state, seat, wins) in zip(range(6), wins_at_once("drivis"), strict=False):
        assert state.action(make_player(player, number).choose(state, seat), seat) in wins


def test_the_careful_give_no_win_away() -> None:
    met = 0
    for state, seat in (place for seed in range(12) for place in positions("drivis", seed, 200)):
        certain = certain_values(state, seat, 20_000, 2)
        if -1 in certain.values() and len(certain) < len(state.legal(seat)):
            met += 1
            assert certain.get(state.action(CarefulPlayer(met).choose(state, seat), seat), 0) >= 0
    assert met > 2


def test_greed_asks_the_evaluation_of_the_game_or_else_counts_points(monkeypatch: pytest.MonkeyPatch) -> None:
    state, seat = next(place for place in positions("riviere") if len(place[0].legal(place[1])) > 5)
    texts = state.choices(seat)
    values = np.array(yardsticks.worth_after(state, seat, texts))
    chosen = texts.index(make_player("greedy", 1).choose(state, seat))
    assert values[chosen] == values.max() > values.min()
    monkeypatch.setattr(yardsticks, "hint", lambda rules, name: None)
    state, seat = next(place for place in positions("number-drop") if len(place[0].legal(place[1])) > 5)
    texts = state.choices(seat)
    leads = [worth_of(state.play(text, seat), seat) for text in texts]
    assert yardsticks.worth_after(state, seat, texts) == leads


# Characters


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_level_has_a_character_of_its_own(lang: str) -> None:
    told = [character(level, lang) for level in LEVELS]
    assert len(set(told)) == len(LEVELS)
    assert all(text.startswith(names[0]) and len(text) < 110 for text, names in zip(told, NAMES, strict=True))
    assert character(1, lang, "Tom").startswith("Tom ")


# Openings


def test_strong_levels_open_with_any_of_what_is_equally_good() -> None:
    start = lt.load("derive").new().play("first=0")
    thought = [lt.ComputerPlayer(8, seed, simulations=600).think(start) for seed in range(8)]
    assert len({each.best.text for each in thought}) > 1
    assert all(each.best in equals(each) for each in thought)
    again = lt.ComputerPlayer(8, 0, simulations=600).think(start)
    assert again.best.text == thought[0].best.text


def test_an_opening_is_over_after_a_few_choices_of_ones_own() -> None:
    state, rng = lt.load("drivis").new(), random.Random(1)
    for made in range(2 * OPENING + 4):
        assert is_opening(state, made % 2) == (made // 2 < OPENING)
        state = random_event(state, rng)


# Values as chances


def test_a_temper_keeps_order_middle_and_certainty() -> None:
    values = np.array([-1.0, -0.9, -0.1, 0.0, 0.3, 0.99, 1.0])
    for temper in (0.5, 1.0, 2.0):
        told = calibrated(values, temper)
        assert np.all(np.diff(told) > 0) and told[0] == -1 and told[3] == 0 and told[-1] == 1
    assert abs(calibrated(values, 2.0)[4]) > 0.3 > abs(calibrated(values, 0.5)[4])
    assert math.isclose(calibrated(calibrated(values, 2.0), 0.5)[4], 0.3)


def test_the_temper_that_tells_games_best_is_found() -> None:
    """Chances that were told too boldly: of what was told as 90 % only 70 % were won."""
    rng = random.Random(1)
    told = [calibration.Told(game, 0.9, float(rng.random() < 0.7)) for game in range(400)]
    best, least, most = calibration.best_temper(told)
    assert least <= best <= most
    assert abs((1 + math.tanh(best * math.atanh(0.8))) / 2 - 0.7) < 0.06
    [row] = calibration.rows(told)
    assert row[:3] == ["90–100 %", "400", "400"]


# Fitting


def test_rows_lie_between_rows_and_below_the_first() -> None:
    rows = {1: Level(100, 0.2, oversight=0.4), 2: Level(400, 0.05)}
    assert fit_levels.between(rows, 1.0) == rows[1] and fit_levels.between(rows, 2.0) == rows[2]
    half, below = fit_levels.between(rows, 1.5), fit_levels.between(rows, 0.0)
    assert (half.simulations, half.noise, half.oversight) == (200, 0.1, 0.2)
    assert below.simulations < 100 and below.noise > 0.2 and below.oversight > 0.4
    assert tomllib.loads(fit_levels.written(1, half))["1"]["simulations"] == 200


def test_even_steps_are_cut_from_uneven_ones() -> None:
    places = fit_levels.even_places([1, 2, 3], [0.5, 0.9], 3)
    assert places[0] == 1 and places[2] == 3 and math.isclose(places[1], 2.5)
