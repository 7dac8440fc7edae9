"""Drumlin: two herds of elephants, a magic stone, and the dragons it makes. By Thomas Kotulla, FX Schmid, 1987."""

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
    from . import clicks, diagram, editor, measures, notation, picture, sentences

    return Display(notation, sentences, diagram, clicks, picture, measures, editor)


GAME = Game(
    __name__,
    rules=load_rules,
    display=load_display,
    edition=1,
    seats=(2,),
    options=(Option("placing", ("pink", "swap"), "pink"), Option("max_choices", Whole(), 400)),
    author="Thomas Kotulla",
    publisher="FX Schmid",
    year=1987,
    minutes=45,
)
