"""What goes over the wire in puzzles; ``wire.py`` has all the rest, and says what is made of both."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field
from typing_extensions import TypedDict  # as in wire.py

from .wire import Speech, means
from .wire_lessons import LessonFrame


class PuzzleTry(BaseModel):
    choice: Annotated[str, Field(max_length=100)] = Field(description="what you choose, as an event text")
    wide: bool = Field(False, description="whether the pictures are for a wide place")


class PuzzleAsk(BaseModel):
    wide: bool = Field(False, description="whether the pictures are for a wide place")


class PuzzleName(TypedDict):
    """A puzzle in a list."""

    id: str
    grade: Annotated[int, means("1 very easy to 5 very hard")]
    themes: list[str]


class PuzzleStanding(TypedDict):
    """How you stand in the puzzles of a game."""

    rating: int
    tries: Annotated[int, means("puzzles that you have tried")]
    streak: Annotated[int, means("so many in a row you solved at the first try")]
    best: Annotated[int, means("your longest row")]
    solved: int
    total: Annotated[int, means("all puzzles of the game")]


class PuzzleView(TypedDict):
    """A puzzle to solve."""

    id: str
    name: Annotated[str, means("its heading: the puzzle of the day, or how hard it is")]
    grade: Annotated[int, means("1 very easy to 5 very hard")]
    grade_name: str
    themes: Annotated[list[str], means("in words; told only when it is solved or shown, else empty")]
    rating: int
    task: Annotated[str, means("what to find, in a sentence")]
    seat: Annotated[int, means("yours")]
    today: Annotated[bool, means("whether it is the puzzle of the day")]
    solved: Annotated[bool, means("whether you have solved it before")]
    clicks: Annotated[dict[str, list[str]], means("every legal event text, and what is touched for it on the picture")]
    frame: LessonFrame
    standing: PuzzleStanding


class PuzzleAnswer(TypedDict):
    """What a choice leads to."""

    passed: bool
    sentence: Annotated[str, means("why it is right, or a kind word")]
    themes: list[str]
    frames: Annotated[list[LessonFrame], means("the position after your choice, and what follows from it")]
    standing: PuzzleStanding


class PuzzleSolution(TypedDict):
    answer: str
    sentence: Annotated[str, means("why")]
    trap: Annotated[str, means("what is tempting and weaker; may be empty")]
    themes: list[str]
    frames: Annotated[list[LessonFrame], means("the first position, then the answer and what is expected after it")]
    standing: PuzzleStanding


class PuzzleBoot(Speech):
    game: str
    wide: bool
    theme: str
    grade: str
    asks: dict[str, str]
    view: PuzzleView
