"""What computer players are called and are like: the same in every game, so that one learns who plays how well.

A level has as many names as a table can have seats. Their first three letters are all different, because score sheets
have room for three.
"""

from __future__ import annotations

from collections.abc import Collection

from .texts import CATALOG

NAMES = (
    ("Lili", "Tom", "Zoé", "Nino", "Pia", "Max"),
    ("Lucie", "Hugo", "Jade", "Sacha", "Emma", "Oscar"),
    ("Margot", "Basile", "Inès", "Félix", "Clara", "Victor"),
    ("Suzanne", "Gaspard", "Yasmine", "Colin", "Esther", "Rémi"),
    ("Agathe", "Quentin", "Wanda", "Ulysse", "Irène", "Loïc"),
    ("Hélène", "Kenza", "Damien", "Octave", "Faustine", "Pascal"),
    ("Cassandre", "Achille", "Diane", "Edgar", "Joséphine", "Thibault"),
    ("Athéna", "Minerve", "Ptolémée", "Hypatie", "Vauban", "Archimède"),
)


def computer_name(level: int, taken: Collection[str]) -> str:
    """The first name of a level that nobody at the table has."""
    names = NAMES[level - 1]
    return next((name for name in names if name not in taken), names[0])


def character(level: int, lang: str, name: str | None = None) -> str:
    """What to expect of a level, in a sentence about one of its players, or about the first of them."""
    return CATALOG.say(f"character.{level}", lang, name=name or NAMES[level - 1][0])
