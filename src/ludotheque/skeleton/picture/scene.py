"""A position of Skeleton as a drawing.

Pictures are for eyes and for ears: what matters has a label.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.core.state import State
from ludotheque.scene.scene import Group, Node, Scene, group

from .. import GAME, rules
from ..clicks import clicks
from ..notation import CELLS
from ..sentences import status
from .board import SIZE, board, middle
from .palette import GRADIENTS, PALETTE
from .pieces import last, mark, target, three


def scene(state: State, seat: int | None, lang: str, wide: bool) -> Scene:
    """Seen from a seat. ``wide`` asks for an arrangement that is wider than high; a square has none."""
    seat = seat or 0
    nodes = (board(seat), *_three(state, seat), *_marks(state, seat, lang), *_targets(state, seat, lang))
    label = GAME.catalog.say("picture.board", lang, status=status(state))
    return Scene("skeleton", SIZE, SIZE, nodes, PALETTE, label, GRADIENTS)


def _marks(state: State, seat: int, lang: str) -> Iterator[Group]:
    """An id stays with its piece from picture to picture, so that the page can let it glide."""
    newest = state.last[1] if state.last else ""
    for side, marks in enumerate(state.fields.marks):
        for cell, name in enumerate(CELLS):
            if int(marks) >> cell & 1:
                x, y = middle(cell, seat)
                ring: list[Node] = [group(last(), layer="last")] if name == newest else []
                label = GAME.catalog.say("picture.mark", lang, side=GAME.catalog(f"seat.{side}"), cell=name)
                yield group(mark(side), *ring, id=f"mark-{name}", kind=f"side-{side}", label=label, x=x, y=y)


def _three(state: State, seat: int) -> Iterator[Node]:
    for row in map(int, rules.LINES):
        if any(int(marks) & row == row for marks in state.fields.marks):
            cells = [cell for cell in range(len(CELLS)) if row >> cell & 1]
            yield three(middle(cells[0], seat), middle(cells[-1], seat))


def _targets(state: State, seat: int, lang: str) -> Iterator[Group]:
    """What can be touched: a spot shows only then. A piece that can be taken up has a ``halo`` and a ``chosen``."""
    for actor in state.actors:
        for action in state.legal(actor):
            [name] = clicks(state, actor, action)
            x, y = middle(action, seat)
            label = GAME.catalog.say("picture.target", lang, cell=CELLS[action])
            yield group(target(), id=name, kind="target", label=label, x=x, y=y, spot=True)
