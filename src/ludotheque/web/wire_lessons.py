"""What goes over the wire in lessons; ``wire.py`` has all the rest, and says what is made of both."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field
from typing_extensions import TypedDict  # as in wire.py

from .wire import Speech, means

LessonOutcome = Literal["open", "reached", "missed"]


class LessonTry(BaseModel):
    choices: list[Annotated[str, Field(max_length=100)]] = Field(
        default_factory=list, max_length=9, description="your choices so far, from the first position on"
    )
    wide: bool = Field(False, description="whether the pictures are for a wide place")


class Lesson(TypedDict):
    name: str
    title: str
    task: Annotated[str, means("what to do, in a sentence")]
    within: Annotated[int, means("in so many choices")]
    analysis: Annotated[str, means("where its position can be analysed")]


class LessonFrame(TypedDict):
    """A position of a lesson."""

    svg: str
    sentence: Annotated[str, means("what led to it; empty at the beginning")]
    rolled: Annotated[bool, means("whether that was chance")]


class LessonView(TypedDict):
    """Where your choices in a lesson lead."""

    outcome: LessonOutcome
    sentence: Annotated[str, means("the task while it is open, then what was learned, or a help")]
    left: Annotated[int, means("how many choices are left")]
    seat: Annotated[int, means("yours")]
    clicks: Annotated[dict[str, list[str]], means("every legal event text, and what is touched for it on the picture")]
    frames: Annotated[list[LessonFrame], means("all positions since your last choice; the last one is how it stands")]


class LessonSolution(TypedDict):
    choices: Annotated[list[str], means("a way to the goal, from the first position on")]


class LessonBoot(Speech):
    game: str
    pages: Annotated[str, means("the path of the pages, before the name of a lesson")]
    calls: Annotated[str, means("the path of the requests, before the name of a lesson")]
    kept: Annotated[str, means("under this name the browser keeps which of them are done")]
    lessons: list[Lesson]
    lesson: Annotated[str, means("the name of the one that is shown first")]
    wide: bool
    asks: dict[str, str]
    view: LessonView
