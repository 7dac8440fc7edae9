"""Skeleton: three in a row. By Your Name, Your Publisher, 2000.

A small complete game that is there to be changed: every file says what it is for. ``docs/adding-a-game.md`` tells the
rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.core.contract import Display, Rules
from ludotheque.core.game import Game
from ludotheque.core.options import Option, Whole

if TYPE_CHECKING:
    from .rules import Options, Position


# mypy compares the modules with the contract here. A game with points returns ScoringRules[Position, Options].
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
    edition=1,  # one more whenever rules or action codes change: old records then say that they are old
    seats=(2,),  # all numbers of players; the first one is the default
    options=(
        Option("three", ("wins", "loses"), "wins"),  # name, allowed values, default
        Option("begins", ("cross", "drawn"), "cross"),
        Option("max_choices", Whole(), 9),  # every game has this one
    ),
    author="Your Name",
    publisher="Your Publisher",
    year=2000,
    minutes=2,
)
