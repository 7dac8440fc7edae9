"""What lies where, as people see it: stacks, tiles, who must advance, and by which holes a pawn goes.

Where a pawn can go, the rules say; nothing here decides it anew.
"""

from __future__ import annotations

from ludotheque.core.state import State

from . import rules
from .notation import CELLS, COLOURS, COLUMNS, OFF, bits, cell_of, journey, write

UNKNOWN = "?"  # the letter of a tile that nobody has seen


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


def stack_at(state: State, hole: str) -> list[int]:
    """The colours of the pawns in a hole, from bottom to top."""
    return stack_of(int(state.fields.stacks[cell_of(hole)]))


def colour_at(state: State, origin: str) -> int:
    """The colour of the pawn that starts at home or on top of a hole."""
    return COLOURS.index(origin[0]) if "@" in origin else stack_at(state, origin)[-1]


def shows_bag(state: State) -> bool:
    """Whether the eyes may see covered tiles that are known, and what is left in the bag."""
    present = state.present
    return not state.options["memory"] or present is None or present.over


def is_looked_back_at(state: State) -> bool:
    """Whether a position of a running game from memory is looked at again: what it showed is to be remembered."""
    return state.present is not state and not shows_bag(state)


def is_covered(cell: int) -> bool:
    """Whether a cell lies under the frame."""
    return cell & 7 in (0, 7)


def tile_letter(s: rules.Position, cell: int) -> str:
    """The colour of the tile in a cell, or ``?`` if nobody has seen it."""
    return next((COLOURS[colour] for colour in range(5) if int(s.tiles[colour]) >> cell & 1), UNKNOWN)


# Journeys


def journeys(state: State) -> list[tuple[str, str]]:
    """The journeys that are open now."""
    s = state.fields
    if s.phase != rules.JOURNEYS:
        return []
    return [journey(write(state, s.turn, code)) for code in state.legal(s.turn) if code < rules.PUSHES]


def compelled(state: State) -> list[str]:
    """Where the pawns stand that must advance, or move: ``R@`` for home, or holes."""
    return state.memo("compelled", _compelled)


def _compelled(state: State) -> list[str]:
    """One colour after the other, those at home first: the order in which the rules find them says nothing."""
    origins = {origin for origin, target in journeys(state) if _compels(state, origin, target)}
    return sorted(origins, key=lambda origin: (colour_at(state, origin), "@" not in origin, origin))


def _compels(state: State, origin: str, target: str) -> bool:
    """Whether a player may not stop while this journey is open."""
    if any_direction(state):
        return target == OFF or not stack_at(state, target)
    return advances(state.fields.turn, origin, target)


def any_direction(state: State) -> bool:
    """Whether the duty is to move, in any direction, and not to advance."""
    return state.options["compulsion"] == "move"


def advances(seat: int, origin: str, target: str) -> bool:
    """Whether a journey advances: from home and off the board always, else if it ends nearer to the far side."""
    if "@" in origin or target == OFF:
        return True
    return bool(int(rules.AHEAD[seat, int(origin[1])]) >> cell_of(target) & 1)


# Ways

STEPS = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)]


def way(state: State, origin: str, target: str) -> list[str]:
    """A shortest way of a journey that is open now: its origin, the holes that it crosses, and its target."""
    came_from = state.memo(f"ways-{origin}", lambda state: _ways(state, origin))
    places = [target]
    while places[-1] != origin:
        places.append(came_from[places[-1]])
    return places[::-1]


def _ways(state: State, origin: str) -> dict[str, str]:
    """Each place that the pawn can come to -> the one before it."""
    colour = colour_at(state, origin)
    first, last = ("1", "6") if owner(colour) == 0 else ("6", "1")
    ends = {target for start, target in journeys(state) if start == origin}
    crossable = _crossable(state, colour)
    came_from, queue = {origin: ""}, [origin]
    for place in queue:
        steps = [f"{column}{first}" for column in COLUMNS] if "@" in place else _near(place)
        for step in [*steps, OFF] if place[1] == last else steps:
            if step not in came_from and (step in crossable or step in ends):
                came_from[step] = place
                queue += [step] if step in crossable else []
    return came_from


def _crossable(state: State, colour: int) -> set[str]:
    """The empty holes whose tile carries a pawn of this colour."""
    s = state.fields
    ground = int(s.tiles[colour] | s.tiles[rules.ORANGE]) & int(rules.HOLES)
    return {CELLS[cell] for cell in bits(ground) if s.stacks[cell] == rules.EMPTY}


def _near(hole: str) -> list[str]:
    """The neighbouring holes, straight steps first."""
    column, row = COLUMNS.index(hole[0]), int(hole[1])
    steps = ((column + x, row + y) for x, y in STEPS)
    return [f"{COLUMNS[x]}{y}" for x, y in steps if 0 <= x < 3 and 1 <= y <= 6]
