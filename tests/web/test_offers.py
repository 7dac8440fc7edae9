"""What the quick button of a game's page offers: a first game, then the next level up or down."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from serving import Client

import ludotheque as lt
from ludotheque.web import offers
from ludotheque.web.offers import Played

GAME = lt.load("derive")  # the rulebook recommends a level for a first game


def next_of(level: int, game_level: str, result: float) -> tuple[int, object, str]:
    made = offers.next_offer(GAME, Played(level, {"level": game_level}, result), "en")
    return made.level, made.options["level"], made.sentence


def test_a_first_game_is_what_the_rulebook_recommends() -> None:
    made = offers.first_offer(GAME, "fr")
    assert (made.level, made.options) == (1, {"level": "initiation"})
    assert made.sentence.startswith("Pour une première partie")
    assert offers.first_offer(lt.load("drivis"), "fr") == replace(made, options={}, sentence="")


def test_both_levels_go_up_after_a_victory_and_down_after_a_defeat() -> None:
    assert next_of(2, "initiation", 1.0)[:2] == (3, "blitz")
    assert next_of(3, "classic", -1.0)[:2] == (2, "blitz")
    assert next_of(3, "blitz", 0.0)[:2] == (3, "blitz")


def test_above_the_usual_level_of_the_game_only_the_computer_goes_up() -> None:
    assert next_of(2, "classic", 1.0)[:2] == (3, "classic")
    assert next_of(2, "advanced", 1.0)[:2] == (3, "advanced")
    assert next_of(2, "blitz-classic", -1.0)[:2] == (1, "blitz-classic")


@pytest.mark.parametrize(
    ("level", "result", "sentence"),
    [
        (2, 1.0, "You won at level 2: try level 3."),
        (2, -1.0, "You lost at level 2: try level 1."),
        (2, 0.0, "You drew at level 2: another game?"),
        (8, 1.0, "You won at level 8, and there is nothing above it. Another game?"),
        (1, -1.0, "You lost at level 1: try once more."),
    ],
)
def test_the_offer_says_why(level: int, result: float, sentence: str) -> None:
    assert offers.next_offer(lt.load("drivis"), Played(level, {}, result), "en").sentence == sentence


def test_the_page_remembers_the_last_game_against_the_computer(anna: Client) -> None:
    def chosen() -> list[str]:
        page = anna.get("/games/derive")
        form = page[page.index('id="play-now"') : page.index("</form>")]
        return re.findall(r'<option value="([\w-]+)"[^>]* selected', form)

    assert chosen() == ["initiation", "1"]
    table = anna.open("derive", [{"who": "me"}, {"who": "computer", "level": 4}], level="classic")["id"]
    assert chosen() == ["initiation", "1"]  # it is not over yet
    anna.do(table, "resign")
    assert chosen() == ["blitz", "3"]
    assert "You lost at" in anna.get("/games/derive?lang=en")
