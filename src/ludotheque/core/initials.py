"""Names in three letters, as on the score sheets and high scores of arcades; all different at one table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import chain, combinations

LENGTH = 3


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """Three letters for each name. Who typed three, or fewer, has these; the others get what is free.

    >>> initials(["LU6", "Margot", "Marguerite"])
    ('LU6', 'MAR', 'MAG')
    """
    given: dict[int, str] = {}
    for seat in sorted(range(len(names)), key=lambda seat: len(names[seat]) > LENGTH):
        given[seat] = next(each for each in _ideas(names[seat], seat) if each not in given.values())
    return tuple(given[seat] for seat in range(len(names)))


def _ideas(name: str, seat: int) -> Iterator[str]:
    """The best one first. There are always enough: a table has fewer seats than there are numbers."""
    own = name.upper() if len(name) <= LENGTH else ""
    letters = own or _letters(name) or str(seat + 1)
    begin = letters[:LENGTH]
    others = ("".join(chosen) for chosen in combinations(letters[1:], LENGTH - 1))
    numbered = (f"{letters[: LENGTH - 1]}{number}" for number in range(2, 1000))
    yield from chain([begin], (letters[0] + rest for rest in others) if not own else (), numbered)


def _letters(name: str) -> str:
    """Capitals and figures, without accents: they would hardly be seen."""
    plain = (mark for mark in unicodedata.normalize("NFD", name) if not unicodedata.combining(mark))
    return "".join(mark for mark in plain if mark.isalnum()).upper()
