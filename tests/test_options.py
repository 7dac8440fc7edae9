"""Options take values of their own type only: what looks alike is refused, and the allowed values are named."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.core.options import Option, Value, Whole

SIZE = Option("size", (1, 3, 5), 3)
TEAMS = Option("teams", (False, True), False)
LEVEL = Option("level", ("1", "classic"), "classic")
LIMIT = Option("limit", Whole(0, 10), 3)


@pytest.mark.parametrize(
    ("option", "value"),
    [(SIZE, 1), (SIZE, 3), (TEAMS, True), (TEAMS, False), (LEVEL, "1"), (LIMIT, 0), (LIMIT, 1), (LIMIT, 10)],
)
def test_an_allowed_value_is_given_back(option: Option, value: object) -> None:
    found = option.check(value)
    assert found == value and type(found) is type(value)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *((SIZE, wrong) for wrong in (True, "3", 3.0, 2, None, [3])),
        *((TEAMS, wrong) for wrong in (1, 0, "true", None)),
        *((LEVEL, wrong) for wrong in (1, "Classic", None)),
        *((LIMIT, wrong) for wrong in (True, False, "3", 3.0, -1, 11, None)),
    ],
)
def test_what_only_looks_like_a_value_is_refused(option: Option, value: object) -> None:
    with pytest.raises(lt.GameError, match=option.name):
        option.check(value)


@pytest.mark.parametrize("name", lt.games())
def test_games_take_no_truth_value_for_a_number(name: str) -> None:
    for wrong in (True, "3", 3.0):
        with pytest.raises(lt.GameError, match="max_choices"):
            lt.load(name).new(max_choices=wrong)


@pytest.mark.parametrize(
    ("seats", "options", "english", "french"),
    [
        (2, {}, "Classic", "Classique"),
        (2, {"level": "advanced"}, "Advanced", "Avancée"),
        (2, {"level": "advanced", "entry": "one"}, "Advanced, dice enter with 1", "Avancée, les dés entrent à 1"),
        (
            4,
            {"level": "blitz", "teams": True},
            "Blitz, red and yellow against blue and green",
            "Blitz, Rouge et Jaune contre Bleu et Vert",
        ),
        (
            2,
            {"size": 7, "max_choices": 5},
            "Classic, 7 × 7 board, at most 5 moves",
            "Classique, plateau de 7 × 7, 5 coups au plus",
        ),
    ],
)
def test_what_is_played_is_told_in_words(seats: int, options: dict[str, Value], english: str, french: str) -> None:
    game = lt.load("derive")
    _, settled = game.settle(seats, options)
    told = [game.told_options(seats, settled, lang).replace("\u00a0", " ") for lang in ("en", "fr")]
    assert told == [english, french]


def test_an_option_that_an_old_table_does_not_know_is_usual() -> None:
    assert lt.load("derive").told_options(2, {"level": "blitz"}) == "Blitz"


def test_a_value_without_a_name_is_told_as_it_is_written() -> None:
    assert LEVEL.told("1").text("fr") == "level=1"


@pytest.mark.parametrize("name", lt.games())
def test_what_is_recommended_for_a_first_game_can_be_played(name: str) -> None:
    game = lt.load(name)
    _, settled = game.settle(None, game.first)
    assert all(settled[option] == value for option, value in game.first.items())
