"""Number Drop: falling shapes, four dice and a sheet of squared paper. By Florian Sirieix and Benoit Turpin, 2021."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.core.contract import Display, ScoringRules
from ludotheque.core.game import Game
from ludotheque.core.options import Option, Whole

if TYPE_CHECKING:
    from .rules import Options, Position


def load_rules() -> ScoringRules[Position, Options]:
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
    seats=(1, 2, 3, 4, 5, 6),
    options=(
        Option("tiles", ("mixed", "large"), "mixed"),  # without effect in solo, which has faces of its own
        Option("slide", (False, True), False),
        Option("order", ("together", "clockwise"), "together"),  # this and the next one: without effect in solo
        Option("all_circled", ("ends-turn", "plays-on"), "ends-turn"),
        Option("max_choices", Whole(), 5000),
    ),
    author="Florian Sirieix, Benoit Turpin",
    publisher="Débâcle Jeux",
    year=2021,
    high_scores=(
        ("TRI", 99),
        ("FLO", 92),
        ("MUM", 75),
        ("DAD", 61),
        ("LU6", 55),
        ("BRO", 46),
        ("NOO", 34),
        ("GUI", 27),
        ("BEN", 13),
    ),
    minutes=30,
    daily=1,  # alone, and nothing that is drawn depends on what was chosen: all have the same dice
)
