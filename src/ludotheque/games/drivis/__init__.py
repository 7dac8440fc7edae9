"""Drivis: sliding ice floes that must all touch. By Guilain Dorsimont, I.G.O.R., 2015."""

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
    options=(
        Option("start", ("ring", "triples"), "ring"),
        Option("lone", ("connected", "not"), "connected"),
        Option("max_choices", Whole(), 300),
    ),
    author="Guilain Dorsimont",
    publisher="I.G.O.R.",
    year=2015,
    minutes=10,
)
