"""Replays records and prints what every state looks like, and plays a random game for each of them; run by
test_lockstep.py with and without compilation."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import ludotheque as lt


def main(file: str) -> None:
    for seed, text in enumerate(json.loads(Path(file).read_text())):
        states = lt.Record.parse(text).states()
        for state in states:
            choices = {seat: state.choices(seat) for seat in state.actors}
            print(bytes(state).hex(), choices, state.outcomes(), state.result, state.scores)
        options: dict[str, Any] = dict(state.options)
        played = lt.simulate(state.game, 1, seed, seats=state.seats, **options)
        print(played.results.tolist(), played.lengths.tolist())


main(sys.argv[1])
