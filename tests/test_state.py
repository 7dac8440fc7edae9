"""The public Python interface, and events that nobody should send."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludotheque as lt
from ludotheque.core import bits, verbs
from ludotheque.core.guide import position
from ludotheque.core.state import CHANCE


def test_games_and_load() -> None:
    assert "drivis" in lt.games()
    assert lt.games() == sorted(lt.games())
    with pytest.raises(KeyError, match="drivis"):
        lt.load("chess")
    with pytest.raises(lt.UnknownGame, match="no game called “chess”"):
        lt.load("chess")
    assert lt.games()  # loading a game must not replace the function by the package of the same name


def test_options_are_described() -> None:
    start = lt.load("drivis").options["start"]
    assert (start.name, start.values, start.default) == ("start", ("ring", "triples"), "ring")
    assert start.text == {"fr": "La position de départ.", "en": "The starting position."}
    assert start.value_text("ring")["en"]
    assert "atalog" not in repr(start)


def test_new_games_are_checked() -> None:
    game = lt.load("drivis")
    with pytest.raises(lt.GameError, match="2 seats, not with 3"):
        game.new(seats=3)
    with pytest.raises(lt.GameError, match="Its options are: start"):
        game.new(beginning="ring")
    with pytest.raises(lt.GameError, match=f"“{'x' * 40}”"):  # what a stranger sends is not repeated at any length
        game.start(2, None, {"x" * 41: "ring"})
    with pytest.raises(lt.GameError, match="one of: ring, triples"):
        game.new(start="Ring")
    with pytest.raises(lt.GameError, match="one name a seat"):
        game.new(names=["only one"])
    for bad in (True, 3.0, "3", None, -1, 0, 10**12):
        with pytest.raises(lt.GameError, match="whole number from 1"):
            game.new(max_choices=bad)


def test_a_state_plays_and_remembers() -> None:
    state = lt.load("drivis").new()
    assert state.actors == (0,) and not state.chance and not state.over
    assert state.outcomes() == {}
    after = state.play("c8-d8")
    assert after != state and after.previous == state and after.actors == (1,)
    assert state.choices() == state.choices(0)
    assert after.record.events == ((0, "c8-d8"),)
    assert after.result is None and after.scores is None
    assert len({state, after, lt.load("drivis").new()}) == 2


def test_the_wrong_seat_is_refused() -> None:
    state = lt.load("drivis").new()
    with pytest.raises(lt.IllegalEvent, match="Seat 1 is not to act"):
        state.play("c1-d1", seat=1)
    for seat in (2, -2, True):
        with pytest.raises(lt.IllegalEvent, match="no seat"):
            state.play("c8-d8", seat=seat)
    with pytest.raises(lt.IllegalEvent, match="No draw"):
        state.draw()


def test_nobody_chooses_when_nobody_can() -> None:
    drop = lt.load("number-drop").new(seats=2)
    assert drop.chance
    over = lt.load("drivis").new(max_choices=1).play("c8-d8")
    for state in (drop, over):
        assert state.choices() == []
        with pytest.raises(lt.IllegalEvent):
            state.describe("c8-d8")


def test_fields_are_copies() -> None:
    state = lt.load("drivis").new()
    before = bytes(state)
    with pytest.raises(ValueError, match="read-only"):
        state.fields.plates[0] = 0
    state.fields.turn = 1
    assert bytes(state) == before


def test_a_million_states_take_a_million_records() -> None:
    game = lt.load("drivis")
    assert game.empty(1_000_000).nbytes == 1_000_000 * len(bytes(game.new()))


def test_the_random_player_is_repeatable() -> None:
    state = lt.load("drivis").new()
    first, second = lt.RandomPlayer(4), lt.RandomPlayer(4)
    assert [first.choose(state) for _ in range(9)] == [second.choose(state) for _ in range(9)]


def test_perft_counts_sequences() -> None:
    start = lt.load("drivis").new()
    replies = [len(start.play(text).choices()) for text in start.choices()]
    assert [lt.perft(start, depth) for depth in (0, 1, 2)] == [1, len(replies), sum(replies)]


def test_draws_from_numpy_have_the_chances_of_their_weights() -> None:
    """In a sequence that is known: each outcome as often as its weight says, within four standard errors."""
    state, rng, n = lt.load("riviere").new().play("=R"), np.random.default_rng(1), 5000
    weights = state.outcomes()
    assert len(set(weights.values())) > 1
    drawn = Counter(state.random_outcome(rng) for _ in range(n))
    for text, weight in weights.items():
        share = weight / sum(weights.values())
        assert abs(drawn[text] - n * share) < 4 * (n * share * (1 - share)) ** 0.5


def test_a_generator_of_numpy_is_asked_for_exactly_as_many_numbers_as_there_are_weights() -> None:
    """So no remainder makes some outcomes more likely; and the same seed draws the same."""
    state = lt.load("riviere").new()
    total, texts = sum(state.outcomes().values()), [text for text, n in state.outcomes().items() for _ in range(n)]
    wanted = [texts[i] for i in np.random.default_rng(3).integers([total] * 50)]
    rng = np.random.default_rng(3)
    assert [state.random_outcome(rng) for _ in range(50)] == wanted


def test_perft_counts_every_outcome_of_a_draw() -> None:
    start = lt.load("derive").new()
    assert start.chance and lt.perft(start, 1) == len(start.outcomes()) > 1


def test_what_is_no_outcome_of_a_draw_is_not_offered() -> None:
    weights = np.array([1, 0, 1], np.int32)
    assert [verbs.is_offered(at, CHANCE, weights, 3) for at in (-1, 0, 1, 2, 3)] == [False, True, False, True, False]


def test_streams_of_random_numbers_stay_the_same() -> None:
    """Simulations are repeatable for ever: the same seed and number give the same stream."""
    rng = np.zeros(1, np.uint64)
    bits.seed_stream(rng, 5, 3)
    assert [int(bits.random_bits(rng)) for _ in range(2)] == [10_382_688_283_302_349_477, 12_533_055_928_980_868_242]


def test_a_wrong_position_is_found_at_its_line() -> None:
    for body, line in (("option start ring\n\n0 a1-a1\n", 3), ("0 c8-d8\n1 a1-a1\n", 2), ("option x y\n", 1)):
        with pytest.raises(lt.RecordError) as caught:
            position(lt.load("drivis"), body)
        assert caught.value.line == line


@pytest.mark.parametrize("lang", ["fr", "en", "xx"])
def test_a_guide_is_there_in_every_language(lang: str) -> None:
    """In English where there is no other."""
    if lang == "xx":
        with pytest.raises(ValueError, match="xx"):
            lt.load("drivis").guide(lang)
    else:
        assert lt.load("drivis").guide(lang).startswith("# Drivis")


def test_perft_refuses_a_negative_depth() -> None:
    with pytest.raises(ValueError, match="at least 0"):
        lt.perft(lt.load("drivis").new(), -1)


def some_state(name: str) -> lt.State:
    """A position in which a seat chooses."""
    state, rng = lt.load(name).new(), random.Random(3)
    for _ in range(40):
        after = (
            state.draw(rng) if state.chance else state.play(rng.choice(state.choices(state.actors[0])), state.actors[0])
        )
        if after.over:
            break
        state = after
    return state if state.actors else state.draw(rng)


STATES = {name: some_state(name) for name in lt.games()}
event_like = st.one_of(
    st.text(max_size=200),
    st.text("abcdefghi0123456789-x=+?:@!*^v Rdone", max_size=14),
    st.from_regex(r"[a-i][0-9]{1,2}[-x:=][a-i0-9][0-9]?", fullmatch=True),
)


@pytest.mark.parametrize("name", lt.games())
@settings(max_examples=150, deadline=None)
@given(text=event_like)
def test_any_text_is_played_or_refused(name: str, text: str) -> None:
    state = STATES[name]
    before = bytes(state)
    for seat in (None, *state.actors):
        try:
            after = state.play(text, seat)
        except lt.IllegalEvent as refused:
            assert refused.text("fr") and refused.text("en")
        else:
            assert text in state.choices(state.actors[0] if seat is None else seat)
            assert after.last is not None and after.last[1] == text
    assert bytes(state) == before


@pytest.mark.parametrize("name", lt.games())
@pytest.mark.parametrize("thing", [None, 3, b"c8-d8", ["c8-d8"], "c8-d8\n", "c8-d8" * 10_000, "ｃ8-d8"])
def test_things_that_are_no_event(name: str, thing: object) -> None:
    state = STATES[name]
    with pytest.raises(lt.IllegalEvent):
        state.play(thing, state.actors[0])  # type: ignore[arg-type]


def test_uncompiled_a_verb_finds_its_game_without_asking_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer that answers before anything is compiled asks ten thousands of times."""
    state = lt.load("drumlin").new()
    found = verbs.rules_of(state.array[0])
    monkeypatch.setattr(verbs, "from_dtype", None)
    assert verbs.rules_of(state.array[0]) is found is lt.load("drumlin").rules
