"""The first evening with each game: who knows no rules learns it and plays it, by what the page shows alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import product

import pytest
from browser import People
from newcomer import A_MOMENT, expect_an_ending, newcomer
from playwright.sync_api import Browser
from serving import serving

import ludotheque as lt
from ludotheque.core.lessons import lessons

pytestmark = pytest.mark.long
SHORTEST = ("drivis", "fr", True)
# Each takes one to five minutes: `make evenings` spends all of them, with every game, language and width.
EVENINGS = [
    pytest.param(*each, id="-".join([*each[:2], "phone" if each[2] else "desk"]))
    for each in product(lt.games(), ("fr", "en"), (True, False))
    if each == SHORTEST or os.environ.get("LUDOTHEQUE_EVENINGS") == "all"
]


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where it is: what hints are worth is tested elsewhere."""
    with serving(tmp_path_factory.mktemp("hasty"), thinks=A_MOMENT) as running:
        yield running.url


@pytest.fixture
def guests(browser: Browser, hasty: str) -> Iterator[People]:
    known = People(browser, hasty)
    yield known
    known.close()


@pytest.mark.parametrize(("game", "lang", "on_phone"), EVENINGS)
def test_who_knows_no_rules_learns_the_game_and_plays_it(guests: People, game: str, lang: str, on_phone: bool) -> None:
    guest = newcomer(guests, lang, on_phone)
    guest.open_lessons(game)
    learned = guest.learn()
    course = lessons(lt.load(game))
    assert [seen["title"] for seen in learned] == [lesson.sentence("title").text(lang) for lesson in course]
    assert [seen["said"] for seen in learned] == [lesson.sentence("done").text(lang) for lesson in course]
    assert [seen["done"] for seen in learned] == list(range(1, len(course) + 1))
    assert guest.play() > 3
    assert {"hint-look", "hint-choice", "hint-why"} <= set(guest.met), "every stage of a hint was read"
    expect_an_ending(guest.person)
