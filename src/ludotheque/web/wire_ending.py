"""What a table tells at its end; ``wire.py`` has all the rest, and says what is made of both."""

from __future__ import annotations

from typing import Annotated, Literal

from typing_extensions import TypedDict  # as in wire.py

from .wire_fields import means

Outcome = Literal["won", "lost", "drawn", "over"]


class ScorePart(TypedDict):
    label: str
    points: int


class SeatScore(TypedDict):
    seat: int
    parts: Annotated[list[ScorePart], means("what adds up to `total`")]
    total: int


class HighScore(TypedDict):
    name: str
    points: int
    mine: Annotated[bool, means("whether it is this game's")]


class Ending(TypedDict):
    """How a game ended, as it is told to one person."""

    outcome: Annotated[Outcome, means("for you; `over` for who watches, plays alone, or for both sides")]
    headline: Annotated[str, means("who won, in a few words")]
    why: Annotated[str, means("what decided it, in a sentence or two")]
    scores: Annotated[list[SeatScore], means("where the game counts points")]
    high_scores: Annotated[list[HighScore], means("alone: the rulebook's list with this game in its place")]
    place: Annotated[str, means("what that place means, in a sentence")]
    next_level: Annotated[int | None, means("of the computer, for `rematch` with `level N`")]


class Match(TypedDict):
    """A duplicate match: two legs with the same dice, sides changed."""

    leg: Annotated[int, means("1 or 2")]
    about: Annotated[str, means("which leg it is, in a sentence")]
    due: Annotated[bool, means("whether the second leg is next: `rematch` leads there")]
    first: Annotated[str | None, means("in the second leg: the table of the first")]
    sentences: Annotated[list[str], means("when both are over: how the match ended, how far the draws were the same")]
