"""The compiled rules and the slow model play the same random games."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.games.drivis.tests.model import Drivis


@pytest.mark.parametrize("start", ["ring", "triples"])
@pytest.mark.parametrize("lone", ["connected", "not"])
@pytest.mark.parametrize("max_choices", [300, 9])
def test_model_and_rules_agree(start: str, lone: str, max_choices: int) -> None:
    rng = random.Random(f"{start} {lone} {max_choices}")
    options: dict[str, Any] = {"start": start, "lone": lone, "max_choices": max_choices}
    for _ in range(8):
        model, state = Drivis(**options), lt.load("drivis").start(2, None, options)
        while not state.over:
            assert state.choices() == model.choices()
            text = rng.choice(state.choices())
            model.play(text)
            state = state.play(text)
        assert state.result == model.result
