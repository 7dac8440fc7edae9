"""What a page in a browser needs of every picture, so that no game needs code of its own there."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from setups import Setup, each, random_event

import ludotheque as lt
from ludotheque.core.i18n import LANGUAGES

every_setup = pytest.mark.parametrize("setup", each(8))


def states(setup: Setup, seed: int, events: int = 60) -> Iterator[lt.State]:
    """A random game's first states, some of them left out."""
    state, rng = setup.new(), random.Random(seed)
    for number in range(events):
        if number < 6 or number % 9 == 0:
            yield state
        if state.over:
            return
        state = random_event(state, rng)


@every_setup
def test_what_can_be_touched_is_named_and_shows_it(setup: Setup) -> None:
    for state in states(setup, 31):
        for seat in state.actors:
            paths = state.clicks(seat).values()
            for lang in LANGUAGES:
                groups = {group.id: group for group in state.scene(seat, lang).groups()}
                for step in {step for path in paths for step in path}:
                    assert groups[step].label and groups[step].opacity > 0, step
                    assert groups[step].spot or groups[step].halo, f"{step} looks the same when it can be touched"
                for step in {step for path in paths for step in path[:-1]}:
                    assert groups[step].chosen, f"{step} looks the same when it has been touched"


@every_setup
def test_every_touch_asks_for_the_next_one_in_the_words_of_the_game(setup: Setup) -> None:
    """The first touch is asked for by the status; after it, by what was touched: ``plate-3`` is a plate."""
    texts = [setup.game.catalog.messages(lang) for lang in LANGUAGES]
    for state in states(setup, 33):
        for seat in state.actors:
            paths = state.clicks(seat).values()
            kinds = {tuple(step.partition("-")[0] for step in path[:n]) for path in paths for n in range(1, len(path))}
            missing = [key for key in (".".join(("ask", *kind)) for kind in kinds) if not all(key in t for t in texts)]
            assert not missing


@every_setup
def test_a_live_picture_holds_all_that_can_be_touched(setup: Setup) -> None:
    for state in states(setup, 32, 20):
        for seat in state.actors:
            text = state.svg(seat, "fr", theme="css", live=True)
            assert all(f'<g id="{step}"' in text for path in state.clicks(seat).values() for step in path)


@every_setup
def test_each_seat_sees_the_board_from_its_own_side(setup: Setup) -> None:
    state = setup.new()
    views = {state.svg(seat, theme="css") for seat in range(state.seats)}
    assert len(views) == state.seats


@every_setup
def test_the_guide_has_a_section_for_every_moment(setup: Setup) -> None:
    ids = set(re.findall(r"^#+ .*\{#([a-z0-9-]+)\}$", setup.game.guide_with_ids(), re.MULTILINE))
    state, rng = setup.new(), random.Random(33)
    topics = {state.topic}
    while not state.over:
        state = random_event(state, rng)
        topics.add(state.topic)
    assert topics <= ids
