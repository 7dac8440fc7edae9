"""What goes over the wire in the position editor; ``wire.py`` has all the rest, and says what is made of both."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field
from typing_extensions import TypedDict  # as in wire.py

from ..core.options import Value
from .wire import Option, Share, Speech, means


class Edit(BaseModel):
    """A sketch of a position, and one thing to do with it: put or take away a piece, begin a moment, other options,
    clear it all. With none of these it is only looked at."""

    game: str = Field(max_length=40)
    position: str | None = Field(None, max_length=20_000, description="the sketch, a diagram; without it, a new game")
    seat: int = Field(0, ge=0, le=7, description="whose sheet, where everybody has one")
    place: str | None = Field(None, max_length=40)
    piece: str = Field("", max_length=40, description="what is put on `place`; empty: what lies there is taken away")
    moment: str | None = Field(None, max_length=40)
    seats: int | None = Field(None, ge=1, le=8)
    options: dict[str, Value] | None = Field(None, max_length=20)
    clear: bool = False


class EditorPiece(TypedDict):
    name: str
    label: str
    colours: list[str]


class EditorPlace(TypedDict):
    name: str
    label: str


class EditorMoment(TypedDict):
    name: str
    label: str


class Sketch(TypedDict):
    """A position that somebody puts together, whether it can be or not."""

    position: Annotated[str, means("the sketch as a diagram, to be sent with the next edit")]
    svg: Annotated[str, means("with an element `place-NAME` for every place")]
    reason: Annotated[str | None, means("why it cannot be; `null`: it can")]
    status: str
    pieces: list[EditorPiece]
    places: list[EditorPlace]
    moment: Annotated[str, means("that of `moments` which it is; empty if none")]
    moments: list[EditorMoment]
    seats: Annotated[int, means("how many play")]
    options: dict[str, Value]


class EditorBoot(Speech):
    game: str
    title: str
    sketch: Sketch
    numbers: Annotated[list[int], means("the possible numbers of players")]
    options: list[Option]
    names: Annotated[list[str], means("of the seats")]
    sheets: Annotated[bool, means("whether everybody has a sheet of their own")]
    share: Share
