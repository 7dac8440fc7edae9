"""What goes over the wire about reports; ``wire.py`` has all the rest, and says what is made of both."""

from __future__ import annotations

from typing import Annotated, Literal

from typing_extensions import TypedDict  # as in wire.py

from .wire import means

ReportState = Literal["none", "waiting", "working", "done", "failed"]


class ReportStanding(TypedDict):
    """How far the report on a game is."""

    state: Annotated[ReportState, means("`none`: nobody has asked for it yet")]
    done: Annotated[int, means("events that are judged")]
    total: Annotated[int, means("of so many")]
    ahead: Annotated[int, means("other reports that come first")]
