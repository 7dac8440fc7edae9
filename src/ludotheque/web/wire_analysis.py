"""What goes over the wire on the analysis board; ``wire.py`` has all the rest, and says what is made of both."""

from __future__ import annotations

from typing import (
    Annotated,
    NotRequired,  # as in wire.py
)

from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from ..core.options import Value
from .limits import MOST_EVENTS
from .wire import Share, Speech, means

MOST_TRIED = 1_000  # events after the start


# What a page sends


class TriedEvent(BaseModel):
    seat: int = Field(ge=-1, le=7, description="−1: chance")
    text: str = Field(max_length=100, description="the event, as in records")


class AnalysedPosition(BaseModel):
    """A position: of a record or of a table that is over, the first one of a lesson, or one that is drawn as a diagram;
    and what was tried since. With `game` alone, a new game."""

    record: str | None = Field(None, max_length=60, description="the id of a record, or of a table that is over")
    at: int = Field(0, ge=0, description="of a record: after so many events")
    game: str | None = Field(None, max_length=40)
    lesson: str | None = Field(None, max_length=60, description="the name of a lesson of `game`")
    position: str | None = Field(None, max_length=20_000, description="a diagram of `game`")
    events: list[TriedEvent] = Field(default_factory=list, max_length=MOST_TRIED, description="tried since, in order")


class PositionRequest(AnalysedPosition):
    side: int | None = Field(None, ge=0, le=7, description="from which seat to look")
    wide: bool = Field(False, description="whether the picture is for a wide place")
    threats: bool = Field(False, description="the picture as the next one would see it if nothing were done now")


class LinesRequest(AnalysedPosition):
    seat: int | None = Field(None, ge=0, le=7, description="whose choice, where several seats may choose")
    threats: bool = Field(False, description="what the next one would do if nothing were done now")
    lines: int = Field(5, ge=1, le=8, description="how many lines are wanted")


class StudyNode(BaseModel):
    parent: int = Field(ge=-1, lt=MOST_EVENTS, description="the number of the node before; −1 for the start")
    seat: int = Field(-1, ge=-1, le=7)
    text: str = Field("", max_length=100)
    comment: str = Field("", max_length=2_000)


class NewStudy(AnalysedPosition):
    """A start (without `events`), and all that was tried."""

    nodes: list[StudyNode] = Field(max_length=MOST_EVENTS, description="the first one is the start")


# What the server answers


class PossibleDraw(TypedDict):
    text: str
    sentence: str
    share: Annotated[float, means("how likely it is, from 0 to 1")]


class AnalysisView(TypedDict):
    """A position of the analysis board."""

    svg: str
    sentence: Annotated[str, means("what led to it; empty at the beginning")]
    status: str
    topic: Annotated[str, means("the section of the guide that fits")]
    rolled: Annotated[bool, means("whether the last event was chance")]
    over: bool
    actors: Annotated[list[int], means("the seats that may choose")]
    clicks: Annotated[dict[str, dict[str, list[str]]], means("by seat: every legal event, and what is touched for it")]
    draws: Annotated[list[PossibleDraw], means("all possible outcomes, where chance is to act")]
    side: Annotated[int | None, means("from which seat it is drawn")]
    threatens: Annotated[bool, means("whether it makes sense to ask what the next one threatens")]
    diagram: Annotated[str, means("the position as text; a table can begin with it")]
    options: dict[str, Value]
    result: list[float] | None


class LineEvent(TypedDict):
    seat: int
    text: str


class AnalysisLine(TypedDict):
    """A choice, or an outcome of a draw, and what is expected to follow."""

    events: Annotated[list[LineEvent], means("this one first")]
    sentence: Annotated[str, means("the first one in words")]
    path: Annotated[list[str], means("what is touched for it on the picture; nothing for an outcome")]
    values: Annotated[list[float], means("what each seat can expect: its result, alone its points")]
    errors: Annotated[list[float], means("the standard error of each")]
    proven: Annotated[bool, means("whether that is certain")]
    share: Annotated[float, means("of an outcome: how likely it is")]


class AnalysisLines(TypedDict):
    """How far an analysis has come: each is sent when it is known, and replaces the one before."""

    seat: Annotated[int, means("whose choice; −1: chance")]
    values: list[float]
    errors: list[float]
    lines: Annotated[list[AnalysisLine], means("the best first; of a draw all outcomes in their order")]
    simulations: int
    final: Annotated[bool, means("whether thinking on changes nothing")]
    warming: NotRequired[Annotated[int, means("how much of the search is compiled, in percent; no lines yet")]]


class KeptStudy(TypedDict):
    id: str
    url: str
    file: Annotated[str, means("where the record with its variations is downloaded")]


# What the page gives its script


class AnalysisSeat(TypedDict):
    label: str
    name: str
    colours: list[str]


class AnalysisNode(TypedDict):
    parent: int
    seat: int
    text: str
    comment: str
    at: Annotated[int | None, means("its number in the record, if it belongs to its main line")]


class AnalysisStart(TypedDict):
    """Where all begins, to be sent with every request."""

    record: NotRequired[str]
    game: NotRequired[str]
    lesson: NotRequired[str]
    position: NotRequired[str]


class AnalysisBoot(Speech):
    game: str
    title: str
    start: AnalysisStart
    nodes: list[AnalysisNode]
    node: Annotated[int, means("the one that is shown first")]
    view: AnalysisView
    seats: list[AnalysisSeat]
    sheets: Annotated[bool, means("whether everybody has a sheet of their own")]
    points: Annotated[bool, means("whether values are points: somebody plays alone")]
    asks: dict[str, str]
    wide: bool
    share: Share
