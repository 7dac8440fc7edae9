"""What a page gives its script; ``wire.py`` has all the rest, and says what is made of both."""

from __future__ import annotations

from typing import Annotated

from .wire import Entry, Share, Speech, View, means


class TableBoot(Speech):
    table: str
    game: str
    title: str
    live: Annotated[str, means("the path of the live channel")]
    share: Share
    asks: Annotated[dict[str, str], means("what comes next, by the kinds of what was touched: `plate.spot`")]
    view: View
    entries: list[Entry]
    rolls: Annotated[bool, means("whether draws are dice")]


class ReplayBoot(Speech):
    record: str
    n: Annotated[int, means("the position that is shown first")]
    total: Annotated[int, means("how many events there are")]
    game: str
    title: str
    names: list[str]
    seats: list[str]
    result: list[float] | None
    status: str
    sentences: Annotated[list[str], means("what each event says")]
    topics: Annotated[list[str], means("the section of the guide that fits each position")]
    chance: Annotated[list[int], means("which events were drawn, counted from 0")]
    wide: bool
    svg: str
    share: Share
