"""A few thousand of the million inputs of `make chaos`, and what they have found."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.hostile.run import Settings, attack
from tests.hostile.tally import TRACEBACK, Tally


@pytest.mark.slow
def test_nothing_gives_way() -> None:
    tally = attack(Settings(inputs=4_000, seed=1))
    assert tally.complaints == []
    assert {*tally.inputs} == {"live", "http", "broken", "described"} and tally.answers["200"] > 100


def test_a_traceback_and_a_500_are_noticed(tmp_path: Path) -> None:
    tally = Tally(tmp_path / "log")
    tally.log.write_text("ready\n")
    tally.look("nothing")
    assert tally.complaints == []
    with tally.log.open("a") as log:
        log.write(f'{TRACEBACK}:\n  File "x.py", line 1, in act\n    act()\nKeyError: 1\n')
    tally.look("this")
    tally.note_answer(404, b"that")
    tally.note_answer(500, b"the other")
    assert [*tally.kinds] == ['traceback: KeyError File "x.py", line 1, in act', "answered by 500"]
    assert "this" in tally.complaints[0] and "the other" in tally.complaints[1]
