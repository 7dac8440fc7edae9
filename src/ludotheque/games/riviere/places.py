"""Names of places and colours, and the numbers that the rules use for them."""

from __future__ import annotations

from . import rules

COLUMNS = "abc"
COLOURS = "RBGYO"  # of tiles; the first four are those of pawns
CELLS = [f"{column}{row}" for column in COLUMNS for row in range(8)]
HOLES: list[str] = [CELLS[cell] for cell in rules.CELL]
OFF = "off"
TARGETS = [*HOLES, OFF]
ORIGINS = [f"{hole}-" for hole in HOLES] + [f"{colour}@" for colour in COLOURS[:4]]


def cell_of(name: str) -> int:
    return CELLS.index(name)


def owner(colour: int) -> int:
    """The seat that has the pawns of this colour."""
    return colour >> 1


def stack_of(code: int) -> list[int]:
    """The colours of the pawns in a hole, from bottom to top."""
    colours = []
    while code != rules.EMPTY:
        colours.append(code & 3)
        code >>= 2
    return colours[::-1]


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set."""
    return [bit for bit in range(25) if mask >> bit & 1]
