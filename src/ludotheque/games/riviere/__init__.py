"""La Rivière de Couleurs: six pawns cross a river of sliding colours. By Giancarlo Gangitano, Déambulle, 2001."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.core.contract import Display, Rules
from ludotheque.core.game import Game
from ludotheque.core.options import Option, Whole

if TYPE_CHECKING:
    from .rules import Options, Position


def load_rules() -> Rules[Position, Options]:
    from . import rules

    return rules


def load_display() -> Display:
    from . import clicks, diagram, editor, measures, memory, notation, picture, sentences

    return Display(notation, sentences, diagram, clicks, picture, measures, editor, memory)


GAME = Game(
    __name__,
    rules=load_rules,
    display=load_display,
    edition=1,
    seats=(2,),
    options=(
        Option("compulsion", ("advance", "move"), "advance"),
        Option("stack_limit", (3, 0), 3),
        Option("push", ("either", "away"), "either"),
        Option("memory", (True, False), True),
        Option("max_choices", Whole(), 1000),
    ),
    author="Giancarlo Gangitano",
    publisher="Déambulle",
    year=2001,
    minutes=15,
)
