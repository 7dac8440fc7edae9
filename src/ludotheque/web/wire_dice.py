"""What goes over the wire for committed dice and daily games; ``wire.py`` has all the rest."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field
from typing_extensions import TypedDict  # as in wire.py

from .wire import means


class DiceRequest(BaseModel):
    game: str = Field(max_length=40)


class DailyRequest(BaseModel):
    game: str = Field(max_length=40)
    day: str | None = Field(None, max_length=10, description="of UTC, as 2026-11-18; today if you do not say")
    counts: bool = Field(True, description="your one try that counts: the same, however often you ask")


class NewDice(TypedDict):
    commitment: Annotated[str | None, means("the SHA-256 of their secret; `null` in a game without chance")]
