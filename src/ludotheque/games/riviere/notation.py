"""The notation of La Rivière de Couleurs: `a2-b4` and `R@b1` are journeys, `b^` is a push, `=G` draws a tile."""

from __future__ import annotations

import re

from ludotheque.core.state import CHANCE, State

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


# Events

PUSH_TEXTS = [column + way for column in COLUMNS for way in "^v"]
JOURNEY = re.compile(r"([abc][1-6]-|[RBGY]@)([abc][1-6]|off)")


def write(state: State, seat: int, action: int) -> str:
    if seat == CHANCE:
        return f"first={action}" if due(state) == "first" else f"={COLOURS[action]}"
    if action == rules.DONE:
        return "done"
    if action >= rules.PUSHES:
        return PUSH_TEXTS[action - rules.PUSHES]
    origin, target = divmod(action, rules.TARGETS)
    return ORIGINS[origin] + TARGETS[target]


def parse(state: State, seat: int, text: str) -> int | None:
    if seat == CHANCE:
        return _parse_outcome(text)
    if text == "done":
        return rules.DONE
    if text in PUSH_TEXTS:
        return rules.PUSHES + PUSH_TEXTS.index(text)
    found = JOURNEY.fullmatch(text)
    return ORIGINS.index(found[1]) * rules.TARGETS + TARGETS.index(found[2]) if found else None


def _parse_outcome(text: str) -> int | None:
    if re.fullmatch("=[RBGYO]", text):
        return COLOURS.index(text[1])
    return int(text[-1]) if text in ("first=0", "first=1") else None


def journey(text: str) -> tuple[str, str]:
    """Origin and target of a journey: ``R@b1`` is from ``R@`` to ``b1``, ``a2-b4`` from ``a2`` to ``b4``."""
    return text[:2], text[2:].removeprefix("-")


def due(state: State) -> str:
    """What is drawn now: the tile in a hole, the ``spare``, or who is ``first``."""
    s = state.fields
    hidden = int(rules.HOLES) & ~sum(map(int, s.tiles))
    if hidden:
        return CELLS[bits(hidden)[0]]
    return "spare" if s.spare == rules.NONE else "first"


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set."""
    return [bit for bit in range(25) if mask >> bit & 1]
