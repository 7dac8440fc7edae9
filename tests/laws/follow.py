"""Replays records and prints what every state looks like; run by test_lockstep.py with and without compilation."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import ludotheque as lt


def main(file: str) -> None:
    for text in json.loads(Path(file).read_text()):
        for state in lt.Record.parse(text).states():
            choices = {seat: state.choices(seat) for seat in state.actors}
            print(bytes(state).hex(), choices, state.outcomes(), state.result, state.scores)


main(sys.argv[1])
