"""Reports: they add up, they are the same every time, and what they say is what was measured."""

from __future__ import annotations

import json
import random
import threading
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.core.record import Record
from ludotheque.search.analyse import analyse_choices, analyse_draw
from ludotheque.search.reports import judging
from ludotheque.search.reports.chain import link
from ludotheque.search.reports.judging import Judgement, judge
from ludotheque.search.reports.quality import QUALITIES, Quality, quality_of
from ludotheque.search.reports.report import Report, running_sums
from ludotheque.search.reports.reporter import Reporter
from ludotheque.search.reports.verdicts import LIMITS, stake_of, verdict_of
from ludotheque.search.reports.words import Words
from ludotheque.terminal import arguments

TINY = Quality("tiny", 0.0005, 0.0005, 0.0003, 0.0)
EVENTS = 24  # a short end of a game says as much as a whole one
# Game, seats, options
SETUPS = [
    ("drivis", 2, {}),
    ("drumlin", 2, {}),
    ("derive", 2, {}),
    ("derive", 4, {"teams": True, "level": "blitz"}),
    ("riviere", 2, {}),
    ("number-drop", 1, {}),
    ("number-drop", 2, {}),
    ("number-drop", 6, {}),
]


def random_game(name: str, seats: int, options: dict[str, Any], seed: int = 3) -> lt.State:
    rng, state = random.Random(seed), lt.load(name).new(seats=seats, **options)
    while not state.over:
        seat = rng.choice(state.actors) if state.actors else None
        state = state.draw(rng) if seat is None else state.play(rng.choice(state.choices(seat)), seat)
    return state


def ending(name: str, seats: int, options: dict[str, Any], events: int = EVENTS) -> Record:
    """The last events of a random game, as a record that begins in its middle."""
    history = random_game(name, seats, options).history()
    first = history[-1 - events] if len(history) > events else history[0]
    state = lt.load(name).read(first.diagram())
    for later in history[first.ply + 1 :]:
        assert later.last is not None
        seat, text = later.last
        state = state.play(text, seat)
    return state.record


@pytest.fixture(scope="module", params=SETUPS, ids=lambda each: f"{each[0]}-{each[1]}")
def report(request: pytest.FixtureRequest) -> Report:
    return lt.report(ending(*request.param), quality=TINY)


def test_it_adds_up(report: Report) -> None:
    parts = np.array([report.expectation, report.own, report.gifts, report.luck])
    assert parts.sum(0) == pytest.approx(np.array(report.result), abs=1e-9)
    assert report.result == report.states[-1].result and report.is_finished
    assert np.array(report.adjusted) == pytest.approx(np.array(report.result) - np.array(report.luck))


def test_moments_form_a_chain(report: Report) -> None:
    moments = report.moments
    assert [moment.number for moment in moments] == list(range(1, len(moments) + 1))
    assert moments[0].before == report.expectation and moments[-1].after == report.result
    for one, other in pairwise(moments):
        assert one.after == other.before
    for moment, (seat, text) in zip(moments, report.record.events, strict=True):
        assert moment.text == text and moment.seat == (None if seat == -1 else seat)


def test_sides_share_the_values(report: Report) -> None:
    """What one gains others lose."""
    if report.seats > 1:
        assert np.array(report.values).sum(1) == pytest.approx(0, abs=1e-6)


def test_luck_is_zero_on_average_over_the_outcomes(report: Report) -> None:
    for moment in report.moments:
        if moment.seat is None:
            total = sum(weight for _, weight, _ in moment.outcomes)
            mean = sum(weight / total * np.array(values) for _, weight, values in moment.outcomes)
            came = next(np.array(values) for text, _, values in moment.outcomes if text == moment.text)
            assert np.array(moment.change) == pytest.approx(came - mean, abs=1e-9)
            assert moment.best is None and moment.verdict is None


def test_no_luck_without_chance(report: Report) -> None:
    if not report.record.game.num_outcomes:
        assert report.luck == (0.0,) * report.seats and report.luck_error == 0.0


def test_only_real_choices_are_judged(report: Report) -> None:
    states = report.states
    for moment in report.moments:
        if moment.seat is not None and len(states[moment.number - 1].legal(moment.seat)) == 1:
            assert moment.verdict is None and moment.change == pytest.approx((0.0,) * report.seats, abs=1e-9)
        if moment.verdict not in (None, "good"):
            assert moment.loss >= LIMITS["inaccurate"] * report.stake and moment.loss > 2 * moment.error


def test_it_goes_through_json(report: Report) -> None:
    again = Report.from_json(report.to_json())
    assert again == report and again.moments == report.moments and again.own == report.own
    told = json.loads(report.to_json())
    assert told["report"] == 1 and len(told["moments"]) == len(report.moments)
    assert tuple(told["luck"]) == report.luck and told["moments"][0]["text"] == report.moments[0].text


def test_it_speaks_both_languages(report: Report) -> None:
    for lang in ("en", "fr"):
        words = Words(report, lang)
        assert words.summary() and all(sentence.endswith(".") for sentence in words.summary())
        for moment in report.turning_points(5):
            caption = words.caption(moment)
            assert caption.title and caption.made
    if report.luck[0]:
        assert ("," in Words(report, "fr").number(report.luck[0])) and "." in Words(report, "en").number(1.5)


def test_running_sums_end_at_the_totals(report: Report) -> None:
    for seat in range(report.seats):
        own, luck = running_sums(report, seat)
        assert own[-1] == pytest.approx(report.own[seat]) and luck[-1] == pytest.approx(report.luck[seat])


@pytest.mark.parametrize("setup", [SETUPS[0], SETUPS[4], SETUPS[6]], ids=lambda each: each[0])
def test_the_same_seed_gives_the_same_report(setup: tuple[str, int, dict[str, Any]]) -> None:
    record = ending(*setup, events=10)
    one = lt.report(record, 5, quality=TINY)
    assert lt.report(record, 5, quality=TINY, threads=2).to_json() == one.to_json()
    begun = Reporter(record, 5, TINY)
    for _ in range(4):
        begun.step()
    kept = [Judgement.of_dict(json.loads(json.dumps(each.to_dict()))) for each in begun.judged]
    assert lt.report(record, 5, quality=TINY, judged=kept).to_json() == one.to_json()


def test_it_tells_how_far_it_is_and_can_be_stopped() -> None:
    record, told, stop = ending(*SETUPS[0]), [], threading.Event()

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        if done == 3:
            stop.set()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lt.report(record, quality=TINY, progress=progress)
    assert told == [(n, len(record.events)) for n in (1, 2, 3)] and stop.is_set()


def test_a_game_that_was_not_finished_is_judged_up_to_there() -> None:
    state = lt.load("drivis").new(names=["Ada", "Ben"]).play("c8-d8")
    report = lt.report(replace(state.record, result=(1.0, -1.0)), quality=TINY)
    assert not report.is_finished and report.result == report.values[-1]
    assert sum(report.result) == pytest.approx(0) and abs(report.result[0]) < 1
    assert "last position" in Words(report, "en").summary()[0]


def test_nothing_happened_yet() -> None:
    report = lt.report(lt.load("drivis").new().record, quality=TINY)
    assert report.moments == () and report.own == (0.0, 0.0) and report.expectation == report.result
    assert len(Words(report, "fr").summary()) == 1


def test_a_thrown_away_game_is_a_blunder() -> None:
    """Yellow could hold the balance with a3-a1; after a3-a4 blue wins by force."""
    state = lt.load("drivis").new()
    for text in ("h3-h4", "c1-c6", "a1-d1", "c6-f6", "d1-d3", "c8-c5", "f1-f4"):
        state = state.play(text)
    judged = judge(state, 1, "a3-a4", QUALITIES["quick"], 0)
    assert judged.verdict == "blunder" and judged.best == "a3-a1" and judged.loss > 0.5
    assert judged.best_values and judged.made_values and judged.line[0] == (1, "a3-a1")
    assert judge(state, 1, "a3-a1", QUALITIES["quick"], 0).verdict == "good"


def test_the_best_choice_is_measured_with_other_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: dict[bool, set[int]] = {True: set(), False: set()}
    analyse = analyse_choices

    def noting(state: lt.State, seat: int, only: Any, effort: Any, *, seed: int, lines: int) -> Any:
        seeds[only is None].add(seed)
        return analyse(state, seat, only, effort, seed=seed, lines=lines)

    monkeypatch.setattr(judging, "analyse_choices", noting)
    lt.report(ending("riviere", 2, {}, 8), quality=TINY)
    assert seeds[True] and seeds[False] and not seeds[True] & seeds[False]


def test_all_outcomes_get_equal_effort() -> None:
    state = next(s for s in random_game("derive", 2, {}).history() if len(s.outcomes()) > 2)
    effort = judging._effort(state, TINY.outcome, TINY)
    found = analyse_draw(state, None, effort, seed=1, lines=0)
    visits = [choice.visits for choice in found.choices if not choice.proven]
    assert max(visits) <= 2 * min(visits) + 8


# Parts


def test_the_chain_spreads_what_is_left_over() -> None:
    """A change that nobody saw goes to the choice that was least sure."""
    sure = Judgement((0.5, -0.5), 0.01, (0.0, 0.0), 0.01, best="a")
    unsure = Judgement((0.5, -0.5), 0.1, (0.0, 0.0), 0.5, best="b")
    chain = link([sure, unsure, sure], (1.0, -1.0), 0.0, 2.0)
    changes = np.diff(chain.values[:, 0])
    assert chain.values[-1].tolist() == [1.0, -1.0] and np.argmax(np.abs(changes)) in (1, 2)
    luck = Judgement((0.0, 0.0), 0.1, (0.3, -0.3), 0.2, exact=True, outcomes=(("x", 1, (0.3, -0.3)),))
    chain = link([unsure, luck, unsure], (1.0, -1.0), 0.0, 2.0)
    assert chain.values[2, 0] - chain.values[1, 0] == pytest.approx(0.3)


def test_names_of_losses() -> None:
    two = stake_of(lt.load("drivis").new())
    assert two == 2.0 and stake_of(lt.load("number-drop").new(seats=6)) == pytest.approx(1.2)
    assert stake_of(lt.load("derive").new(seats=4, teams=True)) == 2.0
    assert verdict_of(0.5, 0.1, two, matters=True) == "blunder"
    assert verdict_of(0.25, 0.1, two, matters=True) == "mistake"
    assert verdict_of(0.12, 0.01, two, matters=False) == "inaccurate"
    assert verdict_of(0.01, 0.02, two, matters=True) == "good"
    assert verdict_of(0.01, 0.02, two, matters=False) is None  # no alternative is known to differ
    assert verdict_of(0.5, 0.4, two, matters=True) is None  # not sure enough to blame anybody


def test_qualities_are_known_by_name() -> None:
    assert tuple(QUALITIES) == arguments.QUALITIES
    with pytest.raises(lt.GameError, match="thorough"):
        quality_of("perfect")
    with pytest.raises(lt.GameError):
        Reporter(lt.load("drivis").new().record, judged=[Judgement((0.0, 0.0), 0.1, (0.0, 0.0), 0.1)])
