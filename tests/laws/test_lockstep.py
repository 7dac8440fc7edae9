"""Compiled and uncompiled rules play the same games."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from setups import Setup, random_game, sample

import ludotheque as lt

FOLLOW = Path(__file__).with_name("follow.py")


@pytest.mark.slow
@pytest.mark.parametrize("setups", [3, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", lt.games())
def test_uncompiled_rules_agree_event_by_event(name: str, setups: int, tmp_path: Path) -> None:
    records = [str(random_game(setup.new(), 1, 120).record) for setup in sample(name, setups)]
    file = tmp_path / "records.json"
    file.write_text(json.dumps(records))
    compiled, uncompiled = (follow(file, off) for off in ("0", "1"))
    assert compiled == uncompiled
    assert len(compiled) > len(records)


def follow(file: Path, disable_jit: str) -> list[str]:
    """What a process sees that replays the records: bytes, actors, choices, outcomes and results of every state."""
    env = {**os.environ, "NUMBA_DISABLE_JIT": disable_jit}
    done = subprocess.run([sys.executable, str(FOLLOW), str(file)], check=True, capture_output=True, text=True, env=env)
    return done.stdout.split("\n")


def test_setups_hold_every_option_value() -> None:
    for name in lt.games():
        values = {(k, v) for setup in sample(name, 60) for k, v in setup.options}
        for option in lt.load(name).options.values():
            if isinstance(option.values, tuple):
                assert {(option.name, value) for value in option.values} <= values
    assert str(Setup("drivis", 2, (("lone", "not"),))) == "drivis-2-lone=not"
