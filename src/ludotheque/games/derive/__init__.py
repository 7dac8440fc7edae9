"""Dérive: dice that cross a river and form chains on the far bank. Couleur Voyelles, 1999."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ludotheque.core.contract import Display, Rules
from ludotheque.core.game import Game
from ludotheque.core.i18n import Sentence
from ludotheque.core.options import Option, Value, Whole

if TYPE_CHECKING:
    from .rules import Options, Position

LEVELS = ("initiation", "blitz", "classic", "advanced", "blitz-classic", "blitz-advanced")


def usual_size(seats: int, given: Mapping[str, Value]) -> Value:
    return 11 if seats == 4 else 9


def usual_entry(seats: int, given: Mapping[str, Value]) -> Value:
    """The levels without a roll leave nothing to chance: there the entry value is chosen."""
    return "chosen" if given["level"] in ("advanced", "blitz-advanced") else "one"


def check(seats: int, options: Mapping[str, Value]) -> Sentence | None:
    if options["facing"] == "adjacent" and seats != 2:
        return GAME.catalog("option.facing.needs-two", seats=seats)
    if options["teams"] and seats != 4:
        return GAME.catalog("option.teams.needs-four", seats=seats)
    return None


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
    seats=(2, 3, 4),
    options=(
        Option("level", LEVELS, "classic"),
        Option("size", (7, 9, 11, 13), usual_size),
        Option("facing", ("opposite", "adjacent"), "opposite"),
        Option("teams", (False, True), False),
        Option("entry", ("one", "chosen"), usual_entry),
        Option("max_choices", Whole(), lambda seats, given: 300 * seats),
    ),
    check=check,
    first={"level": "initiation"},
    author="Couleur Voyelles",
    publisher="Couleur Voyelles",
    year=1999,
    minutes=30,
)
