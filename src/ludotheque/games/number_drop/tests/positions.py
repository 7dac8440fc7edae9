"""Short ways to write positions in tests: only what matters, the rest is filled in."""

from __future__ import annotations

from collections.abc import Sequence

import ludotheque as lt

GAME = lt.load("number-drop")
FACES = "A=I B=L C=T D=S E=O"
EMPTY = ". . . . . . ."


def at(
    *sheets: str,
    doing: Sequence[str] = ("combine",),
    zone: Sequence[str] = (),
    tiles: str = FACES,
    steps: str = "00000",
    dice: str = "1 2 3 4",
    shape: str = "T",
    dropper: int = 0,
    slides: int = 0,
    falling: str = "-",
    made: int = 10,
    draw: str = "none",
    options: str = "tiles=mixed max_choices=5000",
) -> lt.State:
    """A position. Sheets are given by their lowest rows, the top one first; ``zone`` is what is validated."""
    seats = len(sheets)
    if seats == 1:
        tiles = " ".join(f"{tile}+{step}" for tile, step in zip(tiles.split(), steps, strict=True))
    if draw != "none":
        dice, shape = ". . . .", "."
    zones = [*zone, *["id:- run:-"] * (seats - len(zone))]
    lines = [
        *_bands(sheets),
        f"tiles {tiles}",
        f"dice {dice} shape {shape}",
        f"table dropper {dropper} draw {draw} slides {slides} falling {falling}",
        f"game running {made} made",
        *(f"seat {seat} {doing[seat % len(doing)]} {zones[seat]}" for seat in range(seats)),
        f"seats={seats} {options}",
    ]
    return GAME.read("\n".join(lines))


def _bands(sheets: Sequence[str]) -> list[str]:
    rows = [_rows(sheet) for sheet in sheets]
    lines = []
    for first in range(0, len(sheets), 3):
        here = range(first, min(first + 3, len(sheets)))
        lines.append("    " + "".join(f"seat {seat}".ljust(16) for seat in here))
        for i in range(14):
            if i == 3:
                lines.append("    " + "".join("- - - - - - -".ljust(16) for _ in here))
            lines.append(f"{14 - i:2}  " + "".join(rows[seat][i].ljust(16) for seat in here))
        lines.append("    " + "".join("a b c d e f g".ljust(16) for _ in here))
    return [line.rstrip() for line in lines]


def _rows(sheet: str) -> list[str]:
    given = [line.strip() for line in sheet.strip().split("\n") if line.strip()]
    return [EMPTY] * (14 - len(given)) + given


def play(state: lt.State, *events: str, seat: int | None = None) -> lt.State:
    """Several events: draws by their text, choices of one seat."""
    for text in events:
        state = state.play(text, None if state.chance else seat)
    return state


def roll(state: lt.State, dice: str, shape: str) -> lt.State:
    """The five draws: ``roll(state, "134*", "T")`` is n1=1 n2=3 n3=4 n4=* (no die has all faces)."""
    for name, face in zip(("n1", "n2", "n3", "n4"), dice, strict=True):
        state = state.play(f"{name}={face}")
    return state.play(f"shape={shape}")
