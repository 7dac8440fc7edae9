"""Ratings of puzzles and of people, as if a first try were a game between the two (Elo).

Who is expected to solve a puzzle by P = 1 / (1 + 10^((puzzle − person) / 400)) gains K · (1 − P) by solving it at the
first try, and loses K · P otherwise; the puzzle moves the other way. K is large at first, so that a newcomer and a new
puzzle find their places soon. A puzzle begins where its difficulty puts it (``core/puzzles.py``), a person at START.
"""

from __future__ import annotations

START = 1200.0
SPREAD = 400.0
LEAST, MOST = 100.0, 3500.0
# Tries that count as first ones, and K before and after them.
PERSON, PUZZLE = (20, 48.0, 20.0), (10, 32.0, 8.0)


def expected(person: float, puzzle: float) -> float:
    """The chance that a person solves a puzzle at the first try."""
    return float(1 / (1 + 10 ** ((puzzle - person) / SPREAD)))


def rated(person: float, tries: int, puzzle: float, tried: int, passed: bool) -> tuple[float, float]:
    """The ratings of both after a first try; ``tries`` and ``tried`` are how many each has had before."""
    surprise = passed - expected(person, puzzle)
    return _kept(person + _step(PERSON, tries) * surprise), _kept(puzzle - _step(PUZZLE, tried) * surprise)


def _step(steps: tuple[int, float, float], tries: int) -> float:
    many, first, later = steps
    return first if tries < many else later


def _kept(rating: float) -> float:
    return min(MOST, max(LEAST, rating))
