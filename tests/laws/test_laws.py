"""What holds in every position of every game, whatever its options. A new game gets all of this for free."""

from __future__ import annotations

import pickle
import random
from contextlib import suppress
from inspect import signature
from itertools import permutations

import numpy as np
import pytest
from setups import Setup, each, random_event, random_game, sample

import ludotheque as lt
from ludotheque.core.i18n import LANGUAGES
from ludotheque.core.options import Whole

CHANCE = -1
every_setup = pytest.mark.parametrize("setup", each(12))


def some_states(setup: Setup, seed: int, most: int = 14) -> list[lt.State]:
    """Positions spread over one random game, the first and the last among them."""
    history = random_game(setup.new(), seed).history()
    return [history[i] for i in sorted({int(i) for i in np.linspace(0, len(history) - 1, most)})]


def acting_seats(state: lt.State) -> tuple[int, ...]:
    return (CHANCE,) if state.chance else state.actors


def texts(state: lt.State, seat: int) -> list[str]:
    return list(state.outcomes()) if seat == CHANCE else state.choices(seat)


@every_setup
def test_every_game_ends_with_a_fair_result(setup: Setup) -> None:
    played = lt.simulate(setup.game, 200, 1, seats=setup.seats, **dict(setup.options))
    assert played.lengths.max() <= setup.new().options["max_choices"]
    assert played.lengths.min() >= 1
    if setup.seats > 1:
        assert np.abs(played.results.sum(axis=1)).max() < 1e-9
        assert np.abs(played.results).max() <= 1


@every_setup
def test_simulation_does_not_depend_on_threads_or_pieces(setup: Setup) -> None:
    options = {"seats": setup.seats, **dict(setup.options)}
    whole = lt.simulate(setup.game, 24, 7, **options)
    threaded = lt.simulate(setup.game, 24, 7, threads=2, **options)
    part = lt.simulate(setup.game, 5, 7, first=10, **options)
    assert (whole.results == threaded.results).all()
    assert (whole.lengths == threaded.lengths).all()
    assert (whole.lengths[10:15] == part.lengths).all()


@every_setup
def test_python_and_compiled_play_agree_on_the_end(setup: Setup) -> None:
    last = random_game(setup.new(), 1)
    assert last.over
    assert last.actors == () and not last.chance and last.outcomes() == {}
    assert last.choices() == []
    assert last.result is not None and len(last.result) == setup.seats
    if setup.seats > 1:
        assert sum(last.result) == pytest.approx(0)
    with pytest.raises(lt.IllegalEvent):
        last.play("pass")


@every_setup
def test_exactly_the_legal_is_accepted(setup: Setup) -> None:
    """All actions that exist are tried: those that ``legal`` lists succeed, all others are refused unharmed."""
    for state in some_states(setup, 2, 6):
        before = bytes(state)
        for seat in state.actors:
            legal = set(state.legal(seat))
            assert len(legal) == len(state.legal(seat)) > 0
            assert min(legal) >= 0 and max(legal) < setup.game.num_actions
            for action in sorted({*range(0, setup.game.num_actions, 1 + setup.game.num_actions // 500), *legal}):
                assert (state._step(seat, action) is not None) == (action in legal)
        assert bytes(state) == before


@every_setup
def test_a_text_stands_for_one_action_and_back(setup: Setup) -> None:
    for state in some_states(setup, 3):
        for seat in acting_seats(state):
            known = texts(state, seat)
            assert len(set(known)) == len(known) > 0
            for text in known:
                assert text.isascii() and text.isprintable() and text == text.strip()
                action = state.action(text, seat)
                assert setup.game.display.notation.write(state, seat, action) == text
                assert setup.game.display.notation.parse(state, seat, text) == action


@every_setup
def test_choices_are_sorted_and_weights_positive(setup: Setup) -> None:
    for state in some_states(setup, 4, 30):
        if state.chance:
            assert all(type(weight) is int and weight > 0 for weight in state.outcomes().values())
            assert state.choices() == [] and state.actors == ()
        for seat in state.actors:
            assert state.choices(seat) == sorted(state.choices(seat))


@every_setup
def test_playing_leaves_the_old_state_alone(setup: Setup) -> None:
    for state in some_states(setup, 5):
        before = bytes(state)
        for seat in acting_seats(state):
            for text in texts(state, seat)[:20]:
                after = state.play(text, None if seat == CHANCE else seat)
                assert bytes(state) == before
                assert after.previous is state and after.last == (seat, text)


@every_setup
def test_a_refusal_is_a_sentence_in_both_languages(setup: Setup) -> None:
    """Events of other positions of the same game are refused with a reason, or are legal here too."""
    states = some_states(setup, 6, 8)
    known = {text for state in states for seat in acting_seats(state) for text in texts(state, seat)[:25]}
    for state in states:
        for seat in state.actors:
            for text in known - set(state.choices(seat)):
                with pytest.raises(lt.IllegalEvent) as refused:
                    state.play(text, seat)
                for lang in LANGUAGES:
                    assert refused.value.text(lang)[-1] in ".!?"


@every_setup
def test_replay_equals_live_play(setup: Setup) -> None:
    last = random_game(setup.new(), 8)
    record = lt.Record.parse(str(last.record))
    assert record.replay() == last
    assert str(record) == str(last.record)
    assert [bytes(state) for state in record.states()] == [bytes(state) for state in last.history()]
    assert record.result == last.result


@every_setup
def test_bytes_pickle_and_hash(setup: Setup) -> None:
    for state in some_states(setup, 9, 5):
        again = setup.game.from_bytes(bytes(state), seats=setup.seats, **dict(setup.options))
        assert again == state and hash(again) == hash(state) and again.actors == state.actors
        copy = pickle.loads(pickle.dumps(state))
        assert copy == state and copy.record == state.record


@every_setup
def test_a_diagram_is_the_whole_position(setup: Setup) -> None:
    for state in some_states(setup, 10, 24):
        diagram = state.diagram()
        assert diagram.isascii() and all(line == line.rstrip() != "" for line in diagram.split("\n"))
        again = setup.game.read(diagram)
        assert bytes(again) == bytes(state), diagram
        assert again.diagram() == diagram
        assert again.options == state.options


@every_setup
def test_a_game_can_go_on_from_a_diagram(setup: Setup) -> None:
    """Records that begin in the middle of a game replay as well as others."""
    middle = some_states(setup, 11, 3)[1]
    last = random_game(setup.game.read(middle.diagram()), 1, 5)
    assert lt.Record.parse(str(last.record)).replay() == last


@every_setup
def test_damaged_diagrams_are_refused_or_mean_what_they_show(setup: Setup) -> None:
    rng = random.Random(12)
    for state in some_states(setup, 12, 5):
        diagram = state.diagram()
        for _ in range(40):
            at = rng.randrange(len(diagram))
            damaged = diagram[:at] + rng.choice("abyBY.#0189 \n-=x*") + diagram[at + rng.randrange(3) :]
            with suppress(lt.GameError):
                assert setup.game.read(damaged).diagram() == damaged


@every_setup
def test_click_paths_lead_to_one_event_each(setup: Setup) -> None:
    for state in some_states(setup, 13, 10):
        for seat in state.actors:
            paths = state.clicks(seat)
            assert sorted(paths) == state.choices(seat)
            assert len(set(paths.values())) == len(paths)
            ids = set(state.scene(seat).ids())
            for path in paths.values():
                assert len(path) >= 1 and set(path) <= ids, set(path) - ids
                # The browser submits as soon as one event is left: no path may be the beginning of another.
                assert not any(path != other and other[: len(path)] == path for other in paths.values())


@every_setup
def test_a_scene_is_well_made(setup: Setup) -> None:
    for state in some_states(setup, 14, 4):
        for seat in (None, *range(setup.seats)):
            scene = state.scene(seat, "fr")
            assert len(set(scene.ids())) == len(scene.ids())
            assert scene.label
            touchable = {step for actor in state.actors for path in state.clicks(actor).values() for step in path}
            if seat in state.actors:
                touchable = {step for path in state.clicks(seat).values() for step in path}
                named = {group.id for group in scene.groups() if group.label}
                assert touchable <= named, touchable - named


@every_setup
def test_everything_is_told_in_both_languages(setup: Setup) -> None:
    for state in some_states(setup, 15):
        for lang in LANGUAGES:
            assert state.status(lang)[-1] in ".!?"
            for seat in acting_seats(state):
                for text in texts(state, seat)[:30]:
                    assert state.describe(text, lang, seat)[-1] in ".!?"


@every_setup
def test_simultaneous_choices_commute(setup: Setup) -> None:
    for state in some_states(setup, 16, 60):
        if len(state.actors) < 2:
            continue
        rng = random.Random(1)
        chosen = {seat: rng.choice(state.choices(seat)) for seat in state.actors[:3]}
        ends = set()
        for order in permutations(chosen):
            after = state
            for seat in order:
                after = after.play(chosen[seat], seat)
            ends.add(bytes(after))
        assert len(ends) == 1


@every_setup
def test_scores_are_there_or_not(setup: Setup) -> None:
    for state in some_states(setup, 17, 4):
        assert (state.scores is None) != setup.game.has_scores
        assert state.scores is None or len(state.scores) == setup.seats


@pytest.mark.parametrize("name", lt.games())
def test_the_cap_ends_the_game_in_a_draw(name: str) -> None:
    for setup in sample(name, 6):
        capped = Setup(name, setup.seats, (*setup.options, ("max_choices", 3)))
        last = random_game(capped.new(), 18)
        choices = [event for event in last.record.events if event[0] != CHANCE]
        assert len(choices) <= 3
        if setup.seats > 1 and len(choices) == 3 and last.result is not None and not any(last.result):
            assert last.record.events[-1][0] != CHANCE


@pytest.mark.parametrize("name", lt.games())
def test_perft_counts_what_play_allows(name: str) -> None:
    def count(state: lt.State, depth: int) -> int:
        if depth == 0:
            return 1
        seats = acting_seats(state)[:1]
        return sum(count(state.play(t, None if s == CHANCE else s), depth - 1) for s in seats for t in texts(state, s))

    for setup in sample(name, 4):
        state = random_game(setup.new(), 19, 30)
        for depth in (0, 1, 2):
            assert lt.perft(state, depth) == count(state, depth)


@pytest.mark.parametrize("name", lt.games())
def test_options_speak_and_refuse(name: str) -> None:
    game = lt.load(name)
    for option in game.options.values():
        assert set(option.text) == set(LANGUAGES)
        for value in () if isinstance(option.values, Whole) else option.values:
            assert option.parse(str(value).lower()) == value
        with pytest.raises(lt.GameError, match=option.name):
            game.start(None, None, {option.name: "nonsense"})
    with pytest.raises(lt.GameError, match="max_choices"):
        game.new(max_choices=0)
    with pytest.raises(lt.GameError, match="nonsense"):
        game.new(nonsense=1)
    for seats in (0, 7, -1, 2.0, "2", True):
        with pytest.raises(lt.GameError):
            game.new(seats)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", lt.games())
def test_options_can_be_named_beside_other_arguments(name: str) -> None:
    """As in ``lt.simulate(game, 100, threads=2, lone="not")``: an option called ``threads`` could not be given."""
    taken = {each for call in (lt.Game.new, lt.Game.from_bytes, lt.simulate) for each in signature(call).parameters}
    assert not taken & set(lt.load(name).options)


@pytest.mark.parametrize("name", lt.games())
def test_the_default_state_is_drawn_in_every_style(name: str) -> None:
    state = random_game(lt.load(name).new(), 20, 25)
    for theme in ("auto", "light", "dark", "css"):
        svg = state.svg(theme=theme)
        assert svg.startswith("<svg") and ("var(--" in svg) == (theme in ("auto", "css"))
    plain = state.svg(coordinates=False, last=False)
    assert len(plain) < len(state.svg())
    assert 'id="here-' in state.svg(prefix="here-")
    assert state._repr_svg_() == state.svg()
    running = next(before for before in reversed(state.history()) if before.actors)
    assert len(running.svg(live=True)) > len(running.svg())
    with pytest.raises(ValueError, match="theme"):
        state.svg(theme="pink")


def test_random_events_use_only_the_given_generator() -> None:
    for name in lt.games():
        start = lt.load(name).new()
        first, second = (random_event(start, random.Random(5)) for _ in range(2))
        assert first.last == second.last
