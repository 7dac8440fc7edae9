"""Options take values of their own type only: what looks alike is refused, and the allowed values are named."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.core.options import Option, Whole

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
