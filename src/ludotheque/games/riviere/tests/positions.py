"""Positions for tests, written as the six rows that people see."""

from __future__ import annotations

from collections import Counter

import ludotheque as lt

GAME = lt.load("riviere")
SIDES = ("red-blue", "green-yellow")


def position(
    rows: str,
    turn: int = 0,
    *,
    phase: str = "travel",
    arrived: str = "",
    spare: str = "",
    banned: str = "",
    under: str = "??? ???",
    made: int = 10,
    **options: object,
) -> lt.State:
    """Rows 6 to 1, each ``tile`` or ``tile:pawns`` for the columns a, b and c; ``'`` behind a pawn that has moved.

    A tile ``.`` is of no use to the seat to act, as long as there are such tiles: they lie from its own side on, and
    the last ones, on the far side, have its second colour. The spare has its first colour unless another one is given.
    Pawns that neither stand in a hole nor have arrived wait at home.
    """
    spare = spare or "rg"[turn]
    cells = _fill([line.split() for line in rows.strip().split("\n")], turn, spare)
    standing = Counter("".join(cell.partition(":")[2] for row in cells for cell in row).replace("'", ""))
    home = Counter("RRRBBBGGGYYY") - standing - Counter(arrived)
    lines = [_bank("GY", "RB", home, arrived), "7  ?  ?  ?"]
    lines += [f"{6 - i}  " + "  ".join(cell.replace(":", " ") for cell in row) for i, row in enumerate(cells)]
    lines += ["0  ?  ?  ?", "   a  b  c", _bank("RB", "GY", home, arrived)]
    lines += [f"   spare {spare}" + (f"   not {banned}" if banned else "")]
    lines += [f"{SIDES[turn]} to {phase}, {made} made", f"under the frame {under}"]
    return _read(lines, options)


def _fill(cells: list[list[str]], turn: int, spare: str) -> list[list[str]]:
    used = Counter(cell[0] for row in cells for cell in row) + Counter(spare)
    useless, second = ("gy", "b") if turn == 0 else ("br", "y")
    heap = [tile for pair in zip(*(tile * 6 for tile in useless), strict=True) for tile in pair]
    for tile in useless:
        for _ in range(used[tile]):
            heap.remove(tile)
    heap += [second] * 6
    filled = [list(row) for row in cells]
    for row in reversed(filled) if turn == 0 else filled:
        for column, cell in enumerate(row):
            row[column] = heap.pop(0) + cell[1:] if cell[0] == "." else cell
    return filled


def _bank(waiting: str, guests: str, home: Counter[str], arrived: str) -> str:
    waits = " ".join(c * home[c] for c in waiting if home[c]) or "-"
    there = " ".join(c * arrived.count(c) for c in guests if c in arrived) or "-"
    return f"   home {waits}   arrived {there}"


def _read(lines: list[str], options: dict[str, object]) -> lt.State:
    """Lets the game align the columns and mark who must advance, then reads the finished diagram strictly."""
    blank = GAME.start(2, None, options)
    data = blank._data.copy()
    GAME.display.diagram.read(data[0], lines)
    return GAME.read(lt.State(GAME, blank.options, blank.names, data).diagram())


def from_origin(state: lt.State, origin: str) -> list[str]:
    """The choices that start there, without the origin."""
    return [text.removeprefix(origin) for text in state.choices() if text.startswith(origin)]
