"""The set-ups that every adapter is checked with: short games of each kind, some with more seats than usual."""

from __future__ import annotations

from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

import ludotheque as lt

MOST_CHOICES = 24
SETUPS: list[tuple[str, int | None, dict[str, Any]]] = [
    *((name, None, {}) for name in lt.games()),
    ("derive", 4, {"teams": True}),
    ("number-drop", 2, {}),
]
SLOW: list[tuple[str, int | None, dict[str, Any]]] = [("derive", 3, {}), ("number-drop", 3, {})]


def parameters() -> list[ParameterSet]:
    every = [(setup, ()) for setup in SETUPS] + [(setup, pytest.mark.slow) for setup in SLOW]
    return [pytest.param(setup, marks=marks, id=f"{setup[0]}-{setup[1] or 'usual'}") for setup, marks in every]


@pytest.fixture(params=parameters())
def start(request: pytest.FixtureRequest) -> lt.State:
    """The beginning of a short game."""
    name, seats, options = request.param
    return lt.load(name).new(seats, max_choices=MOST_CHOICES, **options)


@pytest.fixture
def setup(start: lt.State) -> dict[str, Any]:
    """Seats and options of that game, as the adapters take them."""
    return {"seats": start.seats, **start.options}
